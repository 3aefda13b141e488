import type { RecognisedTable } from './recognised-table.ts';

/** The longer one of two tables side by side, as of days and of quarter hours; a table that stands alone as it is. */
export function tableSide(table: RecognisedTable): RecognisedTable {
  const half = table.header.length / 2;
  const [left, right] = [table.header.slice(0, half), table.header.slice(half)];
  if (left.join('\n') !== right.join('\n')) return table;
  const rows = [...table.rows];
  const filled = (from: number) => rows.filter(({ cells }) => (cells[from] ?? '') !== '').length;
  const from = filled(half) > filled(0) ? half : 0;
  return {
    ...table,
    header: left,
    rows: rows.map(({ line, cells }) => ({ line, cells: cells.slice(from, from + half) })),
  };
}
