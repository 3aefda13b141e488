import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import cheapestWindow from '../../nodes/cheapest-window.ts';
import config from '../../nodes/config.ts';
import { caseCount } from '../support/cases.ts';
import { type Chance, chanceOf } from '../support/chance.ts';
import { eventually } from '../support/eventually.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startMqttProxy } from '../support/mqtt/mqtt-proxy.ts';
import { type Subscriber, subscribe } from '../support/mqtt/subscriber.ts';
import { type FlowNode, nodeRed } from '../support/node-red/node-red-helper.ts';

const NOON = Date.parse('2026-01-14T12:00:00+01:00') / 1000;
const HOUR = 3600;
const CASES = caseCount(3, 40);

const load = nodeRed(config, cheapestWindow);

let [former, other]: Mosquitto[] = [];
let heard: Subscriber;
let userDir: string;
beforeAll(async () => {
  [former, other] = await Promise.all([startMosquitto(), startMosquitto()]);
  heard = await subscribe(former?.url ?? '');
  userDir = await mkdtemp(join(tmpdir(), 'deployments-'));
});
afterAll(async () => {
  await heard?.close();
  await Promise.all([former?.stop(), other?.stop(), rm(userDir, { recursive: true })]);
});
beforeEach(() => {
  // A connection that is lost comes back after one to three seconds.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

interface House {
  readonly tab: FlowNode;
  readonly site: FlowNode;
  readonly boiler: FlowNode;
}

/** A site whose boiler stands on a tab of its own and has a command topic of its own. */
const houseOf = (name: string, brokerUrl: string): House => ({
  tab: { id: `tab-${name}`, type: 'tab', label: name },
  site: { id: `site-${name}`, type: 'dayahead-config', name, site: name, broker: 'typed', brokerUrl, prices: 'replay' },
  boiler: {
    ...{ id: `boiler-${name}`, type: 'dayahead-cheapest-window', z: `tab-${name}`, name: 'Boiler' },
    ...{ config: `site-${name}`, minutes: '60', commandTopic: commandTopic(name), wires: [[], []] },
  },
});
const commandTopic = (name: string) => `cmnd/${name}/POWER`;
const stateTopic = (name: string) => `dayahead/${name}/window/boiler/state`;

const changes = {
  moves: ({ site, ...house }: House, url: string) => [house.tab, { ...site, brokerUrl: url }, house.boiler],
  'has no broker': ({ site, ...house }: House) => [house.tab, { ...site, broker: 'none' }, house.boiler],
  'is deleted': () => [],
  'is renamed': ({ tab, site, boiler }: House) => [
    tab,
    { ...site, site: `${site.site}-renamed` },
    { ...boiler, name: 'Heater', commandTopic: `${boiler.commandTopic}/renamed` },
  ],
  'has its tab disabled': ({ tab, ...house }: House) => [{ ...tab, disabled: true }, house.site, house.boiler],
};
const outages = { 'can be reached': undefined, 'is away for a minute': 60, 'is away for hours': 7 * HOUR };

/** What happens to each of one to five sites, and to their broker, in the deployment of that number. */
function drawn(chance: Chance, number: number) {
  const kinds = Object.keys(changes) as (keyof typeof changes)[];
  const names = ['one', 'two', 'three', 'four', 'five'].slice(0, 1 + chance.below(5));
  const all = Object.keys(outages) as (keyof typeof outages)[];
  return {
    sites: names.map((name) => ({ name: `${name}-${number}`, change: chance.of(kinds) })),
    outage: all[number % all.length] ?? 'can be reached',
  };
}

const cases = Array.from({ length: CASES }, (_, number) => drawn(chanceOf(1874 + number), number)).map((one) => ({
  ...one,
  title: one.sites.map(({ name, change }) => `${name} ${change}`).join(', '),
}));

// Promise P-019 integrate/mqtt: every device of any deployment of one to five sites is off
// Promise P-767 operate/failures: such a change while the broker is unreachable
it.each(cases)(
  '$title: every device is off, and none is retained on, where the broker $outage',
  async ({ sites, outage }) => {
    const line = await startMqttProxy(former?.port ?? 0);
    const clock = manualClock(NOON);
    const houses = sites.map(({ name, change }) => ({ house: houseOf(name, line.url), change }));
    const flow = await load(
      clock,
      houses.flatMap(({ house: { tab, site, boiler } }) => [tab, site, boiler]),
      {},
      { userDir },
    );
    await switchOn(
      clock,
      sites.map(({ name }) => name),
    );
    const seconds = outages[outage];
    if (seconds !== undefined) line.down();
    await flow.deploy(houses.flatMap(({ house, change }): FlowNode[] => changes[change](house, other?.url ?? '')));
    if (seconds !== undefined) {
      await clock.advanceBy(seconds);
      line.up();
    }
    await until(clock, () => {
      for (const { name } of sites) {
        expect(heard.payloads(commandTopic(name)).at(-1)).toBe('OFF');
        expect(heard.payloads(stateTopic(name)).slice(-2)).toEqual(['OFF', '']);
      }
    });
    line.close();
  },
);

async function switchOn(clock: ManualClock, names: readonly string[]): Promise<void> {
  for (const name of names) await until(clock, () => expect(heard.shown()).toHaveProperty([stateTopic(name)], 'OFF'));
  for (const name of names) await heard.send(`dayahead/${name}/window/boiler/set/override`, 'on');
  for (const name of names)
    await until(clock, () => {
      expect(heard.shown()).toHaveProperty([stateTopic(name)], 'ON');
      expect(heard.payloads(commandTopic(name)).at(-1)).toBe('ON');
    });
}

/** A topic is sent a message once a second at the most. */
const until = (clock: ManualClock, check: () => void) =>
  eventually(async () => {
    await clock.advanceBy(1);
    check();
  }, 10);
