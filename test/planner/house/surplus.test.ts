import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import { type Claim, loadsOf } from '../../../src/planner/house/order.ts';
import { planSite } from '../../../src/planner/house/site.ts';
import { type Surplus, sunnyHorizon } from '../../../src/planner/house/surplus.ts';
import type { Demand, PricedSpan } from '../../../src/planner/types.ts';
import { lawCases } from '../../support/cases.ts';
import { at, contiguous, hours, idleState, phased, priced, runsOf, split } from '../../support/planner/planning.ts';

/** kW that are left over in each hour from midnight. */
const sun = (...kws: number[]): Surplus[] =>
  kws.map((kw, i) => ({ start: at(60 * i), end: at(60 * i + 60), kw })).filter(({ kw }) => kw > 0);
const night = hours(0.2, 0.3, 0.3, 0.3);
const eight = priced(60, [0.08, 0.08, 0.08, 0.08]);
const cents = ({ spans }: { readonly spans: readonly PricedSpan[] }) =>
  spans.map(({ start, end, price }) => [(start - at(0)) / 60, (end - at(0)) / 60, Math.round(1e4 * price) / 100]);

describe('what a kWh costs in the sun', () => {
  it.each<[string, kw: number, feedin: PricedSpan[], expected: number[][]]>([
    [
      'what it would have brought',
      1,
      eight,
      [
        [0, 60, 20],
        [60, 180, 8],
        [180, 240, 30],
      ],
    ],
    [
      'nothing where it brings nothing',
      1,
      [],
      [
        [0, 60, 20],
        [60, 180, 0],
        [180, 240, 30],
      ],
    ],
    [
      'a share of both where it is not enough',
      4,
      eight,
      [
        [0, 60, 20],
        [60, 120, 24.5],
        [120, 180, 19],
        [180, 240, 30],
      ],
    ],
    [
      'less than nothing where feeding in costs money',
      1,
      priced(60, [0, -0.05]),
      [
        [0, 60, 20],
        [60, 120, -5],
        [120, 180, 0],
        [180, 240, 30],
      ],
    ],
  ])('is %s', (_, kw, feedin, expected) => {
    expect(cents(sunnyHorizon(night, sun(0, 1, 2, 0), feedin, kw))).toEqual(expected);
  });

  // Promise P-211 use/sun-and-load: what may not be fed in costs a device nothing
  it('is nothing for what would be lost, which is taken first', () => {
    const lost = sun(0, 3).map((each) => ({ ...each, exportKw: 2 }));
    const paid = (kw: number) => cents(sunnyHorizon(night, lost, eight, kw))[1]?.[2];
    expect([1, 2, 4].map(paid)).toEqual([0, 4, 11.5]);
  });

  it('is cut where the sun is, and of expected prices too', () => {
    const half = [{ start: at(90), end: at(150), kw: 1 }];
    const { spans, expected, gains } = sunnyHorizon(
      horizonOf(priced(120, [0.3]), 'cost', priced(120, [0.3, 0.4]).slice(1), [0.01]),
      half,
      [],
      1,
    );
    expect(cents({ spans })).toEqual([
      [0, 90, 30],
      [90, 120, 0],
    ]);
    expect(cents({ spans: expected })).toEqual([
      [120, 150, 0],
      [150, 240, 40],
    ]);
    expect(gains).toEqual([0.01]);
  });
});

describe('devices in the sun', () => {
  const claim = (demand: Demand, feedin = eight): Claim => ({ demand, feedin, horizon: night, state: idleState });
  const planned = (surplus: Surplus[], claims: Claim[], limitKw = Number.POSITIVE_INFINITY) =>
    planSite(claims, limitKw, at(0), [], surplus).map((plan) => [
      ...runsOf(plan).flat(),
      Math.round(1e4 * (plan.cost ?? 0)) / 100,
      plan.solarKwh,
    ]);

  it.each<[string, Surplus[], Claim[], number[][]]>([
    ['run where it is, and say how much of it they take', sun(0, 1, 2), [claim(contiguous(60))], [[60, 120, 8, 1]]],
    ['run without it where that is cheaper', sun(0, 0.2), [claim(contiguous(60))], [[0, 60, 20, 0]]],
    [
      'share it: what one took is gone for the next',
      sun(0, 1, 1),
      [claim(contiguous(60)), claim(contiguous(60)), claim(contiguous(60))],
      [
        [60, 120, 8, 1],
        [120, 180, 8, 1],
        [0, 60, 20, 0],
      ],
    ],
    ['take it in pieces', sun(0, 1, 0, 1), [claim(split(120))], [[60, 120, 180, 240, 16, 2]]],
    [
      'pay it by the mean of what they take',
      sun(0, 2, 0, 0),
      [
        claim(
          phased([
            { minutes: 30, kw: 3 },
            { minutes: 30, kw: 1 },
          ]),
        ),
      ],
      [[60, 120, 16, 1.5]],
    ],
  ])('%s', (_, surplus, claims, expected) => {
    expect(planned(surplus, claims)).toEqual(expected);
  });

  it('are no dearer for the limit because another took the sun', () => {
    const plans = planSite([claim(contiguous(60)), claim(contiguous(60))], 5, at(0), [], sun(0, 1));
    expect(plans.map(({ limitCost }) => limitCost)).toEqual([0, 0]);
  });

  it('find none where somebody has taken it', () => {
    const taken = [{ start: at(60), end: at(120), kw: 1 }];
    expect(planSite([claim(contiguous(60))], 5, at(0), taken, sun(0, 1)).map(runsOf)).toEqual([[[0, 60]]]);
  });

  it('keep a limit of 10 ct where the sun makes 8 of 30', () => {
    const limited = claim(contiguous(60, { limit: { rule: 'interval', price: 0.1, weighed: night } }));
    expect(planned(sun(0, 1), [limited])).toEqual([[60, 120, 8, 1]]);
  });

  it('that sell leave it alone', () => {
    const sale: Claim = { ...claim(contiguous(60)), horizon: horizonOf(priced(60, [0.2, 0.3]), 'revenue') };
    expect(planned(sun(0, 1), [sale])).toEqual([[60, 120, 30, 0]]);
  });
});

it('gives each device the plan that it would have alone on what those before it leave, of power and of sun', () => {
  const device = fc.record({
    isSplit: fc.boolean(),
    minutes: fc.integer({ min: 20, max: 150 }),
    kw: fc.constantFrom(1, 2, 3.5),
    readyBy: fc.integer({ min: 180, max: 480 }),
  });
  const cents = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 8, maxLength: 8 });
  const suns = fc.array(fc.constantFrom(0, 0, 1, 3), { minLength: 8, maxLength: 8 });
  const law = fc.property(fc.array(device, { minLength: 2, maxLength: 3 }), cents, suns, (all, prices, kws) => {
    const claims = all.map(({ isSplit, minutes, kw, readyBy }): Claim => {
      const more = { readyBy: at(readyBy) };
      const demand = isSplit
        ? ({ ...split(minutes, more), need: { minutes, kw } } as Demand)
        : phased([{ minutes, kw }], more);
      return { demand, state: idleState, horizon: hours(...prices.map((cent) => cent / 100)) };
    });
    const surplus = kws.map((kw, i) => ({ start: at(60 * i), end: at(60 * i + 60), kw })).filter(({ kw }) => kw > 0);
    const plans = planSite(claims, 4, at(0), [], surplus);
    for (const [i, plan] of plans.entries()) {
      const taken = plans.flatMap((other, k) => (other.turn < plan.turn ? loadsOf(other, claims[k] as Claim) : []));
      const [alone] = planSite([claims[i] as Claim], 4, at(0), taken, surplus);
      expect([plan.runs, plan.outcome, plan.baselineCost]).toEqual([alone?.runs, alone?.outcome, alone?.baselineCost]);
    }
  });
  fc.assert(law, lawCases(150));
});
