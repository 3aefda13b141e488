import type { DayAheadQuestion } from '../../api/day-ahead-question.ts';
import type { DayAhead } from '../../api/read-series.ts';
import { type ClientError, isClientError } from '../../client/errors.ts';

/**
 * Prices come without the postal code where the service refuses that, with the service's reason: an address that cannot be
 * found costs the charges of the address, not the price. Any other refusal stays one. Beside a chosen network a refused
 * code is not sent again.
 * @param more is passed on with every request
 */
export function pricedWithoutRefusedCode<More extends unknown[]>(
  ask: (question: DayAheadQuestion, ...more: More) => Promise<DayAhead>,
): typeof ask {
  const refusals = new Map<string, string>();
  return async (question, ...more) => {
    const { postalCode, ...rest } = question;
    const key = refusedKey(question);
    const known = refusals.get(key);
    try {
      if (known !== undefined) return { ...(await ask(rest, ...more)), refusedPostalCode: known };
      return await ask(question, ...more);
    } catch (error) {
      if (!postalCode || known !== undefined || !isRefusal(error)) throw error;
      // Only another answer tells that the code was the reason, whatever the service's text is.
      const answer = await ask(rest, ...more).catch(() => Promise.reject(error));
      if (question.grid) refusals.set(key, error.said);
      return { ...answer, refusedPostalCode: error.said };
    }
  };
}

/** A refusal of the code depends on the tariffs too: some are sold in one region. */
const refusedKey = ({ country, consumption, feedin, grid, postalCode }: DayAheadQuestion): string =>
  JSON.stringify([country, consumption, feedin, grid, postalCode]);

const isRefusal = (error: unknown): error is ClientError =>
  isClientError(error) && error.kind === 'configuration' && error.status === 400;
