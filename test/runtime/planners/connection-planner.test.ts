import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import type { Claim } from '../../../src/planner/house/order.ts';
import { peakTermsOf } from '../../../src/planner/house/peak-terms.ts';
import { planSite } from '../../../src/planner/house/site.ts';
import type { ConnectionProblem } from '../../../src/planner/joint/connection-house.ts';
import { connectionSearch } from '../../../src/planner/joint/plan-connection.ts';
import { finish } from '../../../src/planner/work.ts';
import { connectionPlanner } from '../../../src/runtime/planners/connection-planner.ts';
import { type ConnectionRequest, connectionAnswer } from '../../../src/runtime/planners/connection-thread.ts';
import { PlanningThread } from '../../../src/runtime/planners/planning-thread.ts';
import { caseCount } from '../../support/cases.ts';
import { type HouseCase, houseCases } from '../../support/planner/house/random-houses.ts';

/** The devices of a house at a grid connection, beside its battery if it has one. */
function problemOf({ house: { slots, stores, devices, importKw = 11, peak }, now }: HouseCase): ConnectionProblem {
  const prices = slots.map(({ start, end, importPrice }) => ({ start, end, price: importPrice }));
  const balance = slots.map(({ start, end, solarKw, loadKw }) => ({ start, end, kw: solarKw - loadKw }));
  const net = balance.map((each) => ({ ...each, kw: -each.kw }));
  return {
    claims: devices.map(({ demand, state }) => ({ demand, state, horizon: horizonOf(prices) })),
    ...{ limitKw: importKw, now, taken: [] },
    surplus: balance.filter(({ kw }) => kw > 0),
    withheld: net.filter(({ kw }) => kw > 0),
    ...(peak && { peak: { terms: peakTermsOf(peak, now), net }, housePeak: peak }),
    batteries: stores.map((store) => ({ store, slots, worthAChange: 0.02 })),
  };
}

const problems = fc.sample(houseCases, { numRuns: 30, seed: 1 }).map(problemOf);
const [example] = problems as [ConnectionProblem];
const here = (problem: ConnectionProblem) => finish(connectionSearch(problem));

describe('a thread that plans grid connections', () => {
  const thread = new PlanningThread<ConnectionRequest, ReturnType<typeof connectionAnswer>>('connection-thread', {});
  afterAll(() => thread.stop());
  const plan = connectionPlanner(thread);

  const compared = problems.slice(0, caseCount(8, problems.length));
  it(`makes the plans of ${compared.length} random connections that the main thread makes`, async () => {
    const planned = compared.map(plan);
    for (const [i, problem] of compared.entries()) expect(await planned[i]).toEqual(here(problem));
  });

  it('has no plans for a demand that the planner refuses', async () => {
    const limit = { rule: 'interval', price: Number.NaN } as const;
    const claims = example.claims.map((claim) => ({ ...claim, demand: { ...claim.demand, limit } }));
    expect(await plan({ ...example, claims })).toBeUndefined();
  });

  it('starts again after a request of which it died', async () => {
    await expect(thread.answer(null as unknown as ConnectionRequest, 60_000)).rejects.toThrow('problem');
    expect(await plan(example)).toEqual(here(example));
  });
});

describe('a thread for the sites of a process', () => {
  afterEach(() => void vi.useRealTimers());

  /** A thread that answers when a test lets it. */
  function stub() {
    vi.useFakeTimers();
    const answers: ((answer: readonly [] | 'late') => void)[] = [];
    const requests: ConnectionRequest[] = [];
    const stop = vi.fn(async () => {});
    const answer = (request: ConnectionRequest) => {
      requests.push(request);
      return new Promise<readonly [] | 'late'>((resolve) => answers.push(resolve));
    };
    return { plan: connectionPlanner({ answer, stop }), answers, requests, stop };
  }

  it('has one problem at a time', async () => {
    const { plan, answers, requests } = stub();
    const both = [plan(example), plan(example)];
    await vi.advanceTimersByTimeAsync(0);
    expect(requests.length).toBe(1);
    answers[0]?.('late');
    await expect(both[0]).rejects.toThrow('no plans within 60 s');
    await vi.advanceTimersByTimeAsync(0);
    answers[1]?.([]);
    expect(await both[1]).toEqual([]);
  });

  it('ends after ten minutes without a problem', async () => {
    const { plan, answers, stop } = stub();
    for (const minutes of [9, 10]) {
      const planned = plan(example);
      await vi.advanceTimersByTimeAsync(minutes * 60_000 - 1);
      answers.pop()?.([]);
      await planned;
      await vi.advanceTimersByTimeAsync(600_000 - 1);
      expect(stop).not.toHaveBeenCalled();
    }
    await vi.advanceTimersByTimeAsync(1);
    expect(stop).toHaveBeenCalledOnce();
  });

  it('receives equal prices of many devices once', async () => {
    const { plan, requests } = stub();
    const [claim] = example.claims as [Claim];
    const copies = Array.from({ length: 3 }, () => structuredClone({ ...claim, feedin: claim.horizon.spans }));
    void plan({ ...example, claims: copies });
    await vi.advanceTimersByTimeAsync(0);
    const claims = requests[0]?.problem.claims ?? [];
    expect(claims).toEqual(copies);
    expect([
      new Set(claims.map(({ horizon }) => horizon)).size,
      new Set(claims.map(({ feedin }) => feedin)).size,
    ]).toEqual([1, 1]);
  });
});

it('after its time, a search answers with its best plans so far', () => {
  const withoutBattery = ({ claims, limitKw, now, taken, surplus, withheld, peak }: ConnectionProblem) =>
    planSite(claims, limitKw, now, taken, surplus, withheld, peak);
  const isMoved = (problem: ConnectionProblem) =>
    problem.batteries.length === 1 && JSON.stringify(here(problem)) !== JSON.stringify(withoutBattery(problem));
  const problem = problems.find(isMoved) as ConnectionProblem;
  expect(connectionAnswer({ problem, withinMs: 0 })).toEqual(withoutBattery(problem));
});
