import { type Feed, type FeedQuestion, oneRequest, unstatedTerms } from '../../feed.ts';
import { readDailyList } from '../../formats/spot-lists.ts';

/** Two services of one make: a file for each delivery day and zone. */

const common = {
  publishes: '13:05',
  mostDays: 1,
  coupled: false,
  next: oneRequest(request, readDailyList),
} as const;

export const elprisetJustNu: Feed = {
  ...common,
  name: 'elprisetjustnu',
  publisher: 'Elpriset just nu.se',
  root: 'elprisetjustnu',
  address: 'https://www.elprisetjustnu.se',
  resolution: 900,
  zones: ['SE1', 'SE2', 'SE3', 'SE4'],
  termsIn: () => unstatedTerms('Elpriser tillhandahålls av Elpriset just nu.se'),
};

/** Norwegian households are settled by the hour, and so are its prices. */
export const hvaKosterStrommen: Feed = {
  ...common,
  name: 'hvakosterstrommen',
  publisher: 'Hva koster strømmen.no',
  root: 'hvakosterstrommen',
  address: 'https://www.hvakosterstrommen.no',
  resolution: 3600,
  zones: ['NO1', 'NO2', 'NO3', 'NO4', 'NO5'],
  termsIn: () => unstatedTerms('Source: hvakosterstrommen.no.'),
};

function request({ zone, first }: FeedQuestion) {
  return { path: `/api/v1/prices/${first.slice(0, 4)}/${first.slice(5)}_${zone}.json` };
}
