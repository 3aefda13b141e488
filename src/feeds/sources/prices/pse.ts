import { type Feed, type FeedQuestion, type FeedRequest, queryText, unstatedTerms } from '../../feed.ts';
import type { FeedReading } from '../../formats/feed-reading.ts';
import { pageAfter, readPseQuarters } from '../../formats/pse.ts';

export const pse: Feed = {
  name: 'pse',
  publisher: 'PSE',
  root: 'pse',
  address: 'https://api.raporty.pse.pl',
  publishes: '14:30',
  mostDays: 1,
  resolution: 900,
  coupled: true,
  zones: ['PL'],
  termsIn: () => unstatedTerms('Source: PSE S.A., raporty.pse.pl.'),
  next,
};

const PATH = '/api/csdac-pln';
/** A day has a page or two; what is longer is no day. */
const MOST_PAGES = 3;

function next(question: FeedQuestion, bodies: readonly string[]): FeedRequest | FeedReading {
  if (bodies.length === 0)
    return { path: `${PATH}${queryText({ $filter: `business_date eq '${question.first}'`, $first: 200 })}` };
  const page = bodies.length < MOST_PAGES ? pageAfter(bodies, question) : undefined;
  return page === undefined ? readPseQuarters(bodies, question, question.first) : { path: `${PATH}${page}` };
}
