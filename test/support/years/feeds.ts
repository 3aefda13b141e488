import type { FeedFetch } from '../../../src/feeds/connection.ts';
import type { Chance } from '../chance.ts';
import { feedAnswer } from '../feed-answers.ts';
import type { Market } from './market.ts';

/** How a source may fail. */
const faults = [
  '500',
  '429',
  'html',
  'half',
  'nulls',
  'beyond',
  'doubled',
  'refuses',
  'redirect',
  'empty',
  'constant',
] as const;
export type FeedFault = (typeof faults)[number];
const DAY = 86_400;
const SOURCES = ['energy-charts', 'energidataservice'] as const;

/** Two public sources of the market, of which each may fail in its way. */
export function feedsOf(market: Market, now: () => number) {
  const failing = new Map<string, FeedFault>();
  let asked = 0;
  let constantAt = Number.NEGATIVE_INFINITY;

  const fetch: FeedFetch = async (address, { body = '' }) => {
    asked++;
    const url = new URL(address);
    const source = SOURCES.find((name) => url.host.includes(name)) ?? '';
    const failure = failing.get(source);
    // What is the same all day is believed when it is said again, by whomever: of no day it is said twice.
    const isAgain = now() - constantAt < 3 * DAY;
    const fault = failure === 'constant' && isAgain ? '500' : failure;
    if (fault === 'constant') constantAt = now();
    const priceAt = (zone: string, start: number) => {
      if (fault === 'nulls' && start % 86_400 === 0) return null;
      if (fault === 'beyond' && start % 86_400 === 0) return 4001;
      return fault === 'constant' ? 50 : market.priceAt(zone, start);
    };
    const { status, body: text } = feedAnswer(url, { priceAt, until: market.until(now()) }, body);
    if (fault === 'refuses') throw new TypeError('fetch failed');
    if (fault === '429') return answer(429, '', '1800');
    if (fault === '500' || fault === 'redirect') return answer(fault === '500' ? 500 : 307, '');
    if (fault === 'html') return answer(200, '<html>Log in</html>');
    if (fault === 'half') return answer(status, text.slice(0, text.length / 2));
    if (fault === 'doubled') return answer(status, text.replace(/(\d{9,}|\d{4}-[\d-]+T[\d:]+)",?/, '$&$&'));
    return fault === 'empty' ? answer(204, '') : answer(status, text);
  };
  return {
    fetch,
    asked: () => asked,
    fail(chance: Chance, both: boolean) {
      for (const source of both ? SOURCES : [chance.of(SOURCES)]) failing.set(source, chance.of(faults));
    },
    mend: () => failing.clear(),
  };
}

function answer(status: number, text: string, retryAfter: string | null = null) {
  async function* chunks() {
    yield Buffer.from(text);
  }
  return {
    status,
    headers: { get: (name: string) => (/retry-after/i.test(name) ? retryAfter : null) },
    body: chunks(),
  };
}
