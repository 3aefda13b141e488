import { avoided, estimated, gapsIn } from './estimate.ts';
import { microsOf } from './horizon.ts';
import { energyOf, type Load } from './load.ts';
import type { Stretch } from './stretches.ts';
import type { Delivered, Demand, Horizon, Outcome, PlanState, UnixSeconds } from './types.ts';

/** The stretches in which a load of so many kW finds no room. */
export type Blocked = (kw: number) => readonly Stretch[];

/** The room that terms and known prices leave, in minutes since the epoch and micro-units; no bound is infinite. */
export interface Bounds {
  /** Known prices and estimates where they are asked for, or a deadline may need them in the gaps between known ones. */
  readonly horizon: Horizon;
  /** Known prices alone. */
  readonly published: Horizon;
  /** The demand asked for estimates, and there are some. */
  readonly estimates: boolean;
  readonly now: number;
  /** No run starts before. */
  readonly from: number;
  readonly deadline: number;
  /** The end of the prices, known or estimated, that are planned on; `from` if that is later. */
  readonly known: number;
  /** No run on these prices ends after: the deadline or `known`. */
  readonly until: number;
  /** The price that no interval may exceed. */
  readonly limit: number;
  /** The price that the mean may not exceed. */
  readonly meanLimit: number;
  /** What was bought below that price so far, less what was above it: price x minutes x weight. */
  readonly spare: number;
  /** A run that starts at `from` goes on with one under way. */
  readonly running: boolean;
  readonly blocked: Blocked;
}

/** Runs by their times, and how they meet the demand. */
export interface UnpricedPlan {
  readonly runs: readonly Stretch[];
  readonly outcome: Outcome;
}

export function boundsOf(
  demand: Demand,
  horizon: Horizon,
  at: UnixSeconds,
  state: PlanState,
  load: Load,
  blocked: Blocked,
): Bounds {
  const { earliest = at, readyBy = Number.POSITIVE_INFINITY, limit } = demand;
  const now = Math.ceil(at / 60);
  const from = Math.max(now, Math.ceil(earliest / 60));
  const deadline = Math.floor(readyBy / 60);
  const weighed = limit?.weighed ?? horizon;
  const prices = pricesFor(demand, weighed, from, deadline);
  const known = Math.max(from, prices.ends.at(-1) ?? from);
  const limitOf = (rule: 'interval' | 'average') =>
    limit?.rule === rule ? microsOf(limit.price, horizon.sense) : Number.POSITIVE_INFINITY;
  return {
    horizon: prices,
    published: horizon,
    estimates: demand.whenUnknown === 'estimate' && prices !== weighed,
    now,
    from,
    deadline,
    known,
    until: Math.min(known, deadline),
    limit: limitOf('interval'),
    meanLimit: limitOf('average'),
    spare: spareOf(limitOf('average'), load, horizon.sense, state.delivered),
    running: state.output?.on === true && from === now,
    blocked,
  };
}

/** Minutes that estimates reach beyond the known prices, at the most. */
const AHEAD = 8 * 1440;

/** Known prices with the estimates that a demand asks for. No estimate says that a run keeps a limit. */
function pricesFor(demand: Demand, horizon: Horizon, from: number, deadline: number): Horizon {
  const { limit, whenUnknown } = demand;
  const end = horizon.ends.at(-1) ?? from;
  // After the known prices there is time that needs no gap.
  if (whenUnknown !== 'estimate')
    return limit || deadline > Math.max(from, end) ? horizon : avoided(horizon, { from, until: deadline });
  if (limit && isBeyondEstimates(demand)) return horizon;
  const until = deadline === Number.POSITIVE_INFINITY ? end : Math.min(deadline, end + AHEAD);
  // A minute apart, so that no run below a limit goes on from the known prices into them.
  const begin = limit ? Math.max(from, end + 1) : from;
  const gain = limit ? 0 : gainWithin(horizon, until - Math.max(from, end));
  return estimated(horizon, { from: begin, until }, (price) => notTempting(price - gain, demand, horizon.sense));
}

/** The gain of a plan that can wait for so many minutes beyond the known prices. */
const gainWithin = ({ gains = [] }: Horizon, minutes: number): number =>
  gains[Math.min(gains.length, Math.floor(minutes / 1440)) - 1] ?? 0;

/** Means are no single price's, and a longest pause would count on runs that nobody begins. */
const isBeyondEstimates = (demand: Demand): boolean =>
  demand.limit?.rule === 'average' ||
  demand.limit?.weighed !== undefined ||
  (demand.shape === 'split' && demand.maxOffMinutes !== undefined);

/** Nothing runs beyond a need because an estimate is below `alsoBelowPrice`. */
function notTempting(price: number, demand: Demand, sense: Horizon['sense']): number {
  if (demand.shape === 'contiguous' || demand.alsoBelowPrice === undefined) return price;
  const border = microsOf(demand.alsoBelowPrice, sense);
  return microsOf(price, sense) > border ? price : ((sense === 'cost' ? 1 : -1) * (border + 1)) / 1e6;
}

/** Float noise of money, in price x minutes x weight. */
const NOISE = 1e-3;

function spareOf(meanLimit: number, { phases, money }: Load, sense: Horizon['sense'], delivered: Delivered): number {
  const { cost, minutes } = delivered;
  if (cost === undefined || meanLimit === Number.POSITIVE_INFINITY) return 0;
  const energyKwh = delivered.energyKwh ?? energyOf(phases, minutes);
  const paid = sense === 'cost' ? cost : -cost;
  return Math.floor(((meanLimit / 1e6) * energyKwh - paid) / money + NOISE);
}

/** Minutes between the end of the known prices and a deadline beyond it. */
export function laterMinutes({ deadline, known }: Bounds): number {
  return deadline === Number.POSITIVE_INFINITY ? 0 : Math.max(0, deadline - known);
}

/** True where so many minutes may be left to unknown prices. Where all are, those that must begin now may not. */
export function fitsLater(bounds: Bounds, minutes: number): boolean {
  const later = laterMinutes(bounds);
  return later > 0 && (bounds.known > bounds.from ? minutes <= later : minutes < later);
}

export function idle(because: Extract<Outcome, { kind: 'idle' }>['because']): UnpricedPlan {
  return { runs: [], outcome: { kind: 'idle', because } };
}

/** The outcome of runs that meet the whole need. */
export function metBy(bounds: Bounds, runs: readonly Stretch[]): Outcome {
  const { deadline, from, published, now } = bounds;
  const end = runs.at(-1)?.until ?? now;
  if (end > deadline) return { kind: 'overrun', lateMinutes: end - deadline };
  if (deadline === Number.POSITIVE_INFINITY) return { kind: 'complete' };
  const knownUntil = published.ends.at(-1) ?? now;
  const isBeyond = deadline > Math.max(from, knownUntil);
  const [unknown] = isBeyond ? [{ from: knownUntil }] : runs.flatMap((run) => gapsIn(published, run));
  if (!unknown) return { kind: 'complete' };
  return { kind: 'provisional', knownUntil: 60 * unknown.from, ...estimatesOf(bounds) };
}

function estimatesOf({ estimates, published, from, until }: Bounds): { readonly estimatedUntil?: UnixSeconds } {
  const last = estimates ? gapsIn(published, { from, until }).at(-1) : undefined;
  return last ? { estimatedUntil: 60 * last.until } : {};
}
