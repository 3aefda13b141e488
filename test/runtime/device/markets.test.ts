import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { MarketPrices } from '../../../src/messages/prices.ts';
import {
  isSameMarkets,
  type Markets,
  marketOf,
  marketsOf,
  runsOn,
  withBought,
} from '../../../src/runtime/device/planning.ts';
import { clock, deviceOf, onSince, run, standingOf } from '../../support/device/device-value.ts';
import { days, HOUR, ZONE } from '../../support/device/one-device.ts';

const today: DemandSettings = { minutes: 120, powerKw: 2 };
const ordersOf = (settings: DemandSettings) => ({ settings, onFailure: 'run' as const });
const hour = (start: string, price: number) => ({ start: clock(start), end: clock(start) + HOUR, price });
const known = marketsOf(days(['2026-04-15'], {}), ZONE);

describe('the prices of a market', () => {
  const bought = [hour('20:00', 0.3), hour('21:00', 0.2)];
  const sold = [hour('20:00', 0.1), hour('21:00', 0.05)];
  const forecast = [hour('22:00', 0.5)];

  it('are bought by the least and sold by the most, and expected alike', () => {
    const markets = marketsOf({ spans: bought, forecast, currency: 'DKK' }, ZONE);
    expect([markets.cheapest.sense, markets.dearest.sense, markets.currency]).toEqual(['cost', 'revenue', 'DKK']);
    expect([markets.cheapest.spans, markets.dearest.spans]).toEqual([bought, bought]);
    expect(markets.cheapest.expected).toContainEqual(forecast[0]);
    expect(markets.dearest.expected).toEqual(markets.cheapest.expected);
    expect(markets).not.toHaveProperty('feedin');
  });

  it('are sold by what a kWh brings that is fed in, where somebody says that; no forecast says what it will bring', () => {
    const markets = marketsOf({ spans: bought, feedin: sold, forecast, currency: 'DKK' }, ZONE);
    expect([markets.cheapest.spans, markets.dearest.spans, markets.currency]).toEqual([bought, sold, 'DKK']);
    expect([markets.cheapest.sense, markets.dearest.sense]).toEqual(['cost', 'revenue']);
    expect(markets.dearest.expected).not.toContainEqual(forecast[0]);
  });

  it('are what feeding in brings and is expected to bring, in order of time', () => {
    const { spans } = days(['2026-04-14', '2026-04-15'], { 20: 0.1 });
    const told = spans.filter((_, i) => i !== 30);
    const { feedin = [], dearest } = marketsOf({ spans: bought, feedin: told }, ZONE);
    const starts = feedin.map(({ start }) => start);
    expect(starts).toHaveLength(47 + dearest.expected.length);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  const other = (more: Partial<MarketPrices>) => marketsOf({ spans: bought, forecast, ...more }, ZONE);
  it.each<[string, Markets | null, Markets | null, boolean]>([
    ['none and none', null, null, true],
    ['none and some', null, other({}), false],
    ['the same told twice', other({}), other({}), true],
    ['another price', other({}), other({ spans: [hour('20:00', 0.3), hour('21:00', 0.25)] }), false],
    ['another price that is expected', other({}), other({ forecast: [hour('22:00', 0.6)] }), false],
    ['another price for what is fed in', other({ feedin: sold }), other({ feedin: [hour('20:00', 0.1)] }), false],
  ])('%s: the same is %s', (_, one, another, isSame) => {
    expect(isSameMarkets(one, another)).toBe(isSame);
  });

  it.each<[DemandSettings, DemandSettings, 'cost' | 'revenue']>([
    [{}, {}, 'cost'],
    [{ direction: 'cheapest' }, {}, 'cost'],
    [{ direction: 'dearest' }, {}, 'revenue'],
    [{ direction: 'dearest' }, { direction: 'cheapest' }, 'cost'],
  ])('with the settings %j, and messages of %j, are those of %s', (own, told, sense) => {
    expect(marketOf(deviceOf(own, '20:00', { told }), ordersOf(own), known).sense).toBe(sense);
  });
});

describe('two plans', () => {
  const fresh = standingOf([run('20:00', '22:00', 1)], { from: clock('20:30') });

  it.each<[string, ReturnType<typeof run>[], boolean]>([
    ['run on where the times ahead are the same', [run('20:15', '22:00', 9)], true],
    ['run on whatever is over', [run('18:00', '20:30'), run('20:00', '22:00')], true],
    ['do not where one ends sooner', [run('20:00', '21:59')], false],
    ['do not where one begins later', [run('20:31', '22:00')], false],
    ['do not where one has more to come', [run('20:00', '22:00'), run('23:00', '23:30')], false],
    ['do not where one has nothing', [], false],
  ])('%s', (_, runs, isSame) => {
    expect(runsOn(fresh, standingOf(runs))).toBe(isSame);
  });
});

describe('what a device has bought', () => {
  const device = deviceOf(today, '19:00', onSince('19:00'));

  it('is nobody’s guess without prices', () => {
    expect(withBought(device, ordersOf(today), null, clock('20:00'))).toBe(device);
  });

  it('is what ran at the prices that are known', () => {
    const { credit } = withBought(device, ordersOf(today), known, clock('20:00'));
    expect(credit).toEqual({ ...device.credit, bought: { seconds: 3600, amount: 3600, until: clock('20:00') } });
  });
});
