import type { Instant } from '../../../src/core/time.ts';
import type { Book, SpotPrices } from '../../../src/pricing/book.ts';
import { RuledHolidays } from '../../../src/pricing/calendar/holidays.ts';
import type { PriceRule, Tariff } from '../../../src/pricing/tariff.ts';

/** Seconds of an ISO time. */
export const at = (iso: string): Instant => Date.parse(iso) / 1000;

/** A tariff of a company of its own with one rule per version. */
export function tariffOf(
  id: string,
  versions: Readonly<Record<string, PriceRule>>,
  more: Partial<Tariff> = {},
): Tariff {
  const [first, ...rest] = Object.entries(versions).map(([version, price]) => ({ version, available: true, price }));
  if (!first) throw new Error('a tariff needs a version');
  return {
    id,
    companyId: `${id}-company`,
    sector: 'consumption',
    name: id,
    link: null,
    description: null,
    type: 'static',
    available: true,
    household: true,
    versions: [first, ...rest],
    ...more,
  };
}

/** A German book that holds nothing but what is given. */
export const bookOf = (more: Partial<Book> = {}): Book => ({
  country: 'DE',
  companies: new Map(),
  tariffs: new Map(),
  network: 'operator',
  areas: [],
  taxAreas: [],
  levies: [],
  vat: [],
  networkFollowsContract: false,
  territories: [],
  regions: [],
  schedules: [],
  levyFree: false,
  exchangeRates: [],
  holidays: new RuledHolidays(),
  ...more,
});

/** Quarter-hourly prices that `priceAt` makes up, published until `until`; the next publication is a minute later. */
export const exchangeOf = (until: Instant, priceAt: (start: Instant) => number): SpotPrices => ({
  publication: () => ({ until, next: until + 60 }),
  pointsOf: (_zone, { start, end }) => {
    const count = Math.max(0, (Math.min(end, until) - start) / 900);
    return Array.from({ length: count }, (_, i) => ({
      start: start + i * 900,
      end: start + (i + 1) * 900,
      price: priceAt(start + i * 900),
    }));
  },
});
