import { z } from 'zod';
import {
  type AttributionSource,
  type CompanyBody,
  type CountryStatistics,
  companyBody,
  countryStatistics,
  type TariffBody,
  type TariffVersion,
  tariffBody,
  tariffVersion,
} from '../api/bodies.ts';
import { type DayAheadQuestion, dayAheadParameters } from '../api/day-ahead-question.ts';
import { PRICE_SOURCE, readPriceSource } from '../api/price-source.ts';
import { readAttribution } from '../api/read-attribution.ts';
import type { DayAhead } from '../api/read-series.ts';
import { parseBody } from '../api/shape.ts';
import type { CountryCode } from '../core/markets.ts';
import type { Instant } from '../core/time.ts';
import type { Allowance, Sector } from '../core/vocabulary.ts';
import { checkNumber, checkObject } from '../planner/arguments.ts';
import { type Query, urlsBelow } from './address.ts';
import { type AllowanceBook, createAllowanceBook } from './allowance.ts';
import { connections } from './connections.ts';
import { readAnswerTo } from './day-ahead-answer.ts';
import { createRequests } from './requests.ts';
import type { Fetch } from './transport.ts';

export type { DayAheadQuestion };

/** The service's endpoints (specification, "Endpoints"). Every method rejects with a `ClientError`. */
export interface Client {
  companies(country: CountryCode, sector: Sector, query?: { readonly postalCode?: string }): Promise<CompanyBody[]>;
  tariffs(
    country: CountryCode,
    sector: Sector,
    companyId: string,
    query?: { readonly type?: 'static' | 'dynamic'; readonly available?: boolean },
  ): Promise<TariffBody[]>;
  /** Newest first. */
  versions(country: CountryCode, sector: Sector, tariffId: string): Promise<TariffVersion[]>;
  dayAhead(question: DayAheadQuestion): Promise<DayAhead>;
  /** Keyed by country code; a country that is absent holds nothing. */
  countryStatistics(): Promise<Record<string, CountryStatistics>>;
  attribution(country?: CountryCode): Promise<AttributionSource[]>;
  /** The rest of a testing token's allowance; `undefined` for any other, which has no limits. */
  allowance(): Allowance | undefined;
  /** Ends what is running and gives up the connections. */
  close(): Promise<void>;
}

export interface ClientOptions {
  /** `http` or `https`; its path is kept as a prefix. */
  readonly baseUrl: string;
  /** Sent to `baseUrl` alone; the public endpoints need none. */
  readonly token?: string;
  /** By default the client opens its own connections. */
  readonly fetch?: Fetch;
  /** Milliseconds for one request, from connecting to the last byte; by default 30,000. */
  readonly deadline?: number;
  /** UNIX seconds, to count a day's requests by; by default the computer's clock. */
  readonly now?: () => Instant;
  /** The count of a testing token's requests; by default it begins at 0. */
  readonly allowances?: AllowanceBook;
}

/**
 * Opens nothing before the first request.
 *
 * @throws TypeError for an address or a token that cannot be used; TypeError or RangeError for a wrong `deadline`
 */
export function createClient(options: ClientOptions): Client {
  checkObject('options', options);
  const { baseUrl, token, fetch, deadline = 30_000, now = () => Math.floor(Date.now() / 1000) } = options;
  const { allowances = createAllowanceBook(now) } = options;
  checkNumber('deadline', deadline, 'milliseconds above 0', (ms) => ms > 0 && ms < Number.POSITIVE_INFINITY);
  const transport = fetch ? { fetch, close: async () => {} } : connections();
  const requests = createRequests({ baseUrl, token, fetch: transport.fetch, deadline, allowances });
  const { authorised, anonymous, allowance } = requests;
  const list = <T>(path: string, query: Query, item: z.ZodType<T>): Promise<T[]> =>
    authorised(path, query, (body) => parseBody(z.array(item), body));
  return {
    companies: (country, sector, { postalCode } = {}) =>
      list(pathOf(country, sector, 'companies'), { postal_code: postalCode }, companyBody),
    tariffs: (country, sector, companyId, { type, available } = {}) =>
      list(pathOf(country, sector, companyId, 'tariffs'), { type, available }, tariffBody),
    versions: (country, sector, tariffId) => list(pathOf(country, sector, tariffId, 'versions'), {}, tariffVersion),
    dayAhead: (question) =>
      authorised(dayAheadPath(question), dayAheadParameters(question), (body, header) =>
        readAnswerTo(question, body, readPriceSource(header(PRICE_SOURCE))),
      ),
    countryStatistics: () =>
      anonymous('/public/country-stats', {}, (body) => parseBody(z.record(z.string(), countryStatistics), body)),
    attribution: (country) => anonymous('/public/attribution', { country: country?.toLowerCase() }, readAttribution),
    allowance,
    close: transport.close,
  };
}

const pathOf = (country: CountryCode, ...parts: string[]) =>
  ['/v2', country.toLowerCase(), ...parts.map(encodeURIComponent)].join('/');

const dayAheadPath = ({ country }: DayAheadQuestion) => pathOf(country, 'dayahead');

/** The URL that a question is sent to. */
export const questionUrl = (baseUrl: string, question: DayAheadQuestion): string =>
  urlsBelow(baseUrl)(dayAheadPath(question), dayAheadParameters(question));
