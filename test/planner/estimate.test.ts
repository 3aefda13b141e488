import { describe, expect, it } from 'vitest';
import { avoided, estimated, expectedCostOf, gapsIn } from '../../src/planner/estimate.ts';
import { horizonOf } from '../../src/planner/horizon.ts';
import type { Horizon, Plan, Run } from '../../src/planner/types.ts';
import { at, hours, minuteOf, priced } from '../support/planner/planning.ts';

/** The hour from 01:00 is not published: 50 ct are expected in its first half, 10 in its second. */
const horizon = horizonOf(priced(60, [0.2, null, 0.4]), 'cost', [
  { start: at(60), end: at(90), price: 0.5 },
  { start: at(90), end: at(120), price: 0.1 },
]);
const run = (from: number, until: number, cost: number | null = null): Run => ({
  ...{ start: at(from), end: at(until), kw: 2, energyKwh: (until - from) / 30, cost },
});
const planOf = (runs: readonly Run[], more: Partial<Plan> = {}): Plan => ({
  ...{
    runs,
    cost: null,
    baselineCost: null,
    outcome: { kind: 'provisional', knownUntil: at(60), estimatedUntil: at(120) },
  },
  ...more,
});

describe('what a plan on estimates will probably cost', () => {
  it.each<[where: string, runs: readonly Run[], cost: number]>([
    ['in the first half of the gap', [run(60, 90)], 0.5],
    ['in its second half', [run(90, 120)], 0.1],
    ['over both halves, at their mean', [run(60, 120)], 0.6],
    ['over ten dear and ten cheap minutes', [run(80, 100)], 0.2],
    ['from a known hour into the gap', [run(30, 90)], 0.7],
    ['from the gap into a known hour', [run(105, 150)], 0.45],
    ['in a known hour, by what the plan says of it, and in the gap', [run(0, 30, 0.2), run(90, 120)], 0.3],
  ])('%s', (_, runs, cost) => {
    expect(expectedCostOf(planOf(runs), horizon)).toBeCloseTo(cost, 9);
  });

  it.each<[which: string, plan: Plan]>([
    ['whose cost is known, though it may change', planOf([run(0, 30, 0.2)], { cost: 0.2 })],
    ['that is complete', planOf([run(60, 90)], { outcome: { kind: 'complete' } })],
    [
      'that waits for prices and takes no estimates',
      planOf([run(60, 90)], { outcome: { kind: 'provisional', knownUntil: at(60) } }),
    ],
  ])('is not said of one %s', (_, plan) => {
    expect(expectedCostOf(plan, horizon)).toBeUndefined();
  });
});

const stretch = (from: number, until: number) => ({ from: at(from) / 60, until: at(until) / 60 });
/** Intervals by minutes, with their prices to a ten-thousandth. */
const spansIn = ({ spans }: Horizon) =>
  spans.map(({ start, end, price }) => [minuteOf(start), minuteOf(end), Math.round(1e4 * price) / 1e4]);
const DAY = 1440;

describe('the gaps in a stretch', () => {
  it.each<[from: number, until: number, gaps: readonly (readonly [number, number])[]]>([
    [0, 180, [[60, 120]]],
    [0, 60, []],
    [30, 90, [[60, 90]]],
    [
      100,
      200,
      [
        [100, 120],
        [180, 200],
      ],
    ],
    [-30, 10, [[-30, 0]]],
    [60, 60, []],
    [90, 60, []],
  ])('from %d to %d are %j', (from, until, gaps) => {
    const found = gapsIn(horizon, stretch(from, until));
    expect(found.map(({ from, until }) => [minuteOf(60 * from), minuteOf(60 * until)])).toEqual(gaps);
  });
});

describe('an estimate', () => {
  it('is what is expected, where something is', () => {
    expect(spansIn(estimated(horizon, stretch(0, 180)))).toEqual([
      [0, 60, 0.2],
      [60, 90, 0.5],
      [90, 120, 0.1],
      [120, 180, 0.4],
    ]);
  });

  it('is of no account where a price is known', () => {
    const known = horizonOf(priced(60, [0.2, 0.4]), 'cost', [{ start: at(0), end: at(240), price: 0.9 }]);
    expect(spansIn(estimated(known, stretch(0, 180)))).toEqual([
      [0, 60, 0.2],
      [60, 120, 0.4],
      [120, 180, 0.9],
    ]);
  });

  it('is asked for in the stretch alone', () => {
    expect(spansIn(estimated(horizon, stretch(0, 100)))).toEqual([
      [0, 60, 0.2],
      [60, 90, 0.5],
      [90, 100, 0.1],
      [120, 180, 0.4],
    ]);
  });

  it.each<[what: string, days: number]>([
    ['the day before', 1],
    ['the day after', -1],
    ['eight days before', 8],
    ['eight days after', -8],
  ])('is the price of the same time %s, cut where that changes', (_, days) => {
    const spans = priced(60, [0.1, 0.3]).map(({ start, end, price }) => ({
      ...{ start: start + 86_400 * (1 - days), end: end + 86_400 * (1 - days), price },
    }));
    const found = spansIn(estimated(horizonOf(spans), stretch(DAY + 30, DAY + 90)));
    expect(found.filter(([from]) => (from ?? 0) >= DAY && (from ?? 0) < DAY + 120)).toEqual([
      [DAY + 30, DAY + 60, 0.1],
      [DAY + 60, DAY + 90, 0.3],
    ]);
  });

  it('is that of the day before rather than the day after, and of the nearer day', () => {
    const on = (day: number, price: number) => ({ start: at(day * DAY), end: at(day * DAY + 60), price });
    const estimateOf = (...spans: ReturnType<typeof on>[]) =>
      spansIn(estimated(horizonOf(spans), stretch(3 * DAY, 3 * DAY + 60))).find(([from]) => from === 3 * DAY)?.[2];
    expect(estimateOf(on(2, 0.1), on(4, 0.3))).toBe(0.1);
    expect(estimateOf(on(1, 0.1), on(4, 0.3))).toBe(0.3);
  });

  it('is the mean of all where no day within eight has that time', () => {
    const spans = priced(60, [0.1, 0.3, 0.3]);
    const found = spansIn(estimated(horizonOf(spans), stretch(9 * DAY, 9 * DAY + 60)));
    expect(found.at(-1)).toEqual([9 * DAY, 9 * DAY + 60, 0.2333]);
  });

  it('is none where nothing is known, nor where nothing is missing', () => {
    const empty = hours();
    expect(estimated(empty, stretch(0, 60))).toBe(empty);
    expect(estimated(horizon, stretch(0, 60))).toBe(horizon);
  });

  it('may be taken for something else', () => {
    const found = estimated(hours(0.2, null), stretch(DAY, DAY + 60), (price) => price + 1);
    expect(spansIn(found)).toEqual([
      [0, 60, 0.2],
      [DAY, DAY + 60, 1.2],
    ]);
  });
});

describe('minutes that are avoided', () => {
  it.each(['cost', 'revenue'] as const)('cost more than all others together can save: by %s', (sense) => {
    const known = horizonOf(priced(60, [0.1, null, 0.5, 0.3]), sense);
    const { spans } = avoided(known, stretch(0, 240));
    const gap = spans.find(({ start }) => start === at(60))?.price ?? 0;
    // Of the 240 minutes 239 may become dearer by 40 ct each for it.
    const worse = sense === 'cost' ? gap - 0.1 : 0.5 - gap;
    expect(worse).toBeGreaterThan(239 * 0.4);
    expect(spans.map(({ start }) => minuteOf(start))).toEqual([0, 60, 120, 180]);
  });

  it('are worse where all prices are the same, too', () => {
    const gapOf = (sense: 'cost' | 'revenue') => spansAt(horizonOf(priced(60, [0.1, null, 0.1]), sense));
    const spansAt = (known: Horizon) => avoided(known, stretch(0, 180)).spans[1]?.price ?? 0;
    expect(gapOf('cost')).toBeGreaterThan(0.1);
    expect(gapOf('revenue')).toBeLessThan(0.1);
  });

  it('are none where all prices are known', () => {
    expect(avoided(horizon, stretch(0, 60))).toBe(horizon);
  });
});
