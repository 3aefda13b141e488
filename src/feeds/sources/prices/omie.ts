import { type Feed, type FeedQuestion, type FeedRequest, oneRequest, unstatedTerms } from '../../feed.ts';
import { readOmieDay } from '../../formats/omie.ts';

export const omie: Feed = {
  name: 'omie',
  publisher: 'OMIE',
  root: 'omie',
  address: 'https://www.omie.es',
  publishes: '13:30',
  mostDays: 1,
  resolution: 900,
  coupled: true,
  zones: ['ES', 'PT'],
  termsIn: () => unstatedTerms('Source: OMIE, omie.es.'),
  next: oneRequest(request, (body, question) =>
    readOmieDay(body, question, question.first, question.zone === 'PT' ? 'PT' : 'ES'),
  ),
};

function request({ first }: FeedQuestion): FeedRequest {
  const [year, month, day] = first.split('-');
  const file = `INT_PBC_EV_H_1_${day}_${month}_${year}_${day}_${month}_${year}.TXT`;
  return { path: `/sites/default/files/dados/AGNO_${year}/MES_${month}/TXT/${file}` };
}
