import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DemandSettings } from '../../../src/messages/demand/demand.ts';
import type { MarketPrices } from '../../../src/messages/prices.ts';
import { lawCases } from '../../support/cases.ts';
import { days, setUp } from '../../support/device/one-device.ts';
import { deadlineOf, type Evening, evenings, lived, minutesOf } from '../../support/device/told.ts';

const cases = lawCases(20, 10_000, 20_261_122);
const UNTIL = 240;

const stretches = fc.array(fc.tuple(fc.integer({ min: 10, max: 60 }), fc.integer({ min: -2, max: 8 })), {
  minLength: 4,
  maxLength: 8,
});

/** Prices that come in three parts, the next one at any time, and a forecast of some of them. */
const uncertain = fc
  .record({
    evening: evenings,
    late: fc.tuple(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 120 })),
    known: fc.tuple(fc.integer({ min: 5, max: 120 }), fc.integer({ min: 5, max: 120 })),
    forecast: fc.option(stretches, { nil: undefined }),
  })
  .map(
    ({ evening, late, known, forecast }): Evening => ({
      ...evening,
      demand: { ...evening.demand, whenUnknown: 'estimate' },
      published: [
        [0, known[0]],
        [late[0], known[0] + known[1]],
        [late[0] + late[1], UNTIL],
      ],
      ...(forecast && { forecast: forecast.map(([minutes, cents]) => [minutes, cents / 100] as const) }),
    }),
  );

describe('a device that goes by expected prices', () => {
  it(`runs on ${cases.numRuns} evenings of gaps and late publications as if nobody had told it twice, and misses nothing`, async () => {
    const law = fc.asyncProperty(uncertain, fc.integer({ min: 1, max: 20 }), async (evening, step) => {
      const once = await lived(evening, 'once', UNTIL);
      expect({ every: step, ...(await lived(evening, step, UNTIL)) }).toEqual({ every: step, ...once });
      expect({ prices: true, ...(await lived(evening, 'prices', UNTIL)) }).toEqual({ prices: true, ...once });
      // With a limit on the mean there are no estimates.
      if (evening.demand.maxPriceRule !== 'average')
        expect({ anew: true, ...(await lived(evening, 'anew', UNTIL)) }).toEqual({ anew: true, ...once });
      expect(once.errors).toEqual([]);
      const { minutes = 0, ...terms } = evening.demand;
      const isFree = Object.keys(terms).every((key) => !/^(maxPrice|min|max)/.test(key));
      const deadline = deadlineOf(evening);
      if (isFree && (minutes ?? 0) <= deadline) expect(minutesOf(once.runs, deadline)).toBe(minutes);
    });
    await fc.assert(law, cases);
  });
});

it('the minute that a plan leaves out of 6 begins before the last 5, which run at any price: nothing is late', async () => {
  const evening: Evening = {
    demand: {
      ...{ minutes: 6, shape: 'split', maxOffMinutes: 1, preconditionMinutes: 5, whenUnknown: 'estimate' },
      readyBy: '2026-01-15T19:00:00Z',
    },
    // No more than the first minute.
    prices: [[1, 0]],
    published: [
      [0, 1],
      [1, UNTIL],
    ],
  };
  expect((await lived(evening, 'once', UNTIL)).runs).toEqual([[114, 120]]);
});

describe('prices that are only expected', () => {
  // One day is known, 20 ct but for 10 ct at 16:00, and the days after are expected with 5 ct at 02:00.
  const known = days(['2026-04-15'], { 16: 0.1 });
  const { spans: forecast } = days(['2026-04-16', '2026-04-17', '2026-04-18', '2026-04-19'], { 2: 0.05 });
  const prices = { ...known, forecast };
  const hour: DemandSettings = { minutes: 60, powerKw: 2, readyBy: '07:00', whenUnknown: 'estimate' };
  const switchings = async (settings: DemandSettings, until: string, given: MarketPrices = prices) => {
    const house = setUp({ now: '2026-04-15 09:00', settings, prices: given });
    const { plan } = house.report();
    await house.until(until);
    return { plan, said: house.said.slice(1) };
  };

  it('make a device wait, and it says why, and until when it goes by them', async () => {
    const { plan, said } = await switchings(hour, '2026-04-16 08:00');
    expect(plan).toMatchObject({
      reason: 'tomorrow-cheaper',
      provisional: true,
      estimatedUntil: Date.parse('2026-04-16T05:00:00Z') / 1000,
      cost: null,
    });
    expect(said).toEqual(['2026-04-16 02:00 on provisional', '2026-04-16 03:00 off provisional']);
  });

  it('leave it to a known price that is lower', async () => {
    const { plan, said } = await switchings(hour, '2026-04-16 06:00', known);
    expect(plan).toMatchObject({ reason: 'provisional', cost: 0.2 });
    expect(said).toEqual(['2026-04-15 16:00 on provisional', '2026-04-15 17:00 off provisional']);
  });

  it('are those of a later day where it may not begin sooner than tomorrow', async () => {
    const times = { earliest: '2026-04-16T20:00+02:00', readyBy: '2026-04-17T07:00+02:00' };
    const given = { ...days(['2026-04-15', '2026-04-16'], { 16: 0.1 }), forecast: forecast.slice(24) };
    const { plan } = await switchings({ ...hour, ...times }, '2026-04-15 10:00', given);
    expect(plan.reason).toBe('later-cheaper');
  });

  it.each([
    // The best estimate is 12 ct, and until Saturday two whole days of prices are still to be published.
    ['at the known 10 ct', [0.03, 0.01], 'on provisional'],
    ['later, if a choice between two days costs 3 ct less than the best estimate', [0.01, 0.03], undefined],
  ])('of several days make it run %s', async (_, gains, first) => {
    const forecast = days(['2026-04-16', '2026-04-17', '2026-04-18'], { 2: 0.12 }).spans;
    const saturday = { ...hour, readyBy: '2026-04-18T07:00+02:00' };
    const { said } = await switchings(saturday, '2026-04-15 16:30', { ...known, forecast, gains });
    expect(said).toEqual(first ? [`2026-04-15 16:00 ${first}`] : []);
  });

  it('make it earn later', async () => {
    const given = { ...known, forecast: forecast.map((span) => ({ ...span, price: span.price + 1 })) };
    const { plan } = await switchings({ ...hour, direction: 'dearest' }, '2026-04-15 10:00', given);
    expect(plan.reason).toBe('tomorrow-dearer');
  });

  it('are replaced by those that come', async () => {
    const house = setUp({ now: '2026-04-15 09:00', settings: hour, prices });
    await house.until('2026-04-15 13:00');
    house.price(days(['2026-04-15', '2026-04-16'], { 16: 0.1 }));
    expect(house.report().plan).toMatchObject({ reason: 'planned', provisional: false, cost: 0.2 });
    expect(house.report().plan).not.toHaveProperty('estimatedUntil');
  });

  it.each([
    [
      '36 hours after the last price are as good',
      { readyBy: '2026-04-17T12:00+02:00', earliest: '2026-04-17T00:00+02:00' },
      '02:00',
    ],
    [
      'after these the run is made up for as without prices',
      { readyBy: '2026-04-18T07:00+02:00', earliest: '2026-04-18T00:00+02:00' },
      '06:00',
    ],
  ])('%s', async (_, times, start) => {
    const { said } = await switchings({ ...hour, ...times }, '2026-04-18 12:00');
    expect(said[0]).toContain(` ${start} on `);
  });

  it('begin nothing because they are below a limit', async () => {
    const { plan, said } = await switchings({ ...hour, maxPrice: 0.06 }, '2026-04-16 05:59');
    expect(plan).toMatchObject({ reason: 'tomorrow-cheaper', start: Date.parse('2026-04-16T00:00:00Z') / 1000 });
    expect(said).toEqual([]);
  });

  it('begin nothing because they are below alsoBelowPrice', async () => {
    const { said } = await switchings(
      { ...hour, shape: 'split', minutes: 0, alsoBelowPrice: 0.06 },
      '2026-04-16 07:00',
    );
    expect(said).toEqual([]);
  });

  it('count in no mean: with such a limit it waits as without them', async () => {
    const { plan } = await switchings({ ...hour, maxPrice: 0.5, maxPriceRule: 'average' }, '2026-04-15 10:00');
    expect(plan.reason).toBe('waiting-for-prices');
  });

  it('are remembered over a restart', async () => {
    const house = setUp({ now: '2026-04-15 09:00', settings: hour, prices });
    await house.restart('2026-04-15 09:10');
    house.price(prices);
    expect(house.errors).toEqual([]);
    expect(house.report().plan.reason).toBe('tomorrow-cheaper');
  });
});
