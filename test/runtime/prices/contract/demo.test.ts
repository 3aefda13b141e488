import { expect, it } from 'vitest';
import { demoSelection } from '../../../../src/runtime/prices/contract/demo.ts';

const listed = (...ids: string[]) => ids.map((id) => ({ id, name: id, country: 'DE' }));
const client = (...companies: string[]) => ({
  companies: async () => listed(...companies) as never,
  tariffs: async (_country: string, _sector: string, company: string) =>
    [{ id: `${company}-spot`, name: 'Spot', companyid: company, type: 'dynamic' }] as never,
});

it.each([
  ['the price of the exchange', ['de-another', 'de-exchange'], 'de-exchange-spot'],
  ['the first example where prices are replayed', ['de-example-spot', 'de-example-fixed'], 'de-example-spot-spot'],
])('a node without a contract shows %s of its country', async (_, companies, id) => {
  expect(await demoSelection('DE', client(...companies))).toMatchObject({ country: 'DE', consumption: { id } });
});

it('shows nothing of a country without tariffs', async () => {
  expect(await demoSelection('BG', client())).toBeUndefined();
});

it.each(['DK', undefined] as const)('shows the example in Copenhagen for the country %s', async (country) => {
  expect(await demoSelection(country, client('dk-exchange'))).toMatchObject({ grid: { id: 'dk-radius-c' } });
});
