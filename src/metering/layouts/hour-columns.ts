import { columnPlace } from './layout.ts';
import type { RecognisedTable } from './recognised-table.ts';

/** The name of a column of one interval of each day: `00:00-01:00`, `kl 00-01`. */
const interval = /^(?:kl\.? ?)?(\d\d?)(?:[:.](\d\d))? ?[-–] ?(\d\d?)(?:[:.](\d\d))?$/;

/**
 * A table with a row for each day and a column for each of its hours as one with a row for each hour; another table as it is.
 * A second column of the same hour is that of autumn and empty on other days.
 */
export function hourColumns(table: RecognisedTable): RecognisedTable {
  const { layout, header } = table;
  if (!layout.columnsAreHours) return table;
  const day = columnPlace(layout.start?.[0] ?? 1, header);
  const hours = header.flatMap((name, place) => {
    const [, from, fromMinute = '00', to, toMinute = '00'] = interval.exec(name) ?? [];
    return from === undefined
      ? []
      : [{ place, times: [`${from}:${fromMinute}`, `${to}:${toMinute}`], isAgain: header.indexOf(name) < place }];
  });
  return {
    ...table,
    layout: { ...layout, start: ['day', 'start'], end: ['end'], endIsTime: true, values: [{ of: ['value'] }] },
    header: ['day', 'start', 'end', 'value'],
    rows: {
      *[Symbol.iterator]() {
        for (const { line, cells } of table.rows) {
          const date = cells[day] ?? '';
          if (!/\d/.test(date)) yield { line, cells: [date] };
          else
            for (const { place, times, isAgain } of hours) {
              const value = cells[place] ?? '';
              if (value !== '' || !isAgain) yield { line, cells: [date, ...times, value] };
            }
        }
      },
    },
  };
}
