import { type Feed, oneRequest, queryText, unstatedTerms } from '../../feed.ts';
import { readPvpc } from '../../formats/tariffs/pvpc.ts';

/** The regulated Spanish price for small consumers, as the system operator publishes it in the evening for the next day. */
export const pvpc: Feed = {
  name: 'pvpc',
  publisher: 'Red Eléctrica de España',
  root: 'esios',
  address: 'https://api.esios.ree.es',
  publishes: '20:20',
  mostDays: 1,
  resolution: 3600,
  coupled: true,
  zones: ['PVPC'],
  termsIn: () => unstatedTerms('Source: Red Eléctrica de España, esios.ree.es, PVPC.'),
  next: oneRequest(
    ({ first }) => ({ path: `/archives/70/download_json${queryText({ locale: 'es', date: first })}` }),
    (body, question) => readPvpc(body, question, question.first),
  ),
};
