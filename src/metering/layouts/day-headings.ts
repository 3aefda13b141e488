import { columnPlace } from './layout.ts';
import type { RecognisedTable } from './recognised-table.ts';

/**
 * A table in which the date stands alone in a row above the times of its day, as one with the date in each row; another table
 * as it is. The times are ends, so midnight is that after the day.
 */
export function dayHeadings(table: RecognisedTable): RecognisedTable {
  const { layout, header } = table;
  if (!layout.dayHeadings) return table;
  const place = columnPlace(layout.end?.[0] ?? 1, header);
  return {
    ...table,
    rows: {
      *[Symbol.iterator]() {
        let day = '';
        for (const row of table.rows) {
          const label = row.cells[place] ?? '';
          if (/^\d\d?:\d\d(:\d\d)?$/.test(label)) {
            const time = /^0?0:00(:00)?$/.test(label) ? '24:00' : label;
            yield { line: row.line, cells: row.cells.with(place, `${day} ${time}`) };
          } else if (row.cells.every((cell, i) => i === place || cell === '')) day = label;
          else yield row;
        }
      },
    },
  };
}
