import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/feeds/formats/days.ts';

const DAY = Date.parse('2026-04-14T22:00:00Z') / 1000;
const length = fc.constantFrom(900, 1800, 3600);

/** A delivery day in stretches of these lengths, one after the other, with a price each. */
const day = fc
  .array(fc.tuple(length, fc.integer({ min: -500, max: 4000 })), { minLength: 96, maxLength: 96 })
  .map((parts) => {
    let start = DAY;
    return parts.flatMap(([seconds, price]) => {
      const end = Math.min(start + seconds, DAY + 86_400);
      const quote = { start, end, price: price / 1e5 };
      start = end;
      return quote.start < quote.end ? [quote] : [];
    });
  });

describe('a delivery day put together', () => {
  it('has at every moment the price of the quote that covers it, in whatever order the quotes come', () => {
    fc.assert(
      fc.property(day, fc.infiniteStream(fc.nat()), (quotes, random) => {
        const shuffled = quotes.map((quote) => ({ quote, key: random.next().value })).sort((a, b) => a.key - b.key);
        const [made, second] = assemble(shuffled.map(({ quote }) => quote)).days;
        expect([made?.date, made?.holes, second]).toEqual(['2026-04-15', [], undefined]);
        const { resolution = 0, prices = [] } = made ?? {};
        expect(prices.length * resolution).toBe(86_400);
        for (const { start, end, price } of quotes)
          for (let at = start; at < end; at += 900) expect(prices[Math.floor((at - DAY) / resolution)]).toBe(price);
      }),
      { seed: 7, numRuns: 50 },
    );
  });

  it('is the same from all its quotes twice, which are then duplicates', () => {
    fc.assert(
      fc.property(day, (quotes) => {
        const { days, duplicates, ...rest } = assemble([...quotes, ...quotes]);
        expect({ days, rest, duplicates }).toEqual({
          days: assemble(quotes).days,
          rest: { contradictions: 0, overlaps: 0 },
          duplicates: quotes.length,
        });
      }),
      { seed: 7, numRuns: 50 },
    );
  });
});
