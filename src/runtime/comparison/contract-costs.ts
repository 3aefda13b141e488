import type { Dated } from '../../core/dated.ts';
import { markets } from '../../core/markets.ts';
import { dashedDate, type LocalDate, localDate, type Span } from '../../core/time.ts';
import type { MeterFile } from '../../metering/types.ts';
import type { PeakRule } from '../../planner/house/peak.ts';
import type { Book } from '../../pricing/book.ts';
import { CannotPrice } from '../../pricing/calendar/registers.ts';
import { compareTariffs, meteredSpan } from '../../pricing/comparison/compare.ts';
import { type PastBook, pastBook } from '../../pricing/comparison/past-prices.ts';
import type { BillSums, ComparedTariff, Comparison, TariffCost } from '../../pricing/comparison/types.ts';
import type { ProvisionalDays } from '../../pricing/marks.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import type { HeldPrices } from '../../service/exchange/held-prices.ts';
import { type CostQuestion, contractsAt, costPlace, feedinBeside } from './cost-place.ts';

/** A contract and what it would have cost. */
export interface ContractCost extends TariffCost {
  readonly company: string;
  /** The day of its first version, where that lies in the metered time: before it the same terms were taken. */
  readonly since?: LocalDate;
  /** The first day on which its operator's charge for peaks is known, where that lies in the metered time: before it there is none in the sums. */
  readonly peakSince?: LocalDate;
  /** The part of its metered energy that is in the sums, up to 1; 0 where nothing of what was bought could be reckoned. */
  readonly share: number;
  /** The days of its metered time that rest on example, proposed or expired figures. */
  readonly provisional?: ProvisionalDays;
  /** No network charge is in it: neither the address nor a tariff names one. */
  readonly withoutNetwork?: true;
}

/** The contracts of a market over what a meter counted, in the market's currency. */
export interface ContractCosts extends Omit<Comparison, 'tariffs'> {
  readonly currency: string;
  readonly timeZone: string;
  readonly contracts: readonly ContractCost[];
  /** The kWh that a year would have, where no household has as many. */
  readonly doubtfulYear?: number;
  /** Contracts on feed-in alone. */
  readonly feedins: readonly ContractCost[];
  /** Contracts that cannot be priced there. */
  readonly refused: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
  /** Days of which an exchange price is missing, by zone. */
  readonly missingDays: readonly { readonly zone: string; readonly days: readonly LocalDate[] }[];
}

/** What is known beside the contracts. */
interface CostFacts {
  readonly exchange: HeldPrices;
  /** What operators charge for peaks, without VAT, by their ids. */
  readonly peaks?: ReadonlyMap<string, readonly Dated<PeakRule>[]>;
}

/** Reckons the contracts of `book` and throws a `CostQuestionError` for an address or an id that it does not know. */
export function contractCosts(
  question: CostQuestion,
  book: Book,
  { consumption, feedIn }: Pick<MeterFile, 'consumption' | 'feedIn'>,
  { exchange, peaks = new Map() }: CostFacts,
): ContractCosts {
  const { country, tariffs: ids, shiftKwh } = question;
  const { timeZone, currency } = markets[country];
  const span = meteredSpan(consumption, feedIn);
  const place = { span, ...costPlace(question, book) };
  const past = pastBook(book, place, exchange.pointsOf);
  const asked = contractsAt(question, book, place);
  const refused: { id: string; name: string; reason: string }[] = [];
  const peakSince = new Map<string, LocalDate>();
  const pick = (sector: Tariff['sector']) => asked.filter((tariff) => tariff.sector === sector);
  const compare = (metered: Pick<MeterFile, 'consumption' | 'feedIn'>, tariffs: readonly Tariff[]) =>
    compareTariffs(
      { ...metered, timeZone },
      pricedOf(tariffs, { hasFeedIn: metered.feedIn.length > 0, book, past, peaks, refused, peakSince }),
      { shiftKwh: shiftKwh ?? 0 },
    );
  const bought = compare({ consumption, feedIn }, consumption.length > 0 ? pick('consumption') : []);
  const paired = ids ? [] : bought.tariffs.map(({ id }) => feedinBeside(id, book)?.id);
  const sold = compare({ consumption: [], feedIn }, feedIn.length > 0 ? pick('feedin') : []);
  const first = localDate(span.start, timeZone);
  const shown = (cost: TariffCost): ContractCost => ({
    ...{ ...cost, share: reckonedShare(cost) },
    ...factsOf(book, cost.id, first),
    ...((peakSince.get(cost.id) ?? first) > first && { peakSince: peakSince.get(cost.id) ?? first }),
    ...provisionalIn(past, book.tariffs.get(cost.id)),
    ...(isWithoutNetwork(cost) && { withoutNetwork: true }),
  });
  return {
    ...{ start: span.start, end: span.end, kWh: bought.kWh, feedInKwh: bought.feedInKwh, currency, timeZone, refused },
    ...doubtfulYear(span, Math.max(bought.kWh, bought.feedInKwh)),
    contracts: bought.tariffs.map(shown).sort(byFairness),
    feedins: sold.tariffs.filter(({ id }) => !paired.includes(id)).map(shown),
    missingDays: [...exchange.missing()].flatMap(([zone, days]) => (days.length > 0 ? [{ zone, days }] : [])),
  };
}

/** The kWh of a year of a household, at the most; what is beyond is likely in another unit. */
const MOST_A_YEAR = 100_000;

/** Of less than a week too little is known. */
function doubtfulYear({ start, end }: Span, kWh: number): Pick<ContractCosts, 'doubtfulYear'> {
  const year = Math.round((kWh * 365) / Math.max((end - start) / 86_400, 7));
  return year > MOST_A_YEAR ? { doubtfulYear: year } : {};
}

/** A total of less of the energy says little of the rest. */
const NEARLY_ALL = 0.9;

/**
 * The contracts whose totals can be held against each other come first, each by what it would come to for all of the energy at
 * the same rate. Then those that lack the network charge, among themselves alike, and those of which too little could be
 * reckoned, most of it first; last those of which nothing could.
 */
export const byFairness = (a: Ranked, b: Ranked): number =>
  rankOf(a) - rankOf(b) || (rankOf(a) < 2 ? 0 : b.share - a.share) || inFull(a) - inFull(b);

type Ranked = Pick<ContractCost, 'share' | 'withoutNetwork'> & {
  readonly sum: Pick<BillSums, 'total' | 'monthly' | 'peak'>;
};

function inFull({ sum: { total, monthly = 0, peak = 0 }, share }: Ranked): number {
  const fixed = monthly + peak;
  return share === 0 ? 0 : fixed + (total - fixed) / share;
}

function rankOf({ share, withoutNetwork }: Ranked): number {
  const lacks = withoutNetwork ? 1 : 0;
  if (share >= NEARLY_ALL) return lacks;
  return share === 0 ? 4 : 2 + lacks;
}

function reckonedShare({ sum, unpriced }: TariffCost): number {
  const lacking = unpriced.filter(({ kWh }) => kWh > 0);
  if (sum.kWh === 0 && lacking.some(({ direction }) => direction === 'consumption')) return 0;
  const reckoned = sum.kWh + sum.feedInKwh;
  return lacking.length === 0 ? 1 : reckoned / (reckoned + lacking.reduce((all, { kWh }) => all + kWh, 0));
}

function provisionalIn(past: PastBook, tariff: Tariff | undefined): Pick<ContractCost, 'provisional'> {
  const provisional = tariff && past.provisional(tariff);
  return provisional ? { provisional } : {};
}

const isWithoutNetwork = ({ sum: { grid, kWh } }: TariffCost) => grid === undefined && kWh > 0;

interface Pricing {
  readonly hasFeedIn: boolean;
  readonly book: Book;
  readonly past: PastBook;
  readonly peaks: NonNullable<CostFacts['peaks']>;
  readonly refused: { id: string; name: string; reason: string }[];
  /** The first day of the operator's charge for peaks, by the id of the contract. */
  readonly peakSince: Map<string, LocalDate>;
}

/** One after the other, so that the prices of one contract at a time are held. */
function* pricedOf(tariffs: readonly Tariff[], pricing: Pricing): Generator<ComparedTariff> {
  for (const tariff of tariffs) {
    const { id, name } = tariff;
    try {
      yield { id, name, ...pricesOf(tariff, pricing) };
    } catch (error) {
      if (!(error instanceof CannotPrice)) throw error;
      pricing.refused.push({ id, name, reason: error.message });
    }
  }
}

function pricesOf(
  tariff: Tariff,
  { hasFeedIn, book, past, peaks, peakSince }: Pricing,
): Omit<ComparedTariff, 'id' | 'name'> {
  const { monthly = 0 } = tariff;
  if (tariff.sector === 'feedin')
    return { feedin: past.feedin(tariff), ...(monthly > 0 && { monthly, vat: past.vat }) };
  const { points, components, gridTariff } = past.consumption(tariff);
  const feedin = feedinBeside(tariff.id, book);
  const charged = monthly + (gridTariff?.monthly ?? 0) + (feedin?.monthly ?? 0);
  const peak = peaks.get(gridTariff?.companyId ?? '');
  if (peak?.[0]) peakSince.set(tariff.id, peak[0].from);
  return {
    ...{ prices: points, components, vat: past.vat },
    ...(feedin && hasFeedIn && { feedin: past.feedin(feedin) }),
    ...(charged > 0 && { monthly: charged }),
    ...(peak && { peak }),
  };
}

function factsOf(book: Book, id: string, first: LocalDate): Pick<ContractCost, 'company' | 'since'> {
  const tariff = book.tariffs.get(id);
  const version = tariff?.versions[0].version ?? '';
  const since = dashedDate(version);
  return { company: book.companies.get(tariff?.companyId ?? '')?.name ?? '', ...(since > first && { since }) };
}
