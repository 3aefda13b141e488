import type { Dated, Standing } from '../core/dated.ts';
import type { CountryCode } from '../core/markets.ts';
import type { Instant, LocalDate, Span } from '../core/time.ts';
import type { PriceOrigin } from '../core/vocabulary.ts';
import type { LineRule } from './bill-lines.ts';
import type { RuledHolidays } from './calendar/holidays.ts';
import type { ClockTime, Tariff, When } from './tariff.ts';

/** A supplier or a network operator. */
export interface Company {
  readonly id: string;
  readonly name: string;
  readonly url?: string;
  /** For an operator: the grid tariff that a postal code of its area resolves to. */
  readonly householdTariff?: string;
  /** The grid tariff for contracts that follow the exchange, where their metering has another charge. */
  readonly spotTariff?: string;
}

/** The operators and places that a row applies to; the most specific row of several with one name counts. */
export interface Scope {
  /** Company ids of network operators. */
  readonly operators?: readonly string[];
  /** Beginnings of normalised postal codes; whole British outward codes, or the letters of their areas. */
  readonly postalCodes?: readonly string[];
}

/** A rate that holds from a day on, with its own standing. */
export interface DatedRate extends Dated<number>, Standing {}

/** A statutory charge per kWh, or a share of energy and network. */
export interface Levy {
  /** Rows of one name are one levy in different places. */
  readonly name: string;
  /** The component that the market carries it in: among the levies or inside the network charge. */
  readonly component: 'fees' | 'grid';
  readonly basis: 'kwh' | 'share';
  readonly scope?: Scope;
  readonly rates: readonly DatedRate[];
  /** The least that a share comes to per kWh, in major units. */
  readonly minimum?: number;
  /** No VAT is taken on it. */
  readonly vatFree?: true;
  readonly source: string;
}

export interface Vat {
  readonly scope?: Scope;
  /** 0.19 is 19 %. */
  readonly rates: readonly DatedRate[];
  readonly source: string;
}

/** Postal codes that lie in one of `codes` are served by `operator`. */
export interface Area {
  readonly codes: readonly string[];
  readonly operator: string;
  /** The part of these codes that it serves, up to 1, where several operators divide them and the map tells. */
  readonly share?: number;
}

/** A part of the country with its own taxes, which the area of an operator may reach into. */
export interface TaxArea {
  /** As its inhabitants call it. */
  readonly name: string;
  /** A postal code with the taxes of the area, which stands for any of its addresses. */
  readonly postalCode: string;
  /** The listed operators that serve addresses there; left out, none is listed or one charge holds in the whole country. */
  readonly operators?: readonly string[];
}

/** Postal codes of the country's shape that the market does not serve. */
export interface Territory {
  readonly codes: readonly string[];
  /** The answer to whoever asks for a price there. */
  readonly reason: string;
}

/** A part of the country that tariffs are sold in; the first operator files the network charge of its bundled tariffs. */
export interface Region {
  readonly id: string;
  readonly name: string;
  readonly operators: readonly [string, ...string[]];
}

/** The times at which the registers of a meter run; of several that apply the first counts. */
export interface Schedule extends ClockTime {
  readonly scope?: Scope;
  readonly registers: readonly { readonly name: string; readonly when?: When }[];
  readonly source: string;
}

/** A line of bills beside the prices per kWh. Of rows with one name the most specific that applies counts. */
export type StandingRow = LineRule & {
  readonly scope?: Scope;
  /** Ids of the grid tariffs that it comes with; left out, any. */
  readonly tariffs?: readonly string[];
  /** The choice of the household with which it counts. */
  readonly option?: string;
  /** The choices of the household with which it does not. */
  readonly unless?: readonly string[];
};

/** The standing lines without which no bill of a scope is complete. */
interface NeededLines {
  readonly scope?: Scope;
  readonly lines: readonly string[];
}

/** Everything the service holds of one country, checked and indexed. */
export interface Book {
  readonly country: CountryCode;
  readonly companies: ReadonlyMap<string, Company>;
  readonly tariffs: ReadonlyMap<string, Tariff>;
  /** `operator`: the address decides; otherwise the id of the one national grid tariff. */
  readonly network: 'operator' | { readonly national: string };
  /** The grid tariff too is priced as of the day the contract was signed. */
  readonly networkFollowsContract: boolean;
  readonly areas: readonly Area[];
  readonly taxAreas: readonly TaxArea[];
  readonly territories: readonly Territory[];
  readonly regions: readonly Region[];
  readonly schedules: readonly Schedule[];
  readonly levies: readonly Levy[];
  readonly standing?: readonly StandingRow[];
  /** Left out, no bill of the market is complete. */
  readonly needed?: readonly NeededLines[];
  /** The market provably levies nothing per kWh on a household. */
  readonly levyFree: boolean;
  readonly vat: readonly Vat[];
  /** Units of the market's currency per euro; empty where the market's currency is the euro. */
  readonly exchangeRates: readonly DatedRate[];
  readonly holidays: RuledHolidays;
  /** The clocks of days by the name of a calendar, as far as feeds have told them. */
  readonly calendars?: Calendars;
}

export type Calendars = Readonly<Record<string, Readonly<Record<LocalDate, string>>>>;

/** An exchange price, in euro per kWh. */
export interface SpotPoint extends Span {
  readonly price: number;
  /** Units of the market's currency per euro, where they came with the price; else the book's rate holds. */
  readonly perEuro?: number;
}

/** The reach of the prices that a bidding zone's auctions have made known by some moment. */
export interface PricePublication {
  /** End of the last delivery day read in. */
  readonly until: Instant;
  /** The time at which the next delivery day is expected; past where it is late. */
  readonly next: Instant;
  /** The time at which prices were last read in while the service ran; they may have changed any of the days. */
  readonly readIn?: Instant;
  /** The origin of the latest of them, where it is known. */
  readonly origin?: PriceOrigin;
}

/** The exchange prices as they are known at `now`. */
export interface SpotPrices {
  publication(zone: string, now: Instant): PricePublication;
  /** Sorted points that lie in `span` and were published by `now`; unpublished days are left out. */
  pointsOf(zone: string, span: Span, now: Instant): readonly SpotPoint[];
}
