import { expect, it } from 'vitest';
import type { FeedAsk } from '../../../src/feeds/plan.ts';
import type { ZoneStanding } from '../../../src/runtime/live/live-prices.ts';
import { sourceTrouble } from '../../../src/runtime/live/source-trouble.ts';
import { feedCalled } from '../../support/feeds/feed-questions.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const NOW = at('2026-04-15T14:00:00+02:00');
const NEXT = at('2026-04-15T14:05:00+02:00');
const asked = (outcome: FeedAsk['outcome'], last: string, ...problems: string[]): Partial<ZoneStanding> => ({
  last: { feed: 'energy-charts', at: NOW - 60, first: last, last, outcome, problems },
});
const rateless = (outcome: FeedAsk['outcome'], last: string): Partial<ZoneStanding> => {
  const { last: ask } = asked(outcome, last, `${last}: no rate of SEK is known`);
  return { last: ask && { ...ask, rateProblem: 'cannot be reached: ENOTFOUND' } };
};

it.each<[string, string[], Partial<ZoneStanding>, string | undefined]>([
  ['nothing, and is asked about for the first time', [], { next: NOW }, 'source-asking DE-LU'],
  ['nothing, and is being asked about', [], { next: NOW + 120 }, 'source-asking DE-LU'],
  ['nothing, of a source that is to be left alone', [], {}, 'source-nothing energy-charts 14:05'],
  [
    'nothing, and nobody to ask',
    [],
    { feeds: [] },
    'source-none DE-LU entsoe, energy-charts, energi-data-service, smard',
  ],
  ['nothing, on a clock that is not set', [], { next: undefined }, 'source-clock'],
  [
    'nothing, and no answer',
    [],
    asked('failed', '2026-04-15', 'answers 500'),
    'source-failed energy-charts 14:05 answers 500',
  ],
  [
    'nothing of use',
    [],
    asked('unusable', '2026-04-15', 'its answer is none'),
    'source-unusable energy-charts 14:05 its answer is none',
  ],
  [
    'nothing, as the exchange rate that its prices need is missing',
    [],
    rateless('unusable', '2026-04-15'),
    'source-rates energy-charts 14:05 cannot be reached: ENOTFOUND',
  ],
  [
    'today, and tomorrow without its exchange rate',
    ['2026-04-15'],
    rateless('unusable', '2026-04-16'),
    'tomorrow-rates energy-charts 14:05 cannot be reached: ENOTFOUND',
  ],
  [
    'today, while tomorrow is not published and a rate is missing',
    ['2026-04-15'],
    rateless('nothing', '2026-04-16'),
    undefined,
  ],
  ['half a day', [], asked('partial', '2026-04-15', '12 of 96'), 'source-nothing energy-charts 14:05 12 of 96'],
  ['nothing, and a source that has nothing', [], asked('nothing', '2026-04-15'), 'source-nothing energy-charts 14:05'],
  [
    'nothing until tomorrow',
    [],
    { ...asked('failed', '2026-04-15'), next: at('2026-04-16T00:10:00+02:00') },
    'source-failed energy-charts 2026-04-16 00:10',
  ],
  ['today', ['2026-04-15'], asked('whole', '2026-04-15'), undefined],
  ['today, while tomorrow is not published', ['2026-04-15'], asked('nothing', '2026-04-16'), undefined],
  ['today, while tomorrow fails', ['2026-04-15'], asked('failed', '2026-04-16'), 'tomorrow-failed energy-charts 14:05'],
  ['today, while yesterday fails', ['2026-04-15'], asked('failed', '2026-04-14'), undefined],
  [
    'a day that is not shown, because two sources disagree',
    [],
    asked('doubtful', '2026-04-15', '2026-04-15: two sources have different prices; neither counts'),
    'source-doubtful energy-charts 14:05 2026-04-15: two sources have different prices; neither counts',
  ],
  [
    'today, while two sources disagree about tomorrow',
    ['2026-04-15'],
    asked('doubtful', '2026-04-16', '2026-04-16: two sources have different prices; neither counts'),
    'tomorrow-doubtful energy-charts 14:05 2026-04-16: two sources have different prices; neither counts',
  ],
  [
    'today, with doubtful prices',
    ['2026-04-15'],
    { doubtful: new Map([['2026-04-15', 'prices of energy-charts are far above those of the last two weeks']]) },
    'price-doubtful prices of energy-charts are far above those of the last two weeks',
  ],
  [
    'both days, tomorrow with doubtful prices',
    ['2026-04-15', '2026-04-16'],
    { doubtful: new Map([['2026-04-16', 'prices of omie repeat each hour']]) },
    'price-doubtful 2026-04-16: prices of omie repeat each hour',
  ],
  [
    'nothing, and a source that has never had its prices',
    [],
    asked('absent', '2026-04-15', 'answers 404'),
    'source-unusable energy-charts 14:05 answers 404',
  ],
  ['today, while such a source is asked about tomorrow', ['2026-04-15'], asked('absent', '2026-04-16'), undefined],
  ['both days', ['2026-04-15', '2026-04-16'], asked('failed', '2026-04-16'), undefined],
])('a zone that holds %s', (_, held, standing, expected) => {
  const days = new Map(held.map((date) => [date, {} as never]));
  const prices = {
    get: () => ({ days, replay: false }),
    standingOf: () => ({ feeds: [feedCalled('energy-charts')], last: undefined, next: NEXT, ...standing }),
  };
  const trouble = sourceTrouble(prices, 'DE-LU', NOW, 'Europe/Berlin');
  const { code, values = {}, detail } = trouble?.fault ?? {};
  expect(trouble && [code, ...Object.values(values), detail].filter(Boolean).join(' ')).toBe(expected);
});
