import type { Grid } from './grid.ts';

/** For each point and each number of units run until then, in rows of `need + 1`: the best way to be there. */
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
  /** By units run so far: the best end whose pause may be over. */
  readonly off: { readonly amounts: Float64Array; readonly tastes: Float64Array; readonly ends: Int32Array };
  /** The first end whose pause is not over. */
  pausing: number;
}

function passOf(grid: Grid, seeds: Seeds): Pass {
  const width = grid.need + 1;
  const cells = grid.points.length * width;
  const onStates = grid.opens.length + width;
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
    on: { amounts: new Float64Array(onStates).fill(Number.POSITIVE_INFINITY), tastes: new Float64Array(onStates) },
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
  const { points, minOff, maxOff, need } = pass.grid;
  const t = points[start] as number;
  for (; (points[pass.pausing] as number) <= t - minOff; pass.pausing++) {
    for (let ran = 1; ran < need; ran++) rest(pass, pass.pausing, ran);
  }
  if (maxOff === Number.POSITIVE_INFINITY) return;
  for (let ran = 1; ran < need; ran++) {
    const end = points[pass.off.ends[ran] as number] as number;
    if (pass.off.amounts[ran] === Number.POSITIVE_INFINITY || end >= t - maxOff) continue;
    pass.off.amounts[ran] = Number.POSITIVE_INFINITY;
    for (let other = pass.pausing - 1; (points[other] as number) >= t - maxOff; other--) rest(pass, other, ran);
  }
}

/** Bettering the pause after so many units by one that begins at `end`. */
function rest({ grid, before, off }: Pass, end: number, ran: number): void {
  if (!before) return;
  const cell = end * (grid.need + 1) + ran;
  const amount = before.amounts[cell] as number;
  const taste = before.tastes[cell] as number;
  if (!isBetter(amount, taste, off.amounts[ran] as number, off.tastes[ran] as number)) return;
  off.amounts[ran] = amount;
  off.tastes[ran] = taste;
  off.ends[ran] = end;
}

function begin(pass: Pass, start: number): void {
  const { need, points, lastFirstStart } = pass.grid;
  const t = points[start] as number;
  if (t >= pass.seeds.firstStart && t <= lastFirstStart) turnOn(pass, start, 0, 0, 0, FRESH);
  const { amounts, tastes, ends } = pass.off;
  for (let ran = 1; ran < need; ran++) {
    if (amounts[ran] === Number.POSITIVE_INFINITY) continue;
    turnOn(pass, start, ran, amounts[ran] as number, tastes[ran] as number, ends[ran] as number);
  }
}

function turnOn(
  { grid, seeds, layer, on }: Pass,
  start: number,
  ran: number,
  spent: number,
  sour: number,
  origin: number,
) {
  const t = grid.points[start] as number;
  const state = t - ran + grid.need;
  const amount = spent + seeds.startAmount - (grid.amounts[t] as number);
  const taste = sour + grid.startTaste - (grid.tastes[t] as number);
  if (!isBetter(amount, taste, on.amounts[state] as number, on.tastes[state] as number)) return;
  on.amounts[state] = amount;
  on.tastes[state] = taste;
  layer.origins[start * (grid.need + 1) + ran] = origin;
}

/** The run under way: no unit off so far, nothing spent, no start. */
function goOn({ grid, on }: Pass): void {
  on.amounts[grid.need] = 0;
  on.tastes[grid.need] = 0;
}

function writeEnds({ grid, layer, on }: Pass, end: number, open: number): void {
  const { need } = grid;
  const t = grid.points[end] as number;
  const row = end * (need + 1);
  if (open < 0) {
    layer.amounts.fill(Number.POSITIVE_INFINITY, row, row + need + 1);
    return;
  }
  const spent = grid.amounts[t] as number;
  const sour = grid.tastes[t] as number;
  for (let ran = 0, state = t + need; ran <= need; ran++, state--) {
    layer.amounts[row + ran] = (on.amounts[state] as number) + spent;
    layer.tastes[row + ran] = (on.tastes[state] as number) + sour;
  }
}

const isBetter = (amount: number, taste: number, thanAmount: number, thanTaste: number) =>
  amount < thanAmount || (amount === thanAmount && taste < thanTaste);
