import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PriceDay, zonePricesIn } from '../../../src/core/price-file.ts';
import { deliveryDay } from '../../../src/core/window.ts';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import type { FeedDay } from '../../../src/feeds/day-findings.ts';
import { type FeedName, feedNames } from '../../../src/feeds/feed.ts';
import { doubtfulDays } from '../../../src/runtime/live/doubtful-days.ts';
import { fetchDays } from '../../../src/runtime/live/fetch-days.ts';
import { asRead } from '../../../src/runtime/live/held-days.ts';
import type { KeptRates } from '../../../src/runtime/live/reference-rates.ts';
import { sourceTrouble } from '../../../src/runtime/live/source-trouble.ts';
import { zonePrices } from '../../../src/runtime/live/zone-prices.ts';
import { feedAnswer } from '../../support/feeds/feed-answers.ts';
import { feedCalled } from '../../support/feeds/feed-questions.ts';

const DATE = '2026-04-15';
const { start, end } = deliveryDay(DATE);
const HOUR = 3600;
const NOON = start + 12 * HOUR;

/** Euro per MWh: 60 to 107.5, another in each quarter hour. */
const quarters = (at: number) => 60 + (at - start) / 900 / 2;
const hours = (at: number) => quarters(at - (at % HOUR));
const halfHours = (at: number) => quarters(at - (at % 1800));
/** The mean of the quarter hours of each hour. */
const hourlyMeans = (at: number) => hours(at) + 0.75;
const withoutHours =
  (...missing: number[]) =>
  (at: number) =>
    missing.includes(Math.floor((at - start) / HOUR)) ? null : quarters(at);

const RATES: KeptRates = { refresh: async () => undefined, rateOn: () => 0.93 };

/** A zone without history; by default DE-LU, whose sources are Energy-Charts and SMARD (one root), and Energinet. */
function house(
  names: readonly FeedName[] = ['energy-charts', 'smard', 'energi-data-service'],
  zone = 'DE-LU',
  rates = RATES,
) {
  let written: ReadonlyMap<string, PriceDay> = new Map();
  let answer: ((at: number) => number | null) | number = 200;
  const kept = doubtfulDays({
    days: () => written,
    write: (day: FeedDay) => {
      written = new Map([...written, [day.date, asRead(day)]]);
    },
  });
  const prices = zonePrices({
    ...{
      zone,
      feeds: names.map(feedCalled),
      kept,
      rates,
      token: 'SECRET',
    },
    lineOf: ({ address }) => ({
      ...{ address, userAgent: 'dayahead-node-red-tariffs/9.9.9', deadline: 20_000 },
      fetch: async (url: string) => {
        const priceAt = (_zone: string, at: number) => (typeof answer === 'number' ? 1 : answer(at));
        const { status, body } = feedAnswer(new URL(url), { priceAt, until: end });
        const chunks = (async function* () {
          yield Buffer.from(body);
        })();
        const given = typeof answer === 'number' ? answer : status;
        return { status: given, headers: { get: () => null }, body: chunks };
      },
    }),
  });
  return {
    prices,
    written: () => [...written.keys()],
    first: () => prices.days().get(DATE)?.prices.slice(0, 2),
    /** Asks `name`, which answers with prices or with a status: the outcome, and what is wrong. */
    async ask(name: FeedName, answers: typeof answer) {
      answer = answers;
      const { outcome, problems } = await prices.ask({ feed: feedCalled(name), first: DATE, last: DATE }, NOON);
      return [outcome, ...problems];
    },
    trouble: (now: number) =>
      sourceTrouble(
        {
          get: () => ({ days: prices.days(), replay: false }),
          standingOf: () => ({
            ...{ feeds: names.map(feedCalled), doubtful: prices.doubtful(), next: NOON + 60 },
            last: {
              feed: 'energy-charts',
              at: NOON,
              first: DATE,
              last: DATE,
              outcome: 'partial',
              problems: ['4 of 96'],
            },
          }),
        },
        zone,
        now,
        'Europe/Berlin',
      ),
  };
}

const COARSE = 'prices of energy-charts repeat each hour, where quarter hours are traded';

describe('a day whose quarter hours repeat each hour', () => {
  // Promise P-067 operate/live: a day whose quarter hours repeat is used, marked, and checked with another root
  it('is shown and marked, and is asked for from a source with another root', async () => {
    const { ask, prices, first, written, trouble } = house();
    expect(await ask('energy-charts', hours)).toEqual([
      'doubtful',
      `${DATE}: ${COARSE}; they are used and marked doubtful`,
    ]);
    expect(first()).toEqual([0.06, 0.06]);
    expect([...prices.doubtful()]).toEqual([[DATE, COARSE]]);
    expect(prices.settled().has(DATE)).toBe(false);
    expect(written()).toEqual([]);
    expect(trouble(NOON)?.message).toBe(`prices are doubtful (${COARSE})`);
  });

  // Promise P-070 operate/live: quarter hours of any source replace such a day
  it.each<[string, FeedName, (at: number) => number]>([
    ['of another root', 'energi-data-service', quarters],
    ['of the same root', 'smard', quarters],
    ['of the same source', 'energy-charts', quarters],
  ])('is replaced by the quarter hours %s', async (_, name, answer) => {
    const { ask, prices, first, written } = house();
    await ask('energy-charts', hours);
    expect(await ask(name, answer)).toEqual(['whole']);
    expect(first()).toEqual([0.06, 0.0605]);
    expect([prices.doubtful().size, written()]).toEqual([0, [DATE]]);
  });

  it('counts where a source with another root has the same, and not where one of the same root has', async () => {
    const { ask, prices, written } = house();
    await ask('energy-charts', hours);
    expect((await ask('smard', hours))[0]).toBe('doubtful');
    expect(prices.doubtful().size).toBe(1);
    expect(await ask('energi-data-service', hours)).toEqual(['whole']);
    expect([prices.doubtful().size, written()]).toEqual([0, [DATE]]);
  });

  it('stays, marked, where a source with another root has other repeated prices, and where none exists', async () => {
    const two = house();
    await two.ask('energy-charts', hours);
    expect((await two.ask('energi-data-service', hourlyMeans))[0]).toBe('doubtful');
    expect(two.first()).toEqual([0.06, 0.06]);
    const one = house(['energy-charts', 'smard']);
    expect((await one.ask('energy-charts', hours))[0]).toBe('whole');
    expect([one.prices.doubtful().size, one.prices.settled().has(DATE)]).toEqual([1, true]);
  });

  it('never replaces the quarter hours of a day', async () => {
    const { ask, first } = house();
    await ask('energy-charts', quarters);
    expect(await ask('energy-charts', hours)).toEqual(['whole']);
    expect(await ask('energi-data-service', hourlyMeans)).toEqual(['whole']);
    expect(first()).toEqual([0.06, 0.0605]);
  });

  it('is doubted for half hours too, and not where hours are traded', async () => {
    const { ask } = house();
    expect((await ask('energy-charts', halfHours))[1]).toContain('repeat each half hour');
    const swiss = house(['entsoe'], 'CH');
    expect(await swiss.ask('entsoe', hours)).toEqual(['whole']);
  });
});

describe('a day with a hole', () => {
  // Promise P-066 operate/live: a day with a gap is used for what it has
  it('is used for what it has, and is asked for again', async () => {
    const { ask, prices, written, trouble } = house();
    expect(await ask('energy-charts', withoutHours(9))).toEqual([
      'partial',
      `${DATE}: 4 of 96 of its prices are missing`,
    ]);
    const day = prices.days().get(DATE);
    expect(day?.prices.filter((price) => !Number.isNaN(price))).toHaveLength(92);
    expect([day?.missing, day?.prices[35], day?.prices[36]]).toEqual([4, 0.0775, Number.NaN]);
    expect([prices.settled().has(DATE), written()]).toEqual([false, []]);
    expect(trouble(NOON)).toBeUndefined();
    expect(trouble(start + 9 * HOUR)?.message).toBe('energy-charts has no price yet (4 of 96)');
  });

  it('gives way to more of it and to all of it, and never to less', async () => {
    const { ask, prices, written } = house();
    await ask('energy-charts', withoutHours(9, 10));
    await ask('smard', withoutHours(9));
    await ask('energi-data-service', withoutHours(3, 4, 5));
    expect(prices.days().get(DATE)?.missing).toBe(4);
    await ask('energi-data-service', quarters);
    expect([prices.days().get(DATE)?.missing, written()]).toEqual([undefined, [DATE]]);
    await ask('energy-charts', withoutHours(9));
    expect(prices.days().get(DATE)?.missing).toBeUndefined();
  });
});

describe('a fetch on the command line', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'fetch-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** Asks the sources named in their order; each answers with its own prices. */
  async function fetched(answers: Partial<Record<FeedName, (at: number) => number | null>>) {
    const fetch: FeedFetch = async (url) => {
      const [name] = feedNames.filter((each) => url.startsWith(feedCalled(each).address));
      const priceAt = (_zone: string, at: number) => answers[name as FeedName]?.(at) ?? null;
      const { status, body } = feedAnswer(new URL(url), { priceAt, until: end });
      const chunks = (async function* () {
        yield Buffer.from(body);
      })();
      return { status, headers: { get: () => null }, body: chunks };
    };
    const chosen = new Map(Object.keys(answers).map((name) => [name, undefined]));
    const { lines, missing } = await fetchDays({
      ...{ zone: 'DE-LU', first: DATE, last: DATE, dir, chosen, token: undefined, now: NOON, userAgent: 'x', fetch },
    });
    const days =
      missing.length > 0
        ? new Map<string, PriceDay>()
        : zonePricesIn(readFileSync(join(dir, 'DE-LU.txt'), 'utf8'), '').days;
    return { lines, missing, first: [...days.values()].map((day) => day.prices.slice(0, 2)) };
  }

  it('takes the quarter hours of a second source', async () => {
    const { first } = await fetched({ 'energy-charts': hours, 'energi-data-service': quarters });
    expect(first).toEqual([[0.06, 0.0605]]);
  });

  it('writes repeated hours where no source has better ones, and says so', async () => {
    const { first, lines } = await fetched({ 'energy-charts': hours });
    expect(first).toEqual([[0.06, 0.06]]);
    expect(lines[0]).toContain(`${COARSE}; they are used and marked doubtful`);
  });

  it('misses a day with a hole', async () => {
    expect((await fetched({ 'energy-charts': withoutHours(9) })).missing).toEqual([DATE]);
  });
});

describe('a source that answers 404', () => {
  // Promise P-065 operate/live: a 404 of a source that has never had prices of the zone means that it has no such
  //   data
  it('knows no such data if it has never had a price of the zone', async () => {
    const { ask } = house(['smard'], 'FR');
    expect(await ask('smard', 404)).toEqual([
      'absent',
      'answers 404 and has never had prices of FR: it has no such data',
    ]);
  });

  it('has nothing yet if it has had some', async () => {
    const { ask } = house();
    await ask('energy-charts', quarters);
    expect(await ask('energy-charts', 404)).toEqual(['nothing']);
  });
});

it.each<[string, Partial<KeptRates>, string | undefined]>([
  [
    'cannot be asked',
    { refresh: async () => 'cannot be reached: ENOTFOUND', rateOn: () => undefined },
    'cannot be reached: ENOTFOUND',
  ],
  ['has no rate of the currency', { rateOn: () => undefined }, 'no rate of SEK is known'],
  ['cannot be asked, but its last rate still holds', { refresh: async () => 'answers 503' }, undefined],
])(
  'prices in euro of a zone that pays in kronor name the rates as what is missing where the bank %s',
  async (_, rates, rateProblem) => {
    const { ask, prices } = house(['energy-charts'], 'SE3', { ...RATES, ...rates });
    const [outcome] = await ask('energy-charts', quarters);
    expect(outcome).toBe(rateProblem ? 'unusable' : 'whole');
    const question = { feed: feedCalled('energy-charts'), first: DATE, last: DATE };
    expect((await prices.ask(question, NOON)).rateProblem).toBe(rateProblem);
  },
);
