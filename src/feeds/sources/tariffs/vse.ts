import { utcTime } from '../../../core/time.ts';
import { type Feed, type FeedName, oneRequest, queryText, unstatedTerms } from '../../feed.ts';
import { readVseTariff } from '../../formats/tariffs/vse.ts';

/** Swiss suppliers that publish a tariff for every quarter hour in the common form: energy, network and levies in one. */
const supplier = (
  name: FeedName & `vse-${string}`,
  publisher: string,
  zone: string,
  address: string,
  path: string,
  tariff: string,
): Feed => ({
  name,
  publisher,
  root: name,
  address,
  publishes: '18:10',
  mostDays: 2,
  resolution: 900,
  coupled: true,
  zones: [zone],
  termsIn: () => unstatedTerms(`Source: ${publisher}, dynamic tariff ${tariff}.`),
  next: oneRequest(({ start, end }) => {
    const span = { start_timestamp: utcTime(start), end_timestamp: utcTime(end) };
    return { path: `${path}${queryText({ tariff_type: 'integrated', tariff_name: tariff, ...span })}` };
  }, readVseTariff),
});

export const vse: readonly Feed[] = [
  supplier(
    'vse-ckw',
    'CKW',
    'CH-CKW',
    'https://e-ckw-public-data.de-c1.eu1.cloudhub.io',
    '/api/v1/netzinformationen/energie/dynamische-preise',
    'home_dynamic',
  ),
  supplier('vse-ekz', 'EKZ', 'CH-EKZ', 'https://api.tariffs.ekz.ch', '/v1/tariffs', 'integrated_400D'),
  supplier('vse-groupe-e', 'Groupe E', 'CH-GROUPE-E', 'https://api.tariffs.groupe-e.ch', '/v2/tariffs', 'vario'),
];
