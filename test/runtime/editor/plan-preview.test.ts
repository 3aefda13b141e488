import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { MarketPrices } from '../../../src/messages/prices.ts';
import { planMessage } from '../../../src/messages/to-message.ts';
import type { Device } from '../../../src/runtime/device/device.ts';
import { memoryOf, readMemory } from '../../../src/runtime/device/device-memory.ts';
import { Switcher } from '../../../src/runtime/device/switcher.ts';
import type { DeviceMember, PricesMember } from '../../../src/runtime/editor/overview.ts';
import { planPreview } from '../../../src/runtime/editor/plan-preview.ts';
import { sharedConnection } from '../../../src/runtime/power/shared-connection.ts';
import { knownSeriesOf } from '../../support/feeds/known-series.ts';
import { manualClock } from '../../support/manual-clock.ts';

/** Whole hours from midnight in Berlin; 03:00 and 04:00 cost 10 ct, every other hour 30 ct. */
const series = knownSeriesOf({
  country: 'DE',
  from: '2026-01-14T00:00:00+01:00',
  until: '2026-01-16T00:00:00+01:00',
  resolution: 3600,
  total: (hour) => (hour % 24 === 3 || hour % 24 === 4 ? 0.1 : 0.3),
});
const clock = manualClock(Date.parse('2026-01-14T22:00:00+01:00') / 1000);

const member = (id: string, prices?: object) =>
  ({ kind: 'prices', id, name: `Prices ${id}`, site: '', ...(prices && { state: { prices } }) }) as PricesMember;
const members = [
  member('waiting'),
  member('known', { series }),
  member('empty', { series: { ...series, prices: [] } }),
];

const preview = (settings: object, prices: string[] = ['known']) =>
  planPreview(members, { prices, name: 'Boiler', settings }, clock);

describe('the preview of a plan', () => {
  it('plans what the fields of a dialog say, as a device that starts now', () => {
    const { plan, source, now } = preview({ minutes: '120', readyBy: '07:00', powerKw: '2', earliest: '' });
    expect(now).toBe('2026-01-14T21:00:00Z');
    expect(source).toBe('Prices known');
    expect(plan).toMatchObject({
      device: 'Boiler',
      start: '2026-01-15T03:00:00+01:00',
      end: '2026-01-15T05:00:00+01:00',
      cost: 0.4,
      baselineCost: 1.2,
      saving: 0.8,
      reason: 'planned',
    });
  });

  it('shows the prices as their message has them, without what the chart has no use for', () => {
    const { series: shown } = preview({ minutes: 60 });
    const hour = { start: '2026-01-14T00:00:00+01:00', end: '2026-01-14T01:00:00+01:00', energy: 0.3, total: 0.3 };
    expect(shown.prices[0]).toEqual(hour);
    expect(shown).toEqual({
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      prices: expect.any(Array),
      source: { kind: 'service', fetchedAt: '2026-01-14T00:00:00+01:00' },
      attribution: [],
    });
  });

  it.each<[string, object, true | undefined]>([
    ['minutes alone', { minutes: '120' }, true],
    ['minutes at a power', { minutes: '120', powerKw: '2' }, undefined],
    ['a programme', { profile: [{ minutes: 60, kw: 2 }] }, undefined],
    ['nothing', {}, undefined],
  ])('says whether its cost is that of each kW: %s', (_, settings, expected) => {
    expect(preview(settings).perKw).toBe(expected);
  });

  it('goes by what is expected where nothing is known yet', () => {
    const start = Date.parse('2026-01-16T02:00:00+01:00') / 1000;
    const forecast = [{ start, end: start + 3600, total: 0.05, low: 0, high: 0.1 }];
    const settings = { minutes: 60, readyBy: 'Fri 07:00', whenUnknown: 'estimate' };
    const expecting = { prices: ['expecting'], name: 'Boiler', settings };
    const { plan } = planPreview([member('expecting', { series: { ...series, forecast } })], expecting, clock);
    expect(plan).toMatchObject({
      start: '2026-01-16T02:00:00+01:00',
      estimatedUntil: '2026-01-16T07:00:00+01:00',
      reason: 'later-cheaper',
      cost: null,
      expectedCost: 0.05,
    });
  });

  it('sells by what is paid for export', () => {
    const feedin = series.prices.map((point, hour) => ({ ...point, total: hour === 30 ? 0.2 : 0.1 }));
    const selling = { prices: ['both'], name: 'Battery', settings: { minutes: 60, direction: 'dearest' } };
    const later = manualClock(Date.parse('2026-01-15T00:00:00+01:00') / 1000);
    const { plan, series: shown } = planPreview([member('both', { series: { ...series, feedin } })], selling, later);
    expect(plan.start).toBe('2026-01-15T06:00:00+01:00');
    expect(shown.feedin?.[30]?.total).toBe(0.2);
  });

  it.each([
    ['the first that has prices', ['waiting', 'known'], 'Prices known'],
    ['not one whose series is empty', ['empty', 'known'], 'Prices known'],
    ['any, where none of them is asked for', [], 'Prices known'],
  ])('takes of the nodes in question %s', (_, prices, expected) => {
    expect(preview({ minutes: 60 }, prices).source).toBe(expected);
  });

  it.each([
    [{ minutes: 'two' }, /^minutes: /],
    [{ energyKwh: 11 }, /powerKw/],
    [{ profile: [{ minutes: 30, kw: -1 }] }, /^profile\.0\.kw: /],
  ])('says what is wrong with %j', (settings, expected) => {
    expect(() => preview(settings)).toThrow(expected);
  });

  it('says so where nobody has prices yet', () => {
    const ask = () => planPreview([member('waiting')], { prices: [], name: '', settings: {} }, clock);
    expect(ask).toThrow('no price-series node has a price for it yet');
  });

  it.each([['waiting'], ['not-deployed']])('never takes those of another house where %s is wired to it', (wired) => {
    const none = 'no price-series node has a price for it yet';
    expect(() => preview({ minutes: 60 }, [wired])).toThrow(none);
  });
});

describe('the preview of a device that runs', () => {
  const midnight = series.prices[0]?.start ?? 0;
  const spans = series.prices.map(({ start, end, total }) => ({ start, end, price: total }));
  const prices: MarketPrices = { spans, timeZone: 'Europe/Berlin' };

  /** The plan that the dialog shows for the settings at an hour of that day, and the one after a deployment of them. */
  async function plans(hour: number, before: DemandSettings, after: DemandSettings) {
    const clock = manualClock(midnight);
    const options = { device: 'boiler', clock, timeZone: 'Europe/Berlin', onFailure: 'off' as const };
    const quiet = { onChange: () => undefined, onError: () => undefined };
    let device: Device | undefined;
    const remember = (next: Device) => {
      device = next;
    };
    const running = new Switcher({ ...options, ...quiet, settings: before, remember });
    running.start();
    running.price(prices);
    await clock.advanceTo(midnight + hour * 3600);
    const goingOn = (settings: DemandSettings) => running.goingOn(settings);
    const boiler = { kind: 'device', id: 'boiler', name: 'Boiler', site: '', state: { goingOn } };
    const asked = { prices: ['known'], device: 'boiler', name: 'boiler', settings: after };
    const shown = planPreview([...members, boiler as unknown as DeviceMember], asked, clock);
    running.stop();
    const memory = device && readMemory(JSON.parse(JSON.stringify(memoryOf(before, device))), after);
    const deployed = new Switcher({ ...options, ...quiet, settings: after, remember, memory });
    deployed.start();
    const told = planMessage(deployed.price(prices).plan);
    deployed.stop();
    return { shown, told };
  }

  it.each<[string, number, DemandSettings, DemandSettings, number, true | undefined]>([
    ['has had what it needs', 12, { minutes: 120 }, { minutes: 120, maxPrice: 0.2 }, 0, undefined],
    ['needs more', 12, { minutes: 120 }, { minutes: 180 }, 1, undefined],
    ['finishes the run that has begun', 4, { minutes: 120 }, { minutes: 120, readyBy: '20:00' }, 1, true],
    ['stops one in pieces', 4, { minutes: 120 }, { shape: 'split', minutes: 90, maxPrice: 0.05 }, 0, undefined],
    ['is asked for nearly all of the day', 18, { minutes: 60 }, { shape: 'split', minutes: 1200 }, 1, undefined],
    ['has not changed', 4, { minutes: 120 }, { minutes: 120 }, 1, undefined],
  ])('is what it does after a deployment where it %s', async (_, hour, before, after, runs, finishes) => {
    const { shown, told } = await plans(hour, before, after);
    // Nothing has been switched by a preview.
    expect(shown.plan).toEqual({ ...told, next: shown.plan.next });
    expect([shown.plan.runs.length, shown.finishes]).toEqual([runs, finishes]);
  });
});

describe('the preview of a device that shares a connection', () => {
  it('is what it does beside the others as they stand, and says what it costs to give way', async () => {
    const clock = manualClock(Date.parse('2026-01-14T22:00:00+01:00') / 1000);
    const connection = sharedConnection(3, clock);
    const spans = series.prices.map(({ start, end, total }) => ({ start, end, price: total }));
    const open = (device: string, settings: DemandSettings) => {
      const quiet = { onChange: () => undefined, onError: () => undefined, remember: () => undefined };
      const options = { device, clock, timeZone: 'Europe/Berlin', onFailure: 'off' as const, connection, settings };
      const running = new Switcher({ ...options, ...quiet });
      running.start();
      running.price({ spans, timeZone: 'Europe/Berlin' });
      return running;
    };
    // The heater has no other two hours below its limit.
    const heater = open('heater', { minutes: 120, powerKw: 2, readyBy: '07:00', maxPrice: 0.2 });
    const boiler = open('boiler', { minutes: 60, powerKw: 1, readyBy: '07:00' });
    await clock.advanceBy(60);
    const before = heater.report();
    const goingOn = (settings: DemandSettings) => boiler.goingOn(settings);
    const state = { goingOn, seatOf: boiler.seatOf };
    const member = { kind: 'device', id: 'boiler', name: 'Boiler', site: '', state } as unknown as DeviceMember;
    const shown = (powerKw: number) =>
      planPreview(
        [...members, member],
        { prices: ['known'], device: 'boiler', name: 'Boiler', settings: { minutes: 60, powerKw, readyBy: '07:00' } },
        clock,
      ).plan;
    expect(shown(1)).toMatchObject({ cost: 0.1 });
    expect(shown(2)).toMatchObject({ cost: 0.6, limitCost: 0.4 });
    expect(heater.report()).toEqual(before);
    heater.stop();
    boiler.stop();
  });
});

describe('the preview of a device that prices come to from elsewhere', () => {
  const span = (hour: number, price: number) => {
    const start = clock.now() + hour * 3600;
    return { start, end: start + 3600, price };
  };
  const given = (currency: string) => ({
    kind: 'device',
    id: 'boiler',
    name: 'Boiler',
    site: '',
    state: {
      report: { plan: { timeZone: 'Europe/Oslo' } },
      given: {
        prices: {
          spans: [span(0, 0.9), span(1, 0.5)],
          ...(currency && { currency }),
          origin: { kind: 'external', feed: 'tibber' },
          attribution: [],
        },
        at: clock.now() - 60,
      },
    },
  });
  const of = (currency: string, prices: string[], device = 'boiler') =>
    planPreview(
      [...members, given(currency) as unknown as DeviceMember],
      { prices, device, name: 'Boiler', settings: { minutes: 60, powerKw: 2 } },
      clock,
    );

  it('is made on these, and draws them', () => {
    const { source, plan, series } = of('NOK', []);
    expect(source).toBeNull();
    expect(plan).toMatchObject({ start: '2026-01-14T23:00:00+01:00', cost: 1 });
    expect(series).toEqual({
      timeZone: 'Europe/Oslo',
      currency: 'NOK',
      source: { kind: 'external', feed: 'tibber', fetchedAt: '2026-01-14T21:59:00+01:00' },
      attribution: [],
      prices: [
        { start: '2026-01-14T22:00:00+01:00', end: '2026-01-14T23:00:00+01:00', total: 0.9 },
        { start: '2026-01-14T23:00:00+01:00', end: '2026-01-15T00:00:00+01:00', total: 0.5 },
      ],
    });
  });

  it('names no currency where none is known', () => {
    expect(of('', []).series.currency).toBe('');
  });

  it.each([
    ['a price node that is wired to it comes before', ['known'], 'boiler', 'Prices known'],
    ['they come before a price node that is not', ['waiting'], 'boiler', null],
    ['of another device a price node comes before', [], 'car', 'Prices known'],
  ])('%s', (_, prices, device, source) => {
    expect(of('NOK', prices, device).source).toBe(source);
  });
});
