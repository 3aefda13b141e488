import type { Grid } from './grid.ts';

/** For each point a row with a column for each number of units run until then: the best way to be there. */
export interface Layer {
  /** Price x minutes and taste of runs of which the last ends at the point; infinite where there are none. */
  readonly amounts: Float64Array;
  readonly tastes: Float64Array;
  /** Where a start at the point comes from: the point of the end before it, `FRESH` or `NO_START`. */
  readonly origins: Int32Array;
}

export const NO_START = -2;
/** A first start. */
export const FRESH = -1;

export interface Seeds {
  /** Whether the run under way may go on. */
  readonly goesOn: boolean;
  /** From where on a first start is possible; infinite when it is not. */
  readonly firstStart: number;
  readonly startAmount: number;
  /** Runs of which one more may follow; `self` for any number of runs, none for the first. */
  readonly before: Layer | 'self' | undefined;
}

/** The best ends after one more start than in the layer before, by one pass over the points. */
export function layerOf(grid: Grid, seeds: Seeds): Layer {
  const { points, opens, minOn } = grid;
  const pass = passOf(grid, seeds);
  let open = -1;
  let start = 0;
  for (let end = 0; end < points.length; end++) {
    const t = points[end] as number;
    if (opens[t] !== open) {
      open = opens[t] as number;
      pass.on.amounts.fill(Number.POSITIVE_INFINITY);
    }
    if (seeds.goesOn && open === 0 && t >= grid.minOnLeft) goOn(pass);
    for (; (points[start] as number) <= t - minOn; start++) {
      endPauses(pass, start);
      if (open >= 0 && (points[start] as number) >= open) begin(pass, start);
    }
    writeEnds(pass, end, open);
  }
  return pass.layer;
}

/** The state of one pass. While the device is on, the units it was off so far stay the same; while off, those run. */
interface Pass {
  readonly grid: Grid;
  readonly seeds: Seeds;
  readonly layer: Layer;
  readonly before: Layer | undefined;
  /** By units off so far, shifted by `need`; without what is spent up to now, which all share. */
  readonly on: { readonly amounts: Float64Array; readonly tastes: Float64Array };
  /** By units run so far, in columns: the best end whose pause may be over. */
  readonly off: { readonly amounts: Float64Array; readonly tastes: Float64Array; readonly ends: Int32Array };
  /** The first end whose pause is not over. */
  pausing: number;
}

function passOf(grid: Grid, seeds: Seeds): Pass {
  const width = grid.rans.length;
  const cells = grid.points.length * width;
  const states = grid.opens.length + grid.need + 1;
  const layer = {
    amounts: new Float64Array(cells),
    tastes: new Float64Array(cells),
    origins: new Int32Array(cells).fill(NO_START),
  };
  return {
    grid,
    seeds,
    layer,
    before: seeds.before === 'self' ? layer : seeds.before,
    on: { amounts: new Float64Array(states).fill(Number.POSITIVE_INFINITY), tastes: new Float64Array(states) },
    off: {
      amounts: new Float64Array(width).fill(Number.POSITIVE_INFINITY),
      tastes: new Float64Array(width),
      ends: new Int32Array(width),
    },
    pausing: 0,
  };
}

/** Lets the ends join whose shortest pause is over at a start, and drops those whose longest one is. */
function endPauses(pass: Pass, start: number): void {
  const { grid, before, off } = pass;
  const { points, minOff, maxOff, rans } = grid;
  const t = points[start] as number;
  for (; (points[pass.pausing] as number) <= t - minOff; pass.pausing++) {
    if (before) join(pass, before, pass.pausing, 0, rans.length);
  }
  if (maxOff === Number.POSITIVE_INFINITY || !before) return;
  for (let column = 0; column < rans.length; column++) {
    const isOver = (points[off.ends[column] as number] as number) < t - maxOff;
    if (!isOver || off.amounts[column] === Number.POSITIVE_INFINITY) continue;
    off.amounts[column] = Number.POSITIVE_INFINITY;
    for (let end = pass.pausing - 1; (points[end] ?? -1) >= t - maxOff; end--)
      join(pass, before, end, column, column + 1);
  }
}

/** Betters the pauses of some columns by those that begin at an end. */
function join({ off }: Pass, before: Layer, end: number, first: number, last: number): void {
  const { amounts, tastes, ends } = off;
  const row = end * amounts.length;
  for (let column = first; column < last; column++) {
    const amount = before.amounts[row + column] as number;
    const than = amounts[column] as number;
    if (amount > than || amount === Number.POSITIVE_INFINITY) continue;
    const taste = before.tastes[row + column] as number;
    if (amount === than && taste >= (tastes[column] as number)) continue;
    amounts[column] = amount;
    tastes[column] = taste;
    ends[column] = end;
  }
}

/** Lets the device start: for the first time, and after every pause that may be over. */
function begin({ grid, seeds, layer, on, off }: Pass, start: number): void {
  const { rans, need } = grid;
  const t = grid.points[start] as number;
  const spent = seeds.startAmount - (grid.amounts[t] as number);
  const sour = grid.startTaste - (grid.tastes[t] as number);
  const row = start * rans.length;
  off.amounts[0] = t >= seeds.firstStart && t <= grid.lastFirstStart ? 0 : Number.POSITIVE_INFINITY;
  off.tastes[0] = 0;
  off.ends[0] = FRESH;
  for (let column = 0; column < rans.length; column++) {
    const before = off.amounts[column] as number;
    if (before === Number.POSITIVE_INFINITY) continue;
    const state = t - (rans[column] as number) + need;
    const amount = before + spent;
    const than = on.amounts[state] as number;
    if (amount > than) continue;
    const taste = (off.tastes[column] as number) + sour;
    if (amount === than && taste >= (on.tastes[state] as number)) continue;
    on.amounts[state] = amount;
    on.tastes[state] = taste;
    layer.origins[row + column] = off.ends[column] as number;
  }
}

/** The run under way: no unit off so far, nothing spent, no start. */
function goOn({ grid, on }: Pass): void {
  on.amounts[grid.need] = 0;
  on.tastes[grid.need] = 0;
}

function writeEnds({ grid, layer, on }: Pass, end: number, open: number): void {
  const { rans, need } = grid;
  const t = grid.points[end] as number;
  const row = end * rans.length;
  if (open < 0) {
    layer.amounts.fill(Number.POSITIVE_INFINITY, row, row + rans.length);
    return;
  }
  const spent = grid.amounts[t] as number;
  const sour = grid.tastes[t] as number;
  for (let column = 0; column < rans.length; column++) {
    const state = t - (rans[column] as number) + need;
    layer.amounts[row + column] = (on.amounts[state] as number) + spent;
    layer.tastes[row + column] = (on.tastes[state] as number) + sour;
  }
}
