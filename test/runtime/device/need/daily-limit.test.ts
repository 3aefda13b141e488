import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay } from '../../../../src/core/time.ts';
import type { DemandSettings } from '../../../../src/messages/demand/demand.ts';
import { lawCases } from '../../../support/cases.ts';
import { days, HOUR, setUp, ZONE } from '../../../support/device/one-device.ts';

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
  await fc.assert(law, lawCases(40, 1000));
});

describe('a limit in percent that is told to a device makes it wait for prices', () => {
  const settings = { shape: 'split', minutes: 120, readyBy: '07:00', whenUnknown: 'estimate' } as const;
  const prices = days(['2026-04-15'], { 10: 0.1, 16: 0.2 });
  const told = async (now: string, more: DemandSettings) => {
    const house = setUp({ now: '2026-04-15 09:00', settings: { ...settings, ...more }, prices });
    await house.until(now);
    const { plan } = house.ask({ maxPrice: '80 %' });
    house.ask({ maxPrice: '80 %' });
    await house.until('2026-04-15 12:00');
    return [plan.reason, ...house.said.slice(1)];
  };

  it.each<[string, string, DemandSettings, string[]]>([
    ['before it runs', '2026-04-15 09:30', {}, ['waiting-for-prices']],
    [
      'while it runs',
      '2026-04-15 10:10',
      {},
      ['waiting-for-prices', '2026-04-15 10:00 on provisional', '2026-04-15 10:10 off waiting-for-prices'],
    ],
    [
      'but for its shortest run',
      '2026-04-15 10:10',
      { minOnMinutes: 30 },
      ['provisional', '2026-04-15 10:00 on provisional', '2026-04-15 10:30 off provisional'],
    ],
  ])('%s', async (_, now, more, expected) => {
    expect(await told(now, more)).toEqual(expected);
  });
});

it('a limit in percent is beside no limit of the mean', () => {
  const settings = { minutes: 60, maxPriceRule: 'average' } as const;
  const house = setUp({ now: '2026-04-15 12:00', settings });
  expect(() => house.ask({ maxPrice: '80 %' })).toThrow('maxPriceRule: interval only, beside a maxPrice in percent');
  expect(house.ask({ maxPrice: '80 %', maxPriceRule: 'interval' }).demand).toMatchObject({ maxPrice: '80 %' });
});
