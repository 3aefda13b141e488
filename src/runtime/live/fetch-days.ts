import { addDays, type Instant, type LocalDate } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import type { FeedFetch } from '../../feeds/connection.ts';
import type { FeedDay } from '../../feeds/day-findings.ts';
import { type ChosenSources, feedsOf, isChosen } from '../../feeds/price-feeds.ts';
import { ecb } from '../../feeds/rates/ecb.ts';
import { doubtfulDays } from './doubtful-days.ts';
import { feedLines } from './feed-lines.ts';
import { openJournal } from './journal.ts';
import { keptDays } from './kept-days.ts';
import { keptRates, noRates } from './reference-rates.ts';
import { zonePrices } from './zone-prices.ts';

export interface FetchOptions {
  readonly zone: string;
  readonly first: LocalDate;
  readonly last: LocalDate;
  readonly dir: string;
  readonly chosen: ChosenSources;
  readonly token: string | undefined;
  readonly now: Instant;
  readonly userAgent: string;
  readonly fetch: FeedFetch;
}

/** Asks each feed of a zone once for the days that are missing, until none is. */
export async function fetchDays({ zone, first, last, dir, chosen, token, now, userAgent, fetch }: FetchOptions) {
  const lineOf = feedLines(fetch, chosen, userAgent);
  const rates = isChosen(chosen, ecb.name, true) ? keptRates(openJournal(dir, Math.random), lineOf(ecb)) : noRates;
  const feeds = feedsOf(zone, chosen, token);
  const kept = keptDays(dir, zone);
  const provisional = doubtfulDays(kept);
  const shown = new Map<LocalDate, FeedDay>();
  const show = (day: FeedDay, doubt?: string) => {
    shown.set(day.date, day);
    provisional.show(day, doubt);
  };
  const prices = zonePrices({ zone, feeds, kept: { ...provisional, show }, rates, lineOf, token });
  const missing = () => datesBetween(first, last).filter((date) => !prices.settled().has(date));
  const lines: string[] = [];
  for (const feed of feeds) {
    for (let [from] = missing(); from !== undefined; ) {
      const to = [addDays(from, feed.mostDays - 1), last].toSorted()[0] ?? from;
      const news = await prices.ask({ feed, first: from, last: to }, now);
      const came = `${news.written.length} of ${datesBetween(from, to).length} days`;
      lines.push([`${zone} ${from} to ${to} from ${feed.name}: ${came}`, ...news.problems].join('; '));
      from = missing().find((date) => date > to);
    }
  }
  // A doubtful day is written too: the line that is printed says so. One with holes stays missing.
  for (const date of provisional.doubtful().keys()) {
    const day = shown.get(date);
    if (day?.holes.length === 0) kept.write(day, deliveryDate(now));
  }
  return { lines, missing: datesBetween(first, last).filter((date) => !kept.days().has(date)) };
}

function datesBetween(first: LocalDate, last: LocalDate): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}
