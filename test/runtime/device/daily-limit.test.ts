import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localDay } from '../../../src/core/time.ts';
import { HOUR, setUp, ZONE } from '../../support/one-device.ts';
import { drawing } from '../../support/random-demands.ts';

/** Round a clock change each: 23 and 25 hours. */
const weekends = [
  ['2026-03-28', '2026-03-29', '2026-03-30'],
  ['2026-10-24', '2026-10-25', '2026-10-26'],
] as const;

const round = (value: number) => Math.round(value * 1e6) / 1e6;

it('a limit in percent holds for each day by its own mean, and the cheapest hours below it are run at what they cost', async () => {
  const law = fc.asyncProperty(
    fc.constantFrom(...weekends),
    fc.array(fc.integer({ min: -5, max: 30 }), { minLength: 73, maxLength: 73 }),
    fc.integer({ min: 0, max: 30 }),
    fc.constantFrom(0, 60, 90, 100, 130),
    fc.integer({ min: 1, max: 20 }),
    async (dates, cents, dearer, percent, hours) => {
      const days = dates.map((date, i) => {
        const { start, end } = localDay(date, ZONE);
        return Array.from({ length: (end - start) / HOUR }, (_, k) => ({
          start: start + k * HOUR,
          end: start + (k + 1) * HOUR,
          price: ((cents[24 * i + k] ?? 0) + i * dearer) / 100,
        }));
      });
      const settings = { minutes: hours * 60, powerKw: 1, shape: 'split', maxPrice: `${percent} %` } as const;
      const house = setUp({ now: `${dates[0]} 00:00`, settings, prices: { spans: days.flat(), timeZone: ZONE } });
      for (const [i, spans] of days.entries()) {
        const [begin, end] = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
        await house.clock.advanceTo(begin);
        const { runs, cost } = house.report().plan;
        const mean = spans.reduce((sum, { price }) => sum + price, 0) / spans.length;
        const limit = mean + (percent / 100 - 1) * Math.abs(mean);
        const best = spans
          .map(({ price }) => price)
          .filter((price) => price <= round(limit))
          .sort((a, b) => a - b)
          .slice(0, hours);
        const run = runs.filter((run) => run.start < end).reduce((sum, run) => sum + run.end - run.start, 0);
        expect([dates[i], run / HOUR, cost]).toEqual([dates[i], best.length, round(best.reduce((a, b) => a + b, 0))]);
        await house.clock.advanceTo(begin + 5 * HOUR + 60);
        const ahead = ({ plan }: ReturnType<typeof house.report>) =>
          plan.runs.flatMap(({ start, end }) => (end > house.clock.now() ? [[start, end]] : []));
        const before = ahead(house.report());
        expect(ahead(house.ask(settings))).toEqual(before);
        expect(ahead(house.price({ spans: days.flat(), timeZone: ZONE }))).toEqual(before);
      }
      expect(house.errors).toEqual([]);
    },
  );
  await fc.assert(law, drawing(40));
}, 60_000);

it('a limit in percent is beside no limit of the mean', () => {
  const settings = { minutes: 60, maxPriceRule: 'average' } as const;
  const house = setUp({ now: '2026-04-15 12:00', settings });
  expect(() => house.ask({ maxPrice: '80 %' })).toThrow('maxPriceRule: interval only, beside a maxPrice in percent');
  expect(house.ask({ maxPrice: '80 %', maxPriceRule: 'interval' }).demand).toMatchObject({ maxPrice: '80 %' });
});
