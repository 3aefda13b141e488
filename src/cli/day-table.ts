import { componentNames, totalOf } from '../core/components.ts';
import type { PricePoint } from '../core/series.ts';
import { offsetsOver, wallClock } from '../core/time.ts';

/**
 * The points of a day as a table: when, each component that is there, and the total where there are several. Neighbours
 * that read the same share a line. `perMajor` of the shown unit make one of the currency.
 */
export function dayTable(points: readonly PricePoint[], timeZone: string, perMajor: number): string[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const names = componentNames.filter((name) => points.some((point) => point[name] !== undefined));
  const columns = names.length > 1 ? [...names, 'total' as const] : names;
  const offsetAt = offsetsOver({ start: first.start, end: last.end }, timeZone);
  const clock = (instant: number) => clockText(wallClock(instant, offsetAt(instant)).minute);
  const rows = points.map(({ start, end, ...components }) => ({
    from: clock(start),
    to: clock(end),
    cells: columns.map((name) => shown(name === 'total' ? totalOf(components) : components[name], perMajor)),
  }));
  const lines = joined(rows).map(({ from, to, cells }) => [`${from}-${to === '00:00' ? '24:00' : to}`, ...cells]);
  return aligned([['', ...columns], ...lines]);
}

interface Row {
  readonly from: string;
  readonly to: string;
  readonly cells: readonly string[];
}

function joined(rows: readonly Row[]): Row[] {
  const result: Row[] = [];
  for (const row of rows) {
    const last = result.at(-1);
    if (last?.to === row.from && last.cells.join() === row.cells.join())
      result[result.length - 1] = { ...last, to: row.to };
    else result.push(row);
  }
  return result;
}

const shown = (price: number | undefined, perMajor: number) =>
  price === undefined ? '' : (Math.round(price * perMajor * 1000) / 1000).toFixed(3);

/** Minutes since midnight as `HH:MM`. */
export const clockText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, '0')).join(':');

/** The cells of lines under each other: the first column to the left, the others to the right. */
export function aligned(lines: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  return lines.map((line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(width(0)) : cell.padStart(width(i)))).join('  '),
  );
}
