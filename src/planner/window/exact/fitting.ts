import { amountBetween } from '../../horizon.ts';
import { joined, minutesIn, type Stretch, stretchesOf, without } from '../../stretches.ts';
import { startsOf } from './run-rules.ts';
import type { SplitProblem } from './split-problem.ts';

/** A run with a minute more or less at one of its ends. */
interface Move {
  readonly runs: readonly Stretch[];
  /** What it adds to the cost. */
  readonly amount: number;
}

/** Runs whose ends are moved by the best single minutes until they add up to the need, as far as the rules let them. */
export function fitted(runs: readonly Stretch[], problem: SplitProblem): readonly Stretch[] {
  let fit = runs;
  for (;;) {
    const missing = problem.need - minutesIn(fit);
    if (missing === 0 || fit.length === 0) return fit;
    const step = Math.sign(missing);
    const moves = fit.flatMap((_, i) => movesOf(fit, i, step, problem));
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
  const { horizon, from, until, tail, limit, rules } = problem;
  const open = stretchesOf(horizon, { from, until: tail }, limit);
  return (
    startsOf(runs, rules) <= rules.starts &&
    without(runs, [...open, { from: tail, until }]).length === 0 &&
    without([{ from: tail, until }], runs).length === 0 &&
    runs.every((_, i) => isAllowed(runs, i, problem)) &&
    keepsMean(runs, problem)
  );
}

/** The ways to make one run a minute longer, or shorter for a step of -1. */
function movesOf(runs: readonly Stretch[], i: number, step: number, problem: SplitProblem): Move[] {
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

function isAllowed(runs: readonly Stretch[], i: number, { from, until, tail, rules }: SplitProblem): boolean {
  const { minOn, minOff, maxOff, minOnLeft, running, lastFirstStart } = rules;
  const run = runs[i] as Stretch;
  const before = runs[i - 1] ?? (running ? { from, until: from } : undefined);
  const after = runs[i + 1];
  const goesOn = running && runs[0]?.from === from;
  const isTail = tail < until && i === runs.length - 1;
  const last = i === 0 && !goesOn && !isTail ? lastFirstStart : Number.POSITIVE_INFINITY;
  const isPause = (minutes: number) => minutes === 0 || (minutes >= minOff && minutes <= maxOff);
  return (
    run.from >= from &&
    run.until <= until &&
    run.from <= last &&
    run.until - run.from >= (i === 0 && goesOn ? Math.max(1, minOnLeft) : minOn) &&
    (!isTail || (run.from <= tail && run.until === until)) &&
    (minOnLeft === 0 || goesOn) &&
    (!before || isTail || isPause(run.from - before.until)) &&
    (!after || (tail < until && i + 1 === runs.length - 1) || isPause(after.from - run.until))
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
