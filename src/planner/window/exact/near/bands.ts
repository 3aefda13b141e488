import { type Band, type Rooms, roomsFor } from '../banded-table.ts';
import { changed, columnFrom, type Grid } from '../grid.ts';
import { beginningsOf, type Multipliers, type Opening, remaindersOf } from './relaxed.ts';

/** Runs of `low` to `high` units in at most so many starts, that cost no more than `most` and `mean` for each unit. */
export interface Goal {
  readonly low: number;
  readonly high: number;
  readonly most: number;
  readonly mean: number;
  /** Infinite where there is no limit, which asks for multipliers of 0 for a start. */
  readonly starts: number;
}

/** The columns in which a plan that reaches a goal can end, and those in which it can start. */
export interface Room {
  readonly ends: Rooms;
  readonly starts: Rooms;
}

/** What runs cost at the least by some multipliers: up to each point, and from there on. */
export interface Sight {
  readonly multipliers: Multipliers;
  readonly ends: Sides;
  readonly starts: Sides;
}

interface Sides {
  readonly before: Float64Array;
  readonly after: Float64Array;
}

export function sightOf(grid: Grid, opening: Opening, multipliers: Multipliers): Sight {
  const [before, after] = [beginningsOf(grid, opening, multipliers), remaindersOf(grid, multipliers)];
  return {
    multipliers,
    ends: { before: before.ends, after: after.ends },
    starts: { before: before.starts, after: after.starts },
  };
}

/** The grid with no more points than those at which a plan that reaches the goal can switch. */
export function narrowed(grid: Grid, { multipliers, ends, starts }: Sight, goal: Goal): Grid {
  const most = slackOf(multipliers, multipliers, goal, 0);
  const isNear = ({ before, after }: Sides, point: number) =>
    (before[point] as number) + (after[point] as number) <= most;
  return changed(grid, { points: grid.points.filter((_, point) => isNear(ends, point) || isNear(starts, point)) });
}

/** Room for the runs that have `made` so many starts at their ends. */
export function roomOf(grid: Grid, sights: readonly Sight[], goal: Goal, made: number): Room {
  const roomsOf = (side: 'ends' | 'starts', made: number) => {
    const views = sights.flatMap((early) => sights.map((late) => viewOf(early, late, side, goal, made)));
    // What one sight says of both sides leaves out the most.
    const sorted = views.toSorted((a, b) => Math.abs(a.step) - Math.abs(b.step));
    return roomsFor(grid.points.length, (point) => bandAt(grid, sorted, goal, point));
  };
  return { ends: roomsOf('ends', made), starts: roomsOf('starts', made - 1) };
}

/** Beginnings by one sight and remainders by another: each unit run so far uses up `step` of the `slack`. */
interface View extends Sides {
  readonly slack: number;
  readonly step: number;
}

function viewOf(early: Sight, late: Sight, side: 'ends' | 'starts', goal: Goal, made: number): View {
  return {
    before: early[side].before,
    after: late[side].after,
    slack: slackOf(early.multipliers, late.multipliers, goal, made),
    step: early.multipliers.unit - late.multipliers.unit,
  };
}

/** What both sides may cost together by their multipliers, if nothing were run so far. */
function slackOf(early: Multipliers, late: Multipliers, { low, high, most, mean, starts }: Goal, made: number): number {
  const rest = Math.max((mean - late.unit) * low, (mean - late.unit) * high);
  return most + rest + early.start * made + (late.start === 0 ? 0 : late.start * (starts - made));
}

function bandAt(grid: Grid, views: readonly View[], goal: Goal, point: number): Band {
  let [low, high] = [0, goal.high];
  for (const { before, after, slack, step } of views) {
    const left = slack - (before[point] as number) - (after[point] as number);
    if (step > 0) high = Math.min(high, left / step);
    else if (step < 0) low = Math.max(low, left / step);
    else if (!(left >= 0)) return { low: 0, high: 0 };
    if (low > high) return { low: 0, high: 0 };
  }
  const first = columnFrom(grid, Math.ceil(low));
  return { low: first, high: Math.max(first, columnFrom(grid, Math.floor(high) + 1)) };
}
