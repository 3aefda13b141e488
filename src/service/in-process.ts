import type { DayAheadQuestion } from '../api/day-ahead-question.ts';
import type { DayAhead } from '../api/read-series.ts';
import type { Instant } from '../core/time.ts';
import type { Tokens } from './accounts/own-account.ts';

/** The tariff and price service (`/v2`, `/public`), in the process that made it. */
export interface Service {
  /** Answers a request for any origin; `clientAddress` is what requests are counted under, nothing when left out. */
  fetch(request: Request, clientAddress?: string): Promise<Response>;
  /** The access tokens of its one account; the testing token has the limits of the specification. */
  readonly tokens: Tokens;
}

/** The service with its prices as values. */
export interface ValueService extends Service {
  /** Prices as of `now`, like `GET /v2/{country}/dayahead`. Throws an `HttpRefusal` where that refuses. */
  dayAhead(question: DayAheadQuestion, now: Instant): DayAhead;
}
