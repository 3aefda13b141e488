import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from './broker.mts';
import { FLOW_FILE, PACKAGE } from './node-red.mts';
import { openPrices } from './sidebar.mts';

/** Holds the broker's address: its port may be another one tomorrow, while the flow is kept. */
const BROKER_VARIABLE = 'DAYAHEAD_BROKER';

/** The example as it is imported has no broker, no page and replays; the demo's houses publish to `broker`. Kept flows are left alone,
 * and so is what the sidebar shows beside them. */
export function placeDemo(userDir: string, broker: Running, { live = false, page = '' } = {}): void {
  process.env[BROKER_VARIABLE] = broker.url;
  const file = join(userDir, FLOW_FILE);
  if (existsSync(file)) return;
  const nodes = JSON.parse(readFileSync(join(PACKAGE, 'examples/demo.json'), 'utf8')) as { type: string }[];
  const connected = { page, broker: 'typed', brokerUrl: `\${${BROKER_VARIABLE}}`, ...(live && { prices: 'live' }) };
  const flow = nodes.map((node) => (node.type === 'dayahead-config' ? { ...node, ...connected } : node));
  mkdirSync(userDir, { recursive: true });
  writeFileSync(file, JSON.stringify(flow, null, 2).replaceAll('-p 1883', `-p ${broker.port}`));
  openPrices(userDir);
}
