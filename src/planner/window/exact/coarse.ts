import { horizonOf, indexAt } from '../../horizon.ts';
import { joined, minutesIn, type Stretch, stretchesOf } from '../../stretches.ts';
import type { Horizon } from '../../types.ts';
import { fitted, keepsAll } from './fitting.ts';
import type { Rules } from './run-rules.ts';
import type { SplitProblem } from './split-problem.ts';

/**
 * The runs of a problem that is planned in whole steps of so many minutes by the clock, because the exact answer would
 * take too long; `undefined` where they do not meet the need or break a rule. Their ends are then moved by single minutes, until they add up to the need. Every rule is kept; what is given up is
 * that no other plan costs less.
 */
export function coarsely(
  problem: SplitProblem,
  step: number,
  solved: (problem: SplitProblem) => readonly Stretch[],
): readonly Stretch[] | undefined {
  const up = (minute: number) => Math.ceil(minute / step) * step;
  const down = (minute: number) => Math.floor(minute / step) * step;
  const { rules, limit, horizon } = problem;
  const isOpen = (from: number) => {
    const until = up(problem.from);
    return minutesIn(stretchesOf(horizon, { from, until }, limit)) === until - from;
  };
  const goesOn = rules.running && isOpen(problem.from);
  const from = up(rules.running && !goesOn ? problem.from + rules.minOff : problem.from);
  // A first start that may not wait for a step is made at once.
  const mustStart = !rules.running && rules.lastFirstStart < from && isOpen(rules.lastFirstStart);
  const begin = mustStart ? rules.lastFirstStart : goesOn ? problem.from : from;
  const until = down(problem.until);
  const tail = Math.max(from, down(problem.tail));
  const stepped = steppedRules(rules, goesOn, from, problem, step);
  const need = Math.max(stepped.minOn, down(problem.need), until - tail);
  const grid = gridOfSteps(horizon, { from, until }, limit, step);
  const runs = solved({
    ...problem,
    horizon: grid,
    rules: stepped,
    from,
    until,
    tail,
    need,
    limit: Number.POSITIVE_INFINITY,
  });
  const fit = fitted(joined(withEnds(runs, problem, { from, until }, begin)), problem);
  const isMet = minutesIn(fit) === problem.need || problem.meanLimit < Number.POSITIVE_INFINITY;
  return isMet && keepsAll(fit, problem) ? fit : undefined;
}

function steppedRules(rules: Rules, running: boolean, from: number, problem: SplitProblem, step: number): Rules {
  const minOn = Math.max(step, Math.ceil(rules.minOn / step) * step);
  const minOff = Math.ceil(rules.minOff / step) * step;
  const maxOff = Math.max(step, minOff, Math.floor(rules.maxOff / step) * step);
  const left = rules.minOnLeft - (from - problem.from);
  const minOnLeft = running && rules.minOnLeft > 0 ? Math.max(step, Math.ceil(left / step) * step) : 0;
  const lastFirstStart = Math.max(from, Math.floor(rules.lastFirstStart / step) * step);
  return { ...rules, from, running, minOn, minOff, maxOff, minOnLeft, lastFirstStart };
}

/** The mean price of each step all of which is open; the others are left out. */
function gridOfSteps(horizon: Horizon, { from, until }: Stretch, limit: number, step: number): Horizon {
  const sign = horizon.sense === 'cost' ? 1 : -1;
  const spans = [];
  for (let start = from; start < until; start += step) {
    let sum = 0;
    let minutes = 0;
    for (let i = indexAt(horizon, start); (horizon.starts[i] ?? until) < start + step; i++) {
      const price = horizon.micros[i] as number;
      const part = Math.min(horizon.ends[i] as number, start + step) - Math.max(horizon.starts[i] as number, start);
      if (price > limit || part <= 0) continue;
      sum += price * part;
      minutes += part;
    }
    const span = { start: 60 * start, end: 60 * (start + step), price: (sign * sum) / step / 1e6 };
    if (minutes === step) spans.push(span);
  }
  return horizonOf(spans, horizon.sense);
}

/** Runs with the minutes before the first step and after the last; the step of the tail gives up what is closed before it. */
function withEnds(
  runs: readonly Stretch[],
  { horizon, limit, ...problem }: SplitProblem,
  { from, until }: Stretch,
  begin: number,
): Stretch[] {
  const head = begin < from && runs[0]?.from === from ? [{ from: begin, until: from }] : [];
  const last = runs.at(-1);
  if (problem.tail === problem.until || last?.until !== until) return [...head, ...runs];
  const open = stretchesOf(horizon, { from: last.from, until: problem.tail }, limit).at(-1);
  const start = open?.until === problem.tail ? open.from : Math.max(problem.tail, last.from);
  const isLong = problem.until - start >= problem.rules.minOn;
  return [...head, ...runs.slice(0, -1), ...(isLong ? [{ from: start, until: problem.until }] : [])];
}
