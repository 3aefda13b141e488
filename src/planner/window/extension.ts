import { joined, type Stretch, without } from '../stretches.ts';
import { lastFirstStartIn, lastStartAfter } from './exact/last-start.ts';
import { type Rules, startsOf } from './exact/run-rules.ts';

/** What bounds runs: rules, the first and last starts of shortest runs between closed times, what runs in any case. */
interface Around {
  readonly rules: Rules;
  readonly rooms: readonly Stretch[];
  readonly tail: Stretch;
}

/**
 * Runs on beyond the need: every run grows into the cheap minutes beside it, and new runs take the other cheap ones,
 * as far as the shortest runs and pauses and the starts left allow.
 */
export function extend(runs: readonly Stretch[], cheap: readonly Stretch[], around: Around): readonly Stretch[] {
  let extended = runs;
  for (const part of without(cheap, runs)) {
    extended = joined(extended.concat(taken(extended, part, around)).sort((a, b) => a.from - b.from));
  }
  return extended;
}

/** The part of a cheap stretch between two runs that may be run too. */
function taken(runs: readonly Stretch[], part: Stretch, around: Around): Stretch[] {
  const { rules } = around;
  const { minOn, minOff, running } = rules;
  const begun = running ? { from: rules.from, until: rules.from } : undefined;
  const left = runs.findLast(({ until }) => until <= part.from) ?? begun;
  const right = runs.find(({ from }) => from >= part.until);
  const joinsLeft = left?.until === part.from;
  const joinsRight = right?.from === part.until;
  const earliest = joinsLeft || !left ? part.from : left.until + minOff;
  const latest = joinsRight || !right ? part.until : right.from - minOff;
  const run =
    joinsLeft && joinsRight ? part : { from: Math.max(part.from, earliest), until: Math.min(part.until, latest) };
  if (run.until <= run.from) return [];
  if (joinsRight || (joinsLeft && left !== begun)) return [run];
  if (joinsLeft) return isTooFar(run, runs, around) ? [] : [run];
  const isTooMuch = run.until - run.from < minOn || startsOf(runs, rules) >= rules.starts;
  return isTooMuch || isTooFar(run, runs, around) ? [] : [run];
}

/**
 * True where a new run makes a pause longer than the longest. One between two runs makes a shorter one of it, and the
 * pause before the tail may be of any length.
 */
function isTooFar(run: Stretch, runs: readonly Stretch[], { rules, rooms, tail }: Around): boolean {
  const left = runs.findLast(({ until }) => until <= run.from);
  const right = runs.find(({ from }) => from >= run.until);
  if (left && right) return false;
  const lastStart = left ? lastStartAfter(left.until, rules, rooms) : lastFirstStartIn(rules, rooms);
  const isBefore = right !== undefined && right.from !== tail.from;
  return run.from > lastStart || (isBefore && right.from > lastStartAfter(run.until, rules, rooms));
}
