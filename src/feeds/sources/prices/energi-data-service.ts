import { addDays } from '../../../core/time.ts';
import { type Feed, type FeedQuestion, type FeedRequest, oneRequest, queryText } from '../../feed.ts';
import { readDayAheadRecords } from '../../formats/energi-data-service.ts';
import { zoneFacts, zonesWhere } from '../../zones.ts';

const areaOf = (zone: string) => zoneFacts[zone]?.energiData ?? zone;

export const energiDataService: Feed = {
  name: 'energi-data-service',
  publisher: 'Energinet',
  root: 'energinet',
  address: 'https://api.energidataservice.dk',
  publishes: '13:05',
  mostDays: 31,
  resolution: 900,
  coupled: true,
  zones: zonesWhere(({ energiData }) => energiData),
  termsIn: () => ({
    use: 'open',
    licence: 'CC BY 4.0',
    notice: 'Source: Energinet (Energi Data Service), CC BY 4.0.',
    shareAlike: false,
  }),
  next: oneRequest(request, (body, question) => readDayAheadRecords(body, question, areaOf(question.zone))),
};

/** Danish days are delivery days; the last one is outside. Without `limit=0` a hundred records come and no more. */
function request({ zone, first, last }: FeedQuestion): FeedRequest {
  const query = queryText({
    start: first,
    end: addDays(last, 1),
    filter: JSON.stringify({ PriceArea: [areaOf(zone)] }),
    columns: 'TimeUTC,PriceArea,DayAheadPriceEUR,DayAheadPriceDKK',
    sort: 'TimeUTC asc',
    limit: 0,
  });
  return { path: `/dataset/DayAheadPrices${query}` };
}
