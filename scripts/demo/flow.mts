import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from './broker.mts';
import { type FlowNode, housesFor } from './houses.mts';
import { FLOW_FILE, PACKAGE } from './node-red.mts';
import { openPrices } from './sidebar.mts';

/** Holds the broker's address: its port may be another one tomorrow, while the flow is kept. */
const BROKER_VARIABLE = 'DAYAHEAD_BROKER';

/** The broker's port in it may be another one at the next start, while the flow is kept. */
const WATCH = "mosquitto_sub -h 127.0.0.1 -p 1883 -t 'dayahead/#' -v";

interface DemoOptions {
  /** Prices of today from public sources instead of a replay. */
  readonly live?: boolean;
  /** Rights of the household page: empty for none, `look` or `switch`. With `country` the first house alone has one. */
  readonly page?: string;
  /** Country of the first house. By default the flows are in the order of the example. */
  readonly country?: string;
}

/** The demo as an example flow, with its sites connected to `broker`. */
export function demoFlow(
  { url }: Pick<Running, 'url'>,
  { live = false, page = '', country }: DemoOptions = {},
): FlowNode[] {
  process.env[BROKER_VARIABLE] = url;
  const text = readFileSync(join(PACKAGE, 'examples/demo.json'), 'utf8');
  const nodes: FlowNode[] = JSON.parse(text.replaceAll(WATCH, 'use the command that npm start prints as Watch'));
  const ordered = country ? housesFor(country, nodes) : nodes;
  const [home] = ordered.flatMap(({ config }) => config ?? []);
  const pageOf = (site: string) => (country === undefined || site === home ? page : '');
  const connected = { broker: 'typed', brokerUrl: `\${${BROKER_VARIABLE}}`, ...(live && { prices: 'live' }) };
  return ordered.map((node) =>
    node.type === 'dayahead-config' ? { ...node, ...connected, page: pageOf(node.id) } : node,
  );
}

/** Writes the demo and its sidebar into a user directory. Flows that are there already stay, and only learn the broker's address. */
export function placeDemo(userDir: string, broker: Pick<Running, 'url'>, options: DemoOptions = {}): void {
  const flow = demoFlow(broker, options);
  const file = join(userDir, FLOW_FILE);
  mkdirSync(userDir, { recursive: true });
  // Keys that are typed into the demo stand there as they are.
  chmodSync(userDir, 0o700);
  if (existsSync(file)) return;
  writeFileSync(file, JSON.stringify(flow, null, 2));
  openPrices(userDir);
}

/** True where a site of the flows has its page for the household; kept ones may be of a time before there was one. */
export function hasPage(userDir: string): boolean {
  const nodes = JSON.parse(readFileSync(join(userDir, FLOW_FILE), 'utf8')) as { type: string; page?: string }[];
  return nodes.some(({ type, page = '' }) => type === 'dayahead-config' && page !== '');
}
