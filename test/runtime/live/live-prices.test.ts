import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zonePricesIn } from '../../../src/core/price-file.ts';
import { addDays } from '../../../src/core/time.ts';
import { deliveryDate, deliveryDay } from '../../../src/core/window.ts';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import type { FeedName } from '../../../src/feeds/feed.ts';
import { type LiveOptions, type LivePrices, livePrices } from '../../../src/runtime/live/live-prices.ts';
import { isTrial } from '../../support/cases.ts';
import { type FeedWorld, feedAnswer } from '../../support/feeds/feed-answers.ts';
import { feedCalled } from '../../support/feeds/feed-questions.ts';
import { manualClock } from '../../support/manual-clock.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
/** Euro per MWh: another in each quarter hour of ten days. */
const priceAt = (_zone: string, start: number) => Math.round((start / 900) % 960) / 10;

let dir = '';
let running: LivePrices[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'live-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((live) => live.stop()));
  rmSync(dir, { recursive: true });
});

/** Published at 12:58 for the next day, of every feed; `spoil` makes something else of an answer. */
function house(
  start: string,
  options: Partial<LiveOptions> = {},
  spoil: (url: URL) => Partial<FeedWorld> | number = () => ({}),
) {
  const clock = manualClock(at(start));
  const asked: { at: number; url: URL }[] = [];
  const news: string[] = [];
  const fetch: FeedFetch = async (address, { body }) => {
    const url = new URL(address);
    asked.push({ at: clock.now(), url });
    const today = deliveryDate(clock.now() + 11 * 3600 + 120);
    const spoilt = spoil(url);
    const answer =
      typeof spoilt === 'number'
        ? { status: spoilt, body: '' }
        : feedAnswer(url, { priceAt, until: deliveryDay(today).end, ...spoilt }, body);
    return { status: answer.status, headers: { get: () => null }, body: chunks(answer.body) };
  };
  const open = (more: Partial<LiveOptions> = {}) => {
    const live = livePrices({
      zones: ['DE-LU'],
      dir,
      clock,
      random: () => 0.5,
      version: '9.9.9',
      chosen: new Map(),
      fetch,
      onNews: ({ zone, feed, first, last, outcome, problems }) =>
        news.push([zone, feed, first, last, outcome, ...problems].join(' ')),
      ...options,
      ...more,
    });
    running.push(live);
    live.start();
    return live;
  };
  return { clock, asked, news, live: open(), open };
}
async function* chunks(text: string) {
  yield Buffer.from(text);
}
const held = (zone = 'DE-LU') => zonePricesIn(readFileSync(join(dir, `${zone}.txt`), 'utf8'), zone).days;
const heldDates = (zone?: string) => [...held(zone).keys()];
const datesFrom = (first: string, length: number) => Array.from({ length }, (_, i) => addDays(first, i));
/** A first start on 15 April has that day, and the two weeks before it. */
const atFirst = datesFrom('2026-04-01', 15);

describe('live prices', () => {
  // Promise P-231 internals/forecast: live prices also bring the two weeks before
  it('of a first start are there at once, and tomorrow’s shortly after the publication', async () => {
    const { clock, asked, news } = house('2026-04-15T08:00:00Z');
    await clock.advanceBy(1);
    expect(heldDates()).toEqual(atFirst);
    await clock.advanceTo(at('2026-04-15T11:10:00Z'));
    expect(heldDates()).toEqual([...atFirst, '2026-04-16']);
    expect(news).toEqual([
      'DE-LU energy-charts 2026-04-01 2026-04-15 whole',
      'DE-LU energy-charts 2026-04-15 2026-04-16 whole',
    ]);
    expect(asked.map(({ at }) => new Date(at * 1000).toISOString().slice(11, 19))).toEqual(['08:00:00', '11:02:30']);
    expect(held().get('2026-04-16')?.origin).toEqual({ feed: 'energy-charts' });
  });

  // Promise P-064 operate/live: another source is requested within 90 seconds while the price of today is missing
  it.each([
    ['DE-LU', 'energi-data-service'],
    ['FR', 'smard'],
  ])(
    'of a first start in %s are there within 90 seconds from %s while the first source is down',
    async (zone, second) => {
      const { clock, news } = house('2026-04-15T08:00:00Z', { zones: [zone] }, ({ hostname }) =>
        hostname.includes('energy-charts') ? 500 : {},
      );
      await clock.advanceBy(90);
      expect(news[0]).toBe(`${zone} energy-charts 2026-04-01 2026-04-15 failed answers 500`);
      expect(held(zone).get('2026-04-15')?.origin).toEqual({ feed: second });
    },
  );

  // Promise P-078 operate/live: a restart requests nothing that is stored or has just been requested
  it('are asked for by nobody again after a restart', async () => {
    const { clock, asked, open, live } = house('2026-04-15T12:00:00Z');
    await clock.advanceBy(60);
    const before = asked.length;
    await live.stop();
    open({ random: () => 0.9 });
    await clock.advanceTo(at('2026-04-16T10:59:00Z'));
    expect(asked.length).toBe(before);
    await clock.advanceTo(at('2026-04-16T11:03:00Z'));
    expect(asked.length).toBe(before + 1);
  });

  // Promise P-069 operate/live: such a day is requested again after a restart
  it('that are doubtful are not kept for a restart, and are asked for again at once', async () => {
    const repeated = (zone: string, start: number) => priceAt(zone, start - (start % 3600));
    const { clock, asked, open, live } = house('2026-04-15T08:00:00Z', {}, ({ hostname }) =>
      hostname.includes('energy-charts') ? { priceAt: repeated } : 500,
    );
    const shownDates = (of: LivePrices) => [...(of.get('DE-LU')?.days.keys() ?? [])];
    await clock.advanceBy(1800);
    expect(shownDates(live)).toEqual(atFirst);
    await live.stop();
    const before = asked.length;
    const after = open();
    expect(shownDates(after)).toEqual([]);
    await clock.advanceBy(60);
    expect(shownDates(after)).toContain('2026-04-15');
    expect(asked.length).toBeGreaterThan(before);
  });

  // Promise P-080 operate/live: prices are there while the disk is full, and are requested again after a restart
  it('are there while the disk is full, which is said once, and are asked for again after a restart', async () => {
    const said: string[] = [];
    mkdirSync(join(dir, 'DE-LU.txt.new'));
    const { clock, asked, open, live } = house('2026-04-15T08:00:00Z', { onDispute: (text) => said.push(text) });
    await clock.advanceTo(at('2026-04-15T11:10:00Z'));
    const dates = (of: LivePrices) => [...(of.get('DE-LU')?.days.keys() ?? [])];
    expect(dates(live)).toEqual([...atFirst, '2026-04-16']);
    expect(said).toEqual([expect.stringMatching(/^DE-LU: prices are not kept for a restart: EISDIR/)]);
    expect(asked).toHaveLength(2);
    await live.stop();
    const after = open();
    expect(dates(after)).toEqual([]);
    await clock.advanceBy(120);
    expect(dates(after)).toContain('2026-04-16');
  });

  // Promise P-079 operate/live: days that were missed are filled
  it('fill the days of a week in which the machine was off, the latest first', async () => {
    const { clock, news, open, live } = house('2026-04-15T12:00:00Z');
    await clock.advanceBy(60);
    await live.stop();
    await clock.jumpTo(at('2026-04-22T08:00:00Z'));
    const before = news.length;
    open();
    await clock.advanceBy(600);
    expect(news.slice(before)).toEqual(['DE-LU energy-charts 2026-04-17 2026-04-22 whole']);
    expect(heldDates()).toEqual(datesFrom('2026-04-01', 22));
  });

  it('of a zone are kept up to date from when it is wanted, until nobody has wanted it for a day', async () => {
    const { clock, asked, live } = house('2026-04-15T08:00:00Z', { zones: [] });
    await clock.advanceBy(600);
    expect(asked).toEqual([]);
    live.want('DE-LU');
    await clock.advanceBy(1);
    expect([...(live.get('DE-LU')?.days.keys() ?? [])]).toEqual(atFirst);
    await clock.advanceTo(at('2026-04-15T20:00:00Z'));
    live.want('DE-LU');
    await clock.advanceTo(at('2026-04-16T20:00:00Z'));
    expect(heldDates().at(-1)).toBe('2026-04-17');
    await clock.advanceTo(at('2026-04-20T20:00:00Z'));
    expect(heldDates().at(-1)).toBe('2026-04-17');
    expect(clock.alarms()).toEqual([]);
  });

  // Promise P-056 operate/live: if one root fails, another is requested within ten minutes
  it('come from another root within ten minutes where the first fails, and both are named', async () => {
    const { clock, news, live } = house('2026-04-15T08:00:00Z', {}, ({ hostname }) =>
      hostname.includes('energy-charts') ? 500 : {},
    );
    await clock.advanceTo(at('2026-04-15T11:10:00Z'));
    expect(heldDates()).toContain('2026-04-16');
    expect(news.slice(-2)).toEqual([
      'DE-LU energy-charts 2026-04-15 2026-04-16 failed answers 500',
      'DE-LU energi-data-service 2026-04-15 2026-04-16 whole',
    ]);
    expect(live.inUse().map(({ feed, updated }) => [feed.name, updated])).toEqual([
      ['energi-data-service', '2026-04-16'],
    ]);
  });

  it.each<[string, FeedName, FeedName, string]>([
    ['DE-LU', 'energy-charts', 'energi-data-service', 'which count'],
    ['NL', 'energyzero', 'energy-charts', 'and counts: it publishes the auction itself'],
  ])('that two sources of %s disagree about are said once: of %s, then %s, %s', async (zone, first, second, end) => {
    const disputes: string[] = [];
    const chosen = new Map([first, second].map((name) => [name, undefined]));
    const options = { zones: [zone], chosen, onDispute: (text: string) => disputes.push(text) };
    const { clock } = house('2026-04-15T08:00:00Z', options, ({ hostname }) => {
      const isFirst = hostname === new URL(feedCalled(first).address).hostname;
      if (isFirst !== clock.now() < at('2026-04-15T10:00:00Z')) return 500;
      return isFirst ? {} : { priceAt: (zone, start) => priceAt(zone, start) + 1 };
    });
    await clock.advanceTo(at('2026-04-15T16:00:00Z'));
    expect(disputes).toEqual([`${zone}: ${second} says other prices of 2026-04-15 than ${first}, ${end}`]);
  });

  // Promise P-043 operate/live: if sources are named, no others are used
  it('are asked of nobody but the sources that were chosen', async () => {
    const chosen = new Map([
      ['smard', 'http://127.0.0.1:1/a'],
      ['energy-charts', 'http://127.0.0.1:2'],
    ]);
    const { clock, asked } = house('2026-04-15T08:00:00Z', { chosen }, () => 500);
    await clock.advanceTo(at('2026-04-17T08:00:00Z'));
    expect(new Set(asked.map(({ url }) => url.host))).toEqual(new Set(['127.0.0.1:1', '127.0.0.1:2']));
  });

  // Promise P-072 operate/live: a day that repeats the one before is believed when a second answer confirms it
  it('repeat no day: what repeats yesterday is asked for again before it is believed', async () => {
    const stale = (_zone: string, start: number) => (start % 86_400) / 864;
    const { clock, news } = house('2026-04-15T08:00:00Z', { chosen: new Map([['energy-charts', undefined]]) }, () => ({
      priceAt: stale,
    }));
    await clock.advanceTo(at('2026-04-15T11:10:00Z'));
    expect(heldDates()).not.toContain('2026-04-16');
    expect(news.at(-1)).toBe(
      'DE-LU energy-charts 2026-04-15 2026-04-16 doubtful 2026-04-16: the day repeats the one before it; it is asked for again',
    );
    await clock.advanceTo(at('2026-04-15T12:00:00Z'));
    expect(heldDates()).toContain('2026-04-16');
  });

  // Promise P-075 operate/live: a correction of the same source counts with the next day's question
  it('take a correction of the same feed with the next day', async () => {
    let more = 0;
    const corrected = (zone: string, start: number) => priceAt(zone, start) + more;
    const { clock } = house('2026-04-15T08:00:00Z', {}, () => ({ priceAt: corrected }));
    await clock.advanceTo(at('2026-04-15T10:00:00Z'));
    const before = held().get('2026-04-15')?.prices[0];
    more = 5;
    await clock.advanceTo(at('2026-04-15T11:10:00Z'));
    expect(Number(((held().get('2026-04-15')?.prices[0] ?? 0) - (before ?? 0)).toFixed(5))).toBe(0.005);
  });

  // Promise P-081 operate/live: no request is sent while the clock is not set
  it('ask nothing while the clock is not set, and at once when it is', async () => {
    const { clock, asked } = house('1970-01-01T00:01:00Z');
    await clock.advanceBy(3600);
    expect(asked).toEqual([]);
    await clock.jumpTo(at('2026-04-15T08:00:00Z'));
    expect(heldDates()).toEqual(atFirst);
  });

  it('forget what a clock that was years ahead has led to', async () => {
    const { clock, asked } = house('2031-04-15T08:00:00Z', {}, () =>
      clock.now() > at('2031-01-01T00:00:00Z') ? 500 : {},
    );
    await clock.advanceBy(60);
    expect(asked.length).toBeGreaterThan(0);
    await clock.jumpTo(at('2026-04-15T08:00:00Z'));
    await clock.advanceBy(700);
    expect(heldDates()).toEqual(atFirst);
  });

  // Promise P-059 operate/live: never one before a `Retry-After` is over
  it('obey Retry-After', async () => {
    const { clock, asked } = house('2026-04-15T08:00:00Z', {
      chosen: new Map([['energy-charts', undefined]]),
      fetch: async () => {
        asked.push({ at: clock.now(), url: new URL('http://x') });
        return { status: 429, headers: { get: (name) => (name === 'retry-after' ? '7200' : null) }, body: null };
      },
    });
    await clock.advanceTo(at('2026-04-15T10:30:00Z'));
    expect(asked.map(({ at }) => new Date(at * 1000).toISOString().slice(11, 16))).toEqual(['08:00', '10:00']);
  });

  // Promise P-077 operate/live: another currency gets the source's own rate, else the reference rate
  it('of a currency come with the day’s rate: the feed’s own, else the central bank’s', async () => {
    const chosen = new Map(['elprisetjustnu', 'energy-charts', 'ecb'].map((name) => [name, undefined]));
    const { clock } = house('2026-03-28T08:00:00Z', { zones: ['SE4', 'PL'], chosen }, ({ hostname, search }) =>
      hostname.includes('energy-charts') && search.includes('SE4') ? 500 : {},
    );
    await clock.advanceBy(600);
    expect(held('PL').get('2026-03-28')?.origin).toEqual({ feed: 'energy-charts', perEuro: 4.25 });
    expect(held('SE4').get('2026-03-28')?.origin).toEqual({ feed: 'elprisetjustnu', perEuro: 10.961095 });
  });

  it('of a currency want the central bank among the sources that are named, and remember that over a restart', async () => {
    const { clock, news, live, open } = house('2026-03-28T08:00:00Z', {
      zones: ['PL'],
      chosen: new Map([['energy-charts', undefined]]),
    });
    await clock.advanceBy(30);
    const rateProblem = 'has no exchange rate: name the source ecb too';
    expect(news[0]).toContain(rateProblem);
    expect(news[0]).toMatch(/^PL energy-charts \S+ \S+ unusable /);
    await live.stop();
    expect(open().standingOf('PL').last).toMatchObject({ outcome: 'unusable', rateProblem });
  });

  it('of a currency are asked for before their rate: to wait for it is no part of the minute between two questions', async () => {
    const chosen = new Map(['energy-charts', 'ecb'].map((name) => [name, undefined]));
    const { clock, asked } = house('2026-03-28T08:00:00Z', { zones: ['PL'], chosen });
    await clock.advanceBy(30);
    expect(asked.map(({ url }) => url.pathname)).toEqual(['/price', '/stats/eurofxref/eurofxref-hist-90d.xml']);
  });

  it('leave a file that was spoilt beside a new one', async () => {
    writeFileSync(join(dir, 'DE-LU.txt'), 'zone: DE-LU\n\n2026-04-15 900 nonsense\n');
    const { clock } = house('2026-04-15T08:00:00Z');
    await clock.advanceBy(1);
    expect(heldDates()).toEqual(atFirst);
    expect(readFileSync(join(dir, 'DE-LU.txt.broken'), 'utf8')).toContain('nonsense');
  });

  it('leave a file of requests that cannot be read beside a new one, with a warning', async () => {
    writeFileSync(join(dir, 'live.json'), '{"share":2}');
    const warnings: string[] = [];
    const { clock } = house('2026-04-15T08:00:00Z', { onDispute: (text) => warnings.push(text) });
    await clock.advanceBy(1);
    expect(warnings).toEqual([
      expect.stringMatching(/live\.json cannot be read: share: .* \(now .*live\.json\.broken\)$/),
    ]);
    expect(readFileSync(join(dir, 'live.json.broken'), 'utf8')).toBe('{"share":2}');
    expect(readFileSync(join(dir, 'live.json'), 'utf8')).toContain('"schema":1');
  });

  it('of a spoilt file that cannot be set aside stay unknown, and its zone is asked for no less', async () => {
    writeFileSync(join(dir, 'DE-LU.txt'), 'zone: DE-LU\n\n2026-04-15 900 nonsense\n');
    mkdirSync(join(dir, 'DE-LU.txt.broken', 'full'), { recursive: true });
    const { clock, news } = house('2026-04-15T08:00:00Z');
    await clock.advanceBy(1);
    expect(news[0]).toMatch(/^DE-LU energy-charts 2026-04-01 2026-04-15 failed .*DE-LU\.txt: line 3: /);
    expect(readFileSync(join(dir, 'DE-LU.txt'), 'utf8')).toContain('nonsense');
  });

  // Promise P-849 operate/upgrades: `dayahead/prices/<zone>.txt` and those of `--prices`, `--keep`, `--own`
  // Promise P-850 operate/upgrades: `dayahead/prices/live.json`: times of requests to sources
  it('of files that a newer version wrote are left as they are, and told of', async () => {
    const newer = { 'DE-LU.txt': 'zone: DE-LU\nformat: 2\n\n2026-04-15 hourly 80 81\n', 'live.json': '{"schema":2}' };
    for (const [name, text] of Object.entries(newer)) writeFileSync(join(dir, name), text);
    const disputes: string[] = [];
    const { clock, news, live } = house('2026-04-15T08:00:00Z', { onDispute: (text) => disputes.push(text) });
    await clock.advanceBy(1);
    expect(news[0]).toMatch(
      /^DE-LU energy-charts .* failed .*DE-LU\.txt was written by a newer version of this package/,
    );
    expect(disputes).toEqual([
      expect.stringMatching(/live\.json was written by a newer version .*\(format 2, here 1\)/),
    ]);
    expect(live.get('DE-LU')?.days.size).toBe(0);
    for (const [name, text] of Object.entries(newer)) expect(readFileSync(join(dir, name), 'utf8')).toBe(text);
  });

  it('never hold a host two questions at a time, nor sooner than six seconds after', async () => {
    const zones = ['AT', 'BE', 'CH', 'FR', 'NL', 'SI'];
    const { clock, asked } = house('2026-04-15T08:00:00Z', { zones });
    await clock.advanceBy(120);
    const times = asked.filter(({ url }) => url.hostname.includes('energy-charts')).map(({ at }) => at);
    expect(times.length).toBe(zones.length);
    expect(Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))).toBe(6);
  });

  // Promise P-058 operate/live: never two at a time to a host
  it('wait for a host that is slow to answer before they ask it anything else', async () => {
    const { clock, asked } = house('2026-04-15T08:00:00Z', {
      zones: ['AT', 'BE', 'CH'],
      chosen: new Map([['energy-charts', undefined]]),
      fetch: async () => {
        asked.push({ at: clock.now(), url: new URL('http://x') });
        await new Promise<void>((answer) => clock.alarm(clock.now() + 20, answer));
        return { status: 500, headers: { get: () => null }, body: null };
      },
    });
    await clock.advanceBy(60);
    expect(asked.map((each) => each.at - (asked[0]?.at ?? 0))).toEqual([0, 26, 52]);
  });
});

it('over months with two sources down for a week every price is of its interval, and every day is filled', async () => {
  /** A year in `npm run trials`. */
  const [first, last] = isTrial ? ['2025-10-01', '2026-10-01'] : ['2026-01-20', '2026-04-01'];
  const down = [at('2026-02-03T00:00:00Z'), at('2026-02-10T09:00:00Z')] as const;
  const chosen = new Map(['energy-charts', 'energi-data-service'].map((name) => [name, undefined]));
  const { clock, asked } = house(`${first}T08:00:00Z`, { chosen }, () =>
    clock.now() >= down[0] && clock.now() < down[1] ? 500 : {},
  );
  await clock.advanceTo(down[1]);
  const today = deliveryDate(down[1]);
  expect(heldDates().at(-1)).toBe(addDays(today, -7));
  await clock.advanceTo(at(`${last}T08:00:00Z`));
  const days = [...held().values()];
  expect(days.map(({ date }) => date)).toEqual(datesFrom(addDays(first, -14), days.length));
  expect(addDays(first, days.length - 15)).toBe(last);
  for (const { date, prices, count } of days) {
    const { start, end } = deliveryDay(date);
    expect(count).toBe((end - start) / 900);
    expect(prices).toEqual(prices.map((_, i) => Number((priceAt('', start + i * 900) / 1000).toFixed(5))));
  }
  const calm = asked.filter(({ at }) => at < down[0] || at > down[1] + 86_400);
  const perDay = new Map<string, number>();
  for (const { at } of calm) perDay.set(deliveryDate(at), (perDay.get(deliveryDate(at)) ?? 0) + 1);
  expect(Math.max(...perDay.values())).toBeLessThanOrEqual(6);
});
