import { expect, it, vi } from 'vitest';

vi.stubGlobal('RED', {});
const { exchangePrice } = await import('../../../../nodes/editor/config/test.ts');

it.each([
  ['EUR', 'de', '4,5 ct/kWh'],
  ['NOK', 'en', '0.045 EUR/kWh'],
  ['DKK', 'de', '0,045 EUR/kWh'],
])('a price of the exchange is in euro: where one pays in %s, said in %s as %s', (currency, language, said) => {
  expect(exchangePrice(0.0453, currency, language)).toBe(said);
});
