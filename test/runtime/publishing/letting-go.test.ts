import { expect, it } from 'vitest';
import { nothingPlanned as plan } from '../../support/device/nothing-planned.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { demand, publishingHouse } from '../../support/mqtt/publishing-house.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const boiler = { id: 'b', name: 'Boiler' };
const other = { id: 'o', name: 'Other' };
const command = (topic: string) => ({ topic, on: '1', off: '0' });
const said = (on: boolean, topic?: string, slug = 'boiler', owner = boiler) => ({
  owner,
  slug,
  state: { on, plan, demand, ...(topic !== undefined && { command: command(topic) }) },
});

type Options = Parameters<typeof publishingHouse>[1];

function houseOn(clock: ManualClock, options?: Options) {
  const house = { ...publishingHouse(clock, options), clock };
  house.publishing.start();
  house.connect();
  return house;
}
type House = ReturnType<typeof houseOn>;

/** A house whose boiler has been told to be on, at `cmnd/old`. */
async function boiling(options?: Options): Promise<House> {
  const house = houseOn(manualClock(NOON), options);
  house.publishing.present(boiler);
  house.publishing.device(said(true, 'cmnd/old'));
  await house.clock.advanceBy(2);
  expect(switching(house)).toEqual(['old=1', 'boiler=ON']);
  return house;
}

/** What the topics that switch have heard since. */
const switching = (house: House): string[] =>
  house
    .heard()
    .filter(({ topic }) => /^cmnd|\/state$/.test(topic))
    .map(({ topic, payload }) => `${topic.split('/').at(topic.startsWith('cmnd') ? -1 : -2)}=${payload}`)
    .sort()
    .reverse();

/** The house after a full deployment, or a restart. */
async function reborn(house: House, options: Options = {}): Promise<House> {
  await house.publishing.stop({ removed: false });
  expect(switching(house)).toEqual([]);
  return houseOn(house.clock, { before: house.remembered(), ...options });
}

// Promise P-009 integrate/mqtt: a topic whose last value is `ON` receives the off value before it is given up
// Promise P-768 operate/failures: the topic changes or is removed; the node is renamed
it.each<[string, (house: House) => void, string[]]>([
  [
    'its node is deleted',
    ({ publishing }) => publishing.absent(boiler, { removed: true }),
    ['old=0', 'boiler=OFF', 'boiler='],
  ],
  [
    'its topic is another',
    ({ publishing }) => publishing.device(said(true, 'cmnd/new')),
    ['old=0', 'new=1', 'boiler=ON'],
  ],
  ['it has no topic any more', ({ publishing }) => publishing.device(said(true)), ['old=0', 'boiler=ON']],
  [
    'it is renamed',
    ({ publishing }) => publishing.device(said(true, 'cmnd/old', 'new')),
    ['old=1', 'new=ON', 'boiler=OFF', 'boiler='],
  ],
  [
    'it does not come back',
    ({ publishing }) => publishing.absent(boiler, { removed: false }),
    ['old=0', 'boiler=OFF', 'boiler='],
  ],
  ['it comes back as it was', ({ publishing }) => publishing.device(said(true, 'cmnd/old')), ['old=1', 'boiler=ON']],
])('a device that is on lets go of its topic where %s', async (_, change, heard) => {
  const house = await boiling();
  change(house);
  await house.clock.advanceBy(120);
  expect(switching(house)).toEqual(heard);
  expect([...house.remembered().holds.values()].filter(({ owner }) => owner === '')).toEqual([]);
});

it.each<[string, (house: House) => unknown]>([
  ['is deleted', ({ publishing }) => publishing.absent(boiler, { removed: true })],
  ['is renamed', ({ publishing }) => publishing.device(said(true, undefined, 'new'))],
  ['goes with its site', ({ publishing }) => publishing.stop({ removed: true })],
])('a device that %s in the second in which it went on is off before its topic is cleared', async (_, change) => {
  const house = houseOn(manualClock(NOON));
  house.publishing.present(boiler);
  house.publishing.device(said(true));
  await change(house);
  await house.clock.advanceBy(5);
  const heard = house.heard().filter(({ topic }) => topic.endsWith('/boiler/state'));
  expect(heard.map(({ payload }) => payload)).toEqual(['ON', 'OFF', '']);
});

it.each<[string, typeof boiler | undefined, ReturnType<typeof said> | undefined, string[]]>([
  ['its node is gone', undefined, undefined, ['old=0', 'boiler=OFF', 'boiler=']],
  ['its topic is another', boiler, said(true, 'cmnd/new'), ['old=0', 'new=1', 'boiler=ON']],
  ['it has no topic any more', boiler, said(false), ['old=0', 'boiler=OFF']],
  [
    'another device has its topic',
    other,
    said(true, 'cmnd/old', 'other', other),
    ['other=ON', 'old=1', 'boiler=OFF', 'boiler='],
  ],
])('after a full deployment too, where %s', async (_, present, statement, heard) => {
  const house = await reborn(await boiling());
  if (present) house.publishing.present(present);
  if (statement) house.publishing.device(statement);
  await house.clock.advanceBy(120);
  expect(switching(house)).toEqual(heard);
});

const offFor = (since: number) => ['/cmnd/old', { owner: '', letGo: '0', said: '1', since }];

// Promise P-016 integrate/mqtt: a removed device of a site that stays is switched off too
it('hands over its own topic where the broker is away for more than three seconds, and clears the rest itself', async () => {
  const house = await boiling();
  house.disconnect();
  const since = house.clock.now();
  house.publishing.absent(boiler, { removed: true });
  await house.clock.advanceBy(4);
  expect(house.handedOver).toEqual([]);
  house.connect();
  await house.clock.advanceBy(2);
  expect(house.handedOver).toEqual([offFor(since)]);
  expect(switching(house)).toEqual(['boiler=OFF', 'boiler=']);
  expect(house.remembered().holds).toEqual(new Map());
});

it('says the last word itself where the broker is away for three seconds, as after a deployment', async () => {
  const house = await boiling();
  house.disconnect();
  house.publishing.absent(boiler, { removed: true });
  await house.clock.advanceBy(3);
  house.connect();
  await house.clock.advanceBy(2);
  expect(switching(house)).toEqual(['old=0', 'boiler=OFF', 'boiler=']);
  expect(house.handedOver).toEqual([]);
});

it('hands over its own topic after a restart while the broker is away', async () => {
  const house = await boiling();
  house.disconnect();
  const since = house.clock.now();
  house.publishing.absent(boiler, { removed: true });
  await house.clock.advanceBy(3600);
  const next = await reborn(house);
  expect(next.handedOver).toEqual([offFor(since)]);
  await next.clock.advanceBy(62);
  expect(switching(next)).toEqual(['boiler=OFF', 'boiler=']);
  expect(next.remembered().holds).toEqual(new Map());
});

it('hands over what a broker refuses at the next connection, or after a restart', async () => {
  const refusing = async () => {
    const house = await boiling();
    const { publish } = house.connection;
    house.connection.publish = (_message, done) => done('refused');
    const since = house.clock.now();
    house.publishing.absent(boiler, { removed: true });
    await house.clock.advanceBy(60);
    expect(house.shown('window/boiler/state')).toBe('ON');
    house.connection.publish = publish;
    return { house, since };
  };
  const { house, since } = await refusing();
  house.connect();
  await house.clock.advanceBy(2);
  expect(house.handedOver).toEqual([offFor(since)]);
  expect(switching(house)).toEqual(['boiler=OFF', 'boiler=']);
  const again = await refusing();
  const next = await reborn(again.house);
  await next.clock.advanceBy(62);
  expect(next.handedOver).toEqual([offFor(again.since)]);
  expect(switching(next)).toEqual(['boiler=OFF', 'boiler=']);
});

it('says nothing on a topic that another site says by now', async () => {
  const house = await boiling({ isTaken: (topic) => topic === 'cmnd/old' });
  house.publishing.absent(boiler, { removed: false });
  await house.clock.advanceBy(62);
  expect(switching(house)).toEqual(['boiler=OFF', 'boiler=']);
});

it('goes with its site, off', async () => {
  const house = await boiling();
  await house.publishing.stop({ removed: true });
  expect(switching(house)).toContain('old=0');
  expect(house.retained()).toEqual({});
});

it('that is off says nothing more', async () => {
  const house = await boiling();
  house.publishing.device(said(false, 'cmnd/old'));
  await house.clock.advanceBy(2);
  expect(switching(house)).toEqual(['old=0', 'boiler=OFF']);
  house.publishing.absent(boiler, { removed: true });
  await house.clock.advanceBy(2);
  expect(switching(house)).toEqual(['boiler=']);
});
