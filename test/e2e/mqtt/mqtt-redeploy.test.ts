import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { caseCount } from '../../support/cases.ts';
import { eventually } from '../../support/eventually.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

const ROOT = 'dayahead/home';
/** Deployments after which nothing may have piled up. */
const MANY = caseCount(12, 200);
const NOW = Date.parse('2026-01-14T10:05:00+01:00') / 1000;

/** A house with prices and a boiler that is to run at once, whose switch a function keeps; `deployment` makes each one a change. */
const flow = (brokerUrl: string, deployment: number, powerKw = '2') => [
  { id: 'tab', type: 'tab', label: 'House' },
  { id: 'site', type: 'dayahead-config', name: `House ${deployment}`, site: 'home', broker: 'typed', brokerUrl },
  {
    id: 'prices',
    type: 'dayahead-price-series',
    z: 'tab',
    name: 'Prices',
    config: 'site',
    country: 'DK',
    consumption: { id: 'dk-example-spot-dk2' },
    publishAs: 'price',
    wires: [['boiler'], []],
  },
  {
    id: 'boiler',
    type: 'dayahead-cheapest-window',
    z: 'tab',
    name: 'Boiler',
    config: 'site',
    minutes: '60',
    readyBy: '11:06',
    powerKw,
    wires: [['switched'], []],
  },
  {
    id: 'switched',
    type: 'function',
    z: 'tab',
    func: "global.set('switched', [...(global.get('switched') ?? []), msg.payload]);",
    wires: [[]],
  },
];

interface Runtime {
  readonly flows: { setFlows(options: { flows: { flows: object[] }; deploymentType: string }): Promise<unknown> };
  readonly context: { getValue(options: { scope: string; key: string }): Promise<{ msg: string }> };
}

describe.each([4, 5] as const)('redeploys under a connected subscriber, in Node-RED %i', (release) => {
  let runtime: Runtime;
  let mosquitto: Mosquitto;
  let heard: Subscriber;
  let clock: ManualClock;
  let editor: Running;
  let deployments = 0;

  beforeAll(async () => {
    mosquitto = await startMosquitto();
    heard = await subscribe(mosquitto.url);
    clock = manualClock(NOW);
    editor = await runFlow(flow(mosquitto.url, deployments), { release, clock });
    const { default: RED } = await import(release === 4 ? 'node-red-4' : 'node-red');
    runtime = (RED as { runtime: Runtime }).runtime;
    // Before it has the prices it says OFF, and that they are not there, where it is connected that early.
    const whole = { [`${ROOT}/price/availability`]: 'online', [`${ROOT}/window/boiler/state`]: 'ON' };
    await until(() => expect(heard.shown()).toMatchObject(whole));
  });
  afterAll(async () => {
    await editor?.stop();
    await heard?.close();
    await mosquitto?.stop();
  });

  /** Turns the clock until it is so: a topic says something once a second at the most. */
  const until = (check: () => void) =>
    eventually(async () => {
      await clock.advanceBy(1);
      check();
    }, 5);

  /** Resolves when the house of that deployment has said everything, down to its name and the price that vouches for the rest. */
  async function deploy(deploymentType: string, powerKw?: string): Promise<void> {
    // Of a house on the same connection the first words may be heard before Node-RED says that it has started.
    const before = heard.received.length;
    await runtime.flows.setFlows({ flows: { flows: flow(mosquitto.url, ++deployments, powerKw) }, deploymentType });
    const all = ['status', 'price/availability', 'window/boiler/state'].map((name) => `${ROOT}/${name}`);
    await until(() => {
      const said = heard.received.slice(before);
      expect(said.map(({ topic }) => topic)).toEqual(expect.arrayContaining(all));
      expect(said.some(({ payload }) => payload.includes(`"House ${deployments}"`))).toBe(true);
    });
  }

  /** What its output has said, oldest first. */
  const switched = async () => JSON.parse((await runtime.context.getValue({ scope: 'global', key: 'switched' })).msg);

  // Promise P-005 integrate/mqtt: no kind of deployment switches a device
  // Promise P-755 operate/failures: a redeploy
  it.each(['full', 'flows', 'nodes'])('of the kind %s neither blink, nor clear, nor switch', async (kind) => {
    await heard.settled();
    const before = heard.received.length;
    const shown = heard.shown();
    await deploy(kind);
    await heard.settled();
    const said = heard.received.slice(before);
    expect(said.filter(({ payload }) => payload === 'offline')).toEqual([]);
    expect(said.filter(({ topic, payload }) => payload === '' && topic in shown)).toEqual([]);
    expect(Object.keys(heard.shown()).sort()).toEqual(Object.keys(shown).sort());
    expect(said.filter(({ topic }) => topic.endsWith('boiler/state')).map(({ payload }) => payload)).not.toContain(
      'OFF',
    );
    expect((await switched()).slice(2)).not.toContain(false);
  });

  // Promise P-006 integrate/mqtt: a deployment ends no override, not even with other settings
  it.each(['full', 'flows', 'nodes'])(
    'of the kind %s with another power leave an order by hand as it is',
    async (kind) => {
      const boiler = `${ROOT}/window/boiler`;
      await heard.send(`${boiler}/set/override_until`, '30');
      await heard.send(`${boiler}/set/override`, 'off');
      await until(() =>
        expect(heard.shown()).toMatchObject({ [`${boiler}/state`]: 'OFF', [`${boiler}/override`]: 'off' }),
      );
      const before = heard.received.length;
      await deploy(kind, '3');
      await heard.settled();
      const said = heard.received.slice(before).map(({ topic, payload }) => `${topic} ${payload}`);
      expect(said).toContain(`${boiler}/state OFF`);
      expect(said).not.toContain(`${boiler}/state ON`);
      expect(heard.shown()).toMatchObject({ [`${boiler}/override`]: 'off', [`${boiler}/override_until`]: '30' });
      expect((await switched()).at(-1)).toBe(false);
      await heard.send(`${boiler}/set/override`, 'auto');
      await until(() =>
        expect(heard.shown()).toMatchObject({ [`${boiler}/state`]: 'ON', [`${boiler}/override`]: 'auto' }),
      );
      expect(heard.shown()).not.toHaveProperty(`${boiler}/override_until`);
    },
  );

  // Promise P-007 integrate/mqtt: deployments leave nothing open, however many
  it(`leave no timer, no socket and no alarm behind after ${MANY} of them`, async () => {
    await deploy('full');
    let before: Open;
    let after = await open(clock);
    do {
      before = after;
      for (let i = 0; i < MANY; i++) await deploy(['full', 'flows', 'nodes'][i % 3] ?? '');
      after = await open(clock);
      // A timer of Node-RED's own start may end meanwhile: then the deployments are counted from there.
    } while (hasFewer(after, before));
    expect(after).toEqual(before);
    expect(before.alarms).toBeGreaterThan(2);
  });
});

interface Open {
  readonly resources: Readonly<Record<string, number>>;
  readonly alarms: number;
}

/** Whether something has ended and nothing has come. */
function hasFewer(after: Open, before: Open): boolean {
  const kinds = Object.keys({ ...before.resources, ...after.resources });
  const added = kinds.map((kind) => (after.resources[kind] ?? 0) - (before.resources[kind] ?? 0));
  return after.alarms === before.alarms && added.every((count) => count <= 0) && added.some((count) => count < 0);
}

/** What is open once it stays the same: some things close a moment later, on either clock. */
async function open(clock: ManualClock): Promise<Open> {
  await clock.advanceBy(120);
  let last: unknown;
  const check = () => {
    const now = { resources: counted(process.getActiveResourcesInfo()), alarms: clock.alarms().length };
    const before = last;
    last = now;
    expect(now).toEqual(before);
    return now;
  };
  return eventually(check, 1000);
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
