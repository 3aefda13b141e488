import type { LocalDate, Span } from '../core/time.ts';
import type { FeedReading } from './formats/feed-reading.ts';

/** The public sources of exchange prices. */
export const feedNames = [
  'entsoe',
  'energy-charts',
  'energi-data-service',
  'smard',
  'omie',
  'ote',
  'pse',
  'energyzero',
  'elprisetjustnu',
  'hvakosterstrommen',
  'elering',
  'spot-hinta',
  'octopus',
  'pvpc',
  'vse-ckw',
  'vse-ekz',
  'vse-groupe-e',
] as const;
export type FeedName = (typeof feedNames)[number];

/** What a source allows, and what it wants said. */
export interface FeedTerms {
  /** `open`: anybody may use and pass on; `household`: for one's own household, chosen by whoever runs it. */
  readonly use: 'open' | 'household';
  readonly licence: string;
  /** The line to show beside the prices. */
  readonly notice: string;
  readonly shareAlike: boolean;
}

/** Whole delivery days of one zone, as they are asked of one feed. */
export interface FeedQuestion extends Span {
  readonly zone: string;
  readonly first: LocalDate;
  /** Not before `first`. */
  readonly last: LocalDate;
  /** The user's own token, for the feed that wants one. */
  readonly token?: string | undefined;
}

/** A request to a feed, without scheme and host: these can be another's. */
export interface FeedRequest {
  /** With the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST. */
  readonly body?: string;
}

/** A public source of day-ahead prices. */
export interface Feed {
  readonly name: FeedName;
  readonly publisher: string;
  /** Feeds of one root fail together: one is no second opinion on the other. */
  readonly root: string;
  /** Scheme and host. */
  readonly address: string;
  /** When the next delivery day is there on most days, by the clock of the delivery zone. */
  readonly publishes: string;
  /** How many days one question can be about. */
  readonly mostDays: number;
  /** Seconds that each of its prices lasts at most; longer ones are means. */
  readonly resolution: number;
  /** Whether it publishes the auction itself and not somebody's rendering of it: where two disagree it is believed. */
  readonly coupled: boolean;
  readonly needsToken?: boolean;
  /** Whether its answers have a meaning whatever their HTTP status. */
  readonly anyStatus?: boolean;
  readonly zones: readonly string[];
  termsIn(zone: string): FeedTerms;
  /**
   * The first request, and after each answer the next one or what all have said. Throws an `Error` where a body is none
   * of the feed's, or is about another zone.
   */
  next(question: FeedQuestion, bodies: readonly string[]): FeedRequest | FeedReading;
}

/** The usual dialogue: one request, one answer. */
export const oneRequest =
  (
    request: (question: FeedQuestion) => FeedRequest,
    read: (body: string, question: FeedQuestion) => FeedReading,
  ): Feed['next'] =>
  (question, [body]) =>
    body === undefined ? request(question) : read(body, question);

export const isReading = (step: FeedRequest | FeedReading): step is FeedReading => 'quotes' in step;

/** `?a=1&b=x%20y`. */
export const queryText = (parameters: Readonly<Record<string, string | number>>): string =>
  `?${Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** Terms that are not stated anywhere: for one's own household only. */
export const unstatedTerms = (notice: string): FeedTerms => ({
  use: 'household',
  licence: 'terms not stated',
  notice,
  shareAlike: false,
});
