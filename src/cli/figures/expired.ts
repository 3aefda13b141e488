import { rowOn } from '../../core/dated.ts';
import { compactDate, type LocalDate } from '../../core/time.ts';
import type { Book, DatedRate } from '../../pricing/book.ts';
import { periodOn } from '../../pricing/energy.ts';
import { type Tariff, versionOn } from '../../pricing/tariff.ts';

/** Figures of one kind whose validity ended on one day. */
export interface ExpiredFigures {
  readonly kind: 'levy' | 'VAT' | 'grid' | 'consumption' | 'feedin';
  /** The last day of their validity. */
  readonly until: LocalDate;
  /** Names of levies, ids of tariffs. */
  readonly names: readonly string[];
}

/** The figures of a book that are past their validity on `date`: levies, VAT and the charges of these tariffs. */
export function expiredOn({ levies, vat }: Book, tariffs: Iterable<Tariff>, date: LocalDate): ExpiredFigures[] {
  const groups = new Map<string, { -readonly [key in keyof ExpiredFigures]: ExpiredFigures[key] }>();
  function add(kind: ExpiredFigures['kind'], name: string, until: LocalDate | undefined): void {
    if (until === undefined || until >= date) return;
    const group = groups.get(`${kind} ${until}`) ?? { kind, until, names: [] };
    if (!group.names.includes(name)) group.names = [...group.names, name];
    groups.set(`${kind} ${until}`, group);
  }
  const lastDay = (rates: readonly DatedRate[]) => rowOn(rates, date)?.until;
  for (const { name, rates } of levies) add('levy', `"${name}"`, lastDay(rates));
  for (const { rates } of vat) add('VAT', 'VAT', lastDay(rates));
  for (const tariff of tariffs) add(tariff.sector, tariff.id, lastDayOf(tariff, date));
  return [...groups.values()];
}

function lastDayOf(tariff: Tariff, date: LocalDate): LocalDate | undefined {
  const { price, until } = versionOn(tariff, compactDate(date));
  return (price.kind === 'periods' ? periodOn(price, date, true)?.to : undefined) ?? until;
}

/** Names that a line has room for. */
const SHOWN_NAMES = 4;

/** `levies valid until 2026-12-31: "A", "B"`; of many names the first ones and the number of the others. */
export function expiredText({ kind, until, names }: ExpiredFigures): string {
  const what = kind === 'levy' ? 'levies' : kind === 'VAT' ? 'VAT' : `${kind} tariffs`;
  if (kind === 'VAT') return `${what} valid until ${until}`;
  const others = names.length - SHOWN_NAMES;
  const shown = names.slice(0, SHOWN_NAMES).join(', ');
  return `${what} valid until ${until}: ${shown}${others > 0 ? ` and ${others} more` : ''}`;
}
