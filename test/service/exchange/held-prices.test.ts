import { expect, it } from 'vitest';
import type { PriceDay, ZonePrices } from '../../../src/core/price-file.ts';
import { heldPrices } from '../../../src/service/exchange/held-prices.ts';
import { at } from '../../support/service/pricing-fixture.ts';

const day = (date: string, price: number, count = 24): PriceDay => ({
  ...{ date, resolution: 3600, count, prices: new Array(count).fill(price) },
});
const source = (...days: PriceDay[]) => ({
  get: (zone: string): ZonePrices | undefined =>
    zone === 'AT' ? { days: new Map(days.map((each) => [each.date, each])), replay: true } : undefined,
});
const span = { start: at('2026-03-27T23:00:00Z'), end: at('2026-03-30T22:00:00Z') };

it('has each day from the first source that holds it as long as it was, replays none and says which are missing', () => {
  const own = source(day('2026-03-28', 0.2), day('2026-03-29', 0.9, 24));
  const shipped = source(day('2026-03-28', 0.1), day('2026-03-29', 0.3, 23), day('2025-03-30', 0.5, 23));
  const held = heldPrices([own, shipped], span.end);
  const points = held.pointsOf('AT', span);
  expect(points.map(({ price }) => price)).toEqual([...new Array(24).fill(0.2), ...new Array(23).fill(0.3)]);
  expect(points.at(-1)?.end).toBe(at('2026-03-29T22:00:00Z'));
  expect(held.pointsOf('CZ', span)).toEqual([]);
  expect([...held.missing()]).toEqual([
    ['AT', ['2026-03-30']],
    ['CZ', ['2026-03-28', '2026-03-29', '2026-03-30']],
  ]);
});

it('takes a day without holes from a later source, and a day with holes from none', () => {
  const holed = (date: string) => ({ ...day(date, 0.2), missing: 1 });
  const held = heldPrices([source(holed('2026-03-28'), holed('2026-03-30')), source(day('2026-03-28', 0.1))], span.end);
  expect(held.pointsOf('AT', span).map(({ price }) => price)).toEqual(new Array(24).fill(0.1));
  expect(held.missing().get('AT')).toEqual(['2026-03-29', '2026-03-30']);
});
