import { type BandMatrix, placeIn } from './banded.ts';

/** What each column adds to rows: of column `j` the entries from `first[j]` to before `first[j + 1]`. */
export interface Sparse {
  readonly columns: number;
  readonly first: Int32Array;
  readonly rows: Int32Array;
  readonly factors: Float64Array;
  /** How far apart rows are that a column joins. */
  readonly width: number;
}

export function sparseOf(columns: readonly (readonly (readonly [row: number, factor: number])[])[]): Sparse {
  const entries = columns.flat();
  const first = new Int32Array(columns.length + 1);
  for (const [j, each] of columns.entries()) first[j + 1] = (first[j] as number) + each.length;
  const joined = columns.map((each) => each.map(([row]) => row));
  return {
    columns: columns.length,
    first,
    rows: Int32Array.from(entries, ([row]) => row),
    factors: Float64Array.from(entries, ([, factor]) => factor),
    width: joined.reduce((most, rows) => Math.max(most, Math.max(...rows) - Math.min(...rows)), 0),
  };
}

/** Adds so much of each column to the sums of rows. */
export function addTo(sums: Float64Array, { columns, first, rows, factors }: Sparse, amounts: Float64Array): void {
  for (let j = 0; j < columns; j++)
    for (let k = first[j] as number; k < (first[j + 1] as number); k++) {
      const row = rows[k] as number;
      sums[row] = (sums[row] as number) + (factors[k] as number) * (amounts[j] as number);
    }
}

/** What rows at a price each come to for one of a column. */
export function worthOf({ first, rows, factors }: Sparse, j: number, prices: Float64Array): number {
  let sum = 0;
  for (let k = first[j] as number; k < (first[j + 1] as number); k++)
    sum += (factors[k] as number) * (prices[rows[k] as number] as number);
  return sum;
}

/** What makes a matrix the product of columns with themselves, each at its weight. */
export function productOf(
  { columns, first, rows, factors }: Sparse,
  matrix: BandMatrix,
): (weights: Float64Array) => void {
  const places: number[] = [];
  const products: number[] = [];
  const ends = Int32Array.from({ length: columns }, (_, j) => {
    for (let k = first[j] as number; k < (first[j + 1] as number); k++)
      for (let l = first[j] as number; l <= k; l++) {
        const [one, other] = [rows[k] as number, rows[l] as number];
        places.push(placeIn(matrix, Math.max(one, other), Math.min(one, other)));
        products.push((factors[k] as number) * (factors[l] as number));
      }
    return places.length;
  });
  const [at, of] = [Int32Array.from(places), Float64Array.from(products)];
  const { lower } = matrix;
  return (weights) => {
    lower.fill(0);
    for (let j = 0, p = 0; j < columns; j++) {
      const weight = weights[j] as number;
      const end = ends[j] as number;
      for (; p < end; p++) lower[at[p] as number] = (lower[at[p] as number] as number) + weight * (of[p] as number);
    }
  };
}
