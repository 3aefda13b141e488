import { expect, it } from 'vitest';
import { createClient, type DayAheadQuestion } from '../../src/client/client.ts';
import { createService } from '../../src/service/service.ts';
import { at } from '../support/service/service-fixture.ts';

const now = at('2026-01-15T12:20:00Z');
const service = createService({ now: () => now, random: () => 0.5 });
const client = createClient({
  baseUrl: 'http://service.test',
  token: service.tokens.production,
  fetch: (url, init) => service.fetch(new Request(url, init)),
});

it.each<[string, DayAheadQuestion]>([
  ['a supply tariff', { country: 'DE', consumption: 'de-example-spot-15min' }],
  [
    'fees, VAT and the network of a postal code, in quarter hours of three days',
    {
      ...{ country: 'DE', consumption: 'de-example-spot-15min', postalCode: '10115' },
      ...{ include: ['fees', 'vat'], resolution: 900, historicDays: 2 },
    },
  ],
  ['a network alone', { country: 'DK', grid: 'dk-radius-c' }],
])('gives the values that the endpoint answers: %s', async (_, question) => {
  const values = service.dayAhead(question, now);
  expect(values).toEqual(await client.dayAhead(question));
  expect(values.next).toBeGreaterThan(now);
});

it('refuses what the endpoint refuses, for the same reason', async () => {
  const question = { country: 'DE', consumption: 'none' } as const;
  const reason = 'consumption_tariff: the tariff "none" does not exist';
  expect(() => service.dayAhead(question, now)).toThrow(reason);
  await expect(client.dayAhead(question)).rejects.toThrow(reason);
});
