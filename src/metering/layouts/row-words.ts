import type { CsvRow } from '../csv-rows.ts';
import type { MeterEntry } from '../entry.ts';
import { intervalLength } from '../interval-length.ts';
import { MeterFileError } from '../meter-file-error.ts';
import type { MeterDirection } from '../types.ts';
import { columnPlace, type DirectionWords, type LayoutColumn } from './layout.ts';
import type { RecognisedTable } from './recognised-table.ts';
import { statusReader } from './row-status.ts';

/** The cells that are added up to the energy of a direction. */
interface ValueCells {
  readonly direction: MeterDirection | undefined;
  readonly places: readonly number[];
}

/** What a row says of itself besides its times. */
export interface RowWords {
  readonly meter: string | undefined;
  readonly register: string;
  /** As the cell has it. */
  readonly unit: string | undefined;
  /** Seconds. */
  readonly length: number | undefined;
  /** None where the row counts something else than the energy of a direction. */
  readonly values: readonly (ValueCells & Pick<MeterEntry, 'estimated' | 'status'>)[];
}

/** A reader of rows, which knows where this table has each column. */
export function rowWords(table: RecognisedTable): (row: CsvRow) => RowWords {
  const { layout, header } = table;
  const at = (column: LayoutColumn | undefined) => (column === undefined ? -1 : columnPlace(column, header));
  const places = {
    meter: at(layout.meter),
    register: at(layout.register),
    unit: typeof layout.unit === 'object' ? at(layout.unit.of) : -1,
    length: at(layout.length),
    quality: at(layout.quality?.of),
    kind: at(layout.kind?.of),
  };
  const values = valueCells(table);
  const times = [...(layout.start ?? []), ...(layout.end ?? [])].map(at);
  const taken = new Set([...Object.values(places), ...times, ...values.flatMap((each) => each.places)]);
  taken.delete(places.quality);
  const statusAt = statusReader(header, taken, values);
  const kind = directionWords(table, places.kind);
  return ({ line, cells }) => {
    const cellAt = (place: number) => (place < 0 ? undefined : (cells[place] ?? ''));
    const isWide = cells.length > header.length && cells.slice(header.length).some((cell) => cell !== '');
    if (isWide && values.some((each) => each.places.some((place) => /\d/.test(cells[place] ?? ''))))
      throw new MeterFileError('row-width', { line, cells: cells.length, columns: header.length });
    const isEstimate = layout.quality?.estimated.test(cellAt(places.quality) ?? '') ?? false;
    const qualified = values.map((each, i) => {
      const status = statusAt(cells, i);
      return status === 'estimated' || status === undefined
        ? { ...each, estimated: isEstimate || status === 'estimated' }
        : { ...each, estimated: false, status };
    });
    return {
      meter: cellAt(places.meter)?.replace(/^="(.*)"$/, '$1'),
      register: cellAt(places.register) ?? '',
      unit: cellAt(places.unit),
      length: intervalLength(cellAt(places.length) ?? ''),
      // A wider row with words in place of values is one of another table.
      values: isWide ? [] : places.kind < 0 ? qualified : ofKind(qualified, cells[places.kind] ?? '', kind),
    };
  };
}

/** The columns of values, by the direction that the layout gives them. */
function valueCells({ layout, header }: RecognisedTable): ValueCells[] {
  const byDirection = new Map<MeterDirection | undefined, number[]>();
  for (const { of, direction } of layout.values) {
    const place = of.map((column) => columnPlace(column, header)).find((found) => found >= 0);
    if (place !== undefined) byDirection.set(direction, [...(byDirection.get(direction) ?? []), place]);
  }
  return [...byDirection].map(([direction, places]) => ({ direction, places }));
}

/** The words of directions that count in this table. */
function directionWords({ layout: { kind }, rows }: RecognisedTable, place: number): DirectionWords | undefined {
  if (!kind?.otherwise) return kind;
  for (const { cells } of rows)
    if (kind.consumption.test(cells[place] ?? '') || kind.feedIn?.test(cells[place] ?? '')) return kind;
  return kind.otherwise;
}

function ofKind(values: RowWords['values'], cell: string, kind: DirectionWords | undefined): RowWords['values'] {
  const isConsumption = kind?.consumption.test(cell);
  if (!isConsumption && !kind?.feedIn?.test(cell)) return [];
  return values.map((each) => ({ ...each, direction: isConsumption ? 'consumption' : 'feed-in' }));
}
