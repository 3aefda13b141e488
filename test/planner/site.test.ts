import { describe, expect, it } from 'vitest';
import { type Claim, planSite } from '../../src/planner/site.ts';
import type { Demand, PlanState } from '../../src/planner/types.ts';
import { at, contiguous, hours, idleState, phased, runsOf, split, standing } from '../support/planning.ts';

const prices = hours(0.4, 0.1, 0.2, 0.3);
const claim = (demand: Demand, state: Partial<PlanState> = {}): Claim => ({
  demand,
  horizon: prices,
  state: { ...idleState, ...state },
});
const site = (limitKw: number, ...claims: Claim[]) => planSite(claims, limitKw, at(0)).map(runsOf);

describe('several devices under one limit', () => {
  it('all take the cheapest hour when there is room', () => {
    expect(site(3, claim(contiguous(60)), claim(split(60)), claim(contiguous(60)))).toEqual([
      [[60, 120]],
      [[60, 120]],
      [[60, 120]],
    ]);
  });

  it('take what those before them leave', () => {
    expect(site(1, claim(contiguous(60)), claim(split(90)), claim(contiguous(30)))).toEqual([
      [[60, 120]],
      [[120, 210]],
      [[210, 240]],
    ]);
  });

  it('are split around what is taken', () => {
    const first = claim(contiguous(20, { earliest: at(80), readyBy: at(100) }));
    expect(site(1, first, claim(split(60)))).toEqual([
      [[80, 100]],
      [
        [60, 80],
        [100, 140],
      ],
    ]);
  });

  it('share the time of a phase that leaves room', () => {
    const washing = phased([
      { minutes: 30, kw: 3 },
      { minutes: 30, kw: 0.5 },
    ]);
    expect(site(3.5, claim(washing, {}), claim(phased([{ minutes: 30, kw: 3 }])))).toEqual([[[60, 120]], [[90, 120]]]);
  });

  it('do not pass the limit by float noise', () => {
    const kw = (kw: number) => claim(phased([{ minutes: 60, kw }]));
    expect(site(0.3, kw(0.1), kw(0.2))).toEqual([[[60, 120]], [[60, 120]]]);
  });

  it('do not pass the limit for a deadline: the overrun starts when there is room', () => {
    const urgent = (minutes: number) => contiguous(minutes, { readyBy: at(30) });
    const plans = planSite([claim(urgent(60)), claim(urgent(60))], 1, at(0));
    expect(plans.map(runsOf)).toEqual([[[0, 60]], [[60, 120]]]);
    expect(plans[1]?.outcome).toEqual({ kind: 'overrun', lateMinutes: 90 });
  });

  it('wait for no room that never comes: a device above the limit does not run', () => {
    const plans = planSite(
      [claim(contiguous(60)), claim(split(60)), claim(split(60, { readyBy: at(30) }))],
      0.5,
      at(0),
    );
    expect(plans.map(runsOf)).toEqual([[], [], []]);
    expect(plans.map(({ outcome }) => outcome.kind)).toEqual(['short', 'short', 'short']);
  });

  it('leave alone what has begun', () => {
    const running = {
      output: { on: true, since: at(-30) },
      delivered: { minutes: 30, starts: 1 },
      standing: standing([-30, 90]),
    };
    expect(site(1, claim(split(60)), claim(contiguous(120), running))).toEqual([[[90, 150]], [[0, 90]]]);
  });
});
