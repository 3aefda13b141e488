import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import { loadOf } from '../../../src/planner/load.ts';
import { amountOf, sweep } from '../../../src/planner/window/sweep.ts';
import { lawCases } from '../../support/cases.ts';
import { at, priced } from '../../support/planner/planning.ts';

const MINUTE = at(0) / 60;
const CENT = 10_000;
const blocks = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: -3, max: 6 })), {
  minLength: 1,
  maxLength: 9,
});
const minutePrices = blocks.map((all) => all.flatMap(([minutes, cents]) => Array<number>(minutes).fill(cents)));
const phase = fc.record({ minutes: fc.integer({ min: 1, max: 5 }), kw: fc.integer({ min: 0, max: 4 }) });
const phases = fc.tuple(phase, fc.array(phase, { maxLength: 4 })).map(([first, more]) => [first, ...more] as const);

describe('a load that slides over prices', () => {
  it('finds of all starts the cheapest, the first of equals or the last, or what was found before and costs less', () => {
    const law = fc.property(
      minutePrices,
      phases,
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      fc.option(fc.integer({ min: -20, max: 60 })),
      (prices, profile, a, b, latest, before) => {
        const horizon = horizonOf(
          priced(
            1,
            prices.map((price) => price / 100),
          ),
        );
        const load = loadOf(profile);
        const last = prices.length - load.minutes;
        fc.pre(last >= 0);
        const [from, until] = [a % (last + 1), b % (last + 1)].toSorted((a, b) => a - b) as [number, number];
        const best = {
          start: -1,
          cost: before === null ? Number.POSITIVE_INFINITY : before * CENT * (load.weights[0] as number),
        };
        const costs = Array.from({ length: until - from + 1 }, (_, i) => {
          const start = from + i;
          return [MINUTE + start, costFrom(start, prices, load)] as const;
        });
        const least = Math.min(...costs.map(([, cost]) => cost));
        const same = costs.filter(([, cost]) => cost === least);
        const [start] = (latest ? same.at(-1) : same[0]) as readonly [number, number];
        const isBetter = least < best.cost || (least === best.cost && latest);
        const expected = isBetter ? { start, cost: least } : { ...best };
        sweep(horizon, load, { from: MINUTE + from, until: MINUTE + until }, latest, best);
        expect({ ...best, cost: best.cost + 0 }).toEqual({ ...expected, cost: expected.cost + 0 });
      },
    );
    fc.assert(law, lawCases(1000));
  });

  /** Minute by minute, by the weight of the phase that each lies in. */
  function costFrom(
    start: number,
    prices: readonly number[],
    { offsets, weights, minutes }: ReturnType<typeof loadOf>,
  ): number {
    const weightAt = (minute: number) => weights.find((_, i) => minute < (offsets[i + 1] as number)) ?? 0;
    return Array.from({ length: minutes }, (_, i) => (prices[start + i] as number) * CENT * weightAt(i)).reduce(
      (sum, cost) => sum + cost,
      0,
    );
  }
});

it.each<[amount: number | null, where: string, start: number]>([
  [15 * 10 + 30 * 20, 'over an hour at 10 ct into one at 20', 45],
  [null, 'that reaches into a gap', 100],
  [null, 'that begins in one', 130],
])('%s ct a kW cost 45 minutes %s', (amount, _, start) => {
  const horizon = horizonOf(priced(60, [0.1, 0.2, null, 0.3]));
  const found = amountOf(horizon, loadOf([{ minutes: 45, kw: 1 }]), MINUTE + start);
  expect(found === null ? null : found / CENT).toBe(amount);
});
