import type { Grid } from './grid.ts';

/** What runs up to a point may have cost at most, if the whole need is to be met at no more than some cost. */
export interface Ceilings {
  /** In rows with a column for each number of units run until then. */
  readonly amounts: Float64Array;
  /** The row of each point. */
  readonly rows: Int32Array;
  /** For each point the columns in which that is possible at all, the high itself not included. */
  readonly lows: Int32Array;
  readonly highs: Int32Array;
  /** Where the row of each point would begin if it had all columns, in `cells` that hold only the possible ones. */
  readonly offsets: Int32Array;
  readonly cells: number;
}

/** What units cost at least, whatever the rules say: stretch by stretch of one price. */
export interface Floors {
  /** Where each stretch begins. */
  readonly froms: readonly number[];
  /** By stretch and number of units: what they cost at least up to the end of the stretch, and from its beginning on. */
  readonly before: readonly Float64Array[];
  readonly after: readonly Float64Array[];
  /** What the whole need costs at least. */
  readonly least: number;
}

interface Block {
  readonly from: number;
  readonly units: number;
  /** Price x minutes of one unit; infinite where none may run. */
  readonly price: number;
}

export function floorsOf(grid: Grid): Floors {
  const blocks = blocksOf(grid);
  const after = cheapestOf(blocks.toReversed(), grid.need).reverse();
  const least = after[0]?.[grid.need] ?? Number.POSITIVE_INFINITY;
  return { froms: blocks.map(({ from }) => from), before: cheapestOf(blocks, grid.need), after, least };
}

/** No ceilings. */
export function openSky({ points, rans }: Grid): Ceilings {
  const width = rans.length;
  return {
    amounts: new Float64Array(width).fill(Number.POSITIVE_INFINITY),
    rows: new Int32Array(points.length),
    lows: new Int32Array(points.length),
    highs: new Int32Array(points.length).fill(width),
    offsets: Int32Array.from(points.keys(), (point) => point * width),
    cells: points.length * width,
  };
}

/** What is left of `most` when the rest of the need is met at the least cost. What is above cannot become a plan. */
export function ceilingsOf({ points, rans, need }: Grid, { froms, before, after }: Floors, most: number): Ceilings {
  const width = rans.length;
  const amounts = new Float64Array(froms.length * width);
  const bands = froms.map((_, row) => {
    const [least, rest] = [before[row] as Float64Array, after[row] as Float64Array];
    const band = { low: width, high: 0 };
    for (let column = 0; column < width; column++) {
      const ran = rans[column] as number;
      const ceiling = most - (rest[need - ran] as number);
      amounts[row * width + column] = ceiling;
      if ((least[ran] as number) > ceiling) continue;
      if (band.high === 0) band.low = column;
      band.high = column + 1;
    }
    return band;
  });
  return { amounts, ...placed(points, froms, bands) };
}

function placed(points: Int32Array, froms: readonly number[], bands: readonly { low: number; high: number }[]) {
  const column = () => new Int32Array(points.length);
  const [rows, lows, highs, offsets] = [column(), column(), column(), column()];
  let cells = 0;
  let row = 0;
  for (let point = 0; point < points.length; point++) {
    const t = points[point] as number;
    while ((froms[row + 1] ?? Number.POSITIVE_INFINITY) <= t) row++;
    const { low, high } = bands[row] as { low: number; high: number };
    rows[point] = row;
    lows[point] = low;
    highs[point] = high;
    offsets[point] = cells - low;
    cells += Math.max(0, high - low);
  }
  return { rows, lows, highs, offsets, cells };
}

function blocksOf({ opens, amounts }: Grid): Block[] {
  const blocks: { from: number; units: number; price: number }[] = [];
  for (let t = 0; t + 1 < opens.length; t++) {
    const isOpen = (opens[t + 1] as number) >= 0;
    const price = isOpen ? (amounts[t + 1] as number) - (amounts[t] as number) : Number.POSITIVE_INFINITY;
    const last = blocks.at(-1);
    if (last?.price === price) last.units++;
    else blocks.push({ from: t, units: 1, price });
  }
  return blocks;
}

/** For each block what so many units cost at least in it and those before it. */
function cheapestOf(blocks: readonly Block[], need: number): Float64Array[] {
  const sorted: Block[] = [];
  return blocks.map((block) => {
    const dearer = sorted.findIndex(({ price }) => price > block.price);
    if (block.price < Number.POSITIVE_INFINITY) sorted.splice(dearer < 0 ? sorted.length : dearer, 0, block);
    const sums = new Float64Array(need + 1);
    let filled = 0;
    for (const { units, price } of sorted) {
      for (const until = Math.min(need, filled + units); filled < until; filled++) {
        sums[filled + 1] = (sums[filled] as number) + price;
      }
    }
    return sums.fill(Number.POSITIVE_INFINITY, filled + 1);
  });
}
