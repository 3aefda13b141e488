/** One figure over time, and whether it stays. */
export interface Course {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly least: number;
  readonly most: number;
  /** The rise of the straight line through its values, of their mean, in per cent. */
  readonly trend: number;
  readonly isFlat: boolean;
}

/** @param limit the rise that is still flat, in per cent. What falls has not leaked. */
export function courseOf(name: string, values: readonly number[], limit: number): Course {
  const trend = 100 * riseOf(values);
  return {
    name,
    first: values.at(0) ?? 0,
    last: values.at(-1) ?? 0,
    least: Math.min(...values),
    most: Math.max(...values),
    trend,
    isFlat: trend <= limit,
  };
}

/** The rise of the line of least squares from the first value to the last, of their mean. */
function riseOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  let covariance = 0;
  let variance = 0;
  for (const [i, value] of values.entries()) {
    covariance += (i - middle) * (value - mean);
    variance += (i - middle) ** 2;
  }
  return mean === 0 || variance === 0 ? 0 : ((covariance / variance) * (values.length - 1)) / mean;
}

export function courseTable(courses: readonly Course[]): string {
  const head = ['', 'first', 'last', 'min', 'max', 'trend', ''];
  const rows = courses.map(({ name, first, last, least, most, trend, isFlat }) => [
    name,
    ...[first, last, least, most].map((value) => value.toFixed(1)),
    `${trend.toFixed(1)} %`,
    isFlat ? 'flat' : 'GROWS',
  ]);
  return [head, ...rows]
    .map(([name = '', ...cells]) => name.padEnd(26) + cells.map((cell) => cell.padStart(10)).join(''))
    .join('\n');
}
