import { describe, expect, it } from 'vitest';
import type { DemandPatch } from '../../../src/messages/demand/demand.ts';
import type { MarketPrices } from '../../../src/messages/prices.ts';
import type { DeviceReport } from '../../../src/runtime/device/report.ts';
import {
  type BatteryMember,
  type DeviceMember,
  type Member,
  overviewOf,
  type PricesMember,
} from '../../../src/runtime/editor/overview.ts';
import { nothingPlanned } from '../../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';
import { manualClock } from '../../support/manual-clock.ts';

/** Provenance of prices that came through a wire. */
const byMessage = { origin: { kind: 'external', feed: 'message' }, attribution: [] } as const;

const clock = manualClock(Date.parse('2026-01-14T10:05:00+01:00') / 1000);
const prices = (id: string, fields: Partial<PricesMember> = {}): PricesMember => ({
  kind: 'prices',
  id,
  name: `Prices ${id}`,
  site: 'home',
  ...fields,
});
const device = (id: string, fields: Partial<DeviceMember> = {}): DeviceMember => ({
  kind: 'device',
  id,
  name: id,
  site: 'home',
  ...fields,
});
const overview = (members: readonly Member[], asked?: string) => overviewOf(members, asked, clock);
const state = (fields: object) =>
  ({ prices: undefined, problem: undefined, demo: false, conflict: undefined, ...fields }) as NonNullable<
    PricesMember['state']
  >;

describe('the overview', () => {
  it('of flows without our nodes is empty, and tells the time of the nodes', () => {
    expect(overview([])).toEqual({ now: '2026-01-14T09:05:00Z', choices: [], prices: null, devices: [] });
  });

  it.each<[of: string, member: Member]>([
    ['prices', prices('spot')],
    ['a device', device('car')],
    ['a battery alone', { kind: 'battery', id: 'store', name: 'Store', site: 'home' }],
  ])('of %s says why the broker of its site is away, and nothing of the broker of another site', (_, member) => {
    const broker = { host: 'cellar.lan', why: 'ECONNREFUSED' };
    const site = (id: string) => ({ kind: 'site', id, name: id, site: id, broker }) as const;
    expect(overview([member, site('home')])).toMatchObject({ broker });
    expect(overview([member, site('cabin')])).not.toHaveProperty('broker');
  });

  it('has the prices that came to a device where no node has any, and their currency beside what it costs', () => {
    const report: DeviceReport = {
      switch: { on: false, reason: 'planned', until: null, price: 0.3 },
      plan: { ...nothingPlanned, cost: 0.3 },
      demand: { minutes: 60 },
    };
    const start = clock.now() - 300;
    const outside = { spans: [{ start, end: start + 3600, price: 0.3 }], currency: 'NOK', timeZone: 'Europe/Oslo' };
    const given = { prices: { ...outside, ...byMessage }, at: start };
    const car = device('car', { state: { report, conflict: undefined, command: () => ({ undo: {} }), given } });
    expect(overview([car])).toMatchObject({
      prices: null,
      given: { currency: 'NOK', timeZone: 'Europe/Oslo', prices: [{ start: '2026-01-14T10:00:00+01:00', total: 0.3 }] },
      devices: [{ id: 'car', currency: 'NOK', perKw: true }],
    });
    const series = knownSeriesOf({
      country: 'DE',
      from: '2026-01-14T09:00:00Z',
      until: '2026-01-14T10:00:00Z',
      resolution: 3600,
      total: () => 0.3,
    });
    expect(overview([car, { ...prices('a'), state: state({ prices: { series } }) }])).not.toHaveProperty('given');
  });

  it('offers every node with prices by its name, and shows the one asked for, else the one that publishes as the price', () => {
    const members = [prices('c', { publishAs: 'price' }), prices('b'), prices('a')];
    expect(overview(members).choices.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(overview(members).prices?.id).toBe('c');
    expect(overview(members, 'b').prices?.id).toBe('b');
    expect(overview(members, 'gone').prices?.id).toBe('c');
  });

  it.each<[string, Member]>([
    ['a device', device('car', { prices: ['spot'] })],
    ['a battery', { kind: 'battery', id: 'store', name: 'Store', site: 'home', prices: ['spot'] }],
  ])('shows where nobody has asked the prices that %s takes, with their trouble, whichever began first', (_, taker) => {
    const trouble = state({ problem: new Error('no answer') });
    const [mine, spot] = [prices('mine', { publishAs: 'price' }), prices('spot', { publishAs: '', state: trouble })];
    for (const members of [
      [taker, mine, spot],
      [spot, mine, taker],
    ])
      expect(overview(members).prices).toMatchObject({ id: 'spot', problem: { code: 'internal' } });
    expect(overview([taker, mine, spot], 'mine').prices?.id).toBe('mine');
  });

  it('tells of a node that has not started that it is there', () => {
    expect(overview([prices('a')]).prices).toEqual({ id: 'a', name: 'Prices a', site: 'home', demo: false });
    expect(overview([device('car')]).devices).toEqual([{ id: 'car', name: 'car', site: 'home' }]);
  });

  it.each([
    [
      { consumption: { id: 'spot', name: 'Spot', companyName: 'Power' } },
      { energy: { name: 'Spot', company: 'Power' } },
    ],
    [
      { consumption: { id: 'spot' }, grid: { id: 'c' } },
      { energy: { name: 'spot' }, grid: { name: 'c' } },
    ],
    [{ feedin: { id: 'sun', name: 'Sun' } }, { energy: { name: 'Sun' } }],
    [{ consumption: { id: 'own-0123456789', name: 'Spot', companyName: 'Spot' } }, { energy: { name: 'Spot' } }],
    [
      { consumption: { id: 'own-0123456789', name: 'Spot', companyName: 'My own contract: Spot' } },
      { energy: { name: 'Spot' } },
    ],
  ])('names the contract of the prices, by its ids where nobody has said a name: %j', (chosen, contract) => {
    const shown = overview([prices('a', { state: state({ selection: { country: 'DE', ...chosen } }) })]);
    expect(shown.prices?.contract).toEqual(contract);
  });

  it('has the series as its message has it, and what holds now', () => {
    const [from, until] = ['2026-01-14T09:00:00Z', '2026-01-14T10:00:00Z'];
    const series = knownSeriesOf({ country: 'DE', from, until, resolution: 3600, total: () => 0.3 });
    const now = { now: 0.3, start: clock.now() - 300, end: clock.now() + 3300, timeZone: 'Europe/Berlin' };
    const known = { series, now };
    const [start, end] = ['2026-01-14T10:00:00+01:00', '2026-01-14T11:00:00+01:00'];
    expect(overview([prices('a', { state: state({ prices: known, conflict: 'Other' }) })]).prices).toMatchObject({
      series: {
        unit: 'EUR/kWh',
        coverage: { from: start, until: end },
        prices: [{ start, end, energy: 0.3, total: 0.3 }],
      },
      now: { now: 0.3, start, end },
      conflict: 'Other',
    });
  });

  describe('says of each run how its price stands among those of its day', () => {
    const midnight = Date.parse('2026-01-14T00:00:00+01:00') / 1000;
    const hourly = (priceOf: (hour: number) => number) =>
      Array.from({ length: 24 }, (_, hour) => {
        const start = midnight + hour * 3600;
        return { start, end: start + 3600, price: priceOf(hour) };
      });
    const run = (hour: number, averagePrice: number | null) => {
      const start = midnight + hour * 3600;
      return { start, end: start + 3600, kw: 1, energyKwh: 1, cost: averagePrice, averagePrice };
    };
    const runs = [run(0, 0.1), run(23, 0.33), run(12, null), run(36, 0.2)];
    const rising = hourly((hour) => 0.1 + hour / 100);
    const levels = (came: MarketPrices | undefined, demand: DemandPatch = {}) => {
      const report: DeviceReport = {
        switch: { on: false, reason: 'planned', until: null, price: 0.3 },
        plan: { ...nothingPlanned, runs },
        demand,
      };
      const given = came && { prices: { ...came, ...byMessage }, at: midnight };
      const car = device('car', {
        state: { report, conflict: undefined, command: () => ({ undo: {} }), ...(given && { given }) },
      });
      // By the prices that are shown each of the runs would be one of the dearest.
      const [from, until] = ['2026-01-13T23:00:00Z', '2026-01-14T23:00:00Z'];
      const series = knownSeriesOf({ country: 'DE', from, until, resolution: 3600, total: (hour) => hour / 1000 });
      const shown = prices('a', { state: state({ prices: { series } }) });
      return overview([car, shown], 'a').devices[0]?.levels;
    };

    it.each<[string, MarketPrices, DemandPatch]>([
      ['by the prices that came to its device', { spans: rising }, {}],
      [
        'by what is paid for export where it is to run when that is most',
        { spans: [], feedin: rising },
        { direction: 'dearest' },
      ],
    ])('%s', (_, came, demand) => {
      expect(levels(came, demand)).toEqual(['VERY_CHEAP', 'VERY_EXPENSIVE', null, null]);
    });

    it('and nothing on a day of which a part is unknown', () => {
      expect(levels({ spans: rising.slice(0, 20) })).toEqual([null, null, null, null]);
    });

    it('and nothing where no prices have come to it, whatever another node has', () => {
      expect(levels(undefined)).toEqual([null, null, null, null]);
    });
  });

  it('tells what went wrong with the words left open', () => {
    const problem = new Error('GET http://service/v2: something with a token');
    expect(overview([prices('a', { state: state({ problem }) })]).prices?.problem).toEqual({ code: 'internal' });
  });

  it.each([
    ['home', 'home', true],
    ['home', 'other', false],
    ['home', '', true],
    ['', 'home', true],
    ['', '', true],
  ])('of prices on site "%s" has a device on site "%s": %s', (site, own, shown) => {
    expect(overview([prices('a', { site }), device('car', { site: own })]).devices).toHaveLength(shown ? 1 : 0);
  });

  it.each([
    ['', '', ['a'], true],
    ['', 'home', ['a'], true],
    ['', '', ['other'], false],
    ['', 'home', ['other'], false],
    ['home', '', ['other'], false],
    ['home', 'home', ['other'], true],
  ])('of prices on site "%s" has a device on site "%s" that %j are wired to: %s', (site, own, wired, shown) => {
    const boiler = device('boiler', { site: own, prices: wired });
    expect(overview([prices('a', { site }), boiler]).devices).toHaveLength(shown ? 1 : 0);
  });

  it('has the devices by name', () => {
    const members = [device('2', { name: 'Wash' }), device('3', { name: 'Car' }), device('1', { name: 'Wash' })];
    expect(overview(members).devices.map(({ id }) => id)).toEqual(['3', '1', '2']);
  });

  it('says what a device does, why, and what it is told to', () => {
    const report = {
      switch: { on: true, reason: 'planned', until: clock.now() + 600, price: 0.3 },
      plan: nothingPlanned,
      demand: { override: 'auto', minutes: 60 },
      finishes: true,
    } as unknown as DeviceReport;
    const { timeZone, ...plan } = nothingPlanned;
    const [car] = overview([
      device('car', { state: { report, conflict: undefined, command: () => ({ undo: {} }) } }),
    ]).devices;
    expect(car).toEqual({
      ...{ id: 'car', name: 'car', site: 'home' },
      ...{ on: true, reason: 'planned', until: '2026-01-14T10:15:00+01:00', price: 0.3 },
      plan,
      timeZone: 'Europe/Berlin',
      override: 'auto',
      finishes: true,
    });
  });
});

describe('a battery in the overview', () => {
  const battery: BatteryMember = {
    kind: 'battery',
    id: 'b',
    name: 'Cellar',
    site: 'home',
    state: {
      conflict: undefined,
      report: {
        order: {
          ...{ mode: 'charge', chargeKw: 3, dischargeKw: 0, valuePerKwh: 0.2, reason: 'planned' },
          until: Date.parse('2026-01-14T12:00:00+01:00') / 1000,
        },
        plan: {
          ...{ battery: 'cellar', stretches: [], cost: 1, baselineCost: 2, saving: 1, knownUntil: null },
          ...{ reason: 'planned', timeZone: 'Europe/Berlin' },
        },
        values: { soc: 42, override: 'auto' },
      },
      command: () => ({ undo: {} }),
    },
  };

  it('says what it is told, how full it is and what that saves', () => {
    expect(overview([battery]).batteries).toMatchObject([
      {
        ...{ id: 'b', name: 'Cellar', mode: 'charge', until: '2026-01-14T12:00:00+01:00', reason: 'planned' },
        ...{ soc: 42, saving: 1, override: 'auto', timeZone: 'Europe/Berlin' },
      },
    ]);
    expect(overview([{ kind: 'battery', id: 'b', name: 'Cellar', site: '' }]).batteries).toEqual([
      { id: 'b', name: 'Cellar', site: '' },
    ]);
  });

  it('says to what the grid operator has dimmed its site, and until when', () => {
    const dimming = { kw: 4.2, until: clock.now() + 3600 };
    const dimmed: Member = battery.state ? { ...battery, state: { ...battery.state, dimming } } : battery;
    expect(overview([battery])).not.toHaveProperty('dimmed');
    expect(overview([dimmed]).dimmed).toEqual({ kw: 4.2, until: '2026-01-14T10:05:00Z' });
  });

  it('of another site than the prices is not shown', () => {
    expect(overview([prices('p', { site: 'other' }), battery]).batteries).toBeUndefined();
  });
});
