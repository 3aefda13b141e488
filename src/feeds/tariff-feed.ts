import type { Dated } from '../core/dated.ts';
import type { CountryCode } from '../core/markets.ts';
import type { LocalDate } from '../core/time.ts';
import type { Rate } from '../pricing/tariff.ts';
import type { FeedRequest, FeedTerms } from './feed.ts';

/** Rates of a tariff from a first day to a last one. */
interface ToldPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly rates: readonly [Rate, ...Rate[]];
}

/** What a feed has told of a market, as a live file of the catalogue holds it; prices exclude VAT. */
export interface TariffFigures {
  /** By the id of a tariff that the catalogue holds. */
  readonly figures?: Readonly<Record<string, readonly ToldPeriod[]>>;
  /** By the name of a levy that the catalogue holds for the whole country. */
  readonly levies?: Readonly<Record<string, readonly Dated<number>[]>>;
  /** By the name of a calendar the clock of each day. */
  readonly calendars?: Readonly<Record<string, Readonly<Record<LocalDate, string>>>>;
}

export interface TariffQuestion {
  /** By the clock of the market. */
  readonly today: LocalDate;
  /** The days that it has told before. */
  readonly held: Pick<TariffFigures, 'calendars'> | undefined;
}

/** A public source of what is not an exchange price: network charges, levies, the colours of days. */
export interface TariffFeed {
  readonly name: string;
  readonly publisher: string;
  /** What it tells, in words. */
  readonly about: string;
  /** Scheme and host. */
  readonly address: string;
  readonly country: CountryCode;
  readonly terms: FeedTerms;
  /** The hour of the market's day from which it is asked once, and once more an hour later where that came to nothing. */
  readonly asksAt: string;
  /** The first request, and after each answer the next one or what all have told. Throws an `Error` where one is none of the feed's. */
  next(question: TariffQuestion, bodies: readonly string[]): FeedRequest | TariffFigures;
  /** The test that no more is to come today; left out, it never is. */
  isWhole?(figures: TariffFigures, today: LocalDate): boolean;
}
