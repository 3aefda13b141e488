import { type FigureMarks, joinedMarks } from './dated.ts';
import type { Instant } from './time.ts';

/** The three kinds of tariff a household has: energy bought, energy exported, the network operator's charge. */
export const sectors = ['consumption', 'feedin', 'grid'] as const;
export type Sector = (typeof sectors)[number];

/** `dynamic`: read from a published series; `static`: known in advance from the tariff; `null`: not classified. */
export type TariffType = 'static' | 'dynamic' | null;

/** The tariff that a series was priced on. */
export interface TariffInfo {
  readonly id: string;
  readonly type: TariffType;
}

/** The credit that a data source wants wherever its figures are shown. */
export interface Notice {
  readonly publisher: string;
  readonly licence: string;
  readonly notice: string;
  /** The day the source was last read, where that is to be told. */
  readonly updated?: string | undefined;
  /** A dataset that is built from it and shared must keep its licence. */
  readonly shareAlike?: boolean | undefined;
}

/** A testing token's limits as far as they are known (specification, "Limits"); what no answer has said yet is left out. */
export interface Allowance {
  /** Asked with this token since midnight UTC, by this client alone. */
  readonly requestsToday: number;
  /** By the last word of a path, such as `dayahead`: the new things it may still be asked today. */
  readonly newToday: Readonly<Record<string, { readonly limit: number; readonly remaining: number }>>;
  /** Different ones over the life of the account. */
  readonly companiesLeft?: number;
  readonly tariffsLeft?: number;
}

/** Lengths in seconds that a price interval may be asked in; the service's default comes first. */
export const resolutions = [3600, 1800, 900] as const;
export type Resolution = (typeof resolutions)[number];

/** The finest interval the market settles in. Tariff clocks switch on its boundaries. */
export const QUARTER_HOUR = 900;

/** The beginning of the quarter hour that `instant` lies in. */
export const quarterOf = (instant: Instant): Instant => Math.floor(instant / QUARTER_HOUR) * QUARTER_HOUR;

/** The hundredths of currencies as households' bills call them, where they count in them. */
export const hundredths: Readonly<Record<string, string>> = {
  CHF: 'Rp.',
  DKK: 'øre',
  EUR: 'ct',
  GBP: 'p',
  NOK: 'øre',
  PLN: 'gr',
  SEK: 'öre',
};

/**
 * The origins of prices, from the least real to the most: old auctions under another date, a message from another node, a
 * public feed, files of the user's own, or a remote service.
 */
export const originKinds = ['replay', 'external', 'live', 'own', 'service'] as const;

/** The origin of the prices of an answer, with the marks that every surface shows beside them. */
export interface PriceOrigin extends FigureMarks {
  readonly kind: (typeof originKinds)[number];
  /** The public feed of live prices, or the form of a message. */
  readonly feed?: string;
  /** The exchange prices of one of the days look wrong, and no second source confirms or corrects them. */
  readonly doubtful?: true;
}

/** The origin of prices that were made from several: the least real kind, with the marks of all. */
export function joinedOrigin<T extends PriceOrigin>(origins: readonly T[]): T | undefined {
  const kind = originKinds.find((each) => origins.some((origin) => origin.kind === each));
  const named = origins.find((origin) => origin.kind === kind);
  if (!named) return undefined;
  const isDoubtful = origins.some(({ doubtful }) => doubtful);
  return { ...named, ...joinedMarks(origins), ...(isDoubtful && { doubtful: true }) };
}
