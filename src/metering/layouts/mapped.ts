import { MeterFileError } from '../meter-file-error.ts';
import type { ColumnName, MeterColumns } from '../types.ts';
import { columnName, type LayoutColumn, type LayoutValue, type MeterLayout } from './layout.ts';

/** The layout of a table whose columns someone has named. */
export function mappedLayout(columns: MeterColumns): MeterLayout {
  const [start, end, consumption, feedIn] = [columns.start, columns.end, columns.consumption, columns.feedIn].map(
    listed,
  );
  if (!(start && end && consumption && feedIn)) throw new MeterFileError('no-columns');
  if (start.length + end.length === 0 || consumption.length + feedIn.length === 0)
    throw new MeterFileError('no-columns');
  return {
    format: 'CSV',
    habits: { namedEnds: true },
    ...(start.length > 0 && { start }),
    ...(end.length > 0 && { end }),
    // Without one of them the others would make too small a sum.
    with: [...consumption, ...feedIn],
    values: [
      ...consumption.map((column): LayoutValue => ({ of: [column], direction: 'consumption' })),
      ...feedIn.map((column): LayoutValue => ({ of: [column], direction: 'feed-in' })),
    ],
  };
}

const listed = (names: ColumnName | readonly ColumnName[] | undefined): LayoutColumn[] =>
  [names ?? []].flat().map((name) => (typeof name === 'string' ? columnName(name) : name));
