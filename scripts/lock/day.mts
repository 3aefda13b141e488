import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { manualClock } from '../../test/support/manual-clock.ts';
import { startMosquitto } from '../../test/support/mqtt/mosquitto.ts';
import { subscribe } from '../../test/support/mqtt/subscriber.ts';
import { buttons, commands, type FlowNode, HEARD, houseFlow } from '../record/flow.mts';
import { command, startHouse } from '../record/house.mts';
import { moved, type Places } from '../record/places.mts';
import type { Part } from './plans.mts';

const NOW = '2026-01-14T18:30:00Z';
const HOURS = 24;
const CENTS = [9, 8, 6, 5, 7, 11, 19, 26, 24, 18, 14, 12, 10, 11, 15, 20, 27, 33, 35, 31, 25, 21, 16, 12];
/** Milliseconds without a message after which a step of the clock counts as complete. */
const QUIET_MS = 100;
/** Milliseconds after a deployment. */
const START_MS = 2000;
/** Milliseconds after each alarm. */
const STEP_MS = 8;

/** The GET endpoints, and POST endpoints with a body. */
const answers: readonly (readonly [path: string, body?: object])[] = [
  ...(['overview', 'report', 'week?prices=prices', 'account?id=car', 'page-addresses'] as const).map(
    (path) => [path] as const,
  ),
  ['listings', { config: 'home-site', list: 'companies', country: 'NL', sector: 'consumption' }],
  [
    'preview',
    { config: 'home-site', node: { type: 'dayahead-price-series', country: 'NL', consumption: { id: 'my-spot' } } },
  ],
  ['peaks', {}],
  ['figures', { config: 'home-site' }],
  ['battery', { config: 'barn-site', node: { capacityKwh: '10', chargeKw: '4', dischargeKw: '4' } }],
  ['plan', { config: 'home-site', node: { minutes: '60' } }],
];

/** A day of the recorded house in Node-RED: messages of its nodes and of its topics, Home Assistant's ids, admin answers. */
export async function* lockedDay(): AsyncGenerator<Part> {
  Math.random = () => 0.5;
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  cpSync('scripts/record/user', folder, { recursive: true });
  importPrices(folder);
  const broker = await startMosquitto();
  const heard = await subscribe(broker.url);
  // Nothing listens there: the cabin has no prices.
  const places: Places = { broker: broker.url, service: 'http://127.0.0.1:9', folder, token: 'none' };
  const nameless: Places = { broker: 'BROKER', service: 'SERVICE', folder: 'FOLDER', token: 'TOKEN' };
  const clock = manualClock(Date.parse(NOW) / 1000);
  await mkdir(join(folder, 'node-red'));
  const house = await startHouse(folder, clock);
  const { default: RED } = (await import('node-red')) as unknown as { default: Hooks };
  const outputs: [output: string, payload: unknown][] = [];
  RED.hooks.add('onReceive.lock', ({ destination, msg }) => {
    if (destination.id === HEARD) outputs.push([`${msg.topic} ${Object.keys(Object(msg.payload))}`, msg.payload]);
  });
  const mqtt: string[] = [];
  const nodes: string[] = [];
  let seen = 0;
  /** Waits for what follows from the present moment, then keeps it in an order that does not depend on the machine. */
  async function settled(label: string): Promise<void> {
    for (let before = -1; before !== heard.received.length + outputs.length; ) {
      before = heard.received.length + outputs.length;
      await setTimeout(QUIET_MS);
    }
    // The number of messages in between and the rest of an expiry depend on the machine.
    const last = new Map(heard.received.slice(seen).map((message) => [message.topic, message]));
    seen = heard.received.length;
    const topics = [...last.values()].map(
      ({ topic, payload, expiry }) => `${topic} ${expiry !== undefined} ${payload}`,
    );
    mqtt.push(label, ...topics.sort());
    nodes.push(label, ...[...new Map(outputs.splice(0))].map((output) => JSON.stringify(output)).sort());
  }
  /** Advances from alarm to alarm, and lets each have its consequences before the next. */
  async function passed(seconds: number): Promise<void> {
    const end = clock.now() + seconds;
    while (clock.now() < end) {
      await clock.advanceTo(Math.min(end, Math.max(clock.now() + 1, clock.alarms()[0] ?? end)));
      await setTimeout(STEP_MS);
    }
  }
  await house.deploy(houseFlow(places) as FlowNode[]);
  // Nodes open their files and the broker connects in the computer's time.
  await setTimeout(START_MS);
  await settled('deployed');
  await passed(30);
  await settled('connected');
  for (const button of buttons) {
    await house.press(button);
    await settled(button);
  }
  for (const [topic, payload] of commands) {
    await heard.send(topic, payload);
    await settled(topic);
  }
  for (let quarter = 1; quarter <= 4 * HOURS; quarter++) {
    await passed(900);
    if (quarter === 40) await heard.send('homeassistant/status', 'online');
    await settled(new Date(clock.now() * 1000).toISOString());
  }
  const admin: string[] = [];
  for (const [path, body] of answers) {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${house.url}dayahead/${path}`, init);
    // The report lists warnings by the computer's clock, and which build it is.
    const text = (await answer.text())
      .replace(/- [\d:TZ-]+ warning/g, '- warning')
      .replace(/, build \w+|, up for \d+ min/g, '');
    admin.push(`${path} ${answer.status} ${text}`);
  }
  const ids = Object.entries(heard.shown())
    .filter(([topic]) => topic.endsWith('/config'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([topic, payload]) => [topic, ...idsIn(JSON.parse(payload)).map((id) => `  ${id}`)]);
  await house.stop();
  await settled('stopped');
  await heard.close();
  await broker.stop();
  rmSync(folder, { recursive: true });
  const named = (lines: readonly string[]) => lines.map((line) => moved(line, places, nameless));
  yield ['mqtt', named(mqtt)];
  yield ['messages', named(nodes)];
  yield ['admin', named(admin)];
  yield ['ids', named(ids)];
}

interface Hooks {
  readonly hooks: {
    add(
      name: string,
      hook: (event: { destination: { id: string }; msg: { topic?: string; payload: unknown } }) => void,
    ): void;
  };
}

/** The ids of an announcement, in order. */
function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ['unique_id', 'object_id', 'default_entity_id', 'identifiers'].includes(key)
      ? [`${key} ${JSON.stringify(inner)}`]
      : idsIn(inner),
  );
}

/** Two days of hourly prices as the zone MINE. */
function importPrices(folder: string): void {
  const file = join(folder, 'days.csv');
  writeFileSync(file, 'from_utc,resolution_s,price_per_kwh,currency\n');
  const midnight = Date.parse('2026-01-14T00:00:00+01:00') / 1000;
  for (let hour = 0; hour < 48; hour++)
    appendFileSync(file, `${midnight + hour * 3600},3600,${(CENTS[hour % 24] ?? 0) / 100},EUR\n`);
  command('import', '--zone', 'MINE', '--prices', join(folder, 'tariffs', 'prices'), file);
}
