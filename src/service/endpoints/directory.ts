import type { CountryCode } from '../../core/markets.ts';
import type { Sector } from '../../core/vocabulary.ts';
import type { Book, Company } from '../../pricing/book.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import type { Rows } from '../rows.ts';

export type Role = 'network operator' | 'supplier';

/** One country's book, indexed for the listings. */
export interface Directory {
  readonly book: Book;
  /** Companies with a household tariff in the sector. */
  companies(sector: Sector): readonly Company[];
  /** A company's household tariffs in the sector; a tariff that is not among them still prices. */
  tariffs(sector: Sector, companyId: string): readonly Tariff[];
  /** A network operator files grid tariffs or serves an area; who is none, or trades energy, is a supplier. */
  plays(role: Role, companyId: string): boolean;
  /** A grid tariff is held, listed or not. */
  readonly holdsGrid: boolean;
}

export type Directories = Rows<CountryCode, Directory>;

/** Indexes a book once, so that a request costs what it returns and not what the country holds. */
export function directoryOf(book: Book): Directory {
  const listed: Record<Sector, Map<string, Tariff[]>> = { consumption: new Map(), feedin: new Map(), grid: new Map() };
  const operators = new Set(book.areas.map((area) => area.operator));
  const traders = new Set<string>();
  const tariffs = [...book.tariffs.values()];
  for (const tariff of tariffs) {
    const { sector, companyId, household } = tariff;
    (sector === 'grid' ? operators : traders).add(companyId);
    if (!household) continue;
    const ofCompany = listed[sector].get(companyId);
    if (ofCompany) ofCompany.push(tariff);
    else listed[sector].set(companyId, [tariff]);
  }
  return {
    book,
    companies: (sector) => [...listed[sector].keys()].flatMap((id) => book.companies.get(id) ?? []),
    tariffs: (sector, companyId) => listed[sector].get(companyId) ?? [],
    plays: (role, id) => (role === 'network operator' ? operators.has(id) : traders.has(id) || !operators.has(id)),
    holdsGrid: tariffs.some((tariff) => tariff.sector === 'grid'),
  };
}
