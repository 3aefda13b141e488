import type { Stretch } from '../../../../src/planner/stretches.ts';
import type { Grid } from '../../../../src/planner/window/exact/grid.ts';
import type { Multipliers, Opening } from '../../../../src/planner/window/exact/near/relaxed.ts';

/** Runs in units after the beginning of a grid. */
export interface Way {
  readonly runs: readonly Stretch[];
  readonly ran: number;
  /** To go on running is none. */
  readonly starts: number;
  readonly amount: number;
}

const NOTHING: Way = { runs: [], ran: 0, starts: 0, amount: 0 };

/** What a way costs where each unit costs so much less, and each start more. */
export const costBy = ({ amount, ran, starts }: Way, { unit, start }: Multipliers) =>
  amount - unit * ran + start * starts;

export const least = (costs: readonly number[]) => Math.min(...costs) + 0;

/** Every way to switch on a small grid that rules and prices let be, that of no run among them. */
export function waysOn(grid: Grid, opening: Opening): Way[] {
  const fresh = followed(grid, NOTHING, (from) => isFirst(grid, opening, from));
  const on = Array.from(grid.points).filter((until) => opening.goesOn && until >= grid.minOnLeft);
  const going = on.filter((until) => grid.opens[until] === 0).map((until) => run(grid, NOTHING, 0, until, 0));
  return [...fresh, ...going.flatMap((way) => followed(grid, way, after(grid, way)))];
}

/** Every way to go on after an end, that of no run among them. */
export const waysAfter = (grid: Grid, end: number): Way[] =>
  followed(grid, NOTHING, (from) => mayFollow(grid, end, from));

/** Every way that begins with a start at an instant. */
export const waysFrom = (grid: Grid, start: number): Way[] =>
  followed(grid, NOTHING, (from) => from === start).filter(({ starts }) => starts > 0);

/** True where a start may be the first, or follow what has run. */
export function mayStart(grid: Grid, opening: Opening, { runs }: Way, from: number): boolean {
  const last = runs.at(-1);
  return last ? mayFollow(grid, last.until, from) : isFirst(grid, opening, from);
}

const isFirst = ({ lastFirstStart, tail }: Grid, { firstStart }: Opening, from: number) =>
  from >= firstStart && (from <= lastFirstStart || from === tail);

const mayFollow = ({ minOff, lastStarts, tail }: Grid, end: number, from: number) =>
  from >= end + minOff && (from === tail || from <= (lastStarts[end] as number));

const after = (grid: Grid, { runs }: Way) => {
  const end = runs.at(-1)?.until ?? 0;
  return (from: number) => mayFollow(grid, end, from);
};

function followed(grid: Grid, way: Way, may: (from: number) => boolean): Way[] {
  const { points, opens, minOn } = grid;
  const next = Array.from(points).filter(may);
  const ways = next.flatMap((from) =>
    Array.from(points)
      .filter((until) => until >= from + minOn && opens[until] !== -1 && (opens[until] as number) <= from)
      .map((until) => run(grid, way, from, until, 1)),
  );
  return [way, ...ways.flatMap((each) => followed(grid, each, after(grid, each)))];
}

function run({ amounts }: Grid, { runs, ran, starts, amount }: Way, from: number, until: number, start: number): Way {
  return {
    runs: [...runs, { from, until }],
    ran: ran + until - from,
    starts: starts + start,
    amount: amount + (amounts[until] as number) - (amounts[from] as number),
  };
}
