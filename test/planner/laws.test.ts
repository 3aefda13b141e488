import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../src/planner/horizon.ts';
import { planWindow } from '../../src/planner/plan-window.ts';
import type { Demand, PlanState, PricedSpan, SplitDemand } from '../../src/planner/types.ts';
import { at, contiguous } from '../support/planning.ts';
import { ALL_RULES, type Case, drawing, splitCases } from '../support/random-demands.ts';

const DAY = 86_400;
const cases = splitCases({ length: { min: 20, max: 60 }, block: 8, rules: ALL_RULES });
/** A split demand with its rules, and an unbroken one of as many minutes. */
const demandsOf = ({ demand }: Case): Demand[] => [demand, contiguous(Math.max(1, demand.need.minutes))];
const timesOf = (demand: Demand, spans: readonly PricedSpan[], state: PlanState, now = at(0)) =>
  planWindow(demand, horizonOf(spans), now, state).runs.map(({ start, end }) => [start, end]);

describe('a plan', () => {
  it('is the same when all prices rise by as much', () => {
    const law = fc.property(cases, fc.integer({ min: -50, max: 50 }), (each, cents) => {
      for (const demand of demandsOf(each)) {
        const { limit: _, ...unlimited } = demand;
        const raised = each.horizon.spans.map((span) => ({ ...span, price: span.price + cents / 100 }));
        expect(timesOf(unlimited, raised, each.state)).toEqual(timesOf(unlimited, each.horizon.spans, each.state));
      }
    });
    fc.assert(law, drawing(500));
  });

  it('is the same when intervals are cut into parts of one price', () => {
    const law = fc.property(cases, (each) => {
      const minutes = each.horizon.spans.flatMap(({ start, end, price }) =>
        Array.from({ length: (end - start) / 60 }, (_, i) => ({
          start: start + 60 * i,
          end: start + 60 * (i + 1),
          price,
        })),
      );
      for (const demand of demandsOf(each)) {
        expect(timesOf(demand, minutes, each.state)).toEqual(timesOf(demand, each.horizon.spans, each.state));
      }
    });
    fc.assert(law, drawing(500));
  });

  it('moves by a day when everything does', () => {
    const law = fc.property(cases, ({ demand, horizon, state }) => {
      const { earliest = at(0), readyBy } = demand;
      const moved = { ...demand, earliest: earliest + DAY, ...(readyBy !== undefined && { readyBy: readyBy + DAY }) };
      const spans = horizon.spans.map(({ start, end, price }) => ({ start: start + DAY, end: end + DAY, price }));
      const output = state.output && { ...state.output, since: state.output.since + DAY };
      const standing = state.standing.map((run) => ({ ...run, start: run.start + DAY, end: run.end + DAY }));
      const expected = timesOf(demand, horizon.spans, state).map(([start = 0, end = 0]) => [start + DAY, end + DAY]);
      expect(timesOf(moved, spans, { ...state, output, standing }, at(0) + DAY)).toEqual(expected);
    });
    fc.assert(law, drawing(500));
  });

  it('never costs more with one rule less', () => {
    const rules = ['minOffMinutes', 'maxOffMinutes', 'maxStarts', 'limit'] satisfies (keyof SplitDemand)[];
    const law = fc.property(cases, fc.constantFrom(...rules), ({ demand, horizon, state: given }, rule) => {
      // What a start costs is no part of a plan's cost. A longest pause, the last minutes and the shortest run of one
      // under way give way to a limit.
      const state = { ...given, output: null };
      const { startCost: _, preconditionMinutes: __, maxOffMinutes = 0, ...rest } = demand;
      const strict = rule === 'limit' || maxOffMinutes === 0 ? rest : { ...rest, maxOffMinutes };
      const { [rule]: ___, ...relaxed }: SplitDemand = strict;
      const before = planWindow(strict, horizon, at(0), state);
      const after = planWindow(relaxed, horizon, at(0), state);
      fc.pre(before.outcome.kind === 'complete' && before.cost !== null && after.cost !== null);
      expect(after.outcome.kind).toBe('complete');
      expect(after.cost).toBeLessThanOrEqual((before.cost ?? Number.NaN) + 1e-9);
    });
    fc.assert(law, drawing(500));
  });

  it('is the same when it is made twice', () => {
    const law = fc.property(cases, ({ demand, horizon, state }) => {
      expect(planWindow(demand, horizon, at(0), state)).toEqual(planWindow(demand, horizon, at(0), state));
    });
    fc.assert(law, drawing(200));
  });

  it('that stands and is still the best stays, minute by minute', () => {
    const law = fc.property(cases, ({ horizon, demand: { need } }) => {
      const demand = contiguous(Math.max(1, need.minutes));
      const state = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
      const { runs } = planWindow(demand, horizon, at(0), state);
      const [first] = runs;
      fc.pre(first !== undefined);
      for (let now = at(0); first && now <= first.start; now += 60) {
        expect(planWindow(demand, horizon, now, { ...state, standing: runs }).runs).toEqual(runs);
      }
    });
    fc.assert(law, drawing(200));
  });
});
