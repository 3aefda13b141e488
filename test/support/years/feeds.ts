import { addDays, isKnownTime } from '../../../src/core/time.ts';
import { deliveryDate, deliveryDay } from '../../../src/core/window.ts';
import { DEADLINE_MS } from '../../../src/feeds/ask-feed.ts';
import type { FeedFetch } from '../../../src/feeds/connection.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import type { Chance } from '../chance.ts';
import { feedAnswer } from '../feed-answers.ts';
import type { Market } from './market.ts';

/** How a source may fail. */
const faults = [
  '500',
  '404',
  '429',
  '429 for long',
  'html',
  'half',
  'nulls',
  'beyond',
  'doubled',
  'missing',
  'elsewhere',
  'refuses',
  'redirect',
  'empty',
  'constant',
  'yesterday',
  'hangs',
  'breaks off',
  'endless',
] as const;
export type FeedFault = (typeof faults)[number];
const DAY = 86_400;
const SOURCES = ['energy-charts', 'energidataservice'] as const;

/** Seconds between two questions about a zone, whoever is asked. */
const LEAST = 60;
const PATIENCE = 1800;

/** Two public sources of the market, of which each may fail in its way, and which say when they are asked rudely. */
export function feedsOf(market: Market, now: () => number, clock: Pick<Clock, 'now'>) {
  const failing = new Map<string, FeedFault>();
  let asked = 0;
  let doubtfulAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  const mayAskAt = new Map<string, number>();
  const broken: string[] = [];

  function lookAt(source: string): void {
    if (!isKnownTime(clock.now())) broken.push(`${source} is asked by a clock that nobody has set`);
    if (now() - askedAt < LEAST) broken.push(`${source} is asked ${now() - askedAt} s after the last question`);
    if (now() < (mayAskAt.get(source) ?? 0)) broken.push(`${source} is asked before its Retry-After is over`);
    askedAt = now();
  }

  const fetch: FeedFetch = async (address, { body = '' }) => {
    asked++;
    const url = new URL(address);
    const source = SOURCES.find((name) => url.host.includes(name)) ?? '';
    const failure = failing.get(source);
    lookAt(source);
    // What is the same all day, or as the day before, is believed when it is said again, by whomever: of no day it is said twice.
    const isDoubtful = failure === 'constant' || failure === 'yesterday';
    const fault = isDoubtful && now() - doubtfulAt < 3 * DAY ? '500' : failure;
    if (isDoubtful && fault === failure) doubtfulAt = now();
    const newest = newestDay(market.until(now()));
    const priceAt = (zone: string, start: number) => {
      if (fault === 'nulls' && start % 86_400 === 0) return null;
      if (fault === 'beyond' && start % 86_400 === 0) return 4001;
      if (fault === 'yesterday' && start >= newest) return market.priceAt(zone, start - DAY);
      return fault === 'constant' ? 50 : market.priceAt(zone, start);
    };
    const { status, body: text } = feedAnswer(url, { priceAt, until: market.until(now()) }, body);
    const half = text.slice(0, text.length / 2);
    if (fault === 'refuses') throw new TypeError('fetch failed');
    if (fault === 'hangs') return hanging();
    if (fault === 'breaks off') return answer(status, half, { end: 'breaks off' });
    if (fault === 'endless') return answer(status, `${text}\n`, { end: 'is none' });
    if (fault === '404') return answer(404, '');
    if (fault === '429') return answer(429, '');
    if (fault === '429 for long') {
      mayAskAt.set(source, now() + PATIENCE);
      return answer(429, '', { retryAfter: String(PATIENCE) });
    }
    if (fault === '500' || fault === 'redirect') return answer(fault === '500' ? 500 : 307, '');
    if (fault === 'html') return answer(200, '<html>Log in</html>');
    if (fault === 'half') return answer(status, half);
    if (fault === 'doubled') return answer(status, text.replace(/(\d{9,}|\d{4}-[\d-]+T[\d:]+)",?/, '$&$&'));
    if (fault === 'missing') return answer(status, withoutAnHour(text));
    if (fault === 'elsewhere') return answer(status, text.replaceAll('"PriceArea":"DE"', '"PriceArea":"DK1"'));
    return fault === 'empty' ? answer(204, '') : answer(status, text);
  };
  return {
    fetch,
    asked: () => asked,
    /** What it was asked although it should not have been. */
    broken,
    /** What it was asked before nobody knows any more, or not when that was. */
    excuse() {
      askedAt = Number.NEGATIVE_INFINITY;
      mayAskAt.clear();
    },
    /** Nobody is there any more. */
    refuse() {
      for (const source of SOURCES) failing.set(source, 'refuses');
    },
    fail(chance: Chance, both: boolean) {
      for (const source of both ? SOURCES : [chance.of(SOURCES)]) failing.set(source, chance.of(faults));
    },
    mend: () => failing.clear(),
  };
}

/** The beginning of the last day that is published; of one beside a clock change none, as it cannot be the same. */
function newestDay(until: number): number {
  const day = deliveryDate(until - 1);
  const lengths = [day, addDays(day, -1)].map((each) => deliveryDay(each)).map(({ start, end }) => end - start);
  return lengths.every((length) => length === DAY) ? until - DAY : Number.POSITIVE_INFINITY;
}

function withoutAnHour(text: string): string {
  const body = JSON.parse(text);
  for (const list of [body.unix_seconds, body.price, body.records]) list?.splice(40, 4);
  return JSON.stringify(body);
}

/** Until the one who asks hangs up. */
const hanging = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new TypeError('fetch failed')), DEADLINE_MS));

interface Ending {
  readonly end?: 'breaks off' | 'is none';
  readonly retryAfter?: string;
}

function answer(status: number, text: string, { end, retryAfter }: Ending = {}) {
  async function* chunks() {
    do yield Buffer.from(text);
    while (end === 'is none');
    if (end === 'breaks off') throw new TypeError('terminated');
  }
  return {
    status,
    headers: { get: (name: string) => (/retry-after/i.test(name) ? (retryAfter ?? null) : null) },
    body: chunks(),
  };
}
