import { utcTime } from '../../../core/time.ts';
import { type Feed, type FeedQuestion, type FeedRequest, oneRequest, queryText, unstatedTerms } from '../../feed.ts';
import { readUnitRates } from '../../formats/supplier-rates.ts';
import { britishRegions } from '../../zones.ts';

const PRODUCT = 'AGILE-24-10-01';

/** A supplier's unit rate per region, made from the auction, with the network charge in it and without VAT. */
export const octopus: Feed = {
  name: 'octopus',
  publisher: 'Octopus Energy',
  root: 'octopus',
  address: 'https://api.octopus.energy',
  publishes: '17:05',
  mostDays: 2,
  resolution: 1800,
  coupled: false,
  zones: britishRegions,
  termsIn: () => unstatedTerms('Source: Octopus Energy, Agile Octopus.'),
  next: oneRequest(request, readUnitRates),
};

function request({ zone, start, end }: FeedQuestion): FeedRequest {
  const tariff = `E-1R-${PRODUCT}-${zone.slice(-1)}`;
  const query = queryText({ period_from: utcTime(start), period_to: utcTime(end) });
  return { path: `/v1/products/${PRODUCT}/electricity-tariffs/${tariff}/standard-unit-rates/${query}` };
}
