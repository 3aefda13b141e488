import { describe, expect, it } from 'vitest';
import type { PriceDay } from '../../../src/core/price-file.ts';
import { addDays } from '../../../src/core/time.ts';
import { deliveryDay } from '../../../src/core/window.ts';
import type { FeedDay } from '../../../src/feeds/day-findings.ts';
import type { FeedName } from '../../../src/feeds/feed.ts';
import { doubtfulDays } from '../../../src/runtime/live/doubtful-days.ts';
import { asRead } from '../../../src/runtime/live/held-days.ts';
import { noRates } from '../../../src/runtime/live/reference-rates.ts';
import { zonePrices } from '../../../src/runtime/live/zone-prices.ts';
import { replayed } from '../../../src/service/exchange/replay.ts';
import { feedAnswer } from '../../support/feeds/feed-answers.ts';
import { feedCalled } from '../../support/feeds/feed-questions.ts';

const DATE = '2026-04-15';
const NOW = deliveryDay(DATE).start + 10 * 3600;
/** Euro per MWh: 60 to 107.5, each day a little other than the one before. */
const priceAt = (_zone: string, start: number) => 60 + ((start / 900) % 96) / 2 + (Math.floor(start / 86_400) % 7) / 10;

/** DE-LU with two weeks of history; its sources are Energy-Charts, SMARD (the same root) and Energinet. */
async function house(names: readonly FeedName[] = ['energy-charts', 'smard', 'energi-data-service']) {
  let days: ReadonlyMap<string, PriceDay> = new Map();
  const log: string[] = [];
  let factor: number | 'no answer' = 1;
  const kept = doubtfulDays({
    days: () => days,
    write: (day: FeedDay) => {
      days = new Map([...days, [day.date, asRead(day)]]);
    },
  });
  const line = (address: string) => ({
    ...{ address, userAgent: 'dayahead-node-red-tariffs/9.9.9', deadline: 20_000 },
    fetch: async (url: string) => {
      const scaled = (zone: string, at: number) =>
        priceAt(zone, at) * (at < deliveryDay(DATE).start ? 1 : Number(factor));
      const { status, body } = feedAnswer(new URL(url), { priceAt: scaled, until: deliveryDay(DATE).end });
      const chunks = (async function* () {
        yield Buffer.from(body);
      })();
      return { status: factor === 'no answer' ? 500 : status, headers: { get: () => null }, body: chunks };
    },
  });
  const prices = zonePrices({
    ...{ zone: 'DE-LU', feeds: names.map(feedCalled), kept, rates: noRates, token: undefined },
    lineOf: ({ address }) => line(address),
    onDispute: (text) => log.push(text),
  });
  const past = { first: addDays(DATE, -14), last: addDays(DATE, -1) };
  await prices.ask({ feed: feedCalled('energy-charts'), ...past }, NOW);
  expect(prices.days().size).toBe(14);
  return {
    prices,
    log,
    /** Asks `name`, whose prices of the day are multiplied by `by`: the outcome, the first price that holds, and what is wrong. */
    async ask(name: FeedName, by: number | 'no answer') {
      factor = by;
      const { outcome, problems } = await prices.ask({ feed: feedCalled(name), first: DATE, last: DATE }, NOW);
      return [outcome, prices.days().get(DATE)?.prices[0], ...problems];
    },
  };
}
const FIRST = priceAt('', deliveryDay(DATE).start) / 1000;
const HIGH = 'prices of energy-charts are far above those of the last two weeks';
const USED = 'no other source can check them, so they are used and marked doubtful';

describe('prices whose unit has slipped', () => {
  it.each([10, 25, 1 / 1000, 1 / 10, -1])('x%f wait for a source with another root', async (factor) => {
    const { ask, prices } = await house();
    expect((await ask('energy-charts', factor)).slice(0, 2)).toEqual(['doubtful', undefined]);
    expect(prices.settled().has(DATE)).toBe(false);
  });

  it('are unknown, and both sources are named, where that source has other prices', async () => {
    const { ask, log } = await house();
    expect(await ask('energy-charts', 10)).toEqual(['doubtful', undefined, `${DATE}: ${HIGH}`]);
    const why = `${DATE}: energy-charts and energi-data-service have different prices; neither counts`;
    expect(await ask('energi-data-service', 1)).toEqual(['doubtful', undefined, why]);
    expect(log).toEqual([`DE-LU: ${why}`]);
  });

  it('are known again as soon as the first source corrects them', async () => {
    const { ask } = await house();
    await ask('energy-charts', 10);
    await ask('energi-data-service', 1);
    expect(await ask('energy-charts', 1)).toEqual(['whole', FIRST]);
  });

  it('count where a source with another root has them too, and one with the same root does not make them count', async () => {
    const { ask, prices } = await house();
    await ask('energy-charts', 10);
    expect((await ask('smard', 10)).slice(0, 2)).toEqual(['doubtful', undefined]);
    expect(await ask('energi-data-service', 10)).toEqual(['whole', Number((FIRST * 10).toFixed(5))]);
    expect(prices.doubtful().size).toBe(0);
  });

  // Promise P-074 operate/live: a doubtful day is checked with a source of another root; without one its prices are
  //   used and marked
  it('are used and marked doubtful where no source with another root exists', async () => {
    const { ask, prices, log } = await house(['energy-charts', 'smard']);
    const text = `${DATE}: ${HIGH}; ${USED}`;
    expect(await ask('energy-charts', 10)).toEqual(['whole', Number((FIRST * 10).toFixed(5)), text]);
    expect([...prices.doubtful()]).toEqual([[DATE, HIGH]]);
    const exchange = replayed({ get: () => ({ days: prices.days(), replay: false }) });
    expect(exchange.publication('DE-LU', NOW).origin).toEqual({ kind: 'live', feed: 'energy-charts', doubtful: true });
    expect(log).toEqual([`DE-LU: ${text}`]);
    expect(prices.settled().has(DATE)).toBe(true);
  });

  it('are used and marked doubtful while such a source does not answer, until it does', async () => {
    const { ask, prices } = await house();
    await ask('energy-charts', 10);
    const text = `${DATE}: ${HIGH}; ${USED}`;
    const shown = ['failed', Number((FIRST * 10).toFixed(5)), 'answers 500', text];
    expect(await ask('energi-data-service', 'no answer')).toEqual(shown);
    expect(prices.settled().has(DATE)).toBe(false);
    expect((await ask('energi-data-service', 1)).slice(0, 2)).toEqual(['doubtful', undefined]);
    expect(prices.doubtful().size).toBe(0);
  });

  it('that the same source corrects replace the doubtful ones', async () => {
    const { ask, prices } = await house(['energy-charts', 'smard']);
    await ask('energy-charts', 10);
    expect(await ask('energy-charts', 1)).toEqual(['whole', FIRST]);
    expect(prices.doubtful().size).toBe(0);
  });
});
