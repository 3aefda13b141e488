import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Claim } from '../../../src/planner/house/order.ts';
import { inTheSun, lossOf } from '../../../src/planner/house/site.ts';
import type { Surplus } from '../../../src/planner/house/surplus.ts';
import type { Horizon, Plan } from '../../../src/planner/types.ts';
import { at, hours, idleState, priced, runsOf, split, standing } from '../../support/planner/planning.ts';

/** 2 kW are left over in the second hour; a kWh of it brings 8 ct. */
const surplus: Surplus[] = [{ start: at(60), end: at(120), kw: 2 }];
const prices = hours(0.2, 0.3);
const claim: Claim = {
  ...{ demand: split(60), horizon: prices, state: idleState, feedin: priced(60, [0.08, 0.08]) },
};
const centsIn = ({ spans }: Horizon) => spans.map(({ price }) => Math.round(1e4 * price) / 100);

describe('a claim in the sun', () => {
  it('has what it brings for its price', () => {
    expect(centsIn(inTheSun(claim, surplus).horizon)).toEqual([20, 8]);
  });

  it('and so have the prices that its limit is weighed by', () => {
    const limit = { rule: 'interval', price: 0.25, weighed: hours(0.25, 0.35) } as const;
    const { demand } = inTheSun({ ...claim, demand: split(60, { limit }) }, surplus);
    expect(demand.limit).toMatchObject({ rule: 'interval', price: 0.25 });
    expect(demand.limit?.weighed && centsIn(demand.limit.weighed)).toEqual([25, 8]);
  });

  it('has its own limit where that is weighed by nothing else', () => {
    const demand = split(60, { limit: { rule: 'interval', price: 0.25 } });
    expect(inTheSun({ ...claim, demand }, surplus).demand).toEqual(demand);
  });

  it.each<[what: string, claim: Claim, surplus: Surplus[]]>([
    ['without any sun', claim, []],
    ['where it earns', { ...claim, horizon: horizonOf(priced(60, [0.2, 0.3]), 'revenue') }, surplus],
  ])('is the same %s', (_, given, sun) => {
    expect(inTheSun(given, sun)).toBe(given);
  });
});

describe('what a plan costs more than another', () => {
  const planOf = (cost: number | null, minutes = 60): Plan => ({
    ...{ runs: standing([0, minutes]), outcome: { kind: 'complete' }, cost, baselineCost: null },
  });
  it.each<[loss: number | null, what: string, plan: Plan, alone: Plan, sense: Horizon['sense']]>([
    [0.2, 'is what it costs more', planOf(0.5), planOf(0.3), 'cost'],
    [-0.2, 'below 0 where it costs less', planOf(0.3), planOf(0.5), 'cost'],
    [0.2, 'what it earns less', planOf(0.3), planOf(0.5), 'revenue'],
    [0, 'nothing but float noise', planOf(0.1 + 0.2), planOf(0.3), 'cost'],
    [null, 'not said where its price is not known', planOf(null), planOf(0.3), 'cost'],
    [null, 'nor where that of the other is not', planOf(0.3), planOf(null), 'cost'],
    [null, 'nor where it runs for longer', planOf(0.5, 61), planOf(0.3), 'cost'],
  ])('(%d) is %s', (loss, _, plan, alone, sense) => {
    expect(lossOf(plan, alone, { sense })).toBe(loss);
  });

  it('is said of runs at other times, and in more pieces', () => {
    const plan = { ...planOf(0.5), runs: standing([10, 40], [60, 90]) };
    expect(runsOf(plan)).toHaveLength(2);
    expect(lossOf(plan, planOf(0.3), { sense: 'cost' })).toBe(0.2);
  });
});
