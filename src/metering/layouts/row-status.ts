import { type ValueStatus, valueStatus } from '../status-words.ts';

/** The columns of the values of one direction. */
interface ValuePlaces {
  readonly places: readonly number[];
}

/** Words without a number: an address, as `Invalidenstraße 5`, is no status. */
const isWords = (cell: string) => /\p{L}/u.test(cell) && !/\p{N}/u.test(cell);

/** A cell that affirms the name of its column, such as `Estimated`. */
const YES = /^(true|yes|y|x|ja|j|oui|o|sí|si|s|sim|tak|ano|kyllä|igen)$/i;

/**
 * A reader of the status that words in a row give the values of one direction. It looks at all columns but the `taken` ones;
 * where columns follow the values of each direction, each direction has its own.
 */
export function statusReader(
  header: readonly string[],
  taken: ReadonlySet<number>,
  values: readonly ValuePlaces[],
): (cells: readonly string[], direction: number) => ValueStatus | undefined {
  const columns = statusColumns(header, taken, values);
  const known = new Map<string, ValueStatus | undefined>();
  const statusOf = (cell: string) => {
    if (!known.has(cell)) known.set(cell, valueStatus(cell));
    return known.get(cell);
  };
  return (cells, direction) => {
    for (const column of columns[direction] ?? []) {
      const cell = cells[column] ?? '';
      const status = isWords(cell) ? statusOf(YES.test(cell) ? (header[column] ?? '') : cell) : undefined;
      if (status) return status;
    }
    return undefined;
  };
}

function statusColumns(
  header: readonly string[],
  taken: ReadonlySet<number>,
  values: readonly ValuePlaces[],
): number[][] {
  const free = [...header.keys()].filter((column) => !taken.has(column));
  const following = values.map(({ places }) => new Set(places.flatMap((place) => freeAfter(place, header, taken))));
  return following.map((own) =>
    own.size === 0 ? free : free.filter((column) => own.has(column) || !following.some((each) => each.has(column))),
  );
}

/** The columns from `place` on to the next one that is taken. */
function freeAfter(place: number, header: readonly string[], taken: ReadonlySet<number>): number[] {
  const columns = [...header.keys()].slice(place + 1);
  const next = columns.findIndex((column) => taken.has(column));
  return next < 0 ? columns : columns.slice(0, next);
}
