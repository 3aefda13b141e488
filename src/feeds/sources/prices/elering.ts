import { utcTime } from '../../../core/time.ts';
import { type Feed, type FeedQuestion, type FeedRequest, oneRequest, queryText, unstatedTerms } from '../../feed.ts';
import { type EleringCountry, readElering } from '../../formats/spot-lists.ts';

const countries: Readonly<Record<string, EleringCountry>> = { EE: 'ee', FI: 'fi', LT: 'lt', LV: 'lv' };

export const elering: Feed = {
  name: 'elering',
  publisher: 'Elering',
  root: 'elering',
  address: 'https://dashboard.elering.ee',
  publishes: '13:05',
  mostDays: 31,
  resolution: 900,
  coupled: true,
  zones: Object.keys(countries),
  termsIn: () => unstatedTerms('Source: Elering AS, dashboard.elering.ee.'),
  next: oneRequest(request, (body, question) => readElering(body, question, countries[question.zone] ?? 'ee')),
};

/** The end is inside. */
function request({ start, end }: FeedQuestion): FeedRequest {
  return { path: `/api/nps/price${queryText({ start: utcTime(start), end: utcTime(end - 1) })}` };
}
