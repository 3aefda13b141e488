import type { Client } from '../../client/client.ts';
import { type ClientError, isClientError } from '../../client/errors.ts';

/**
 * `client` whose prices come without the postal code where the service refuses that, with what it says against it: an
 * address that cannot be found costs the charges of the address, not the price. Any other refusal stays one.
 */
export const pricedWithoutRefusedCode = (client: Client): Client => ({
  ...client,
  async dayAhead(question) {
    const { postalCode, ...rest } = question;
    try {
      return await client.dayAhead(question);
    } catch (error) {
      if (!postalCode || !isRefusal(error)) throw error;
      // Only another answer tells that the code was the reason, whatever the service's text is.
      const answer = await client.dayAhead(rest).catch(() => Promise.reject(error));
      return { ...answer, refusedPostalCode: error.said };
    }
  },
});

const isRefusal = (error: unknown): error is ClientError =>
  isClientError(error) && error.kind === 'configuration' && error.status === 400;
