import type { Client, DayAheadQuestion } from '../../client/client.ts';
import { type ClientError, isClientError } from '../../client/errors.ts';

/**
 * `client` whose prices come without the postal code where the service refuses that, with what it says against it: an
 * address that cannot be found costs the charges of the address, not the price. Any other refusal stays one. Beside a
 * chosen network a refused code is not sent again.
 */
export function pricedWithoutRefusedCode(client: Client): Client {
  const refusals = new Map<string, string>();
  return {
    ...client,
    async dayAhead(question) {
      const { postalCode, ...rest } = question;
      const key = refusedKey(question);
      const known = refusals.get(key);
      try {
        if (known !== undefined) return { ...(await client.dayAhead(rest)), refusedPostalCode: known };
        return await client.dayAhead(question);
      } catch (error) {
        if (!postalCode || known !== undefined || !isRefusal(error)) throw error;
        // Only another answer tells that the code was the reason, whatever the service's text is.
        const answer = await client.dayAhead(rest).catch(() => Promise.reject(error));
        if (question.grid) refusals.set(key, error.said);
        return { ...answer, refusedPostalCode: error.said };
      }
    },
  };
}

/** A refusal of the code depends on the tariffs too: some are sold in one region. */
const refusedKey = ({ country, consumption, feedin, grid, postalCode }: DayAheadQuestion): string =>
  JSON.stringify([country, consumption, feedin, grid, postalCode]);

const isRefusal = (error: unknown): error is ClientError =>
  isClientError(error) && error.kind === 'configuration' && error.status === 400;
