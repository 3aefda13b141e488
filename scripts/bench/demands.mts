import { horizonOf } from '../../dist/src/planner/horizon.js';
import type { Demand, PlanState, PricedSpan, SplitDemand } from '../../dist/src/planner/types.js';
import { planWindow } from '../../dist/src/planner/window/plan-window.js';
import { type Figure, figure } from './harness.mts';

const DEMANDS = 2000;
/** Quarter hours of a day; prices and a forecast reach over eight days. */
const DAY = 96;
const DAYS = 8;
const MINUTE = 60;

/** The same numbers every time. */
function chances() {
  let state = 20_261_122;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (most: number) => 1 + Math.floor(next() * most);
  return { next, upTo, maybe: (share: number, most: number) => (next() < share ? upTo(most) : 0) };
}

type Chances = ReturnType<typeof chances>;

function pieces({ upTo, maybe, next }: Chances): Partial<SplitDemand> {
  const minOffMinutes = maybe(0.4, 120);
  const longest = maybe(0.25, 480);
  const starts = maybe(0.4, 12);
  return {
    shape: 'split',
    need: { minutes: next() < 0.7 ? upTo(600) : upTo(DAYS * 1440), kw: 1 },
    minOnMinutes: maybe(0.5, 120),
    minOffMinutes,
    ...(longest > 0 && { maxOffMinutes: minOffMinutes + longest }),
    ...(starts > 0 && { maxStarts: starts }),
    preconditionMinutes: maybe(0.2, 60),
  };
}

/** How long random demands take that a message may make, over up to eight days of quarter hours. */
export function demandFigures(spans: readonly PricedSpan[]): Figure[] {
  const chance = chances();
  const { next, upTo, maybe } = chance;
  const times = Array.from({ length: DEMANDS }, () => {
    const first = upTo(spans.length - DAYS * DAY);
    const horizon = horizonOf(spans.slice(first, first + DAY * upTo(DAYS)));
    const start = horizon.spans[0]?.start ?? 0;
    const now = start + MINUTE * upTo(300);
    const rule = (['average', 'interval'] as const)[upTo(7) - 1];
    const deadline = maybe(0.7, DAYS * 1440);
    const shape = next() < 0.2 ? { shape: 'contiguous', phases: [{ minutes: upTo(300), kw: 1 }] } : pieces(chance);
    const demand = {
      prefer: 'earliest',
      whenUnknown: 'plan-known',
      ...(deadline > 0 && { readyBy: start + MINUTE * deadline }),
      ...(rule && { limit: { rule, price: next() / 5 } }),
      ...shape,
    } as Demand;
    const output = { on: next() < 0.3, since: now - MINUTE * upTo(200) };
    const state: PlanState = { output, delivered: { minutes: 0, starts: 0 }, standing: [] };
    const begun = performance.now();
    planWindow(demand, horizon, now, state);
    return performance.now() - begun;
  }).sort((a, b) => a - b);
  const [median = 0, slow = 0] = [times[DEMANDS / 2], times[DEMANDS * 0.99]];
  return [
    figure('plan: a random demand over eight days, median', median, 'ms'),
    figure('plan: a random demand over eight days, 99 of 100 within', slow, 'ms'),
  ];
}
