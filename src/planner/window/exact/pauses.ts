import type { Grid } from './grid.ts';

/**
 * For each point a row with a column for each number of units run until then: the best runs that end there. Only the
 * columns from the low to the high of a row, itself not included, are filled.
 */
export interface Ends {
  /** Price x minutes; infinite where there are no such runs. */
  readonly amounts: Float64Array;
  readonly tieBreaks: Float64Array;
  readonly lows: Int32Array;
  readonly highs: Int32Array;
  /** Where the row of each point would begin if it had all columns. */
  readonly offsets: Int32Array;
}

/** The best of some ends, in the same columns. */
export interface Bests extends Ends {
  /** The point of each end. */
  readonly points: Int32Array;
}

/**
 * The ends that a start may follow now: with time some join, and the first of them leave. Those that joined since the
 * last turn share one row; each of those before has a row for itself and what follows it up to the turn, so that to
 * leave is to go on to the next row, and only when all of them have left are there rows to be made again.
 */
export interface Pauses {
  readonly recent: Bests;
  readonly older: Bests;
  /** The points of the ends: the first, the first of the recent, and the first whose shortest pause is not over. */
  first: number;
  turn: number;
  next: number;
}

export function pausesOf({ points, rans, minOff, maxOff }: Grid): Pauses {
  const rows = maxOff === Number.POSITIVE_INFINITY ? 0 : Math.min(points.length, maxOff - minOff + 1);
  return { recent: bestsOf(1, rans.length), older: bestsOf(rows, rans.length), first: 0, turn: 0, next: 0 };
}

export function bestsOf(rows: number, width: number): Bests {
  const offsets = Int32Array.from({ length: rows }, (_, row) => row * width);
  return { ...endsOf(offsets, rows * width), points: new Int32Array(rows * width) };
}

export function endsOf(offsets: Int32Array, cells: number): Ends {
  const rows = offsets.length;
  return {
    offsets,
    amounts: new Float64Array(cells),
    tieBreaks: new Float64Array(cells),
    lows: new Int32Array(rows),
    highs: new Int32Array(rows),
  };
}

/** Lets those ends join whose shortest pause is over at a start, and those leave whose longest one is. */
export function endPauses(pauses: Pauses, { points, minOff, maxOff, rans }: Grid, ends: Ends, start: number): void {
  const t = points[start] as number;
  for (; (points[pauses.next] as number) <= t - minOff; pauses.next++) {
    better(pauses.recent, 0, ends, pauses.next, rans.length);
  }
  while ((points[pauses.first] as number) < t - maxOff) pauses.first++;
  if (pauses.first > pauses.turn) turn(pauses, ends, rans.length);
}

/** Makes rows of those that have joined, the last of them first. */
function turn(pauses: Pauses, ends: Ends, width: number): void {
  const { first, next, recent, older } = pauses;
  recent.highs[0] = recent.lows[0] as number;
  for (let row = 0; row < next - first; row++) {
    better(recent, 0, ends, next - 1 - row, width);
    copy(recent, older, row, width);
  }
  recent.highs[0] = recent.lows[0] as number;
  pauses.turn = next;
}

/** Betters a row by one end. */
export function better(bests: Bests, row: number, ends: Ends, end: number, width: number): void {
  const { amounts, tieBreaks, points } = bests;
  const low = ends.lows[end] as number;
  const high = ends.highs[end] as number;
  widen(bests, row, low, high, width);
  const first = ends.offsets[end] as number;
  const shift = row * width - first;
  for (let from = first + low; from < first + high; from++) {
    const to = from + shift;
    const amount = ends.amounts[from] as number;
    const than = amounts[to] as number;
    if (amount > than || amount === Number.POSITIVE_INFINITY) continue;
    const tieBreak = ends.tieBreaks[from] as number;
    if (amount === than && tieBreak >= (tieBreaks[to] as number)) continue;
    amounts[to] = amount;
    tieBreaks[to] = tieBreak;
    points[to] = end;
  }
}

/** Lets a row be filled from `low` to `high` too. */
function widen({ amounts, lows, highs }: Bests, row: number, low: number, high: number, width: number): void {
  if (low >= high) return;
  const isEmpty = (lows[row] as number) >= (highs[row] as number);
  const first = isEmpty ? low : (lows[row] as number);
  const last = isEmpty ? low : (highs[row] as number);
  if (low < first) amounts.fill(Number.POSITIVE_INFINITY, row * width + low, row * width + first);
  if (high > last) amounts.fill(Number.POSITIVE_INFINITY, row * width + last, row * width + high);
  lows[row] = Math.min(first, low);
  highs[row] = Math.max(last, high);
}

/** Makes one row of others that of `from`. */
function copy(from: Bests, to: Bests, row: number, width: number): void {
  const low = from.lows[0] as number;
  const high = from.highs[0] as number;
  to.lows[row] = low;
  to.highs[row] = high;
  for (let column = low, cell = row * width + low; column < high; column++, cell++) {
    to.amounts[cell] = from.amounts[column] as number;
    to.tieBreaks[cell] = from.tieBreaks[column] as number;
    to.points[cell] = from.points[column] as number;
  }
}
