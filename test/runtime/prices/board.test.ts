import { describe, expect, it } from 'vitest';
import type { AttributionSource, CountryStatistics } from '../../../src/api/bodies.ts';
import type { Client, DayAheadQuestion } from '../../../src/client/client.ts';
import { ConfigurationError, NetworkError, RateLimitError } from '../../../src/client/errors.ts';
import type { Selection } from '../../../src/messages/selection.ts';
import { sharedPollers } from '../../../src/runtime/polling/shared-pollers.ts';
import { type OwnSelection, PriceBoard, type PriceState } from '../../../src/runtime/prices/board.ts';
import type { PriceSources } from '../../../src/runtime/prices/fresh-prices.ts';
import type { KnownPrices, PriceTerms } from '../../../src/runtime/prices/from-answer.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { noExpectations } from '../../support/no-expectations.ts';

const HOUR = 3600;
const midnight = Date.parse('2026-01-15T00:00:00+01:00') / 1000;
const selection = (id: string): Selection => ({ country: 'DE', consumption: { id } });
const question = { url: 'https://x.example' };

const statistics: CountryStatistics = {
  companies: { consumption: 1, feedin: 0, grid: 0, total: 1 },
  tariffs: { consumption: 1, feedin: 0, grid: 0 },
  hasTariffs: true,
  postalCodes: 0,
  hasFees: true,
  feeCoverageComplete: true,
  hasLocationScopedFees: false,
};

/** A service that prices each hour of one day by its number, and answers when it is told to. */
function scriptedService(clock: ManualClock) {
  const asked: { readonly id: string; answer(): void; fail(error: Error): void }[] = [];
  const lost = new Set<string>();
  const client: Pick<Client, 'dayAhead' | 'attribution' | 'countryStatistics' | 'allowance'> = {
    dayAhead: ({ consumption: id = '' }: DayAheadQuestion) =>
      new Promise((resolve, reject) => {
        const points = Array.from({ length: 24 }, (_, hour) => ({
          start: midnight + hour * HOUR,
          end: midnight + (hour + 1) * HOUR,
          energy: hour / 100,
        }));
        const consumption = { tariff: { id, type: 'dynamic' as const }, points };
        const answer = { currency: 'EUR', next: clock.now() + 12 * HOUR, consumption };
        asked.push({ id, answer: () => resolve(answer), fail: reject });
      }),
    allowance: () => undefined,
    countryStatistics: async () => ({ DE: statistics, GB: { ...statistics, hasFees: false } }),
    async attribution() {
      if (lost.has('notices')) throw new Error('notices cannot be had');
      return [{ publisher: 'P', licence: 'L', notice: 'N' }];
    },
  };
  return { client, asked, lose: (what: string) => lost.add(what) };
}

function boardAt(hour: number, options: Partial<PriceSources & PriceTerms & OwnSelection> = {}) {
  const clock = manualClock(midnight + hour * HOUR);
  const { client, asked, lose } = scriptedService(clock);
  const news: [string, Partial<KnownPrices>][] = [];
  const states: PriceState[] = [];
  const problems: string[] = [];
  const sources = {
    clock,
    client,
    follow: sharedPollers({ client, clock }).follow,
    memory: forgetful,
    expectations: noExpectations,
    ...options,
  };
  const terms = { resolution: 3600, include: [], soon: false, ...options } as const;
  const own = { topic: 'own', configured: undefined, country: undefined, demo: undefined, ...options };
  const board = new PriceBoard(sources, terms, own, {
    onUpdate(update) {
      if (update.news) news.push([update.topic, update.news]);
      if (update.state) states.push(update.state);
    },
    onTrouble: ({ message }) => problems.push(message),
  });
  /** Lets promises settle. */
  const settle = () => clock.advanceBy(0);
  return { board, clock, asked, news, states, problems, settle, lose };
}

/** Notices that come when the test tells them. */
function heldNotices() {
  let resolve: (notices: AttributionSource[]) => void = () => {};
  const told = new Promise<AttributionSource[]>((end) => {
    resolve = end;
  });
  return { attribution: () => told, tell: (notices: AttributionSource[]) => resolve(notices) };
}

const forgetful: PriceSources['memory'] = {
  recall: () => undefined,
  keep: () => {},
  chosen: () => [],
  choose: () => {},
  given: () => undefined,
  give: () => {},
};

const tariffOf = ({ series }: Partial<KnownPrices>) => series?.tariff.consumption?.id;

describe('PriceBoard', () => {
  it('says prices on an answer, the price of each interval as it begins, and once that none is known', async () => {
    const { board, clock, asked, news, states, settle } = boardAt(22, { configured: selection('a') });
    board.start();
    await settle();
    asked[0]?.answer();
    await settle();
    expect(news).toMatchObject([['own', { series: { stale: false }, now: { now: 0.22, rank: 23 } }]]);
    await clock.advanceBy(HOUR);
    expect(news.slice(1)).toMatchObject([['own', { now: { now: 0.23, next: null, rank: 24 } }]]);
    await clock.advanceBy(HOUR);
    expect(news.slice(2)).toMatchObject([['own', { series: { stale: true } }]]);
    expect(states.at(-1)?.prices?.now).toBeUndefined();
    board.stop();
    expect(clock.alarms()).toEqual([]);
  });

  it.each([
    ['forwards', 3, 0.13],
    ['backwards', -3, 0.07],
  ])('shows the price of the time that a clock jumps %s to', async (_, hours, price) => {
    const { board, clock, asked, states, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    asked[0]?.answer();
    await settle();
    await clock.jumpTo(midnight + (10 + hours) * HOUR);
    expect(states.at(-1)?.prices?.now?.now).toBe(price);
    board.stop();
  });

  it('says the price of an interval once, however often the service answers', async () => {
    const { board, asked, news, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    await settle();
    asked[0]?.answer();
    await board.latest();
    const refreshed = board.refresh();
    asked[1]?.answer();
    expect((await refreshed).now?.now).toBe(0.1);
    expect(news).toHaveLength(0);
  });

  it('keeps the selection that came last, in whatever order the service answers', async () => {
    const { board, asked, settle } = boardAt(10);
    board.start();
    const first = board.select(selection('first'), 'x');
    const second = board.select(selection('second'), 'x');
    await settle();
    asked.find(({ id }) => id === 'second')?.answer();
    expect(tariffOf(await second)).toBe('second');
    asked.find(({ id }) => id === 'first')?.answer();
    expect(tariffOf(await first)).toBe('first');
    expect(tariffOf(await board.latest('x'))).toBe('second');
    board.stop();
  });

  it('prices 20 selections at the most, and goes on taking new ones in their place', async () => {
    const { board, asked, settle } = boardAt(10);
    const refused = () => expect(board.select(selection('b'), 'y')).rejects.toThrow('a node prices 20 selections');
    const selected = Array.from({ length: 20 }, (_, i) => board.select(selection(`a${i}`), `x${i}`));
    await settle();
    await refused();
    for (const request of asked) request.answer();
    await Promise.all(selected);
    await refused();
    expect(asked).toHaveLength(20);
    const replaced = board.select(selection('b'), 'x0');
    await settle();
    asked[20]?.answer();
    expect(tariffOf(await replaced)).toBe('b');
    board.stop();
  });

  it('tells the state of its own selection, else of the one that came first', async () => {
    const { board, asked, states, settle } = boardAt(10);
    for (const [id, topic] of [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'own'],
    ] as const) {
      const selected = board.select(selection(id), topic);
      await settle();
      asked.at(-1)?.answer();
      await selected;
    }
    expect(states.map(({ prices }) => prices && tariffOf(prices))).toEqual(['a', 'c']);
    board.stop();
  });

  it('forgets on a reset what inputs have chosen, also what the service has not answered yet', async () => {
    const { board, clock, asked, states, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    const selected = board.select(selection('b'), 'own');
    await settle();
    asked[1]?.answer();
    await selected;
    const late = board.select(selection('c'), 'own');
    await settle();
    const again = board.reset();
    await settle();
    asked[2]?.answer();
    expect(asked.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'a']);
    asked[3]?.answer();
    expect(tariffOf(await again)).toBe('a');
    await late;
    expect(tariffOf(await board.latest())).toBe('a');
    expect(states.at(-1)?.prices?.series.tariff.consumption?.id).toBe('a');
    board.stop();
    expect(clock.alarms()).toEqual([]);
  });

  it('has nothing to say after a reset where nothing is configured', async () => {
    const { board, asked, states, settle } = boardAt(10);
    board.start();
    const selected = board.select(selection('b'), 'x');
    await settle();
    asked[0]?.answer();
    await selected;
    expect(await board.reset()).toEqual({});
    expect(states.at(-1)).toEqual({ prices: undefined, problem: undefined, demo: false });
    expect(() => board.latest()).toThrow('no tariff is chosen yet');
    board.stop();
  });

  it('asks the service nothing for a selection it prices already', async () => {
    const { board, asked, settle } = boardAt(10);
    const first = board.select(selection('a'), 'x');
    await settle();
    asked[0]?.answer();
    await first;
    expect(tariffOf(await board.select(selection('a'), 'x'))).toBe('a');
    expect(asked).toHaveLength(1);
  });

  it('goes back to what it priced when the service does not know a selection', async () => {
    const { board, clock, asked, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    asked[0]?.answer();
    await board.latest();
    const alarms = clock.alarms();
    const refused = board.select(selection('b'));
    await settle();
    asked[1]?.fail(new ConfigurationError(question, 'unknown tariff b'));
    await expect(refused).rejects.toThrow('unknown tariff b');
    expect(tariffOf(await board.latest())).toBe('a');
    expect(clock.alarms()).toEqual(alarms);
  });

  it('goes on asking for a selection that the service could not be asked for', async () => {
    const { board, clock, asked, news, states, settle } = boardAt(10);
    const failed = board.select(selection('a'), 'x');
    await settle();
    asked[0]?.fail(new NetworkError(question, 'no route'));
    await expect(failed).rejects.toThrow('no route');
    expect(states.at(-1)).toMatchObject({ prices: undefined, problem: { kind: 'network' } });
    await clock.advanceBy(HOUR);
    asked[1]?.answer();
    await settle();
    expect(news).toMatchObject([['x', { series: { tariff: { consumption: { id: 'a' } } } }]]);
    expect(states.at(-1)?.problem).toBeUndefined();
    board.stop();
  });

  it('keeps its prices through a problem, and tells it once', async () => {
    const { board, clock, asked, states, problems, settle } = boardAt(1, { configured: selection('a') });
    board.start();
    asked[0]?.answer();
    await settle();
    await clock.advanceBy(14 * HOUR);
    for (const retry of [1, 2]) {
      asked[retry]?.fail(new NetworkError(question, 'no route'));
      await clock.advanceBy(HOUR);
    }
    expect(asked.length).toBeGreaterThan(2);
    expect(states.at(-1)).toMatchObject({ prices: { now: { now: 0.17 } }, problem: { kind: 'network' } });
    expect(problems).toEqual(['GET https://x.example: no route']);
    board.stop();
  });

  it.each([
    ['with what is known', true],
    ['with an error that says until when', false],
  ])('answers a refresh while the service refuses requests %s, and asks nothing', async (_, known) => {
    const { board, asked, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    if (known) {
      asked[0]?.answer();
      await board.latest();
      board.refresh().catch(() => {});
    }
    const refused = asked.length - 1;
    asked[refused]?.fail(new RateLimitError({ ...question, status: 429 }, 'answered 429'));
    await settle();
    const answer = board.refresh();
    if (known) expect((await answer).now?.now).toBe(0.1);
    else await expect(answer).rejects.toThrow('no prices yet, asked again at 2026-01-15T10:00:05+01:00: GET');
    expect(asked).toHaveLength(refused + 1);
    board.stop();
  });

  it.each([
    ['a network failure, and again at once after a restart', new NetworkError(question, 'no route'), 30, 0],
    ['a refusal, and no sooner after a restart', new RateLimitError({ ...question, status: 429 }, 'busy'), 5, 1],
  ])('says when it asks again after %s', async (_, error, seconds, times) => {
    const kept: number[] = [];
    const { board, clock, asked, states, settle } = boardAt(10, {
      configured: selection('a'),
      memory: { ...forgetful, keep: (_, { answer }) => kept.push(answer.nextPoll) },
    });
    board.start();
    asked[0]?.answer();
    await settle();
    kept.length = 0;
    board.refresh().catch(() => {});
    asked[1]?.fail(error);
    await settle();
    const nextPoll = states.at(-1)?.prices?.series.nextPoll ?? 0;
    expect(clock.alarms()).toContain(nextPoll);
    expect(nextPoll - clock.now()).toBeGreaterThanOrEqual(seconds);
    expect(kept).toEqual(Array(times).fill(nextPoll));
    board.stop();
  });

  it('says at once what keeps it from having prices, and when it asks again', async () => {
    const { board, asked, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    asked[0]?.fail(new ConfigurationError(question, 'unknown tariff a'));
    await settle();
    await expect(board.latest()).rejects.toThrow('GET https://x.example: unknown tariff a');
    board.stop();
  });

  it('has its prices before it knows what else is to be said of the market', async () => {
    const { attribution, tell } = heldNotices();
    const { board, asked, news, states, settle } = boardAt(10, {
      configured: selection('a'),
      include: ['fees'],
      client: { attribution, countryStatistics: async () => ({ DE: statistics }), allowance: () => undefined },
    });
    board.start();
    asked[0]?.answer();
    await board.latest();
    await settle();
    expect(states.at(-1)?.prices?.series).toMatchObject({ missing: ['grid'], attribution: [] });
    tell([{ name: 'S', publisher: 'P', licence: 'L', notice: 'N', updated: '2026-08-23' }]);
    await settle();
    const { missing, attribution: notices } = states.at(-1)?.prices?.series ?? {};
    expect(missing).toEqual(['grid', 'fees']);
    expect(notices).toEqual([{ publisher: 'P', licence: 'L', notice: 'N', updated: '2026-08-23' }]);
    expect(news).toMatchObject([['own', { series: { attribution: [{ notice: 'N' }] } }]]);
    board.stop();
  });

  it('keeps telling a problem while it learns of the market', async () => {
    const { attribution, tell } = heldNotices();
    const { board, asked, states, settle } = boardAt(10, {
      configured: selection('a'),
      client: { attribution, countryStatistics: async () => ({}), allowance: () => undefined },
    });
    board.start();
    asked[0]?.answer();
    await board.latest();
    const refused = board.refresh();
    asked[1]?.fail(new NetworkError(question, 'no route'));
    await expect(refused).rejects.toThrow('no route');
    tell([{ publisher: 'P', licence: 'L', notice: 'N' }]);
    await settle();
    expect(states.at(-1)).toMatchObject({
      problem: { kind: 'network' },
      prices: { series: { attribution: [{ notice: 'N' }] } },
    });
    board.stop();
  });

  it.each([
    ['NO', 'no-fixed-price', 0.45],
    ['DE', undefined, 0.1],
  ] as const)('adjusts the prices of the country whose rule it is: of %s by %s', async (country, kind, price) => {
    const { board, asked, states, settle } = boardAt(10, {
      configured: { country, consumption: { id: 'a' } },
      adjustment: { kind: 'no-fixed-price', rate: 0.05 },
    });
    board.start();
    asked[0]?.answer();
    await settle();
    expect(states.at(-1)?.prices?.series.adjustment).toBe(kind);
    expect(states.at(-1)?.prices?.now?.now).toBe(price);
    board.stop();
  });

  it('misses levies only in a market that has some', async () => {
    const { board, asked, states, settle } = boardAt(10, {
      configured: { country: 'GB', consumption: { id: 'a' } },
      include: ['fees'],
    });
    board.start();
    await settle();
    asked[0]?.answer();
    await settle();
    expect(states.at(-1)?.prices?.series.missing).toEqual(['grid']);
    board.stop();
  });

  it('warns once of notices that cannot be had, and keeps those it has', async () => {
    const { board, clock, asked, states, problems, settle, lose } = boardAt(1, { configured: selection('a') });
    board.start();
    await settle();
    for (const request of [0, 1, 2]) {
      asked[request]?.answer();
      lose('notices');
      await clock.advanceBy(12 * HOUR + 120);
    }
    expect(asked).toHaveLength(4);
    expect(problems).toEqual(['notices cannot be had']);
    expect(states.at(-1)).toMatchObject({
      problem: undefined,
      prices: { series: { attribution: [{ notice: 'N' }] } },
    });
    board.stop();
  });

  it('refuses those who wait when it is stopped', async () => {
    const { board } = boardAt(10, { configured: selection('a') });
    board.start();
    const waiting = board.latest();
    const selecting = board.select(selection('b'), 'other');
    board.stop();
    await expect(waiting).rejects.toThrow('stopped before the service answered');
    await expect(selecting).rejects.toThrow('stopped before the service answered');
  });

  it('does not begin the demo once a selection has come', async () => {
    const { board, clock, asked } = boardAt(10, { demo: selection('demo') });
    board.start();
    void board.select(selection('a'), 'x').catch(() => undefined);
    await clock.advanceBy(60);
    expect(asked.map(({ id }) => id)).toEqual(['a']);
    board.stop();
  });
});
