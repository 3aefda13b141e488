/** One figure over time, and whether it stays. */
export interface Course {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly least: number;
  readonly most: number;
  /** The rise of the straight line through its values, of their median, in per cent. */
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

/** The rise from the first value to the last of the line with the median of the slopes between any two, of the median value: one that stands out turns it nowhere. */
function riseOf(values: readonly number[]): number {
  const slopes = values.flatMap((value, i) => values.slice(i + 1).map((later, j) => (later - value) / (j + 1)));
  const middle = medianOf(values);
  return middle === 0 || slopes.length === 0 ? 0 : (medianOf(slopes) * (values.length - 1)) / middle;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
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
