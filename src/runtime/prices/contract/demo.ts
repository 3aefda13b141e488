import type { Client } from '../../../client/client.ts';
import type { CountryCode } from '../../../core/markets.ts';
import type { Selection } from '../../../messages/selection.ts';
import { exchangeId } from '../../../service/contracts/exchange.ts';

/** The contract of a price node that is dragged onto an empty flow in Denmark: the example contract in Copenhagen. */
const copenhagen: Selection = {
  country: 'DK',
  consumption: {
    id: 'dk-example-spot-dk2',
    name: 'Example Spot DK2',
    companyId: 'dk-example-spot',
    companyName: 'Example Spot, Denmark',
    type: 'dynamic',
  },
  grid: { id: 'dk-radius-c', name: 'Radius A/S C-tarif (DK2)', companyId: 'dk-radius', companyName: 'Radius A/S' },
};

/**
 * The contract of a node that has none: what its dialog proposes, which is the price of the exchange itself, else the
 * country's first example. `undefined` where nothing is listed.
 */
export async function demoSelection(
  country: CountryCode | undefined,
  client: Pick<Client, 'companies' | 'tariffs'>,
): Promise<Selection | undefined> {
  if (country === undefined || country === copenhagen.country) return copenhagen;
  const companies = await client.companies(country, 'consumption');
  const company = companies.find(({ id }) => id === exchangeId(country)) ?? companies[0];
  if (!company) return undefined;
  const [tariff] = await client.tariffs(country, 'consumption', company.id, { available: true });
  if (!tariff) return undefined;
  const { id, name, type } = tariff;
  return { country, consumption: { id, name, companyId: company.id, companyName: company.name, type } };
}
