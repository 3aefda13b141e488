import { expect, it } from 'vitest';
import type { DayAheadQuestion } from '../../../src/client/client.ts';
import { ConfigurationError, ServiceError } from '../../../src/client/errors.ts';
import { pricedWithoutRefusedCode } from '../../../src/runtime/polling/refused-code.ts';

const url = 'https://prices.example';
const answer = { currency: 'EUR', next: 0 };
const spot: DayAheadQuestion = { country: 'DE', consumption: 'SPOT', grid: 'NET', postalCode: '99999' };
const { postalCode: _, ...withoutCode } = spot;
const refused = new ConfigurationError({ url, status: 400 }, 'answered 400: postal_code: no operator for 99999');

/** A service that fails in one way or another as long as `fails` says so, and the questions it was asked. */
function service(error: Error, fails: (question: DayAheadQuestion) => boolean) {
  const asked: DayAheadQuestion[] = [];
  const dayAhead = async (question: DayAheadQuestion) => {
    asked.push(question);
    if (fails(question)) throw error;
    return answer;
  };
  return { client: { dayAhead: pricedWithoutRefusedCode(dayAhead) }, asked };
}

it('asks again without a postal code that is refused, with the network that was chosen, and says why', async () => {
  const { client, asked } = service(refused, ({ postalCode }) => postalCode !== undefined);
  const refusedPostalCode = 'postal_code: no operator for 99999';
  expect(await client.dayAhead(spot)).toEqual({ ...answer, refusedPostalCode });
  expect(asked).toEqual([spot, withoutCode]);
});

it('does not send a refused code again beside a chosen network', async () => {
  const { client, asked } = service(refused, ({ postalCode }) => postalCode !== undefined);
  await client.dayAhead(spot);
  expect(await client.dayAhead(spot)).toMatchObject({ refusedPostalCode: 'postal_code: no operator for 99999' });
  expect(asked).toEqual([spot, withoutCode, withoutCode]);
});

it.each([
  ['what is wrong without the postal code too', refused, spot, 2],
  ['what is wrong where none was given', refused, withoutCode, 1],
  ['an address that is not there', new ConfigurationError({ url, status: 404 }, 'answered 404'), spot, 1],
  ['a service that is ill', new ServiceError({ url, status: 500 }, 'answered 500'), spot, 1],
])('leaves a refusal as it was: %s', async (_, error, question, requests) => {
  const { client, asked } = service(error, () => true);
  await expect(client.dayAhead(question)).rejects.toBe(error);
  expect(asked).toHaveLength(requests);
});
