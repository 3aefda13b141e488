import type { Tokens } from './accounts/own-account.ts';

/** The tariff and price service (`/v2`, `/public`), in the process that made it. */
export interface Service {
  /** Answers a request for any origin; `clientAddress` is what requests are counted under, nothing when left out. */
  fetch(request: Request, clientAddress?: string): Promise<Response>;
  /** The access tokens of its one account; the testing token has the limits of the specification. */
  readonly tokens: Tokens;
}
