import { type Sector, sectors } from '../core/vocabulary.ts';
import { DEEPEST, isObject, ShapeError } from './shape.ts';

/** One sector's part of a body, not yet read. */
export interface Candidate {
  readonly tariff?: unknown;
  readonly prices?: unknown;
}

/** The widest window has five days of quarter hours. */
const MOST_POINTS = 1000;

/**
 * The series and tariffs of a body, by the sector that a key above them speaks of. A series is an array of objects
 * with `from_utc`, a tariff an object with `id` and `type`; how they nest is not shown by the specification.
 */
export function findSeries(body: unknown): { readonly [sector in Sector]?: Candidate } {
  const found: { [sector in Sector]?: Candidate } = {};
  const visit = (value: unknown, sector: Sector | undefined, depth: number): void => {
    if (sector && isPoints(value)) {
      if (value.length > MOST_POINTS)
        throw new ShapeError(`${value.length} prices of ${sector}, at most ${MOST_POINTS}`, body);
      if (found[sector]?.prices) throw new ShapeError(`more than one series of ${sector}`, body);
      found[sector] = { ...found[sector], prices: value };
    }
    if (sector && isTariff(value)) found[sector] = { tariff: value, ...found[sector] };
    if (!isObject(value) || depth >= DEEPEST) return;
    for (const [key, inner] of Object.entries(value)) visit(inner, sectorNamedBy(key) ?? sector, depth + 1);
  };
  visit(body, undefined, 0);
  return found;
}

const isPoints = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && isObject(value[0]) && 'from_utc' in value[0];
const isTariff = (value: unknown) => isObject(value) && typeof value.id === 'string' && 'type' in value;

const names: Readonly<Record<Sector, RegExp>> = { consumption: /consum/i, feedin: /feed.?in/i, grid: /grid/i };
const sectorNamedBy = (key: string) => sectors.find((sector) => names[sector].test(key));
