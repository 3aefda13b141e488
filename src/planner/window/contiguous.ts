import { type Draft, type Frame, fitsLater, idle, metBy } from '../bounds.ts';
import type { Course } from '../load.ts';
import { isUnderWay, restOf, yields } from '../standing.ts';
import { type Stretch, spreads, stretchesOf, without } from '../stretches.ts';
import type { ContiguousDemand, PlanState } from '../types.ts';
import { isLimited, keepsLimits, keepsMean, soonestStart, takenStarts } from './limits.ts';
import { amountOf, sweep } from './sweep.ts';

/** One unbroken run of what is left of the course. */
export function planContiguous(frame: Frame, course: Course, demand: ContiguousDemand, state: PlanState): Draft {
  const { minutes } = course;
  if (minutes === 0) return idle('satisfied');
  if (isUnderWay(frame.now, state)) return runFrom(frame.now, frame, course);
  if (!spreads(frame, demand.minSpread)) return idle('spread');
  if (frame.from + minutes > frame.deadline) {
    const soonest = soonestStart(frame, course);
    if (keepsLimits(frame, course, soonest)) return runFrom(soonest, frame, course);
  }
  if (demand.whenUnknown !== 'plan-known' && fitsLater(frame, minutes)) return idle('waiting');
  const start = cheapestStart(frame, course, demand, state);
  return start === undefined ? unplanned(frame, course) : runFrom(start, frame, course);
}

function cheapestStart(frame: Frame, course: Course, demand: ContiguousDemand, state: PlanState): number | undefined {
  const { horizon, from } = frame;
  const { alignMinutes = 1, prefer, replaceWhen } = demand;
  const best = { start: from, cost: Number.POSITIVE_INFINITY };
  const starts = startsOf(frame, course);
  for (const { from, until } of starts) {
    sweep(horizon, course, { from, until: until - 1 }, { alignMinutes, latest: prefer === 'latest' }, best);
  }
  if (!keepsMean(frame, course, best.cost)) return undefined;
  const costAt = (start: number) => {
    const possible = start % alignMinutes === 0 && starts.some((each) => each.from <= start && start < each.until);
    return possible ? amountOf(horizon, course, start) : null;
  };
  if (frame.running && costAt(from) === best.cost) return from;
  const [standing] = replaceWhen ? restOf(state.standing, frame.now) : [];
  if (!replaceWhen || !standing || standing.until - standing.from !== course.minutes) return best.start;
  const cost = costAt(standing.from);
  if (cost === null || !keepsMean(frame, course, cost)) return best.start;
  return yields(cost, best.cost, course.money, replaceWhen) ? best.start : standing.from;
}

/** The minutes at which the course may start, by price limit, gaps and room. */
function startsOf(frame: Frame, course: Course): Stretch[] {
  const starts = stretchesOf(frame.horizon, frame, frame.limit)
    .map(({ from, until }) => ({ from, until: until - course.minutes + 1 }))
    .filter(({ from, until }) => from < until);
  return without(starts, takenStarts(frame, course));
}

function unplanned(frame: Frame, course: Course): Draft {
  const { known, deadline } = frame;
  if (fitsLater(frame, course.minutes)) return idle('waiting');
  if (isLimited(frame)) return idle('price-limit');
  const latest = deadline - course.minutes;
  const free = without([{ from: latest, until: latest + 1 }], takenStarts(frame, course)).length > 0;
  if (known < deadline && deadline < Number.POSITIVE_INFINITY && free) return runFrom(latest, frame, course);
  return { runs: [], outcome: { kind: 'short', shortMinutes: course.minutes, because: 'prices-end' } };
}

function runFrom(start: number, frame: Frame, { minutes }: Course): Draft {
  const until = start + minutes;
  return { runs: [{ from: start, until }], outcome: metBy(frame, until) };
}
