import type { CsvRow } from '../csv-rows.ts';
import { intervalLength } from '../interval-length.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterDirection } from '../types.ts';
import { columnPlace, type LayoutColumn } from './layout.ts';
import type { RecognisedTable } from './recognised-table.ts';

/** A cell with a value, and whose it is. */
export interface ValueCell {
  readonly cell: string;
  readonly direction: MeterDirection | undefined;
}

/** What a row says of itself besides its times. */
export interface RowWords {
  readonly meter: string | undefined;
  readonly register: string;
  /** As the cell has it. */
  readonly unit: string | undefined;
  /** Seconds. */
  readonly length: number | undefined;
  readonly estimated: boolean;
  /** None where the row counts something else than the energy of a direction. */
  readonly values: readonly ValueCell[];
}

/** A reader of rows, which knows where this table has each column. */
export function rowWords({ layout, header }: RecognisedTable): (row: CsvRow) => RowWords {
  const at = (column: LayoutColumn | undefined) => (column === undefined ? -1 : columnPlace(column, header));
  const places = {
    meter: at(layout.meter),
    register: at(layout.register),
    unit: typeof layout.unit === 'object' ? at(layout.unit.of) : -1,
    length: at(layout.length),
    quality: at(layout.quality?.of),
    kind: at(layout.kind?.of),
  };
  const values = layout.values.flatMap(({ of, direction }) => {
    const place = of.map(at).find((found) => found >= 0);
    return place === undefined ? [] : [{ place, direction }];
  });
  const kindOf = (cell: string): MeterDirection | undefined => {
    if (layout.kind?.consumption.test(cell)) return 'consumption';
    return layout.kind?.feedIn?.test(cell) ? 'feed-in' : undefined;
  };
  return ({ line, cells }) => {
    const cellAt = (place: number) => (place < 0 ? undefined : (cells[place] ?? ''));
    if (cells.some((cell, i) => i >= header.length && cell !== ''))
      throw new MeterFileError('row-width', { line, cells: cells.length, columns: header.length });
    const kind = cellAt(places.kind);
    const direction = kind === undefined ? undefined : kindOf(kind);
    const isOther = kind !== undefined && direction === undefined;
    return {
      meter: cellAt(places.meter)?.replace(/^="(.*)"$/, '$1'),
      register: cellAt(places.register) ?? '',
      unit: cellAt(places.unit),
      length: intervalLength(cellAt(places.length) ?? ''),
      estimated: layout.quality?.estimated.test(cellAt(places.quality) ?? '') ?? false,
      values: isOther
        ? []
        : values.map((value) => ({ cell: cellAt(value.place) ?? '', direction: direction ?? value.direction })),
    };
  };
}
