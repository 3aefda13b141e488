import { describe, expect, it } from 'vitest';
import { type PlanContext, planSummary, reasonOf } from '../../src/messages/plan.ts';
import { planMessage } from '../../src/messages/to-message.ts';
import type { Outcome, Plan } from '../../src/planner/types.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const context = {
  device: 'car',
  timeZone: 'Europe/Berlin',
  next: at('2026-03-29T01:00+01:00'),
  sense: 'cost' as const,
};

const plan: Plan = {
  runs: [
    { start: at('2026-03-29T00:00Z'), end: at('2026-03-29T01:00Z'), kw: 3.7, energyKwh: 3.7, cost: 0.74 },
    { start: at('2026-03-29T02:30Z'), end: at('2026-03-29T03:00Z'), kw: 3.7, energyKwh: 1.85, cost: 0.1 + 0.2 },
  ],
  outcome: { kind: 'complete' },
  cost: 1.04,
  baselineCost: 2,
};

const messageOf = (plan: Plan, context: PlanContext) => planMessage(planSummary(plan, context));

describe('a plan message', () => {
  it("has every time with the market's offset, over a clock change too", () => {
    expect(messageOf(plan, { ...context, reason: 'planned' })).toEqual({
      device: 'car',
      runs: [
        {
          start: '2026-03-29T01:00:00+01:00',
          end: '2026-03-29T03:00:00+02:00',
          kw: 3.7,
          energyKwh: 3.7,
          cost: 0.74,
          averagePrice: 0.2,
        },
        {
          start: '2026-03-29T04:30:00+02:00',
          end: '2026-03-29T05:00:00+02:00',
          kw: 3.7,
          energyKwh: 1.85,
          cost: 0.3,
          averagePrice: 0.162162,
        },
      ],
      start: '2026-03-29T01:00:00+01:00',
      end: '2026-03-29T05:00:00+02:00',
      cost: 1.04,
      energyKwh: 5.55,
      averagePrice: 0.187387,
      baselineCost: 2,
      saving: 0.96,
      complete: true,
      provisional: false,
      overrun: false,
      shortMinutes: 0,
      reason: 'planned',
      next: '2026-03-29T01:00:00+01:00',
    });
  });

  it('leaves unknown costs unknown', () => {
    const unknown = messageOf(
      { ...plan, runs: plan.runs.map((run) => ({ ...run, cost: null })), cost: null },
      { ...context, reason: 'fallback' },
    );
    expect(unknown).toMatchObject({ cost: null, saving: null, averagePrice: null, baselineCost: 2 });
    expect(unknown.runs[0]).toMatchObject({ cost: null, averagePrice: null });
  });

  it('counts what selling brings more as the saving', () => {
    expect(messageOf({ ...plan, cost: 3 }, { ...context, sense: 'revenue', reason: 'planned' }).saving).toBe(1);
  });

  it('without runs has no start, no end and nothing next', () => {
    const idle: Plan = { runs: [], outcome: { kind: 'idle', because: 'waiting' }, cost: null, baselineCost: null };
    expect(messageOf(idle, { ...context, next: undefined, reason: 'waiting-for-prices' })).toMatchObject({
      runs: [],
      start: null,
      end: null,
      next: null,
      energyKwh: 0,
      averagePrice: null,
      complete: false,
    });
  });
});

describe('an outcome has a stable reason', () => {
  it.each<[Outcome, string, object]>([
    [{ kind: 'complete' }, 'planned', { complete: true }],
    [{ kind: 'provisional', knownUntil: 0 }, 'provisional', { provisional: true, complete: false }],
    [{ kind: 'overrun', lateMinutes: 5 }, 'overrun', { overrun: true, complete: false }],
    [
      { kind: 'short', shortMinutes: 9, because: 'price-limit' },
      'short-price-limit',
      { shortMinutes: 9, complete: false },
    ],
    [{ kind: 'short', shortMinutes: 9, because: 'prices-end' }, 'short-prices-end', { shortMinutes: 9 }],
    [{ kind: 'short', shortMinutes: 9, because: 'starts' }, 'short-starts', { shortMinutes: 9 }],
    [{ kind: 'idle', because: 'satisfied' }, 'satisfied', { complete: true }],
    [{ kind: 'idle', because: 'spread' }, 'spread', { complete: false }],
    [{ kind: 'idle', because: 'price-limit' }, 'price-limit', { complete: false }],
    [{ kind: 'idle', because: 'waiting' }, 'waiting-for-prices', { complete: false }],
  ])('%j is %s', (outcome, reason, flags) => {
    const reached = { ...plan, outcome };
    expect(reasonOf(reached)).toBe(reason);
    expect(messageOf(reached, { ...context, reason })).toMatchObject(flags);
  });
});
