import { type Feed, type FeedQuestion, type FeedRequest, oneRequest, queryText, unstatedTerms } from '../../feed.ts';
import { readEnergyZero } from '../../formats/supplier-rates.ts';

export const energyZero: Feed = {
  name: 'energyzero',
  publisher: 'EnergyZero',
  root: 'energyzero',
  address: 'https://public.api.energyzero.nl',
  publishes: '13:30',
  mostDays: 1,
  resolution: 900,
  coupled: false,
  zones: ['NL'],
  termsIn: () => unstatedTerms('Source: EnergyZero, energyzero.nl.'),
  next: oneRequest(request, readEnergyZero),
};

function request({ first }: FeedQuestion): FeedRequest {
  const date = first.split('-').toReversed().join('-');
  const query = queryText({ energyType: 'ENERGY_TYPE_ELECTRICITY', date, interval: 'INTERVAL_QUARTER' });
  return { path: `/public/v1/prices${query}` };
}
