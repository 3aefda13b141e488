import { describe, expect, it } from 'vitest';
import type { Demand, Outcome } from '../../../src/planner/types.ts';
import { at, contiguous, hours, plan, runsOf, split, standing } from '../../support/planner/planning.ts';

const tooFlat = { kind: 'idle', because: 'spread' };

describe('a least spread', () => {
  const both = (terms: Partial<Demand>) => [contiguous(60, terms), split(60, terms)];
  it.each<[number, Outcome['kind']]>([
    [0.2, 'complete'],
    [0.21, 'idle'],
  ])('of %d per kWh against prices from 0.1 to 0.3', (minSpread, kind) => {
    for (const demand of both({ minSpread })) {
      expect(plan(demand, hours(0.3, 0.1, 0.2)).outcome.kind).toBe(kind);
    }
  });

  it.each<[string, Partial<Demand>, now: number]>([
    ['before the earliest start', { earliest: at(60) }, 0],
    ['after the deadline', { readyBy: at(180) }, 0],
    ['of an hour that has passed', {}, 60],
  ])('is not met by a price %s', (_, terms, now) => {
    const horizon = terms.readyBy ? hours(0.1, 0.2, 0.2, 0.5) : hours(0.5, 0.1, 0.2, 0.2);
    for (const demand of both({ minSpread: 0.2, ...terms })) {
      expect(plan(demand, horizon, now).outcome).toEqual(tooFlat);
    }
  });

  it('holds nothing back where no price is known', () => {
    for (const demand of both({ minSpread: 0.2, readyBy: at(60) })) {
      expect(runsOf(plan(demand, hours()))).toEqual([[0, 60]]);
    }
  });

  it('is asked once: what stands and what has begun is carried out when the dear hour is over', () => {
    const horizon = hours(0.3, 0.1);
    for (const demand of both({ minSpread: 0.2 })) {
      const first = plan(demand, horizon);
      expect(runsOf(first)).toEqual([[60, 120]]);
      for (const now of [59, 60, 61, 90, 119]) {
        const minutes = Math.max(0, now - 60);
        const state = { standing: first.runs, delivered: { minutes, starts: 1 } };
        expect(runsOf(plan(demand, horizon, now, state))).toEqual([[Math.max(60, now), 120]]);
      }
    }
  });

  it('is not asked of what is left of a need, though no plan of it stands', () => {
    for (const demand of both({ minSpread: 0.2 })) {
      const state = { delivered: { minutes: 30, starts: 1 } };
      expect(runsOf(plan(demand, hours(0.3, 0.2), 0, state))).toEqual([[60, 90]]);
    }
  });

  it('is asked again of a plan that was made without a price', () => {
    const unpriced = standing([60, 120]).map((run) => ({ ...run, cost: null }));
    for (const demand of both({ minSpread: 0.2 })) {
      expect(plan(demand, hours(0.3, 0.2), 0, { standing: unpriced }).outcome).toEqual(tooFlat);
    }
  });

  it('is asked anew of the next need', () => {
    for (const demand of both({ minSpread: 0.2 })) {
      expect(plan(demand, hours(0.3, 0.1, 0.2), 120, { standing: standing([60, 120]) }).outcome).toEqual(tooFlat);
    }
  });
});
