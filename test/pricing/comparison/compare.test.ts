import { describe, expect, it } from 'vitest';
import type { MeterReading, PricePoint } from '../../../src/core/series.ts';
import { compareTariffs } from '../../../src/pricing/comparison/compare.ts';
import type { ComparedTariff } from '../../../src/pricing/comparison/types.ts';
import { at } from '../../support/service/pricing-fixture.ts';

const timeZone = 'Europe/Berlin';

/** Readings of one length from `from` on. */
const readings = (from: string, seconds: number, kWh: readonly number[]): MeterReading[] =>
  kWh.map((each, i) => ({ start: at(from) + i * seconds, end: at(from) + (i + 1) * seconds, kWh: each }));
const hourly = (from: string, rates: readonly (number | undefined)[]): PricePoint[] =>
  rates.flatMap((energy, i) =>
    energy === undefined ? [] : { start: at(from) + i * 3600, end: at(from) + (i + 1) * 3600, energy },
  );
const tariff = (id: string, prices: readonly PricePoint[], more: Partial<ComparedTariff> = {}): ComparedTariff => ({
  ...{ id, name: id, prices },
  ...more,
});
const midnight = '2026-01-09T23:00:00Z';
const dayOf = (rate: (hour: number) => number) =>
  hourly(
    midnight,
    Array.from({ length: 24 }, (_, i) => rate(i)),
  );

describe('a comparison of contracts', () => {
  it('has the cheapest first, and the sums by component', () => {
    const metered = { consumption: readings(midnight, 3600, new Array(24).fill(0.5)), timeZone };
    const full = dayOf(() => 0.2).map((point) => ({ ...point, grid: 0.1, fees: 0.02, vat: 0.0608 }));
    const { tariffs, kWh, start, end } = compareTariffs(metered, [
      tariff('dear', full),
      tariff(
        'cheap',
        dayOf(() => 0.3),
      ),
    ]);
    expect([kWh, end - start]).toEqual([12, 86_400]);
    expect(tariffs.map(({ id, sum }) => [id, sum])).toEqual([
      ['cheap', { kWh: 12, feedInKwh: 0, energy: 3.6, total: 3.6 }],
      ['dear', { kWh: 12, feedInKwh: 0, energy: 2.4, grid: 1.2, fees: 0.24, vat: 0.7296, total: 4.5696 }],
    ]);
  });

  // Promise P-554 use/compare: each reading costs the mean price over its time
  it('takes the mean of the prices in a reading, and one price for all readings in it', () => {
    const hours = { consumption: readings(midnight, 3600, [2]), timeZone };
    const quarters = [0.1, 0.2, 0.3, 0.6].map((energy, i) => ({
      ...{ start: at(midnight) + i * 900, end: at(midnight) + (i + 1) * 900, energy },
    }));
    expect(compareTariffs(hours, [tariff('quarters', quarters)]).tariffs[0]?.sum.energy).toBe(0.6);
    const fine = { consumption: readings(midnight, 900, [1, 0, 0, 2]), timeZone };
    expect(compareTariffs(fine, [tariff('hours', hourly(midnight, [0.25]))]).tariffs[0]?.sum.energy).toBe(0.75);
  });

  // Promise P-542 use/compare: what has no price is in no sum, and what lacks more stands behind
  it('says the time and the energy without a price, sums up none of it and puts the contract last', () => {
    const metered = { consumption: readings(midnight, 3600, [1, 2, 4, 8, 16]), timeZone };
    const holes = tariff('holes', hourly(midnight, [0.1, undefined, undefined, 0.1, 0.1]));
    const whole = tariff('whole', hourly(midnight, [1, 1, 1, 1, 1]));
    const [first, last] = compareTariffs(metered, [holes, whole]).tariffs;
    expect([first?.id, first?.unpriced]).toEqual(['whole', []]);
    expect(last?.sum).toEqual({ kWh: 25, feedInKwh: 0, energy: 2.5, total: 2.5 });
    expect(last?.unpriced).toEqual([
      {
        ...{ start: at('2026-01-10T00:00:00Z'), end: at('2026-01-10T02:00:00Z') },
        ...{ kWh: 6, direction: 'consumption', reason: 'no-price' },
      },
    ]);
  });

  // Promise P-543 use/compare: what lacks a component, such as a levy or the network charge, is in no sum
  it('counts a price without a component that it must have as none', () => {
    const metered = { consumption: readings(midnight, 3600, [1, 1]), timeZone };
    const prices = hourly(midnight, [0.1, 0.1]).map((point, i) => (i === 0 ? { ...point, grid: 0.1 } : point));
    const [cost] = compareTariffs(metered, [tariff('one', prices, { components: ['energy', 'grid'] })]).tariffs;
    expect(cost?.sum).toEqual({ kWh: 1, feedInKwh: 0, energy: 0.1, grid: 0.1, total: 0.2 });
    expect(cost?.unpriced.map(({ kWh, reason }) => [kWh, reason])).toEqual([[1, 'no-network-charge']]);
  });

  it('counts a price by its total where it has one, with or without components', () => {
    const metered = {
      consumption: readings(midnight, 3600, [1, 2]),
      feedIn: readings(midnight, 3600, [1, 1]),
      timeZone,
    };
    const totals = dayOf(() => 0.2).map(({ start, end }) => ({ start, end, total: 0.35 }));
    const paid = dayOf(() => 0).map(({ start, end }) => ({ start, end, total: 0.08 }));
    const costs = compareTariffs(metered, [
      tariff('total', totals),
      tariff('any', totals, { components: [] }),
      tariff(
        'both',
        totals.map((point) => ({ ...point, energy: 0.25 })),
        { components: ['energy', 'grid'] },
      ),
      tariff('sold', totals, { feedin: paid }),
      tariff(
        'equal',
        totals.map((point) => ({ ...point, energy: 0.25, vat: 0.1 })),
      ),
    ]).tariffs;
    const bought = { kWh: 3, feedInKwh: 0 };
    expect(Object.fromEntries(costs.map(({ id, sum }) => [id, sum]))).toEqual({
      total: { ...bought, other: 1.05, total: 1.05 },
      any: { ...bought, other: 1.05, total: 1.05 },
      both: { ...bought, energy: 0.75, other: 0.3, total: 1.05 },
      equal: { ...bought, energy: 0.75, vat: 0.3, total: 1.05 },
      sold: { kWh: 3, feedInKwh: 2, other: 1.05, feedin: 0.16, total: 0.89 },
    });
    expect(costs.flatMap(({ unpriced }) => unpriced.filter(({ direction }) => direction === 'consumption'))).toEqual(
      [],
    );
  });

  it('takes the mean of totals in a reading, and moves energy to the lowest total', () => {
    const [first = 0, second = 0] = [at(midnight), at(midnight) + 1800];
    const halves = [
      { start: first, end: second, energy: 0.1, total: 0.4 },
      { start: second, end: first + 3600, energy: 0.3 },
      { start: first + 3600, end: first + 7200, total: 0.2 },
    ];
    const metered = { consumption: readings(midnight, 3600, [2, 2]), timeZone };
    const [cost] = compareTariffs(metered, [tariff('halves', halves)], { shiftKwh: 2 }).tariffs;
    expect(cost?.sum).toEqual({ kWh: 4, feedInKwh: 0, energy: 0.4, other: 0.7, total: 1.1 });
    expect(cost?.shifted).toEqual({ movedKwh: 2, total: 0.95, saving: 0.15 });
  });

  it('has no price where a price has neither a component nor a total', () => {
    const metered = { consumption: readings(midnight, 3600, [1]), timeZone };
    const empty = [{ start: at(midnight), end: at(midnight) + 3600 }];
    const [cost] = compareTariffs(metered, [tariff('empty', empty, { components: [] })]).tariffs;
    expect(cost?.unpriced.map(({ kWh, reason }) => [kWh, reason])).toEqual([[1, 'no-price']]);
  });

  // Promise P-557 use/compare: a reading over more than two hours in which the price changes is in no sum
  it('takes energy as even over two hours while the price changes, and over any time while it does not', () => {
    const day = { consumption: [{ start: at(midnight), end: at(midnight) + 86_400, kWh: 10 }], timeZone };
    const [flat, changing] = compareTariffs(day, [
      ...[
        tariff(
          'flat',
          dayOf(() => 0.3),
        ),
        tariff(
          'changing',
          dayOf((hour) => hour / 100),
        ),
      ],
    ]).tariffs;
    expect([flat?.id, flat?.sum.total, changing?.sum.total]).toEqual(['flat', 3, 0]);
    expect(changing?.unpriced.map(({ reason, kWh }) => [reason, kWh])).toEqual([['coarse', 10]]);
    const autumn = { consumption: readings('2026-10-24T23:00:00Z', 7200, [2]), timeZone };
    const two = tariff('two', hourly('2026-10-24T23:00:00Z', [0.1, 0.3]));
    expect(compareTariffs(autumn, [two]).tariffs[0]?.sum.total).toBe(0.4);
  });

  // Promise P-555 use/compare: what is fed in is earned
  it('pays what is fed in, without VAT', () => {
    const consumption = readings(midnight, 3600, [1]);
    const metered = { consumption, feedIn: readings(midnight, 3600, [0, 3]), timeZone };
    const feedin = hourly(midnight, [0.05, 0.07]);
    const [cost] = compareTariffs(metered, [tariff('both', hourly(midnight, [0.3]), { feedin })]).tariffs;
    expect(cost?.sum).toEqual({ kWh: 1, feedInKwh: 3, energy: 0.3, feedin: 0.21, total: 0.09 });
    const alone = compareTariffs(metered, [{ id: 'alone', name: 'alone', feedin }]).tariffs[0];
    expect(alone?.sum).toEqual({ kWh: 0, feedInKwh: 3, feedin: 0.21, total: -0.21 });
  });

  // Promise P-556 use/compare: charges by month count for the days that are metered, with the VAT of the time
  it('charges by month, of a month that is metered in part its share, with the VAT of the time', () => {
    // Ten days of January, all of February and the first fourteen days of March.
    const consumption = readings('2026-01-21T23:00:00Z', 86_400, new Array(10 + 28 + 14).fill(0));
    const prices = [{ start: at('2026-01-01T00:00:00Z'), end: at('2026-05-01T00:00:00Z'), energy: 0.3 }];
    const vat = [
      { from: '2020-01-01', value: 0.2 },
      { from: '2026-02-01', value: 0.1 },
    ];
    const [cost] = compareTariffs({ consumption, timeZone }, [tariff('one', prices, { monthly: 31, vat })]).tariffs;
    expect(cost?.months.map(({ month, monthly, vat }) => [month, monthly, vat])).toEqual([
      ['2026-01', 10, 2],
      ['2026-02', 31, 3.1],
      ['2026-03', 14, 1.4],
    ]);
    expect(cost?.sum.total).toBe(61.5);
  });

  // Promise P-553 use/compare: the library goes through the contracts once
  it('goes through the contracts once, so that nobody need hold them all', () => {
    const metered = { consumption: readings(midnight, 3600, [1]), timeZone };
    function* made() {
      for (const rate of [0.3, 0.1, 0.2]) yield tariff(`${rate}`, hourly(midnight, [rate]));
    }
    expect(compareTariffs(metered, made(), { shiftKwh: 1 }).tariffs.map(({ id }) => id)).toEqual(['0.1', '0.2', '0.3']);
  });

  // Promise P-537 use/compare: these charges use the quarter hours or hours of the file
  it('charges for peaks by the rule of the operator', () => {
    // A quarter hour of 6 kW in January, one of 2 kW in February: at least 2.5 kW count, over the months so far.
    const peaks = (from: string, days: number, kWh: number) =>
      readings(from, 900, [kWh, ...new Array(days * 96 - 1).fill(0.1)]);
    const consumption = [...peaks('2025-12-31T23:00:00Z', 31, 1.5), ...peaks('2026-01-31T23:00:00Z', 28, 0.5)];
    const prices = [{ start: at('2025-12-01T00:00:00Z'), end: at('2026-05-01T00:00:00Z'), energy: 0 }];
    const peak = { measure: 15, pick: 1, per: 'year', months: 12, floor: 2.5, perKw: 60 } as const;
    const vat = [{ from: '2020-01-01', value: 0.06 }];
    const [cost] = compareTariffs({ consumption, timeZone }, [tariff('one', prices, { peak, vat })]).tariffs;
    expect(cost?.months.map(({ peak, vat }) => [peak, vat])).toEqual([
      [30, 1.8],
      [21.25, 1.275],
    ]);
  });
});

// Promise P-558 use/compare: `shifted`: so many kWh of each day in its cheapest times, at most 3 kW more than there
//   was
describe('energy moved into the cheapest hours', () => {
  const evening = Array.from({ length: 24 }, (_, hour) => (hour >= 18 ? 2 : 0));

  it.each<[string, number, readonly number[], number, number]>([
    ['of four kWh three in the cheapest hour and one in the next', 4, evening, 4, 4 * 0.4 - 3 * 0.1 - 1 * 0.2],
    ['no more than was used', 40, evening, 12, 12 * 0.4 - 3 * 0.1 - 3 * 0.2 - 6 * 0.4],
    ['nothing on a day without use', 4, new Array(24).fill(0), 0, 0],
  ])('%s', (_, shiftKwh, use, moved, saving) => {
    const metered = { consumption: readings(midnight, 3600, use), timeZone };
    const prices = dayOf((hour) => (hour === 3 ? 0.1 : hour === 4 ? 0.2 : 0.4));
    const [cost] = compareTariffs(metered, [tariff('one', prices)], { shiftKwh }).tariffs;
    expect(cost?.shifted?.movedKwh).toBeCloseTo(moved, 9);
    expect(cost?.shifted?.saving).toBeCloseTo(saving, 9);
    expect(cost?.shifted?.total).toBeCloseTo((cost?.sum.total ?? 0) - saving, 9);
  });

  // Promise P-559 use/compare: a shift takes the energy alike from all use of that day
  it('comes from all that was used that day alike', () => {
    // Half of 1 kWh at 10 ct and of 3 kWh at 40 ct goes to the cheap hour.
    const use = Array.from({ length: 24 }, (_, hour) => (hour === 3 ? 1 : hour === 20 ? 3 : 0));
    const prices = dayOf((hour) => (hour === 3 ? 0.1 : 0.4));
    const metered = { consumption: readings(midnight, 3600, use), timeZone };
    const [cost] = compareTariffs(metered, [tariff('one', prices)], { shiftKwh: 2 }).tariffs;
    expect(cost?.shifted).toEqual({ movedKwh: 2, total: 0.85, saving: 0.45 });
  });

  // Promise P-561 use/compare: a shift recalculates the peaks
  it('has its peaks reckoned again', () => {
    // 2 kW in the evening at 31 a kW and month, of which a day of 31 counts; 3 of its 12 kWh at once by night are 3 kW.
    const peak = { measure: 60, pick: 1, per: 'month', perKw: 31 } as const;
    const prices = dayOf((hour) => (hour === 3 ? 0.1 : 0.2));
    const metered = { consumption: readings(midnight, 3600, evening), timeZone };
    const [cost] = compareTariffs(metered, [tariff('one', prices, { peak })], { shiftKwh: 3 }).tariffs;
    expect([cost?.sum.total, cost?.shifted]).toEqual([4.4, { movedKwh: 3, total: 5.1, saving: -0.7 }]);
  });

  // Promise P-560 use/compare: a day of which a price is missing is not shifted
  it('leaves a day alone of which a price is missing', () => {
    const metered = { consumption: readings(midnight, 3600, evening), timeZone };
    const [cost] = compareTariffs(metered, [tariff('one', dayOf(() => 0.4).slice(1))], { shiftKwh: 4 }).tariffs;
    expect(cost?.shifted).toEqual({ movedKwh: 0, total: 4.8, saving: 0 });
  });
});
