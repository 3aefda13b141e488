import { type ComponentName, componentNames } from '../../core/components.ts';
import type { Dated } from '../../core/dated.ts';
import { markets } from '../../core/markets.ts';
import type { PricePoint } from '../../core/series.ts';
import { compactDate, type LocalDate, localDay, type Span } from '../../core/time.ts';
import type { Book, Levy, SpotPoint } from '../book.ts';
import { inWinterTime, type MarketDay, type Quarter, quartersOf } from '../calendar/quarters.ts';
import { vatOn } from '../charges.ts';
import { chargesOf } from '../day-charges.ts';
import { pricesOver, type Sources } from '../energy.ts';
import {
  chargeFigures,
  gridFigures,
  onceEach,
  type ProvisionalDays,
  provisionalDays,
  rateFigures,
  tariffFigures,
  unratedDays,
} from '../marks.ts';
import { gridTariffOf } from '../network.ts';
import { mostSpecificFirst, type SupplyPoint } from '../place/scope.ts';
import { euroRates } from '../spot.ts';
import { type RatesAt, supplyPoints } from '../supply.ts';
import type { Tariff, Version } from '../tariff.ts';

/** A household in the past: where it is, and when. */
export interface PastPlace {
  readonly span: Span;
  /** Normalised. */
  readonly postalCode?: string;
  /** The network operator that serves the postal code. */
  readonly operator?: string;
  /** The network charge that counts whatever the address has. */
  readonly grid?: Tariff;
}

/** The prices of a contract as they were, and what they have to be made of. */
interface PastPrices {
  readonly points: readonly PricePoint[];
  readonly components: readonly ComponentName[];
  readonly gridTariff?: Tariff;
}

/** A market's prices in the past. */
export interface PastBook {
  /** Throws a `CannotPrice` where switching times are missing or do not fit. */
  consumption(tariff: Tariff): PastPrices;
  feedin(tariff: Tariff): readonly PricePoint[];
  /** The days on which the prices of a contract rest on figures that are not settled. */
  provisional(tariff: Tariff): ProvisionalDays | undefined;
  /** The VAT at the place, 0.19 for 19 %. */
  readonly vat: readonly Dated<number>[];
}

/**
 * The prices of a book over a stretch of the past, by quarter hours, of which those of a day that cost the same are one. Levies, VAT, network charges and the versions of a
 * contract count on their days; before its first day nothing of a levy or a network charge is known, while a contract is asked
 * for as if it had been offered before it was.
 */
export function pastBook(
  book: Book,
  place: PastPlace,
  pointsOf: (zone: string, span: Span) => readonly SpotPoint[],
): PastBook {
  const { country } = book;
  const { span, operator, postalCode, grid } = place;
  const quarters = quartersOf(span, markets[country].timeZone, book.holidays);
  const question = {
    ...{ now: span.end, historicDays: 0, resolution: 900 as const, include: new Set(['fees', 'vat'] as const) },
    ...(operator !== undefined && { operator }),
    ...(postalCode !== undefined && { postalCode }),
    ...(grid && { grid }),
  };
  const sourcesAt = (at: SupplyPoint): Sources => ({
    pointsOf: (zone) => pointsOf(zone, span),
    exchangeRates: euroRates(book),
    schedule: mostSpecificFirst(book.schedules, at)[0],
    calendars: book.calendars ?? {},
    inWinterTime: (some) => inWinterTime(some, markets[country].timeZone, book.holidays),
    lastPublished: () => '9999-12-31',
  });
  const networks = new Map<Tariff, ReturnType<RatesAt>>();
  const ratesOf =
    (contract: Tariff): RatesAt =>
    (tariff, at) => {
      const isStrict = tariff.sector === 'grid' && tariff.companyId !== contract.companyId;
      const rates = (isStrict && networks.get(tariff)) || ratesThen(tariff, isStrict, quarters, sourcesAt(at));
      if (isStrict) networks.set(tariff, rates);
      return rates;
    };
  const chargesBeside = onceEach((gridTariff: Tariff | undefined) => onceEach(chargesOf(question, book, gridTariff)));
  const unrated = onceEach((zone: string) => unratedDays(pointsOf(zone, span), country));
  const dates = [...new Set(quarters.map(({ day }) => day))].map(({ date }) => date);
  const figuresBeside = onceEach((gridTariff: Tariff | undefined) => [
    ...(gridTariff ? [onceEach(gridFigures(gridTariff, book))] : []),
    onceEach(chargeFigures(question, book, gridTariff)),
  ]);
  const at = (gridTariff?: Tariff) => ({ country, postalCode, operator: operator ?? (grid ?? gridTariff)?.companyId });
  return {
    consumption(tariff) {
      const gridTariff = gridTariffOf({ ...question, consumption: tariff }, book);
      const supply = { tariff, gridTariff, place: at(gridTariff), chargesOn: chargesBeside(gridTariff) };
      const levies = leviesAt(book, { country, operator: gridTariff?.companyId ?? operator, postalCode });
      const hasFees = levies.some(({ component }) => component === 'fees');
      const isNeeded = { energy: true, grid: gridTariff !== undefined, fees: hasFees, vat: book.vat.length > 0 };
      const points = supplyPoints(supply, quarters, book, ratesOf(tariff), true);
      const since = localDay(knownSince(levies), markets[country].timeZone).start;
      return {
        points: since <= span.start ? points : points.filter(({ start }) => start >= since),
        components: componentNames.filter((name) => isNeeded[name]),
        ...(gridTariff && { gridTariff }),
      };
    },
    feedin: (tariff) =>
      supplyPoints(
        { tariff, gridTariff: undefined, place: at(), chargesOn: () => ({}) },
        quarters,
        book,
        ratesOf(tariff),
        true,
      ),
    provisional(tariff) {
      const isBought = tariff.sector === 'consumption';
      const beside = isBought ? figuresBeside(gridTariffOf({ ...question, consumption: tariff }, book)) : [];
      return provisionalDays([tariffFigures(tariff), rateFigures(tariff, book, unrated), ...beside], dates);
    },
    vat: vatThere(book, { country, operator, postalCode }),
  };
}

const leviesAt = ({ levies }: Book, place: SupplyPoint): Levy[] => mostSpecificFirst(levies, place);

/** The first day on which something is known of every levy. */
function knownSince(levies: readonly Levy[]): LocalDate {
  const first = new Map<string, LocalDate>();
  for (const { name, rates } of levies) {
    const from = rates[0]?.from ?? FIRST_DAY;
    first.set(name, [first.get(name) ?? from, from].sort()[0] ?? from);
  }
  return [FIRST_DAY, ...first.values()].sort().at(-1) ?? FIRST_DAY;
}

const FIRST_DAY: LocalDate = '1970-01-01';

/** The rates of a tariff, each by the version of its day. */
function ratesThen(
  { sector, versions, told }: Tariff,
  isStrict: boolean,
  quarters: readonly Quarter[],
  sources: Sources,
): readonly (number | undefined)[] {
  const versionAt = ({ date }: MarketDay): Version | undefined =>
    versions.findLast(({ version }) => version <= compactDate(date)) ?? (isStrict ? undefined : versions[0]);
  const parts = stretchesOf(quarters, versionAt).map(({ version, stretch }) =>
    version ? pricesOver(version.price, stretch, sources, sector === 'grid') : stretch.map(() => undefined),
  );
  const [only = []] = parts;
  const rates = parts.length > 1 ? parts.flat() : only;
  const toldRates = told && pricesOver(told, quarters, sources);
  return toldRates ? rates.map((rate, i) => toldRates[i] ?? rate) : rates;
}

/** Neighbouring quarter hours of one version. */
function stretchesOf(quarters: readonly Quarter[], versionAt: (day: MarketDay) => Version | undefined) {
  const stretches: { readonly version: Version | undefined; readonly stretch: readonly Quarter[] }[] = [];
  const [first] = quarters;
  let [from, day, version] = [0, first?.day, first && versionAt(first.day)];
  for (let i = 0; i < quarters.length; i += 1) {
    const today = quarters[i]?.day;
    if (!today || today === day) continue;
    day = today;
    const next = versionAt(day);
    if (next === version) continue;
    stretches.push({ version, stretch: quarters.slice(from, i) });
    [from, version] = [i, next];
  }
  return [...stretches, { version, stretch: quarters.slice(from) }];
}

function vatThere({ vat }: Book, place: SupplyPoint): Dated<number>[] {
  const days = new Set(vat.flatMap(({ rates }) => rates.map(({ from }) => from)));
  return [...days].sort().flatMap((from) => {
    const value = vatOn(vat, place, from);
    return value === undefined ? [] : { from, value };
  });
}
