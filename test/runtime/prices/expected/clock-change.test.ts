import { describe, expect, it } from 'vitest';
import { type CountryCode, markets } from '../../../../src/core/markets.ts';
import { addDays, localDay } from '../../../../src/core/time.ts';
import type { SeriesFacts } from '../../../../src/messages/series.ts';
import { expectedPrices } from '../../../../src/runtime/expected-prices.ts';
import { marketDays } from '../../../../src/runtime/market-days.ts';
import { openExpectations } from '../../../../src/runtime/prices/expected/expectations.ts';
import { changeNights, clockHour, hoursOf, pricedByClock } from '../../../support/feeds/change-nights.ts';

/** A market of each zone. */
const countryIn = (timeZone: string) =>
  (Object.keys(markets) as CountryCode[]).find((country) => markets[country].timeZone === timeZone) ?? 'DE';

describe.each(changeNights)('$date in $timeZone, a day of $hours hours', ({ timeZone, date, hours }) => {
  const wrong = (expected: Parameters<typeof hoursOf>[0]) =>
    hoursOf(expected, localDay(date, timeZone), timeZone).filter(({ shown, priced }) => shown !== priced);

  it('is a day of its market between two of 24 hours', () => {
    const { start, end } = localDay(addDays(date, -1), timeZone);
    const days = marketDays({ start, end }, timeZone, new Set());
    const lengths = days.map((day) => (day.end - day.start) / 3600);
    expect(lengths).toEqual([24, hours, ...new Array(7).fill(24)]);
    expect(days.slice(1).map((day) => day.start)).toEqual(days.slice(0, -1).map((day) => day.end));
    expect(days.map((day) => clockHour(day.start, timeZone))).toEqual(new Array(9).fill(0));
  });

  /** The prices of a day: each component by the hour that the clock shows, or the same all day. */
  function factsOn(day: string, parts: { readonly byClock: 'energy' | 'grid' }, resolution: 900 | 3600): SeriesFacts {
    const points = pricedByClock([day], timeZone).map(({ start, end, price }) => ({
      ...{ start, end, energy: 0.2, grid: 0.3 },
      [parts.byClock]: price,
    }));
    return {
      ...{
        country: countryIn(timeZone),
        resolution,
        currency: 'EUR',
        asked: ['energy', 'grid'],
        origin: { kind: 'live' },
      },
      consumption: { points },
      ...{ fetchedAt: 0, nextPoll: 0, attribution: [] },
    };
  }

  /** What is expected after 28 days up to `last`, without the part that is the same all day. */
  async function expectedAfter(last: string, byClock: 'energy' | 'grid', resolution: 900 | 3600) {
    const expectations = await openExpectations(undefined, 'embedded ', (error) => {
      throw error;
    });
    const contract = expectations.of('a');
    contract.learn(Array.from({ length: 28 }, (_, i) => factsOn(addDays(last, i - 27), { byClock }, resolution)));
    const { forecast = [] } = contract.after(factsOn(last, { byClock }, resolution));
    expect(forecast[0]?.start).toBe(localDay(last, timeZone).end);
    const rest = byClock === 'energy' ? 0.3 : 0.2;
    return forecast.map((point) => ({ ...point, price: point.total - rest }));
  }

  it.each([
    ['exchange price', 'energy', 900],
    ['exchange price of a whole hour', 'energy', 3600],
    ['network charge', 'grid', 900],
  ] as const)('is expected with the %s of the hour that its clock shows', async (_, byClock, resolution) => {
    const forecast = await expectedAfter(addDays(date, -1), byClock, resolution);
    const count = forecast.filter(({ start }) => start < localDay(date, timeZone).end).length;
    expect(count).toBe((hours * 3600) / resolution);
    expect(wrong(forecast)).toEqual([]);
  });

  it.each(['energy', 'grid'] as const)(
    'teaches what the %s of the next Saturday costs by the hour',
    async (byClock) => {
      // Clocks change on a Sunday, which teaches most about the next day without work.
      const saturday = localDay(addDays(date, 6), timeZone);
      const expected = hoursOf(await expectedAfter(date, byClock, 900), saturday, timeZone);
      expect(expected).toHaveLength(96);
      const apart = expected.filter(({ shown }) => shown < 1 || shown > 3);
      expect(apart.filter(({ shown, priced }) => shown !== priced)).toEqual([]);
    },
  );

  it('is stood in for by the day before it, hour by hour, for a device without a forecast', () => {
    const known = pricedByClock([addDays(date, -1)], timeZone);
    expect(wrong(expectedPrices(known, [], timeZone))).toEqual([]);
  });
});
