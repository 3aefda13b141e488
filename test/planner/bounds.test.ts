import { describe, expect, it } from 'vitest';
import { type Bounds, boundsOf, fitsLater, idle, laterMinutes, metBy } from '../../src/planner/bounds.ts';
import { horizonOf } from '../../src/planner/horizon.ts';
import { loadOf } from '../../src/planner/load.ts';
import type { Demand, Horizon, Outcome, PlanState } from '../../src/planner/types.ts';
import { at, contiguous, hours, idleState, minuteOf, priced, split } from '../support/planner/planning.ts';

const load = loadOf([{ minutes: 60, kw: 2 }]);
const bounds = (demand: Demand, horizon: Horizon, now = 0, state: Partial<PlanState> = {}): Bounds =>
  boundsOf(demand, horizon, at(now), { ...idleState, ...state }, load, () => []);
const minute = (minutes: number) => at(minutes) / 60;
/** A time in minutes after midnight. */
const time = (minutes: number) => minuteOf(60 * minutes);

/** Two hours at 10 and 30 ct. */
const two = hours(0.1, 0.3);

describe('the room that a demand and its prices leave', () => {
  it.each<[what: string, demand: Partial<Demand>, now: number, from: number, until: number, known: number]>([
    ['is from now to the end of the prices', {}, 10, 10, 120, 120],
    ['begins with the minute that is next', {}, 10.5, 11, 120, 120],
    ['begins at the earliest time', { earliest: at(30) }, 10, 30, 120, 120],
    ['begins now where that has passed', { earliest: at(5) }, 10, 10, 120, 120],
    ['ends with the deadline', { readyBy: at(90) }, 0, 0, 90, 120],
    ['ends with the prices before a deadline', { readyBy: at(150) }, 0, 0, 120, 120],
    ['ends where it begins after all prices', {}, 150, 150, 150, 150],
  ])('%s', (_, demand, now, from, until, known) => {
    const found = bounds(contiguous(60, demand), two, now);
    expect([found.from, found.until, found.known].map(time)).toEqual([from, until, known]);
    expect(time(found.now)).toBe(Math.ceil(now));
  });

  it.each<[rule: 'interval' | 'average', sense: Horizon['sense'], limit: number, mean: number]>([
    ['interval', 'cost', 200_000, Number.POSITIVE_INFINITY],
    ['average', 'cost', Number.POSITIVE_INFINITY, 200_000],
    ['interval', 'revenue', -200_000, Number.POSITIVE_INFINITY],
    ['average', 'revenue', Number.POSITIVE_INFINITY, -200_000],
  ])('has a limit of 20 ct on each %s of %s in its place', (rule, sense, limit, mean) => {
    const horizon = horizonOf(priced(60, [0.1, 0.3]), sense);
    const found = bounds(contiguous(60, { limit: { rule, price: 0.2 } }), horizon);
    expect([found.limit, found.meanLimit]).toEqual([limit, mean]);
  });

  it.each<[on: boolean | undefined, earliest: number, running: boolean]>([
    [true, 0, true],
    [false, 0, false],
    [undefined, 0, false],
    [true, 10, false],
  ])('goes on with a run where one is on (%s) and may start at minute %d: %s', (on, earliest, running) => {
    const state = { output: on === undefined ? null : { on, since: at(-5) } };
    expect(bounds(contiguous(60, { earliest: at(earliest) }), two, 0, state).running).toBe(running);
  });
});

describe('what is left below a limit on the mean', () => {
  const limited = contiguous(60, { limit: { rule: 'average', price: 0.2 } });
  /** In money: price x minutes x weight of two kW. */
  const spare = (sense: Horizon['sense'], delivered: PlanState['delivered'], demand: Demand = limited) =>
    Math.round(1e6 * bounds(demand, horizonOf(priced(60, [0.1]), sense), 0, { delivered }).spare * load.money) / 1e6;

  it.each<[what: string, sense: Horizon['sense'], delivered: PlanState['delivered'], money: number]>([
    ['is nothing where nobody knows the cost', 'cost', { minutes: 30, starts: 1 }, 0],
    ['is what a kWh cost less than 20 ct', 'cost', { minutes: 30, starts: 1, cost: 0.05 }, 0.15],
    ['is below zero where it cost more', 'cost', { minutes: 30, starts: 1, cost: 0.25 }, -0.05],
    [
      'goes by the energy that was paid for where it is said',
      'cost',
      { minutes: 30, starts: 1, cost: 0.05, energyKwh: 3 },
      0.55,
    ],
    ['is what a kWh earned beyond 20 ct', 'revenue', { minutes: 30, starts: 1, cost: 0.25 }, 0.05],
  ])('%s', (_, sense, delivered, money) => {
    expect(spare(sense, delivered)).toBeCloseTo(money, 6);
  });

  it('is nothing without such a limit', () => {
    expect(spare('cost', { minutes: 30, starts: 1, cost: 0.05 }, contiguous(60))).toBe(0);
  });
});

describe('minutes after the known prices', () => {
  it.each<[readyBy: number | undefined, now: number, later: number, fits: number, isTooMany: number]>([
    [150, 0, 30, 30, 31],
    // Where all is unknown, those that must begin now do not wait.
    [150, 130, 20, 19, 20],
    [120, 0, 0, -1, 0],
    [90, 0, 0, -1, 1],
    [undefined, 0, 0, -1, 1],
  ])('with a deadline at %s and planned at minute %d are %d', (readyBy, now, later, fits, isTooMany) => {
    const found = bounds(contiguous(60, readyBy === undefined ? {} : { readyBy: at(readyBy) }), two, now);
    expect(laterMinutes(found)).toBe(later);
    if (fits > 0) expect(fitsLater(found, fits)).toBe(true);
    expect(fitsLater(found, isTooMany)).toBe(false);
  });
});

describe('estimates', () => {
  const estimate = { whenUnknown: 'estimate' } as const;
  const reach = (demand: Partial<Demand>, shape: 'one' | 'split' = 'one') => {
    const found = bounds(shape === 'one' ? contiguous(60, demand) : split(60, demand), two);
    return [found.estimates, time(found.known)];
  };
  const EIGHT_DAYS = 8 * 1440;

  it.each<[what: string, demand: Partial<Demand>, estimates: boolean, known: number]>([
    ['reach to the deadline', { readyBy: at(300) }, true, 300],
    ['reach eight days beyond the prices', { readyBy: at(20 * 1440) }, true, 120 + EIGHT_DAYS],
    ['are not asked for without a deadline', {}, false, 120],
    ['are not asked for before the end of the prices', { readyBy: at(100) }, false, 120],
    ['say nothing of a mean', { readyBy: at(300), limit: { rule: 'average', price: 0.2 } }, false, 120],
    ['are made for a limit on each price', { readyBy: at(300), limit: { rule: 'interval', price: 0.2 } }, true, 300],
    [
      'say nothing where other prices are weighed',
      { readyBy: at(300), limit: { rule: 'interval', price: 0.2, weighed: two } },
      ...([false, 120] as const),
    ],
  ])('%s', (_, demand, estimates, known) => {
    expect(reach({ ...estimate, ...demand })).toEqual([estimates, known]);
  });

  it('say nothing of a limit with a longest pause', () => {
    const limited = { ...estimate, readyBy: at(300), limit: { rule: 'interval', price: 0.2 } } as const;
    expect(reach({ ...limited, maxOffMinutes: 60 }, 'split')).toEqual([false, 120]);
    expect(reach(limited, 'split')).toEqual([true, 300]);
  });

  it('are a minute apart from known prices below a limit', () => {
    const limit = { rule: 'interval', price: 0.5 } as const;
    const found = bounds(contiguous(60, { ...estimate, readyBy: at(300), limit }), two).horizon;
    expect(found.spans.map(({ start, end }) => [minuteOf(start), minuteOf(end)])).toContainEqual([121, 300]);
  });

  it('tempt nobody to run beyond the need', () => {
    const demand = split(60, { ...estimate, readyBy: at(300), alsoBelowPrice: 0.25 });
    const { micros, starts } = bounds(demand, two).horizon;
    // All later prices would be their mean, 20 ct.
    const later = [...micros].filter((_, i) => (starts[i] ?? 0) >= minute(120));
    expect(later).toEqual([250_001]);
    const selling = horizonOf(priced(60, [0.1, 0.3]), 'revenue');
    const sold = bounds(split(60, { ...estimate, readyBy: at(300), alsoBelowPrice: 0.15 }), selling).horizon;
    expect([...sold.micros].filter((_, i) => (sold.starts[i] ?? 0) >= minute(120))).toEqual([-149_999]);
    const dear = split(60, { ...estimate, readyBy: at(300), alsoBelowPrice: 0.15 });
    expect(bounds(dear, two).horizon.micros.at(-1)).toBe(200_000);
  });
});

describe('a gap between prices', () => {
  const gap = hours(0.1, null, 0.3);
  it('may be run in for a deadline within the prices, dearer than all else', () => {
    const { horizon } = bounds(contiguous(60, { readyBy: at(170) }), gap);
    expect(horizon.spans).toHaveLength(3);
    expect(horizon.spans[1]?.price).toBeGreaterThan(169 * 0.2);
  });

  it.each<[what: string, demand: Partial<Demand>]>([
    ['with a limit', { readyBy: at(170), limit: { rule: 'interval', price: 0.2 } }],
    ['where there is time after the prices', { readyBy: at(190) }],
    ['without a deadline', {}],
  ])('is not run in %s', (_, demand) => {
    expect(bounds(contiguous(60, demand), gap).horizon).toBe(gap);
  });
});

describe('the outcome of runs that meet the need', () => {
  const run = (from: number, until: number) => [{ from: minute(from), until: minute(until) }];
  const known = (minutes: number, estimated?: number): Outcome => ({
    ...{ kind: 'provisional', knownUntil: at(minutes) },
    ...(estimated !== undefined && { estimatedUntil: at(estimated) }),
  });
  const gap = hours(0.1, null, 0.3);

  it.each<[what: string, demand: Partial<Demand>, horizon: Horizon, runs: ReturnType<typeof run>, outcome: Outcome]>([
    ['is complete without a deadline', {}, two, run(0, 60), { kind: 'complete' }],
    ['is complete with the deadline within the prices', { readyBy: at(120) }, two, run(60, 120), { kind: 'complete' }],
    ['is late by the minutes after it', { readyBy: at(50) }, two, run(0, 60), { kind: 'overrun', lateMinutes: 10 }],
    ['may change with a deadline beyond the prices', { readyBy: at(130) }, two, run(0, 60), known(120)],
    ['may change where it runs in a gap', { readyBy: at(180) }, gap, run(30, 90), known(60)],
    ['is complete beside a gap', { readyBy: at(180) }, gap, run(0, 60), { kind: 'complete' }],
    [
      'says how far the estimates reach',
      { readyBy: at(300), whenUnknown: 'estimate' },
      two,
      run(0, 60),
      known(120, 300),
    ],
    ['is complete with nothing to run', { readyBy: at(120) }, two, [], { kind: 'complete' }],
  ])('%s', (_, demand, horizon, runs, outcome) => {
    expect(metBy(bounds(contiguous(60, demand), horizon), runs)).toEqual(outcome);
  });

  it('is idle for a reason', () => {
    expect(idle('spread')).toEqual({ runs: [], outcome: { kind: 'idle', because: 'spread' } });
  });
});
