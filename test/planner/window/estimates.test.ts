import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand, PricedSpan } from '../../../src/planner/types.ts';
import { at, contiguous, hours, plan, priced, runsOf, split } from '../../support/planner/planning.ts';

/** Prices of hours from midnight, and what is expected of the hours from `from` on. */
const expecting = (known: (number | null)[], from: number, ...expected: number[]) =>
  horizonOf(
    priced(60, known),
    'cost',
    priced(60, expected).map(
      ({ start, end, price }): PricedSpan => ({
        start: start + from * 3600,
        end: end + from * 3600,
        price,
      }),
    ),
  );
const by = (minute: number, more: Partial<Demand> = {}) =>
  ({ readyBy: at(minute), whenUnknown: 'estimate', ...more }) as Partial<Demand>;
const guessed = (knownUntil: number, estimatedUntil: number) => ({
  kind: 'provisional',
  knownUntil: at(knownUntil),
  estimatedUntil: at(estimatedUntil),
});

describe('a demand that has unknown prices estimated', () => {
  // Two hours are known, and three more expected until 05:00.
  const dear = expecting([0.3, 0.2], 2, 0.4, 0.1, 0.1);
  const cheap = expecting([0.3, 0.2], 2, 0.4, 0.25, 0.25);
  it.each<[says: string, Demand, typeof dear, outcome: object, runs: number[][]]>([
    [
      'waits in one piece for what is expected cheaper',
      contiguous(120, by(300)),
      dear,
      guessed(120, 300),
      [[180, 300]],
    ],
    ['begins at once where that is expected dearer', contiguous(120, by(300)), cheap, guessed(120, 300), [[0, 120]]],
    [
      'takes in pieces the cheapest of what is known and what is expected',
      split(150, by(300)),
      dear,
      guessed(120, 300),
      [
        [60, 90],
        [180, 300],
      ],
    ],
    ['is estimated no further than its deadline', split(60, by(180)), dear, guessed(120, 180), [[60, 120]]],
    ['knows all where it is known until the deadline', split(60, by(120)), dear, { kind: 'complete' }, [[60, 120]]],
    [
      'has a gap priced, and takes it where that is cheaper',
      split(60, by(180)),
      expecting([0.3, null, 0.2], 1, 0.1),
      guessed(60, 120),
      [[60, 120]],
    ],
    [
      'goes by the same time of the nearest day where nothing is expected',
      contiguous(60, by(26 * 60)),
      hours(0.2, 0.1, ...new Array<number>(22).fill(0.3)),
      guessed(24 * 60, 26 * 60),
      [[60, 120]],
    ],
    [
      'goes by the mean where there is no such day, and then begins as late as it may',
      contiguous(60, by(300)),
      hours(0.3, 0.1, null),
      guessed(120, 300),
      [[60, 120]],
    ],
    [
      'looks eight days ahead and no further',
      contiguous(60, by(20 * 24 * 60)),
      expecting([0.3], 9 * 24, 0.1),
      guessed(60, 60 + 8 * 24 * 60),
      [[0, 60]],
    ],
  ])('%s', (_, demand, horizon, outcome, runs) => {
    const result = plan(demand, horizon);
    expect(result.outcome).toEqual(outcome);
    expect(runsOf(result)).toEqual(runs);
  });

  it('knows no cost of what runs on an estimate', () => {
    expect(plan(split(150, by(300)), dear).runs.map(({ cost }) => cost)).toEqual([expect.closeTo(0.1), null]);
  });

  it('sells when the most is expected', () => {
    const horizon = horizonOf(priced(60, [0.1, 0.2]), 'revenue', [{ start: at(120), end: at(180), price: 0.3 }]);
    expect(runsOf(plan(contiguous(60, by(180)), horizon))).toEqual([[120, 180]]);
  });

  it('plans on what is expected alone where no price is known', () => {
    expect(runsOf(plan(contiguous(60, by(300)), expecting([], 1, 0.3, 0.1, 0.2)))).toEqual([[120, 180]]);
  });

  it.each([
    [239, []],
    [240, [[240, 300]]],
  ])('waits where there is not even that, until it must begin: at minute %i', (now, runs) => {
    expect(runsOf(plan(contiguous(60, by(300)), hours(), now))).toEqual(runs);
  });
});

describe('an estimate', () => {
  const horizon = expecting([0.3, null, 0.2], 1, 0.05, 0.3, 0.1);
  it('below a price limit lets a plan wait after the known prices, but neither in a gap nor for the end of a run', () => {
    const demand = split(90, by(240, { limit: { rule: 'interval', price: 0.2 } }));
    expect(runsOf(plan(demand, horizon))).toEqual([
      [120, 151],
      [181, 240],
    ]);
  });

  it('counts towards no mean', () => {
    const demand = split(90, by(240, { limit: { rule: 'average', price: 0.2 } }));
    expect(runsOf(plan(demand, horizon))).toEqual([[120, 180]]);
  });

  it('below alsoBelowPrice makes nothing run beyond the need', () => {
    const demand = split(60, by(240, { alsoBelowPrice: 0.2 }));
    expect(runsOf(plan(demand, horizon))).toEqual([[120, 180]]);
    const paused = split(60, by(240, { alsoBelowPrice: 0.15, minOffMinutes: 10 }));
    expect(plan(paused, horizon).runs.reduce((sum, { start, end }) => sum + (end - start) / 60, 0)).toBe(60);
  });
});
