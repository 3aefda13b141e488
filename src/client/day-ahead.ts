import type { Extra } from '../api/queries.ts';
import { type DayAhead, readSeries } from '../api/read-series.ts';
import { ShapeError } from '../api/shape.ts';
import type { CountryCode } from '../core/markets.ts';
import { type PriceOrigin, type Resolution, resolutions, type Sector } from '../core/vocabulary.ts';
import type { Query } from './address.ts';

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

export const dayAheadParameters = (question: DayAheadQuestion): Query => ({
  consumption_tariff: question.consumption,
  feedin_tariff: question.feedin,
  grid_tariff: question.grid,
  version: question.version,
  historic_days: question.historicDays,
  include: question.include?.join(','),
  resolution: question.resolution,
  postal_code: question.postalCode,
});

/** Reads the answer to `question`; one to another question throws a `ShapeError` like one that cannot be read. */
export function readAnswerTo(question: DayAheadQuestion, body: unknown, origin?: PriceOrigin): DayAhead {
  const answer = readSeries(body, question.resolution ?? resolutions[0]);
  for (const sector of ['consumption', 'feedin'] as const) {
    const asked = question[sector];
    if (!asked) continue;
    if (!answer[sector]) throw new ShapeError(`no ${sector} series found`, body);
    assertAsked(sector, asked, answer[sector].tariff?.id, body);
  }
  // A country without grid tariffs ignores the one asked, and names none.
  assertAsked('grid', question.grid, answer.gridTariff?.id, body);
  return { ...answer, ...(origin && { origin }) };
}

function assertAsked(sector: Sector, asked: string | undefined, priced: string | undefined, body: unknown): void {
  if (!asked || !priced || priced === asked) return;
  throw new ShapeError(`${sector} tariff "${asked}" was asked, "${priced}" is answered`, body);
}
