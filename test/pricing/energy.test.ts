import { describe, expect, it } from 'vitest';
import { localDay } from '../../src/core/time.ts';
import type { Calendars, SpotPoint } from '../../src/pricing/book.ts';
import { type Quarter, quartersOf, inWinterTime as winterQuarters } from '../../src/pricing/calendar/quarters.ts';
import { pricesOver } from '../../src/pricing/energy.ts';
import type { PriceRule, SpotRule } from '../../src/pricing/tariff.ts';

const HOUR = 3600;
const midnight = Date.parse('2026-01-14T00:00:00Z') / 1000;

/** Consecutive points from midnight UTC; `undefined` is a hole. */
const points = (seconds: number, prices: readonly (number | undefined)[]): SpotPoint[] =>
  prices.flatMap((price, i) => {
    const start = midnight + i * seconds;
    return price === undefined ? [] : [{ start, end: start + seconds, price }];
  });

const spot: SpotRule = { kind: 'spot', zone: 'DE-LU', settlement: 900, coefficient: 1, margin: 0 };
const priced = (
  rule: Partial<SpotRule>,
  spotPoints: SpotPoint[],
  hours = 1,
  rates: { from: string; value: number }[] = [],
) =>
  pricesOver({ ...spot, ...rule }, quartersOf({ start: midnight, end: midnight + hours * HOUR }, 'UTC', new Set()), {
    pointsOf: () => spotPoints,
    exchangeRates: rates,
    schedule: undefined,
    calendars: {},
    inWinterTime: (wallClock) => wallClock,
    lastPublished: () => '',
  });
const rounded = (prices: readonly (number | undefined)[]) =>
  prices.map((price) => (price === undefined ? undefined : Number(price.toFixed(9))));

describe('a spot tariff', () => {
  const quarters = points(900, [0.1, 0.2, 0.3, 0.6]);

  // Promise P-634 use/catalogue: `spot` uses the price of the quarter hour, or the mean of the `settlement`
  it.each([
    [900, [0.1, 0.2, 0.3, 0.6]],
    [1800, [0.15, 0.15, 0.45, 0.45]],
    [3600, [0.3, 0.3, 0.3, 0.3]],
  ] as const)('settled every %d s averages the exchange price to that interval', (settlement, expected) => {
    expect(rounded(priced({ settlement }, quarters))).toEqual(expected);
  });

  it('repeats an hourly exchange price for four quarters', () => {
    expect(rounded(priced({}, points(3600, [0.1])))).toEqual([0.1, 0.1, 0.1, 0.1]);
  });

  // Promise P-633 use/catalogue: `spot`: the price × `coefficient` + `margin`, then `floor` and `cap`
  it.each([
    ['coefficient and margin', { coefficient: 1.02, margin: 0.015 }, [0.117, 0.219, 0.321, 0.627]],
    ['a share of the absolute price', { ofAbsolute: 0.03 }, [0.103, 0.206, 0.309, 0.618]],
    [
      'the higher of two formulas',
      { coefficient: 0.8, orMore: { coefficient: 1, margin: -0.05 } },
      [0.08, 0.16, 0.25, 0.55],
    ],
    ['a cap on the result', { margin: 0.015, cap: 0.3 }, [0.115, 0.215, 0.3, 0.3]],
    ['a floor under the result', { margin: -0.15, floor: 0 }, [0, 0.05, 0.15, 0.45]],
    ['a cap after averaging', { settlement: 3600, cap: 0.4 }, [0.3, 0.3, 0.3, 0.3]],
  ] as const)('applies %s', (_, rule, expected) => {
    expect(rounded(priced(rule, quarters))).toEqual(expected);
  });

  it.each([
    ['below zero 3 % of the absolute price makes -1 ct -0.97 ct', { ofAbsolute: 0.03 }, -1, -0.97],
    ['above zero it makes 1 ct 1.03 ct', { ofAbsolute: 0.03 }, 1, 1.03],
    ['at 4 ct 0.8 p is more than p - 1.2 ct', { coefficient: 0.8, orMore: { coefficient: 1, margin: -0.012 } }, 4, 3.2],
    [
      'at 10 ct p - 1.2 ct is more than 0.8 p',
      { coefficient: 0.8, orMore: { coefficient: 1, margin: -0.012 } },
      10,
      8.8,
    ],
    ['at 6 ct both are the same', { coefficient: 0.8, orMore: { coefficient: 1, margin: -0.012 } }, 6, 4.8],
  ] as const)('%s', (_, rule, spotCents, cents) => {
    const [price = Number.NaN] = priced(rule, points(3600, [spotCents / 100]));
    expect(price * 100).toBeCloseTo(cents, 9);
  });

  it('has no price for a settlement interval that is not wholly known', () => {
    const holed = points(900, [0.1, undefined, 0.3, 0.6, 0.2, 0.2, 0.2, 0.2]);
    expect(priced({ settlement: 1800 }, holed, 2).map((price) => price !== undefined)).toEqual([
      ...[false, false, true, true],
      ...[true, true, true, true],
    ]);
  });

  it('exchanges the euro at the rate of the local day', () => {
    const rates = [
      { from: '2026-01-01', value: 7 },
      { from: '2026-01-15', value: 8 },
    ];
    const prices = priced({ margin: 0.1 }, points(3600, new Array(25).fill(0.5)), 25, rates);
    expect([prices[0], prices[95], prices[96]]).toEqual([3.6, 3.6, 4.1]);
  });

  it('has no price before the first exchange rate', () => {
    expect(priced({}, quarters, 1, [{ from: '2026-02-01', value: 7 }])).toEqual(new Array(4).fill(undefined));
  });
});

const threeDays = quartersOf({ start: midnight, end: midnight + 72 * HOUR }, 'UTC', new Set());
const known = {
  pointsOf: () => [],
  exchangeRates: [],
  schedule: undefined,
  calendars: {},
  inWinterTime: (wallClock: typeof threeDays) => wallClock,
  lastPublished: () => '',
};

describe('rates that are struck anew for every period', () => {
  // Promise P-639 use/catalogue: `periods` hold from their first to their last day
  it.each([
    ['the first and the last day included', '2026-01-14', '2026-01-15', [3, 3, undefined]],
    ['of one day', '2026-01-15', '2026-01-15', [undefined, 3, undefined]],
  ])('hold from its first to its last day: %s', (_, from, to, expected) => {
    const rule: PriceRule = { kind: 'periods', periods: [{ from, to, rates: [{ price: 3 }] }] };
    const prices = pricesOver(rule, threeDays, known);
    expect([0, 95, 96, 191, 192].map((i) => prices[i])).toEqual([0, 0, 1, 1, 2].map((day) => expected[day]));
  });

  it('change with the period', () => {
    const periods = [
      { from: '2026-01-01', to: '2026-01-14', rates: [{ price: 1 }] },
      { from: '2026-01-15', to: '2026-01-31', rates: [{ price: 2 }] },
    ];
    const prices = pricesOver({ kind: 'periods', periods }, threeDays, known);
    expect([0, 95, 96, 287].map((i) => prices[i])).toEqual([1, 1, 2, 2]);
  });
});

describe('the registers of a meter', () => {
  const rule: PriceRule = { kind: 'registers', prices: { low: 1, high: 2 } };

  // Promise P-643 use/catalogue: `registers` run by the operator's schedules
  it('run by the schedule of the place', () => {
    const registers = [{ name: 'low', when: { hours: ['22:00-06:00'] } }, { name: 'high' }];
    const prices = pricesOver(rule, threeDays, { ...known, schedule: { registers, source: 'a test' } });
    expect([0, 5.75, 6, 21.75, 22].map((hour) => prices[hour * 4])).toEqual([1, 1, 2, 2, 1]);
  });

  it('have no price without one', () => {
    expect(() => pricesOver(rule, threeDays, known)).toThrow('switching times are not available');
  });
});

describe('a calendar', () => {
  const clocks = { blue: [{ price: 1 }], red: [{ price: 5 }] };
  const days = { '2026-01-15': 'red' };
  const calendar = { kind: 'calendar', publishedAt: '11:00', clocks, days } as const;
  const onThreeDays = (rule: PriceRule, told: Calendars[string] = {}, at = [0, 96, 192]) => {
    const prices = pricesOver(rule, threeDays, {
      ...known,
      calendars: { tempo: told },
      lastPublished: () => '2026-01-15',
    });
    return at.map((quarter) => prices[quarter]);
  };

  // Promise P-640 use/catalogue: `calendar`: a clock for each day, once it is published
  it('has no price for a day it does not name, or that is not published yet', () => {
    expect(onThreeDays(calendar)).toEqual([undefined, 5, undefined]);
  });

  // Promise P-641 use/catalogue: `calendar` has `otherwise` for days that are not named
  it('has a clock for every other day where it says so, once that day is published', () => {
    expect(onThreeDays({ ...calendar, otherwise: 'blue' })).toEqual([1, 5, undefined]);
  });

  it('takes the days that a feed has told, and its own for the rest', () => {
    const told = { '2026-01-14': 'red', '2026-01-15': 'blue' };
    expect(onThreeDays({ ...calendar, calendar: 'tempo' }, told)).toEqual([5, 1, undefined]);
    expect(onThreeDays({ ...calendar, calendar: 'tempo' })).toEqual([undefined, 5, undefined]);
    expect(onThreeDays(calendar, told)).toEqual([undefined, 5, undefined]);
  });

  // Promise P-642 use/catalogue: `calendar` has `begins` where a day does not start at midnight
  it('whose days begin at six has the clock of the day before until then', () => {
    const told = { '2026-01-13': 'blue', '2026-01-14': 'red', '2026-01-15': 'blue' };
    const hours = [0, 5.75, 6, 29.75, 30, 53.75, 54].map((hour) => hour * 4);
    expect(onThreeDays({ ...calendar, calendar: 'tempo', begins: '06:00' }, told, hours)).toEqual([
      1,
      1,
      5,
      5,
      1,
      1,
      undefined,
    ]);
  });
});

describe('a clock on standard time', () => {
  it('switches an hour later by the wall clock in summer: 13:00 to 15:00 in Warsaw is 14:00 to 16:00', () => {
    const rule: PriceRule = {
      kind: 'clock',
      time: 'winter',
      rates: [{ price: 1, when: { hours: ['13:00-15:00'] } }, { price: 2 }],
    };
    const cheapHours = (date: string) => {
      const quarters = quartersOf(localDay(date, 'Europe/Warsaw'), 'Europe/Warsaw', new Set());
      const inWinterTime = (some: readonly Quarter[]) => winterQuarters(some, 'Europe/Warsaw', new Set());
      const prices = pricesOver(rule, quarters, { ...known, inWinterTime });
      return quarters.filter((_, i) => prices[i] === 1).map(({ slot }) => slot / 4);
    };
    expect(cheapHours('2026-07-15')).toEqual([14, 14.25, 14.5, 14.75, 15, 15.25, 15.5, 15.75]);
    expect(cheapHours('2026-01-15')).toEqual([13, 13.25, 13.5, 13.75, 14, 14.25, 14.5, 14.75]);
  });

  it('has the weekday of standard time: in summer a Sunday lasts until 01:00 on Monday', () => {
    const rule: PriceRule = {
      kind: 'clock',
      time: 'winter',
      rates: [{ price: 1, when: { weekdays: [7] } }, { price: 2 }],
    };
    const quarters = quartersOf(localDay('2026-07-20', 'Europe/Vilnius'), 'Europe/Vilnius', new Set());
    const inWinterTime = (some: readonly Quarter[]) => winterQuarters(some, 'Europe/Vilnius', new Set());
    const prices = pricesOver(rule, quarters, { ...known, inWinterTime });
    expect([0, 3, 4, 95].map((i) => prices[i])).toEqual([1, 1, 2, 2]);
  });
});

describe('periods', () => {
  const schedule = {
    registers: [{ name: 'low', when: { hours: ['22:00-06:00'] } }, { name: 'high' }],
    source: 'a test',
  };
  const at = (rule: PriceRule, quarters: readonly number[], carriesOn = false) => {
    const prices = pricesOver(rule, threeDays, { ...known, schedule }, carriesOn);
    return quarters.map((i) => prices[i]);
  };

  it('may have a price for each register of the meter', () => {
    const periods = [
      { from: '2026-01-14', to: '2026-01-14', prices: { low: 1, high: 2 } },
      { from: '2026-01-15', prices: { low: 3, high: 4 } },
    ];
    expect(at({ kind: 'periods', periods }, [0, 24, 96, 120, 287])).toEqual([1, 2, 3, 4, 3]);
  });

  const periods = [{ from: '2026-01-15', to: '2026-01-15', rates: [{ price: 3 }] }];

  it('of a network charge go on after the last one, and have no price before the first', () => {
    expect(at({ kind: 'periods', periods }, [0, 95, 96, 191, 192, 287], true)).toEqual([
      undefined,
      undefined,
      3,
      3,
      3,
      3,
    ]);
  });

  it('of a supplier end with the last one', () => {
    expect(at({ kind: 'periods', periods }, [95, 96, 191, 192])).toEqual([undefined, 3, 3, undefined]);
  });
});
