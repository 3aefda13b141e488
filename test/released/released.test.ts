import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FlowNode, SOLD, savedAgain } from '../../scripts/record/flow.mts';
import { askAccounts, type RunningHouse, type Said, startHouse } from '../../scripts/record/house.mts';
import { moved, moveFiles, named, type Places } from '../../scripts/record/places.mts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { type Mosquitto, startMosquitto } from '../support/mqtt/mosquitto.ts';
import { type Subscriber, subscribe } from '../support/mqtt/subscriber.ts';
import { eventually } from '../support/eventually.ts';

/**
 * What released versions have left at their users, opened by this one. Each folder here was written by
 * `scripts/record-release.mts` in the version it is named by, and is never changed: what fails here fails at users.
 * Nothing of ours is imported that is in the house, so that files may move in it: what is built runs in Node-RED. The
 * tests are one evening in the same two houses, each going on where the one before has ended.
 */
const releases = (await readdir(import.meta.dirname, { withFileTypes: true })).filter((entry) => entry.isDirectory());

/** Nothing listens there: what a restart still knows of a service's prices it has remembered. */
const SERVICE = 'http://127.0.0.1:9';

/**
 * What comes from the shipped catalogue, and may be corrected there; what running at once would cost, which changes by the minute;
 * what a device has done, which goes on; when files were looked at.
 */
const PASSING = [
  ...['attribution', 'missing', 'warnings', 'grid', 'baseline_cost', 'baselineCost', 'saving'],
  ...['realised', 'fetched_at'],
];

/** Topics of what goes on: accounts, which count, and the plans of batteries and cars, which begin now, once there are prices. */
const GOES_ON = /\/window\/[^/]+\/(account|\w+_(month|total))$|\/battery\/[^/]+\/(plan|soc_target|value)$/;

/** Topics of the devices that are no longer in the flow. */
const IS_SOLD = new RegExp(`/(window/|dayahead_\\w+_)${SOLD}[/-]`, 'i');

/** What makes an entity the same one for Home Assistant, with its history and all that its user has set. */
const IDENTITY = /^(identifiers|via_device|platform|unique_id|default_entity_id|unit_of_measurement|.*_class|.*topic)$/;

describe.each(releases.map(({ name }) => name))('what version %s has left', (version) => {
  const record = join(import.meta.dirname, version);
  const read = async <T>(name: string) => JSON.parse(await readFile(join(record, `${name}.json`), 'utf8')) as T;

  let folder: string;
  let accounts: Said & { readonly now: string };
  let places: Places;
  let mosquitto: Mosquitto;
  let heard: Subscriber;
  let clock: ManualClock;
  let house: RunningHouse;
  /** What the broker kept when the houses were stopped, by topic; of what has been sold since by itself. */
  let retained: Payloads;
  let sold: Payloads;
  let goingOn: Payloads;
  /** Everything heard before has been said by the old version. */
  let old: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dayahead-released-'));
    mosquitto = await startMosquitto();
    heard = await subscribe(mosquitto.url);
    accounts = await read('accounts');
    const token = accounts.tokens.cabin ?? '';
    places = { broker: mosquitto.url, service: SERVICE, folder, token };
    await moveFiles(record, folder, { ...named, token }, places);
    const kept = Object.entries(await here<Payloads>('retained'));
    for (const [topic, payload] of kept) await heard.send(topic, payload, { retain: true });
    retained = Object.fromEntries(kept.filter(([topic]) => !IS_SOLD.test(topic) && !GOES_ON.test(topic)));
    goingOn = Object.fromEntries(kept.filter(([topic]) => !IS_SOLD.test(topic) && GOES_ON.test(topic)));
    sold = Object.fromEntries(kept.filter(([topic]) => IS_SOLD.test(topic)));
    const { now } = await read<{ now: string }>('moment');
    const present = (await flows()).filter(({ name }) => name !== SOLD);
    await writeFile(join(folder, 'node-red', 'flows.json'), JSON.stringify(present));
    // A restart takes half a minute.
    clock = manualClock(Date.parse(now) / 1000 + 30);
    old = heard.received.length;
    house = await startHouse(folder, clock);
  });
  afterAll(async () => {
    await house?.stop();
    await heard?.close();
    await mosquitto?.stop();
    await rm(folder, { recursive: true });
  });

  /** A recorded file, as it reads where the house lives now. */
  const here = async <T>(name: string): Promise<T> =>
    JSON.parse(moved(await readFile(join(record, `${name}.json`), 'utf8'), { ...named, token: places.token }, places));

  const flows = async (): Promise<FlowNode[]> =>
    JSON.parse(await readFile(join(folder, 'node-red', 'flows.json'), 'utf8'));

  /** The last payload of each topic since `from`, which is when so many had been heard. */
  const saidSince = (from: number) =>
    Object.fromEntries(heard.received.slice(from).map(({ topic, payload }) => [topic, parsed(payload)]));

  const outputs = async () => comparable(await here<object>('outputs'));

  /**
   * Turns the clock until all is said again that was retained, and sent that was sent; a topic says something once a
   * second at the most.
   */
  async function expectAllAgain(from: number): Promise<void> {
    const sent = await outputs();
    await eventually(async () => {
        await clock.advanceBy(1);
        expect(saidSince(from)).toMatchObject(parsedAll(retained));
        expect(comparable(house.heard())).toMatchObject(sent);
      });
  }

  async function expectTheSameAfter(change: (flow: readonly FlowNode[]) => FlowNode[]): Promise<void> {
    const from = heard.received.length;
    house.forget();
    await house.deploy(change(await flows()));
    await expectAllAgain(from);
  }

  it('is said again under the same topics, and none is cleared when the site tidies up', async () => {
    await expectAllAgain(old);
    // By then every node has had the time to come back, and what nobody has claimed is cleared.
    await clock.advanceBy(90);
    await heard.settled();
    const cleared = heard.received.slice(old).filter(({ topic, payload }) => topic in retained && payload === '');
    expect(cleared).toEqual([]);
    expect(saidSince(old)).toMatchObject(parsedAll(retained));
    // What switches the boiler is not retained, so that it is not among those.
    expect(heard.payloads('cmnd/boiler/POWER').at(-1)).toBe('0');
  });

  it('is cleared where it belongs to a device that is no longer in the flow, with its place in Home Assistant', () => {
    expect(Object.keys(sold).filter((topic) => topic.endsWith('/config'))).toHaveLength(2);
    for (const topic of Object.keys(sold)) expect(heard.payloads(topic).at(-1), topic).toBe('');
  });

  it('is known to Home Assistant by the same ids, and nothing is gone but numbers that a device without a power or a battery refuses', () => {
    const announced = Object.keys(retained).filter((topic) => topic.endsWith('/config'));
    expect(announced.length).toBeGreaterThan(7);
    const said = saidSince(old);
    for (const topic of announced) {
      const before = JSON.parse(withPlans(retained[topic] ?? '')) as Announced;
      const after = said[topic] as Announced;
      const gone = Object.keys(after.components).filter((id) => !('unique_id' in (after.components[id] ?? {})));
      expect(gone.filter((id) => !REFUSED.test(id))).toEqual([]);
      const remaining = Object.entries(before.components).filter(([id]) => !gone.includes(id));
      const expected = { ...before, components: Object.fromEntries(remaining) };
      expect(identityOf(after), topic).toMatchObject(identityOf(expected));
    }
  });

  it('is what messages and commands told each device, beside or against its dialog', () => {
    const told = saidSince(old);
    expect(told).toMatchObject({
      'dayahead/home/window/boiler/minutes': 90,
      'dayahead/home/window/boiler/max_price': 0.5,
      'dayahead/home/window/warmepumpe-2/minutes': 300,
      'dayahead/home/window/export/enabled': 'OFF',
      'dayahead/home/window/export/energy_kwh': 3,
      'dayahead/home/window/export/ready_by': '23:00',
      'dayahead/home/window/export/override': 'on',
      'dayahead/home/window/export/override_until': 90,
      'dayahead/home/window/export/state': 'ON',
      'energy/cabin/window/sauna/minutes': 45,
      'energy/cabin/window/sauna/override': 'off',
      'energy/cabin/window/sauna/override_until': '2026-01-14T22:30:00+01:00',
    });
    // A car from 35 to 90 %, not to the 80 of its dialog: 33 kWh.
    expect(told['dayahead/home/window/car/plan']).toMatchObject({ energy_kwh: 33 });
  });

  it('is what each device has come to, since when, and what is planned of each battery', () => {
    const said = saidSince(old);
    for (const [topic, payload] of Object.entries(goingOn)) {
      const [before, after] = [parsed(payload), said[topic]];
      expect(after, topic).not.toBe('');
      if (typeof before === 'number') expect(Math.abs(Number(after)), topic).toBeGreaterThanOrEqual(Math.abs(before));
      else expect(endless(after), topic).toMatchObject(endless(before));
    }
  });

  it('is what each output sends: the tariffs chosen by message, their prices, every plan and payload', async () => {
    expect(comparable(house.heard())).toMatchObject(await outputs());
    expect(house.heard()).toMatchObject({ 'selection Contract': { consumption: { id: 'my-spot' } }, 'switch Boiler': 0 });
  });

  it('is what a testing token has used up of its day', () => {
    const counted = parsed(retained['energy/cabin/meta'] ?? '') as { allowance: { requests_today: number } };
    expect(counted.allowance.requests_today).toBeGreaterThan(0);
    expect(saidSince(old)['energy/cabin/meta']).toMatchObject({ allowance: counted.allowance });
  });

  it('is the same after every dialog was opened and saved again: a new field at its default changes nothing', async () => {
    await expectTheSameAfter(savedAgain);
  });

  it('is the same where a site keeps its state in a context store from now on', async () => {
    await expectTheSameAfter((flow) =>
      flow.map((node) => (node.id === 'home-site' ? { ...node, contextStore: 'disk' } : node)),
    );
    expect(await readdir(join(folder, 'node-red', 'dayahead'))).not.toContain('boiler.json');
  });

  it('is an override that ends at the minute it was told to end', async () => {
    const state = 'dayahead/home/window/export/state';
    await clock.advanceTo(Date.parse('2026-01-14T20:59:59+01:00') / 1000);
    await heard.settled();
    expect(heard.payloads(state).at(-1)).toBe('ON');
    await clock.advanceBy(60);
    await heard.until(state, 'OFF');
  });

  it('is a state file with every account, token and count', async () => {
    const { now, tokens } = accounts;
    // A later version may say more of an account.
    expect({ now, ...(await askAccounts(folder, now, tokens)) }).toMatchObject(accounts);
  });
});

/** What of an account or a plan does not go on: its currency and its beginning, its reason and its deadline. */
function endless(value: unknown): object {
  const { currency, month, reason, ready_by, counted_by } = value as Readonly<Record<string, { readonly since?: string }>>;
  return { currency, since: month?.since, reason, ready_by, counted_by };
}

type Payloads = Readonly<Record<string, string>>;

/** Ids of numbers that a device without a power or a battery refuses. */
const REFUSED = /_(energy_kwh|soc|target_soc)$/;

interface Announced {
  readonly components: Readonly<Record<string, object>>;
}

const lasting = (key: string, value: unknown) => (PASSING.includes(key) ? undefined : value);
const comparable = (value: object): object => JSON.parse(JSON.stringify(value), lasting);

/** A payload as a reader of JSON has it. */
function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload, lasting);
  } catch {
    return payload;
  }
}

/** What is for people may be worded anew, and discovery has a test of its own. */
const parsedAll = (payloads: Payloads) =>
  Object.fromEntries(
    Object.entries(payloads).map(([topic, payload]) => [topic, topic.endsWith('/config') ? {} : parsed(payload)]),
  );

/** The attributes of a plan are no longer all of it, which Home Assistant does not record. */
const withPlans = (announced: string) => announced.replace(/("json_attributes_topic":"[^"]+\/)plan"/g, '$1ha_plan"');

/** What of an announcement is no wording: at every depth the keys that are `IDENTITY`, and what leads to them. */
function identityOf(value: object): object {
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (IDENTITY.test(key)) return [[key, inner]];
    return typeof inner === 'object' && inner !== null ? [[key, identityOf(inner)]] : [];
  });
  return Object.fromEntries(entries);
}
