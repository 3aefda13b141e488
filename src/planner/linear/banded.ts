/**
 * A symmetric matrix with nothing further than `width` from its diagonal. Of each row `lower` has what stands before the
 * diagonal and, as its last, what is on it.
 */
export interface BandMatrix {
  readonly size: number;
  readonly width: number;
  readonly lower: Float64Array;
}

export const bandMatrix = (size: number, width: number): BandMatrix => ({
  size,
  width,
  lower: new Float64Array(size * (width + 1)),
});

/** Where a row and a column that is not after it meet. */
export const placeIn = ({ width }: BandMatrix, row: number, column: number) => row * (width + 1) + column - row + width;

/** What is left of a pivot below this share of it is float noise. */
const NOISE = 1e-15;
/** The pivot of a row that says no more than those before it: its part of a solution is 0. */
const NONE = 1e60;

/** Makes a positive definite matrix its own Cholesky factor. */
export function factorise({ size, width, lower }: BandMatrix): void {
  for (let i = 0; i < size; i++) {
    const first = Math.max(0, i - width);
    const row = i * width + width;
    for (let j = first; j <= i; j++) {
      const other = j * width + width;
      let sum = lower[row + j] as number;
      for (let k = Math.max(first, j - width); k < j; k++)
        sum -= (lower[row + k] as number) * (lower[other + k] as number);
      if (i > j) lower[row + j] = sum / (lower[other + j] as number);
      else lower[row + j] = sum > NOISE * (lower[row + j] as number) ? Math.sqrt(sum) : NONE;
    }
  }
}

/** Solves by the factor of a matrix, in the place of the right side. */
export function solveBy({ size, width, lower }: BandMatrix, right: Float64Array): void {
  for (let i = 0; i < size; i++) {
    const row = i * width + width;
    let sum = right[i] as number;
    for (let k = Math.max(0, i - width); k < i; k++) sum -= (lower[row + k] as number) * (right[k] as number);
    right[i] = sum / (lower[row + i] as number);
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = i * width + width;
    const found = (right[i] as number) / (lower[row + i] as number);
    right[i] = found;
    for (let k = Math.max(0, i - width); k < i; k++)
      right[k] = (right[k] as number) - (lower[row + k] as number) * found;
  }
}
