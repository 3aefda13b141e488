import { markets } from '../../../core/markets.ts';
import { type LocalDate, localDate } from '../../../core/time.ts';
import { type Feed, type FeedQuestion, type FeedRequest, type FeedTerms, oneRequest, queryText } from '../../feed.ts';
import { readEnergyChartsDays } from '../../formats/energy-charts.ts';
import { countriesOf, zoneFacts, zonesWhere } from '../../zones.ts';

const open: FeedTerms = {
  use: 'open',
  licence: 'CC BY 4.0',
  notice: 'Source: Bundesnetzagentur | SMARD.de, through Energy-Charts.info (Fraunhofer ISE), CC BY 4.0.',
  shareAlike: false,
};
const household: FeedTerms = {
  use: 'household',
  licence: 'private and internal use only',
  notice: 'Source: Energy-Charts.info (Fraunhofer ISE); for private and internal use only.',
  shareAlike: false,
};

export const energyCharts: Feed = {
  name: 'energy-charts',
  publisher: 'Fraunhofer ISE, Energy-Charts',
  root: 'entsoe',
  address: 'https://api.energy-charts.info',
  publishes: '13:00',
  mostDays: 31,
  resolution: 900,
  coupled: true,
  zones: zonesWhere(({ energyCharts }) => energyCharts),
  termsIn: (zone) => (zoneFacts[zone]?.open ? open : household),
  next: oneRequest(request, readEnergyChartsDays),
};

/** Days are asked as the zone's own, the last one inside: elsewhere than in the delivery zone two of them hold one delivery day. */
function request({ zone, start, end }: FeedQuestion): FeedRequest {
  const dateIn = (instant: number): LocalDate => localDate(instant, timeZoneOf(zone));
  const bzn = zoneFacts[zone]?.energyCharts ?? zone;
  return { path: `/price${queryText({ bzn, start: dateIn(start), end: dateIn(end - 1) })}` };
}

function timeZoneOf(zone: string): string {
  const [country = 'DE'] = countriesOf(zone);
  return markets[country].timeZone;
}
