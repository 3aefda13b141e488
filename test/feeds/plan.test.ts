import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/core/time.ts';
import type { FeedName } from '../../src/feeds/feed.ts';
import { type FeedAsk, nextQuestion, type ZoneState } from '../../src/feeds/plan.ts';
import { feedCalled } from '../support/feeds/feed-questions.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
/** Central European summer time, as a clock on the wall shows it. */
const cest = (text: string) => at(`${text.replace(' ', 'T')}:00+02:00`);
const shownTime = (instant: number) => new Date((instant + 7200) * 1000).toISOString().slice(0, 16).replace('T', ' ');

const TODAY = '2026-04-15';
const TOMORROW = '2026-04-16';
const days = (from: string, to: string) => {
  const list: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) list.push(date);
  return list;
};
const state = (feeds: FeedName[], held: string[], asks: FeedAsk[] = [], more: Partial<ZoneState> = {}): ZoneState => ({
  feeds: feeds.map(feedCalled),
  held: new Set(held),
  asks,
  blocked: new Map(),
  share: 0,
  ...more,
});
const shown = (zone: ZoneState, now: number) => {
  const question = nextQuestion(zone, now);
  return question && `${question.feed.name} ${question.first} ${question.last} at ${shownTime(question.at)}`;
};
const ask = (feed: FeedName, when: string, outcome: FeedAsk['outcome'], day = TOMORROW): FeedAsk => ({
  feed,
  at: cest(when),
  first: day,
  last: day,
  outcome,
});
const upToToday = days('2026-04-01', TODAY);

describe('the next question', () => {
  it.each<[string, ZoneState, string, string | undefined]>([
    [
      'of a first start is about today, with the two weeks before it',
      state(['energy-charts'], []),
      '2026-04-15 09:00',
      'energy-charts 2026-04-01 2026-04-15 at 2026-04-14 13:00',
    ],
    [
      'after the publication has tomorrow in it',
      state(['energy-charts'], []),
      '2026-04-15 14:00',
      'energy-charts 2026-04-01 2026-04-16 at 2026-04-14 13:00',
    ],
    [
      'of a feed of single days is about today',
      state(['omie'], []),
      '2026-04-15 14:00',
      'omie 2026-04-15 2026-04-15 at 2026-04-14 13:30',
    ],
    [
      'waits for the publication, and looks at today again',
      state(['energy-charts'], upToToday),
      '2026-04-15 09:00',
      'energy-charts 2026-04-15 2026-04-16 at 2026-04-15 13:00',
    ],
    [
      'waits for the next one where tomorrow is held',
      state(['energy-charts'], [...upToToday, TOMORROW]),
      '2026-04-15 14:00',
      'energy-charts 2026-04-16 2026-04-17 at 2026-04-16 13:00',
    ],
    // Promise P-055 operate/live: tomorrow is requested after its publication, at a second that differs per
    //   installation
    [
      'comes at the second of the installation',
      state(['energy-charts'], upToToday, [], { share: 0.5 }),
      '2026-04-15 09:00',
      'energy-charts 2026-04-15 2026-04-16 at 2026-04-15 13:02',
    ],
    [
      'fills a week that was missed at once',
      state(['energy-charts'], days('2026-03-01', '2026-04-08')),
      '2026-04-15 09:00',
      'energy-charts 2026-04-09 2026-04-15 at 2026-04-14 13:00',
    ],
    [
      'fills it day by day where a feed has single ones, today first',
      state(['omie'], days('2026-03-01', '2026-04-08')),
      '2026-04-15 09:00',
      'omie 2026-04-15 2026-04-15 at 2026-04-14 13:30',
    ],
    ['is none where no feed may be asked', state([], []), '2026-04-15 09:00', undefined],
    ['is none by a clock that is not set', state(['energy-charts'], []), '1970-01-01 02:00', undefined],
  ])('%s', (_, zone, now, expected) => {
    expect(shown(zone, cest(now))).toBe(expected);
  });

  it.each<[string, FeedName[], FeedAsk[], string]>([
    [
      'has nothing: another root within ten minutes',
      ['energy-charts', 'energi-data-service'],
      [ask('energy-charts', '2026-04-15 13:05', 'nothing')],
      'energi-data-service 2026-04-15 2026-04-16 at 2026-04-15 13:09',
    ],
    [
      'has failed: another root before one of its own',
      ['energy-charts', 'smard', 'energi-data-service'],
      [ask('energy-charts', '2026-04-15 13:05', 'failed')],
      'energi-data-service 2026-04-15 2026-04-16 at 2026-04-15 13:09',
    ],
    [
      'has failed: one of its root where there is no other',
      ['energy-charts', 'smard'],
      [ask('energy-charts', '2026-04-15 13:05', 'failed')],
      'smard 2026-04-16 2026-04-16 at 2026-04-15 13:09',
    ],
    [
      'has nothing: one of its root has nothing either',
      ['energy-charts', 'smard'],
      [ask('energy-charts', '2026-04-15 13:05', 'nothing')],
      'smard 2026-04-16 2026-04-16 at 2026-04-15 13:25',
    ],
    [
      'is doubtful: another root',
      ['energy-charts', 'energi-data-service'],
      [ask('energy-charts', '2026-04-15 13:05', 'doubtful')],
      'energi-data-service 2026-04-15 2026-04-16 at 2026-04-15 13:09',
    ],
    [
      'is doubtful: itself, where there is no other',
      ['omie'],
      [ask('omie', '2026-04-15 13:35', 'doubtful')],
      'omie 2026-04-16 2026-04-16 at 2026-04-15 13:55',
    ],
  ])('after an answer that %s', (_, feeds, asks, expected) => {
    expect(shown(state(feeds, upToToday, asks), asks[0]?.at ?? 0)).toBe(expected);
  });

  it.each<[string, FeedAsk['outcome'], string]>([
    ['failed', 'failed', 'energi-data-service 2026-04-15 2026-04-15 at 2026-04-15 09:01'],
    ['had nothing', 'nothing', 'energi-data-service 2026-04-15 2026-04-15 at 2026-04-15 09:01'],
    ['knows no such data', 'absent', 'energi-data-service 2026-04-15 2026-04-15 at 2026-04-15 09:01'],
  ])('about today, which is missing, comes a minute after a source that %s', (_, outcome, expected) => {
    const asks = [ask('energy-charts', '2026-04-15 09:00', outcome, TODAY)];
    const zone = state(['energy-charts', 'energi-data-service'], days('2026-04-01', '2026-04-14'), asks);
    expect(shown(zone, cest('2026-04-15 09:00'))).toBe(expected);
  });

  it('goes to a source of the same root four minutes after one that knows no such data', () => {
    const zone = state(['smard', 'energy-charts'], upToToday, [ask('smard', '2026-04-15 13:05', 'absent')]);
    expect(shown(zone, cest('2026-04-15 13:05'))).toBe('energy-charts 2026-04-15 2026-04-16 at 2026-04-15 13:09');
  });

  it('obeys a feed that wants to be left alone', () => {
    const blocked = new Map([['energy-charts' as const, cest('2026-04-15 16:00')]]);
    expect(shown(state(['energy-charts'], upToToday, [], { blocked }), cest('2026-04-15 13:30'))).toContain(
      'at 2026-04-15 16:00',
    );
    const two = state(['energy-charts', 'energi-data-service'], upToToday, [], { blocked });
    expect(shown(two, cest('2026-04-15 13:30'))).toContain('energi-data-service');
  });

  it('comes no sooner than a minute after the last about the zone', () => {
    const asks = [ask('omie', '2026-04-15 14:00', 'whole', '2026-04-14')];
    expect(shown(state(['omie'], days('2026-04-01', '2026-04-14'), asks), cest('2026-04-15 14:00'))).toBe(
      'omie 2026-04-15 2026-04-15 at 2026-04-15 14:01',
    );
  });
});

/** Asks as often as the plan says, with `outcomeAt` for an answer; what was asked when. */
function asked(
  feeds: FeedName[],
  held: string[],
  from: string,
  to: string,
  outcomeAt: (now: number) => FeedAsk['outcome'],
) {
  const asks: FeedAsk[] = [];
  const known = new Set(held);
  let now = cest(from);
  while (now < cest(to)) {
    const question = nextQuestion({ ...state(feeds, []), held: known, asks }, now);
    if (!question) break;
    now = Math.max(now, question.at);
    if (now >= cest(to)) break;
    const outcome = outcomeAt(now);
    const { first, last } = question;
    asks.push({ feed: question.feed.name, at: now, first, last, outcome });
    if (outcome === 'whole') for (const date of days(first, last)) known.add(date);
  }
  return asks;
}

describe('a day of questions', () => {
  it.each<[string, FeedName[], string, number]>([
    ['published at noon', ['energy-charts', 'smard', 'energi-data-service'], '2026-04-15 12:57', 1],
    ['published half an hour late', ['energy-charts', 'smard', 'energi-data-service'], '2026-04-15 13:30', 4],
    ['published an hour and a half late', ['energy-charts', 'energi-data-service'], '2026-04-15 14:30', 6],
    ['published by a single feed, an hour and a half late', ['energy-charts'], '2026-04-15 14:30', 4],
  ])('%s takes few', (_, feeds, published, most) => {
    const asks = asked(feeds, upToToday, '2026-04-15 09:00', '2026-04-16 09:00', (now) =>
      now >= cest(published) ? 'whole' : 'nothing',
    );
    expect(asks.length).toBeLessThanOrEqual(most);
    expect(asks.at(-1)?.outcome).toBe('whole');
  });

  // Promise P-057 operate/live: never two questions about a zone in a minute, whatever happens
  it('in the worst of weathers has never two in a minute, and goes on', () => {
    const asks = asked(['energy-charts', 'smard'], [], '2026-04-15 09:00', '2026-04-22 09:00', () => 'failed');
    const gaps = asks.slice(1).map(({ at }, i) => at - (asks[i]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3600);
  });

  it('after a week without an answer fills every day', () => {
    const back = cest('2026-04-22 10:00');
    const asks = asked(['omie'], upToToday, '2026-04-15 12:00', '2026-04-22 12:00', (now) =>
      now >= back ? 'whole' : 'failed',
    );
    const filled = asks.filter(({ outcome }) => outcome === 'whole').map(({ first }) => first);
    expect(filled.toSorted()).toEqual(days('2026-04-16', '2026-04-22'));
  });
});
