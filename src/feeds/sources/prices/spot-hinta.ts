import { type Feed, oneRequest, queryText, unstatedTerms } from '../../feed.ts';
import { readSpotHinta } from '../../formats/spot-lists.ts';

/** It has the local today and tomorrow: where the delivery day ends an hour later by local time, tomorrow is never whole. */
export const spotHinta: Feed = {
  name: 'spot-hinta',
  publisher: 'spot-hinta.fi',
  root: 'spot-hinta',
  address: 'https://api.spot-hinta.fi',
  publishes: '13:30',
  mostDays: 2,
  resolution: 900,
  coupled: false,
  zones: ['DK1', 'DK2', 'NO1', 'NO2', 'NO3', 'NO4', 'NO5', 'SE1', 'SE2', 'SE3', 'SE4'],
  termsIn: () => unstatedTerms('Source: spot-hinta.fi.'),
  next: oneRequest(
    ({ zone }) => ({ path: `/TodayAndDayForward${queryText({ region: zone, priceResolution: 15 })}` }),
    readSpotHinta,
  ),
};
