import { hash } from 'node:crypto';
import type { DayAheadBody, SeriesBody } from '../../api/bodies.ts';
import { latestEntries } from '../../core/cache/latest.ts';
import { type CountryCode, markets } from '../../core/markets.ts';
import { type Instant, localDate, localDay, nextWallTime } from '../../core/time.ts';
import type { PriceOrigin } from '../../core/vocabulary.ts';
import type { Book } from '../../pricing/book.ts';
import type { Question } from '../../pricing/question.ts';
import type { AskedThing } from '../accounts/ledger.ts';
import { parametersIn } from '../errors.ts';
import { stillStand } from '../exchange/noted-prices.ts';
import { mapRows } from '../rows.ts';
import {
  type AnsweredSeries,
  askedIn,
  type PricedAnswer,
  pricedAnswer,
  readQuestion,
  type SeriesSource,
} from './dayahead.ts';

interface Written {
  readonly body: string;
  /** Of the body. */
  readonly bytes: number;
  readonly etag: string;
  readonly origin: PriceOrigin;
}

/** A request whose question is in order. */
export interface SeriesRequest {
  readonly asked: AskedThing;
  /** Prices it; 500 where nothing is published yet. */
  write(): Written;
}

interface CachedSeries extends Omit<PricedAnswer, 'prices'> {
  readonly asked: AskedThing;
  readonly country: CountryCode;
  /** The book it was priced by. */
  readonly book: Book | undefined;
  /** The answer's JSON before and after its `next`, with the bytes and a digest of both. */
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
  readonly digest: string;
  readonly since: Instant;
  readonly until: Instant;
}

/** Answers kept at once, the latest asked: about ten megabytes where all have two series of five days. */
const MOST_CACHED = 128;
/** Seconds: an answer that may change sooner is not kept, nor one whose late publication may come any moment. */
const SHORTEST = 600;

/**
 * Reads requests of the series endpoint and answers them. Writing a series costs more than all the rest, so the text
 * of an answer is kept by what was asked, until a publication or the local midnight may change it; `next` is drawn anew.
 */
export function seriesCache(source: SeriesSource) {
  const cache = latestEntries<CachedSeries>(MOST_CACHED);
  const calendars = mapRows(source.countries, ({ book }) => calendarTimes(book));

  /** The question of a request to `/v2/{segment}/dayahead`; 400 where something is wrong with it. */
  return function read(url: string, segment: string, now: Instant): SeriesRequest {
    const key = url.slice(url.indexOf('/', url.indexOf('//') + 2));
    const found = cache.get(key);
    cache.delete(key);
    if (found && holds(found, source, now)) {
      cache.set(key, found);
      return { asked: found.asked, write: () => withNext(found, source.random) };
    }
    const [country, question] = readQuestion(source.countries, segment, parametersIn(url), now);
    return {
      asked: askedIn(question),
      write() {
        const answer = written(country, question, source, calendars.get(country) ?? []);
        if (answer.until - now > SHORTEST) cache.set(key, answer);
        return withNext(answer, source.random);
      },
    };
  };
}

const holds = ({ since, until, noted, country, book }: CachedSeries, source: SeriesSource, now: Instant) =>
  since <= now && now < until && source.countries.get(country)?.book === book && stillStand(noted, source.prices, now);

/** The publication times of a country's calendars, `HH:MM`: any of them may be in the price of another tariff's network. */
function calendarTimes({ tariffs }: Book): string[] {
  const rules = [...tariffs.values()].flatMap(({ versions }) => versions.map(({ price }) => price));
  return [...new Set(rules.flatMap((rule) => (rule.kind === 'calendar' ? rule.publishedAt : [])))];
}

function written(
  country: CountryCode,
  question: Question,
  source: SeriesSource,
  calendars: readonly string[],
): CachedSeries {
  const { timeZone } = markets[country];
  const { prices, ...answer } = pricedAnswer(country, question, source);
  const { head, tail } = aroundNext(prices);
  const steady = head + tail;
  const midnight = localDay(localDate(question.now, timeZone), timeZone).end;
  return {
    ...answer,
    asked: askedIn(question),
    country,
    book: source.countries.get(country)?.book,
    head,
    tail,
    bytes: Buffer.byteLength(steady),
    digest: hash('sha1', steady),
    since: question.now,
    until: Math.min(
      midnight,
      answer.drawNext(() => 0),
      ...calendars.map((time) => nextWallTime(time, question.now, timeZone)),
    ),
  };
}

/** The JSON of an answer before and after its `next`, which comes second. */
function aroundNext({
  currency,
  consumption,
  feedin,
  gridTariff,
}: PricedAnswer['prices']): Pick<CachedSeries, 'head' | 'tail'> {
  const rest: Omit<DayAheadBody, 'currency' | 'next'> = {
    ...(consumption && { consumption: seriesBody(consumption) }),
    ...(feedin && { feedin: seriesBody(feedin) }),
    ...(gridTariff && { grid_tariff: gridTariff }),
  };
  const members = Object.entries(rest).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
  return { head: `{"currency":"${currency}","next":`, tail: `${members.join('')}}` };
}

const seriesBody = ({ tariff, points }: AnsweredSeries): SeriesBody => ({
  tariff,
  prices: points.map(({ start, end: _, ...components }) => ({ from_utc: start, ...components })),
});

/** The `ETag` differs as the body does ("`next`", rule 3). */
function withNext({ head, tail, bytes, digest, origin, drawNext }: CachedSeries, random: () => number): Written {
  const next = `${drawNext(random)}`;
  const etag = `"${hash('sha1', digest + next, 'base64url')}"`;
  return { body: head + next + tail, bytes: bytes + next.length, etag, origin };
}
