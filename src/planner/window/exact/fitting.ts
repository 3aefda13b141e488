import { amountBetween } from '../../horizon.ts';
import { joined, minutesIn, type Stretch, stretchesOf, without } from '../../stretches.ts';
import { lastFirstStartIn, lastStartAfter, openingsIn, roomsIn } from './last-start.ts';
import { startsOf } from './run-rules.ts';
import type { SplitProblem } from './split-problem.ts';

/** A problem with the first and the last start in each of its openings. */
interface Roomy extends SplitProblem {
  readonly rooms: readonly Stretch[];
}

/** A run with a minute more or less at one of its ends. */
interface Move {
  readonly runs: readonly Stretch[];
  /** What it adds to the cost. */
  readonly amount: number;
}

/** Runs whose ends are moved by the best single minutes until they add up to the need, as far as the rules let them. */
export function fitted(runs: readonly Stretch[], problem: SplitProblem): readonly Stretch[] {
  const roomy = roomyOf(problem);
  let fit = runs;
  for (;;) {
    const missing = problem.need - minutesIn(fit);
    if (missing === 0 || fit.length === 0) return fit;
    const step = Math.sign(missing);
    const moves = fit.flatMap((_, i) => movesOf(fit, i, step, roomy));
    const best = moves.reduce<Move | undefined>(
      (least, each) => (least && least.amount <= each.amount ? least : each),
      undefined,
    );
    if (!best) return fit;
    fit = joined(best.runs);
  }
}

/** True of runs that keep every rule. */
export function keepsAll(runs: readonly Stretch[], problem: SplitProblem): boolean {
  const { until, tail, rules } = problem;
  const roomy = roomyOf(problem);
  return (
    startsOf(runs, rules) <= rules.starts &&
    without(runs, openingsIn(problem)).length === 0 &&
    without([{ from: tail, until }], runs).length === 0 &&
    runs.every((_, i) => isAllowed(runs, i, roomy)) &&
    keepsMean(runs, problem)
  );
}

const roomyOf = (problem: SplitProblem): Roomy => ({
  ...problem,
  rooms: roomsIn(openingsIn(problem), problem.rules.minOn),
});

/** The ways to make one run a minute longer, or shorter for a step of -1. */
function movesOf(runs: readonly Stretch[], i: number, step: number, problem: Roomy): Move[] {
  const run = runs[i] as Stretch;
  const earlier = { from: run.from - step, until: run.until };
  const later = { from: run.from, until: run.until + step };
  return [earlier, later].flatMap((moved) => {
    const others = runs.with(i, moved);
    if (!isAllowed(others, i, problem)) return [];
    const amount = step > 0 ? amountOf(run, moved, problem) : -amountOf(moved, run, problem);
    return amount < Number.POSITIVE_INFINITY && (step < 0 || keepsMean(others, problem))
      ? [{ runs: others, amount }]
      : [];
  });
}

/** What the minute costs that the longer of two runs has beside the other; infinite where it may not run. */
function amountOf(shorter: Stretch, longer: Stretch, { horizon, limit }: SplitProblem): number {
  const minute =
    longer.from < shorter.from
      ? { from: longer.from, until: shorter.from }
      : { from: shorter.until, until: longer.until };
  const isOpen = stretchesOf(horizon, minute, limit).length > 0;
  return isOpen ? (amountBetween(horizon, minute.from, minute.until) ?? 0) : Number.POSITIVE_INFINITY;
}

function isAllowed(runs: readonly Stretch[], i: number, { from, until, tail, rules, rooms }: Roomy): boolean {
  const { minOn, minOff, minOnLeft, running } = rules;
  const run = runs[i] as Stretch;
  const before = runs[i - 1] ?? (running ? { from, until: from } : undefined);
  const after = runs[i + 1];
  const goesOn = running && runs[0]?.from === from;
  const isTailAt = (place: number) => tail < until && place === runs.length - 1;
  const isTail = isTailAt(i);
  const last = i === 0 && !goesOn && !isTail ? lastFirstStartIn(rules, rooms) : Number.POSITIVE_INFINITY;
  // What runs right before the deadline is bound by no longest pause.
  const isPause = (end: number, start: number, place: number) =>
    start === end || (start - end >= minOff && (isTailAt(place) || start <= lastStartAfter(end, rules, rooms)));
  return (
    run.from >= from &&
    run.until <= until &&
    run.from <= last &&
    run.until - run.from >= (i === 0 && goesOn ? Math.max(1, minOnLeft) : minOn) &&
    (!isTail || (run.from <= tail && run.until === until)) &&
    (minOnLeft === 0 || goesOn) &&
    (!before || isPause(before.until, run.from, i)) &&
    (!after || isPause(run.until, after.from, i + 1))
  );
}

function keepsMean(runs: readonly Stretch[], { horizon, meanLimit, spare, tail }: SplitProblem): boolean {
  if (meanLimit === Number.POSITIVE_INFINITY) return true;
  const outside = runs
    .map(({ from, until }) => ({ from, until: Math.min(until, tail) }))
    .filter((run) => run.from < run.until);
  const amount = outside.reduce((sum, { from, until }) => sum + (amountBetween(horizon, from, until) ?? 0), 0);
  return amount <= meanLimit * minutesIn(outside) + spare;
}
