import type { CountryCode } from '../core/markets.ts';
import type { Resolution } from '../core/vocabulary.ts';
import type { Extra } from './queries.ts';

/** A question to `GET /v2/{country}/dayahead`. At least one tariff id is needed; what is left out is the service's default. */
export interface DayAheadQuestion {
  readonly country: CountryCode;
  /** Ids of tariffs, as a listing returned them. */
  readonly consumption?: string;
  readonly feedin?: string;
  readonly grid?: string;
  /** `YYYYMMDD`: the day the contract was signed. */
  readonly version?: string;
  /** Whole days before today, 0 to 3. */
  readonly historicDays?: number;
  readonly include?: readonly Extra[];
  /** Seconds. */
  readonly resolution?: Resolution;
  readonly postalCode?: string;
}

/** The parameters of the question's query. */
export const dayAheadParameters = (question: DayAheadQuestion) => ({
  consumption_tariff: question.consumption,
  feedin_tariff: question.feedin,
  grid_tariff: question.grid,
  version: question.version,
  historic_days: question.historicDays,
  include: question.include?.join(','),
  resolution: question.resolution,
  postal_code: question.postalCode,
});
