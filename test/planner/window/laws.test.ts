import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Demand, Horizon, PlanState, PricedSpan, SplitDemand } from '../../../src/planner/types.ts';
import { planWindow } from '../../../src/planner/window/plan-window.ts';
import { lawCases } from '../../support/cases.ts';
import { at, contiguous, idleState } from '../../support/planner/planning.ts';
import { ALL_RULES, type Case, splitCases } from '../../support/planner/random-demands.ts';

const DAY = 86_400;
const cases = splitCases({ length: { min: 20, max: 60 }, block: 8, rules: ALL_RULES });
/** A split demand with its rules, and an unbroken one of as many minutes. */
const demandsOf = ({ demand }: Case): Demand[] => [demand, contiguous(Math.max(1, demand.need.minutes))];
const timesOf = (demand: Demand, spans: readonly PricedSpan[], state: PlanState, now = at(0)) =>
  planWindow(demand, horizonOf(spans), now, state).runs.map(({ start, end }) => [start, end]);

const bounds = fc.record({ earliest: fc.integer({ min: 0, max: 12 }), early: fc.integer({ min: 0, max: 12 }) });

const omitted = <T extends Demand>(demand: T, keys: readonly PropertyKey[]) =>
  Object.fromEntries(Object.entries(demand).filter(([key]) => !keys.includes(key))) as unknown as T;

/** Of a device that is off: one that runs has to go on for its shortest run, limit or not. */
function expectNoMore(strict: Demand, rule: PropertyKey, horizon: Horizon): void {
  const [before, after] = [strict, omitted(strict, [rule])].map((each) => planWindow(each, horizon, at(0), idleState));
  fc.pre(before?.outcome.kind === 'complete' && before.cost !== null && after?.cost !== null);
  expect(after?.outcome.kind).toBe('complete');
  expect(after?.cost).toBeLessThanOrEqual((before?.cost ?? Number.NaN) + 1e-9);
}

describe('a plan', () => {
  it('is the same when all prices rise by as much', () => {
    const law = fc.property(cases, fc.integer({ min: -50, max: 50 }), (each, cents) => {
      for (const demand of demandsOf(each)) {
        const { limit: _, ...unlimited } = demand;
        const raised = each.horizon.spans.map((span) => ({ ...span, price: span.price + cents / 100 }));
        expect(timesOf(unlimited, raised, each.state)).toEqual(timesOf(unlimited, each.horizon.spans, each.state));
      }
    });
    fc.assert(law, lawCases(150));
  });

  // Promise P-422 internals/planner: it is the same where intervals are cut
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
    fc.assert(law, lawCases(150));
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
    fc.assert(law, lawCases(150));
  });

  // Promise P-423 internals/planner: without a limit it never costs more
  it.each<[rule: keyof SplitDemand, without: readonly (keyof SplitDemand)[]]>([
    // A longest pause without a shortest run has one by itself.
    ['minOnMinutes', ['preconditionMinutes', 'maxOffMinutes']],
    // A longest pause gives way to a limit where the shortest one leaves no room for a run before it.
    ['minOffMinutes', ['preconditionMinutes', 'limit']],
    ['minOffMinutes', ['preconditionMinutes', 'maxOffMinutes']],
    ['maxOffMinutes', ['preconditionMinutes']],
    ['maxStarts', ['preconditionMinutes']],
    // The last minutes before a deadline go where it goes.
    ['readyBy', ['preconditionMinutes']],
    // The longest pause before the first run is counted from there.
    ['earliest', ['preconditionMinutes', 'maxOffMinutes']],
    // A longest pause and the last minutes give way to a limit: each costs less than the rule by itself would have it.
    ['limit', ['preconditionMinutes', 'maxOffMinutes']],
    // No longest pause binds the last minutes: without them the last pause would count.
    ['preconditionMinutes', ['limit', 'maxOffMinutes']],
  ])('in pieces never costs more without its %s', (rule, without) => {
    const law = fc.property(cases, bounds, ({ demand, horizon }, { earliest, early }) => {
      const readyBy = (horizon.spans.at(-1)?.end ?? at(0)) - 60 * early;
      const bounded: SplitDemand = { preconditionMinutes: early, ...demand, earliest: at(earliest), readyBy };
      const strict = omitted(bounded, without);
      // A need shorter than the shortest run, or than the last minutes, is rounded up to them.
      const minutes = Math.max(demand.need.minutes, strict.minOnMinutes ?? 0, strict.preconditionMinutes ?? 0);
      expectNoMore({ ...strict, need: { minutes, kw: 1 } }, rule, horizon);
    });
    fc.assert(law, lawCases(80));
  });

  it.each(['earliest', 'readyBy', 'limit'] as const)('in one piece neither without its %s', (rule) => {
    const law = fc.property(cases, bounds, ({ demand, horizon }, { earliest, early }) => {
      const { limit, need } = demand;
      const readyBy = (horizon.spans.at(-1)?.end ?? at(0)) - 60 * early;
      const terms = { earliest: at(earliest), readyBy, ...(limit && { limit }) };
      expectNoMore(contiguous(Math.max(1, need.minutes), terms), rule, horizon);
    });
    fc.assert(law, lawCases(80));
  });

  it('is the same when it is made twice', () => {
    const law = fc.property(cases, ({ demand, horizon, state }) => {
      expect(planWindow(demand, horizon, at(0), state)).toEqual(planWindow(demand, horizon, at(0), state));
    });
    fc.assert(law, lawCases(100));
  });

  // Promise P-425 internals/planner: a standing plan that is still the best stays
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
    fc.assert(law, lawCases(100));
  });
});
