import type { Feed, FeedQuestion, FeedRequest } from '../../feed.ts';
import type { FeedReading } from '../../formats/feed-reading.ts';
import { readSmardWeek, weekFileOf } from '../../formats/smard.ts';
import { zoneFacts, zonesWhere } from '../../zones.ts';

export const smard: Feed = {
  name: 'smard',
  publisher: 'Bundesnetzagentur',
  root: 'entsoe',
  address: 'https://www.smard.de',
  publishes: '13:00',
  mostDays: 1,
  resolution: 900,
  coupled: true,
  zones: zonesWhere(({ smard }) => smard),
  termsIn: () => ({
    use: 'open',
    licence: 'CC BY 4.0',
    notice: 'Source: Bundesnetzagentur | SMARD.de, CC BY 4.0.',
    shareAlike: false,
  }),
  next,
};

/** First the index of weeks, then the week of the day. */
function next(question: FeedQuestion, [index, week]: readonly string[]): FeedRequest | FeedReading {
  const { smard: filter, smardRegion: region = 'DE' } = zoneFacts[question.zone] ?? {};
  const folder = `/app/chart_data/${filter}/${region}`;
  if (index === undefined) return { path: `${folder}/index_quarterhour.json` };
  if (week !== undefined) return readSmardWeek(week, question);
  const file = weekFileOf(index, question.start);
  return file === undefined ? { quotes: [] } : { path: `${folder}/${filter}_${region}_quarterhour_${file}.json` };
}
