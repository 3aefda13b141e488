import { type Figure, isMet } from './figure.mts';

/** The figures in columns: what, how much, what it is held to, how sure that is, and what it was here. */
export function table(figures: readonly Figure[]): string {
  const rows = [
    ['', 'median', 'budget', '±', 'here', 'beside'],
    ...figures.map((figure) => [
      figure.name,
      `${number(figure.value)} ${figure.unit}`,
      verdict(figure),
      figure.doubt === undefined ? '' : `${(100 * figure.doubt).toFixed(0)} %`,
      figure.ms === undefined ? '' : duration(figure.ms),
      figure.yardstick ?? '',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    row.map((cell, column) =>
      NUMERIC.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
  return rows.map((row) => `${line(row).join('  ').trimEnd()}\n`).join('');
}

/** Columns that are set to the right. */
const NUMERIC = new Set([1, 2, 3, 4]);

function verdict(figure: Figure): string {
  if (figure.atMost === undefined) return '';
  return `${isMet(figure) ? 'ok' : 'MISSED'} <= ${number(figure.atMost)}`;
}

/** Three significant digits are more than a benchmark can promise. */
const number = (value: number) =>
  value.toLocaleString('en', value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 });

function duration(ms: number): string {
  if (ms >= 1000) return `${number(ms / 1000)} s`;
  return ms < 0.1 ? `${number(1000 * ms)} µs` : `${number(ms)} ms`;
}
