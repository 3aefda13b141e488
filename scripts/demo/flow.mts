import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from './broker.mts';
import { FLOW_FILE, PACKAGE } from './node-red.mts';
import { openPrices } from './sidebar.mts';

/** Holds the broker's address: its port may be another one tomorrow, while the flow is kept. */
const BROKER_VARIABLE = 'DAYAHEAD_BROKER';

/** The broker's port in it may be another one at the next start, while the flow is kept. */
const WATCH = "mosquitto_sub -h 127.0.0.1 -p 1883 -t 'dayahead/#' -v";

/** The example as it is imported has no broker, no page and replays; the demo's houses publish to `broker`. Kept flows are left alone,
 * and so is what the sidebar shows beside them. */
export function placeDemo(userDir: string, broker: Running, { live = false, page = '' } = {}): void {
  process.env[BROKER_VARIABLE] = broker.url;
  const file = join(userDir, FLOW_FILE);
  mkdirSync(userDir, { recursive: true });
  // Keys that are typed into the demo stand there as they are.
  chmodSync(userDir, 0o700);
  if (existsSync(file)) return;
  const nodes = JSON.parse(readFileSync(join(PACKAGE, 'examples/demo.json'), 'utf8')) as { type: string }[];
  const connected = { page, broker: 'typed', brokerUrl: `\${${BROKER_VARIABLE}}`, ...(live && { prices: 'live' }) };
  const flow = nodes.map((node) => (node.type === 'dayahead-config' ? { ...node, ...connected } : node));
  writeFileSync(file, JSON.stringify(flow, null, 2).replaceAll(WATCH, 'the line Watch of npm start'));
  openPrices(userDir);
}

/** True where a site of the flows has its page for the household; kept ones may be of a time before there was one. */
export function hasPage(userDir: string): boolean {
  const nodes = JSON.parse(readFileSync(join(userDir, FLOW_FILE), 'utf8')) as { type: string; page?: string }[];
  return nodes.some(({ type, page = '' }) => type === 'dayahead-config' && page !== '');
}
