import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesOf } from '../../../src/planner/store/backward.ts';
import { convexSequel, valuesOf } from '../../../src/planner/store/convex-moves.ts';
import { convexWays } from '../../../src/planner/store/convex-ways.ts';
import { stagesOf } from '../../../src/planner/store/cut.ts';
import { endCurve } from '../../../src/planner/store/end-value.ts';
import { sequelOn } from '../../../src/planner/store/forward.ts';
import { paidOver } from '../../../src/planner/store/moves.ts';
import type { Sequel } from '../../../src/planner/store/sequel.ts';
import { termsOf } from '../../../src/planner/store/terms.ts';
import { lawCases } from '../../support/cases.ts';
import { readAt } from '../../support/planner/store/convex-curves.ts';
import { moveCost, type Owed, owedOf, type WholeCase, wholeCases } from '../../support/planner/store/whole-kwh.ts';

/** The question as its parts, with the ways through it as one curve each where they are convex. */
function partsOf({ store, slots }: WholeCase) {
  const terms = termsOf(store, slots);
  const stages = stagesOf(slots, store, 0);
  return { terms, stages, end: endCurve(store, terms, slots), ways: convexWays(stages, terms) };
}

/** By curves of which any may be the least. */
function byAnyCurves(drawn: WholeCase): Sequel {
  const { terms, stages, end } = partsOf(drawn);
  return sequelOn(passesOf(stages, terms, [end]).passes, terms);
}

/** By one convex curve a stage. */
function byConvexCurves(drawn: WholeCase): Sequel | undefined {
  const { terms, stages, end, ways } = partsOf(drawn);
  return ways && convexSequel(valuesOf(stages, ways, terms, end), ways, terms);
}

const differences = (values: readonly number[]) => values.map((value) => value - (values[0] ?? 0));

function expectPaid(sequel: Sequel, { kwhs, after }: Owed) {
  after.forEach((owed, i) => {
    const found = differences(kwhs.map((kwh) => sequel.paid(i, kwh)));
    for (const [k, money] of differences(owed).entries()) expect(found[k]).toBeCloseTo(money, 3);
  });
}

/** Wherever it begins, no other whole kWh is better to end a slot with. */
function expectBest(sequel: Sequel, { store, slots }: WholeCase, { kwhs, before, after }: Owed) {
  const terms = termsOf(store, slots);
  slots.forEach((slot, i) => {
    const costs = (begins: number) =>
      kwhs.map((ends, k) => moveCost(slot, store, terms, begins, ends) + (after[i]?.[k] ?? 0));
    for (const begins of kwhs) {
      const ends = sequel.after(i, begins);
      const k = kwhs.findIndex((kwh) => Math.abs(kwh - ends) < 1e-9);
      expect(costs(begins)[k]).toBeCloseTo(Math.min(...costs(begins)), 7);
      if (i === 0) expect(costs(begins)[k]).toBeCloseTo(before[kwhs.indexOf(begins)] ?? 0, 7);
    }
  });
}

/** What the kWh below and the one above are worth; at an end of the store both are the one that there is. */
function expectWorth(sequel: Sequel, { kwhs, after }: Owed) {
  after.forEach((owed, i) => {
    const saved = owed.slice(1).map((money, k) => (owed[k] ?? 0) - money);
    kwhs.forEach((kwh, k) => {
      const { last, next } = sequel.worth(i, kwh);
      expect(last).toBeCloseTo(saved[Math.max(0, k - 1)] ?? 0, 3);
      expect(next).toBeCloseTo(saved[k] ?? saved.at(-1) ?? 0, 3);
      if (k + 1 < kwhs.length) {
        const between = sequel.worth(i, kwh + 0.5);
        expect(between.last).toBeCloseTo(saved[k] ?? 0, 3);
        expect(between.next).toBeCloseTo(saved[k] ?? 0, 3);
      }
    });
  });
}

/** The lowest that a line between two of some points, one apart from the next, is at each of them. */
function convexOf(values: readonly number[]): number[] {
  return values.map((value, at) => {
    const lines = values.flatMap((begins, from) =>
      values.map((ends, until) =>
        from < at && at < until ? begins + ((ends - begins) * (at - from)) / (until - from) : value,
      ),
    );
    return Math.min(...lines);
  });
}

describe('what follows each slot, against every way that there is in whole kWh', () => {
  it('where all is convex, by either kind of curves', () => {
    const law = fc.property(wholeCases({ convex: true }), (drawn) => {
      const owed = owedOf(drawn);
      for (const sequel of [byAnyCurves(drawn), byConvexCurves(drawn)]) {
        if (!sequel) continue;
        expectPaid(sequel, owed);
        expectBest(sequel, drawn, owed);
      }
    });
    fc.assert(law, lawCases(300));
  });

  it('where it is not', () => {
    const law = fc.property(wholeCases({ convex: false }), (drawn) => {
      const owed = owedOf(drawn);
      const sequel = byAnyCurves(drawn);
      expectPaid(sequel, owed);
      expectBest(sequel, drawn, owed);
    });
    fc.assert(law, lawCases(300));
  });

  it('and what a kWh more or less is worth then', () => {
    const law = fc.property(wholeCases({ convex: true }), (drawn) => {
      const convex = byConvexCurves(drawn);
      if (!convex) return;
      const owed = owedOf(drawn);
      expectWorth(convex, owed);
      expectWorth(byAnyCurves(drawn), owed);
    });
    fc.assert(law, lawCases(300));
  });

  it('and what is to be paid over all slots together: where that is not convex, what lies below it and is', () => {
    const law = fc.property(
      fc.boolean().chain((convex) => wholeCases({ convex })),
      (drawn) => {
        const { terms, stages, end } = partsOf(drawn);
        const { kwhs, before } = owedOf(drawn);
        const paid = paidOver(stages, terms, end);
        const found = differences(kwhs.map((kwh) => readAt(paid, kwh)));
        for (const [k, money] of differences(convexOf(before)).entries()) expect(found[k]).toBeCloseTo(money, 3);
      },
    );
    fc.assert(law, lawCases(300));
  });
});
