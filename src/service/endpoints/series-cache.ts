import { hash } from 'node:crypto';
import { countryPath, seriesQuery } from '../../api/queries.ts';
import { type CountryCode, markets } from '../../core/markets.ts';
import { type Instant, localDate, localDay, nextWallTime } from '../../core/time.ts';
import { joinedOrigin, type PriceOrigin } from '../../core/vocabulary.ts';
import type { Book, SpotPrices } from '../../pricing/book.ts';
import { nextDraw } from '../../pricing/next.ts';
import type { Question } from '../../pricing/question.ts';
import type { AskedThing } from '../accounts/ledger.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { parsedPath, parsedQuery } from '../errors.ts';
import { type Noted, noting, stillStand } from '../exchange/noted-prices.ts';
import { mapRows } from '../rows.ts';
import { askedIn, checkedQuestion, type DayAheadPrices, dayAhead } from './dayahead.ts';
import type { Directories } from './directory.ts';

/** The holdings that the series endpoint answers from. */
export interface SeriesSource {
  readonly countries: Directories;
  readonly prices: SpotPrices;
  readonly random: () => number;
  /** Ids of the tariffs of the user's own. */
  readonly own?: Catalogue['own'];
}

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

interface CachedSeries {
  readonly asked: AskedThing;
  readonly country: CountryCode;
  /** The book it was priced by. */
  readonly book: Book | undefined;
  /** The answer's JSON before and after its `next`, with the bytes and a digest of both. */
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
  readonly digest: string;
  /** The publications it was made from. */
  readonly noted: Noted;
  readonly origin: PriceOrigin;
  readonly since: Instant;
  readonly until: Instant;
  readonly drawNext: (random: () => number) => Instant;
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
  const cache = new Map<string, CachedSeries>();
  const calendars = mapRows(source.countries, ({ book }) => calendarTimes(book));

  function keep(key: string, answer: CachedSeries) {
    const [oldest] = cache.keys();
    if (cache.size >= MOST_CACHED && oldest !== undefined) cache.delete(oldest);
    cache.set(key, answer);
  }

  /** The question of a request to `/v2/{segment}/dayahead`; 400 where something is wrong with it. */
  return function read(url: string, segment: string, now: Instant): SeriesRequest {
    const key = url.slice(url.indexOf('/', url.indexOf('//') + 2));
    const found = cache.get(key);
    cache.delete(key);
    if (found && holds(found, source, now)) {
      keep(key, found);
      return { asked: found.asked, write: () => written(found, source.random) };
    }
    const { country } = parsedPath(countryPath, { country: segment });
    const question = checkedQuestion(source.countries, country, parsedQuery(seriesQuery, url), now);
    return {
      asked: askedIn(question),
      write() {
        const answer = priced(country, question, source, calendars.get(country) ?? []);
        if (answer.until - now > SHORTEST) keep(key, answer);
        return written(answer, source.random);
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

function priced(
  country: CountryCode,
  question: Question,
  { countries, prices, own }: SeriesSource,
  calendars: readonly string[],
): CachedSeries {
  const { timeZone } = markets[country];
  const { noted, ...noticed } = noting(prices);
  const book = countries.get(country)?.book;
  const scene = { country, book, prices: noticed };
  const drawNext = nextDraw(question, noticed, timeZone, book);
  const { body, marks } = dayAhead(question, scene);
  const { head, tail } = aroundNext(body);
  const steady = head + tail;
  const midnight = localDay(localDate(question.now, timeZone), timeZone).end;
  const isOwn = [question.consumption, question.feedin].some(
    (tariff) => tariff && own?.get(country)?.includes(tariff.id),
  );
  return {
    asked: askedIn(question),
    country,
    book,
    head,
    tail,
    bytes: Buffer.byteLength(steady),
    digest: hash('sha1', steady),
    noted,
    origin: { ...(originOf(noted) ?? { kind: isOwn ? 'own' : 'service' }), ...marks },
    since: question.now,
    until: Math.min(
      midnight,
      drawNext(() => 0),
      ...calendars.map((time) => nextWallTime(time, question.now, timeZone)),
    ),
    drawNext,
  };
}

/** Of prices that are known in advance there is none. */
const originOf = (noted: Noted) => joinedOrigin([...noted.values()].flatMap(({ origin }) => origin ?? []));

/** The JSON of an answer before and after its `next`, which comes second. */
function aroundNext({ currency, ...rest }: DayAheadPrices): Pick<CachedSeries, 'head' | 'tail'> {
  const members = Object.entries(rest).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
  return { head: `{"currency":"${currency}","next":`, tail: `${members.join('')}}` };
}

/** The `ETag` differs as the body does ("`next`", rule 3). */
function written({ head, tail, bytes, digest, origin, drawNext }: CachedSeries, random: () => number): Written {
  const next = `${drawNext(random)}`;
  const etag = `"${hash('sha1', digest + next, 'base64url')}"`;
  return { body: head + next + tail, bytes: bytes + next.length, etag, origin };
}
