import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/planner/house/order.ts';
import type { MeteredSpan, PeakRule } from '../../../src/planner/house/peak.ts';
import { peakTermsOf } from '../../../src/planner/house/peak-terms.ts';
import { planSite } from '../../../src/planner/house/site.ts';
import type { Demand } from '../../../src/planner/types.ts';
import { at, contiguous, hours, idleState, runsOf, split } from '../../support/planner/planning.ts';

const perKw: PeakRule = { measure: 60, pick: 1, per: 'month', perKw: 4 };
const steps: PeakRule = {
  ...{ measure: 60, pick: 1, per: 'month' },
  steps: [
    { fromKw: 0, amount: 10 },
    { fromKw: 2, amount: 20 },
  ],
};
const night = hours(0.2, 0.1, 0.2, 0.3);
const claim = (demand: Demand): Claim => ({ demand, horizon: night, state: idleState });
/** The kW of the house by hours, less its sun. */
const house = (...kws: number[]): MeteredSpan[] =>
  kws.map((kw, i) => ({ start: at(60 * i), end: at(60 * i + 60), kw }));

const planned = (claims: Claim[], rule: PeakRule, net: MeteredSpan[], dailyMaxima: number[] = []) =>
  planSite(claims, Number.POSITIVE_INFINITY, at(0), [], [], [], {
    terms: peakTermsOf({ rule, dailyMaxima }, at(0)),
    net,
  });

describe('devices of a site that is charged for peaks', () => {
  it.each<[string, Demand[], PeakRule, MeteredSpan[], number[], number[][][]]>([
    ['take turns', [contiguous(60), contiguous(60)], perKw, house(0, 0, 0, 0), [], [[[60, 120]], [[0, 60]]]],
    [
      'run together up to what the month has had',
      [contiguous(60), contiguous(60)],
      perKw,
      house(0, 0, 0, 0),
      [2],
      [[[60, 120]], [[60, 120]]],
    ],
    ['stay away from what the house takes', [contiguous(60)], perKw, house(1, 2, 1, 0), [], [[[0, 60]]]],
    ['run in the sun', [contiguous(60)], perKw, house(2, 2, 2, -1), [], [[[180, 240]]]],
    [
      'in pieces',
      [split(120)],
      perKw,
      house(1, 2, 0, 0),
      [],
      [
        [
          [0, 60],
          [120, 180],
        ],
      ],
    ],
    ['run together below the next step', [contiguous(60)], steps, house(0, 0.9, 0, 0), [], [[[60, 120]]]],
    ['stay below the next step', [contiguous(60)], steps, house(0, 1, 0, 0), [], [[[0, 60]]]],
    // Promise P-207 use/sun-and-load: nothing is missed for a peak
    ['miss nothing for it', [contiguous(60, { readyBy: at(60) })], perKw, house(9, 0, 0, 0), [], [[[0, 60]]]],
  ])('%s', (_, demands, rule, net, dailyMaxima, runs) => {
    expect(planned(demands.map(claim), rule, net, dailyMaxima).map(runsOf)).toEqual(runs);
  });

  it('say who gives way to it', () => {
    const plans = planned([claim(contiguous(60)), claim(contiguous(60))], perKw, house(0, 0, 0, 0));
    expect(plans.map(({ avoidsPeak, limitCost }) => [avoidsPeak, limitCost])).toEqual([
      [undefined, 0],
      [true, null],
    ]);
  });

  // Promise P-200 use/sun-and-load: a device keeps its time where another one does not cost less than the peak
  it('weigh it against what the price saves', () => {
    const cheap: PeakRule = { ...perKw, perKw: 0.09 };
    const run = (rule: PeakRule) => planned([claim(contiguous(60))], rule, house(0, 1, 0, 0)).map(runsOf);
    expect([run(cheap), run({ ...perKw, perKw: 0.11 })]).toEqual([[[[60, 120]]], [[[0, 60]]]]);
  });

  it('are planned the same with the plan that stands', () => {
    const claims = [claim(contiguous(60)), claim(split(90)), claim(contiguous(45))];
    const first = planned(claims, perKw, house(0.5, 0.7, 0.3, 0.2));
    const again = claims.map((each, i) => ({ ...each, state: { ...idleState, standing: first[i]?.runs ?? [] } }));
    expect(planned(again, perKw, house(0.5, 0.7, 0.3, 0.2)).map(runsOf)).toEqual(first.map(runsOf));
  });
});
