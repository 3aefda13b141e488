import type { Grid } from './grid.ts';
import { type Bests, bestsOf, better, type Ends, endPauses, type Pauses, pausesOf } from './pauses.ts';

/** What one pass over the points finds: the runs that need one start more than those of the layer before. */
export interface Layer {
  /** The best end of all in each column. */
  readonly best: Bests;
  /** In rows as those of the ends, where a start at a point comes from: the end before it, `FRESH` or `NO_START`. */
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
}

export function endsOf({ points, rans }: Grid): Ends {
  const cells = points.length * rans.length;
  return { amounts: new Float64Array(cells), tastes: new Float64Array(cells) };
}

/**
 * The ends after one start more than those of `before`, none of which is needed for the first; written to `ends`. Where
 * both are the same, any number of starts.
 */
export function layerOf(grid: Grid, seeds: Seeds, before: Ends | undefined, ends: Ends): Layer {
  const { points, opens, rans, minOn } = grid;
  const pass = passOf(grid, seeds, ends);
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
      if (before) endPauses(pass.pauses, grid, before, start);
      if (open >= 0 && (points[start] as number) >= open) startAt(pass, start);
    }
    if (open >= 0 && t <= pass.lastEnd) endAt(pass, end);
    else ends.amounts.fill(Number.POSITIVE_INFINITY, end * rans.length, (end + 1) * rans.length);
  }
  return pass.layer;
}

interface Pass {
  readonly grid: Grid;
  readonly seeds: Seeds;
  readonly ends: Ends;
  readonly layer: Layer;
  readonly pauses: Pauses;
  /**
   * The device is on: by units off so far, which stay the same while it is, shifted by `need`; without what is spent
   * up to now, which all share.
   */
  readonly on: { readonly amounts: Float64Array; readonly tastes: Float64Array };
  /** By then the need is met. */
  lastEnd: number;
}

function passOf(grid: Grid, seeds: Seeds, ends: Ends): Pass {
  const width = grid.rans.length;
  const states = grid.opens.length + grid.need + 1;
  return {
    grid,
    seeds,
    ends,
    layer: { best: bestsOf(1, width), origins: new Int32Array(grid.points.length * width).fill(NO_START) },
    pauses: pausesOf(grid),
    on: { amounts: new Float64Array(states).fill(Number.POSITIVE_INFINITY), tastes: new Float64Array(states) },
    lastEnd: seeds.goesOn ? grid.need : 0,
  };
}

/** The run under way: no unit off so far, nothing spent, no start. */
function goOn({ grid, on }: Pass): void {
  on.amounts[grid.need] = 0;
  on.tastes[grid.need] = 0;
}

/** What a first start follows. */
const nothing: Bests = { amounts: Float64Array.of(0), tastes: Float64Array.of(0), points: Int32Array.of(FRESH) };

/** Lets the device start: for the first time, and after every pause that may be over. */
function startAt(pass: Pass, start: number): void {
  const { grid, seeds, pauses } = pass;
  const { first, turn, recent, older } = pauses;
  const t = grid.points[start] as number;
  if (t >= seeds.firstStart && t <= grid.lastFirstStart) startAfter(pass, start, nothing, 0, 1);
  startAfter(pass, start, recent, 0, grid.rans.length);
  if (first < turn) startAfter(pass, start, older, turn - 1 - first, grid.rans.length);
}

function startAfter(pass: Pass, start: number, from: Bests, row: number, width: number): void {
  const { grid, seeds, layer, on } = pass;
  const { rans, need } = grid;
  const t = grid.points[start] as number;
  const spent = seeds.startAmount - (grid.amounts[t] as number);
  const sour = grid.startTaste - (grid.tastes[t] as number);
  for (let column = 0; column < width; column++) {
    const before = from.amounts[row * width + column] as number;
    if (before === Number.POSITIVE_INFINITY) continue;
    const state = t - (rans[column] as number) + need;
    const amount = before + spent;
    const than = on.amounts[state] as number;
    if (amount > than) continue;
    const taste = (from.tastes[row * width + column] as number) + sour;
    if (amount === than && taste >= (on.tastes[state] as number)) continue;
    on.amounts[state] = amount;
    on.tastes[state] = taste;
    pass.lastEnd = t + need;
    layer.origins[start * rans.length + column] = from.points[row * width + column] as number;
  }
}

/** Lets the device stop. */
function endAt({ grid, ends, layer, on }: Pass, end: number): void {
  const { rans, need, points } = grid;
  const t = points[end] as number;
  const spent = grid.amounts[t] as number;
  const sour = grid.tastes[t] as number;
  for (let column = 0, cell = end * rans.length; column < rans.length; column++, cell++) {
    const state = t - (rans[column] as number) + need;
    ends.amounts[cell] = (on.amounts[state] as number) + spent;
    ends.tastes[cell] = (on.tastes[state] as number) + sour;
  }
  better(layer.best, 0, ends, end, rans.length);
}
