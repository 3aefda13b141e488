import { markets } from '../../core/markets.ts';
import { addDays, type Instant, type LocalDate, localDate } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import { DEADLINE_MS, type FeedLine } from '../../feeds/ask-feed.ts';
import { type FeedFetch, feedConnections } from '../../feeds/connection.ts';
import type { Feed, FeedName, FeedTerms } from '../../feeds/feed.ts';
import { nextQuestion } from '../../feeds/plan.ts';
import { type ChosenSources, feedsOf, priceFeeds } from '../../feeds/price-feeds.ts';
import { ecb } from '../../feeds/rates/ecb.ts';
import type { TariffFeed } from '../../feeds/tariff-feed.ts';
import { tariffFeedsOf } from '../../feeds/tariff-feeds.ts';
import type { Clock } from '../clock.ts';
import { type Journal, openJournal } from './journal.ts';
import { keptDays } from './kept-days.ts';
import { keptRates, noRates } from './reference-rates.ts';
import { type TariffNews, toldTariffs } from './told-tariffs.ts';
import { type FeedNews, type LiveZone, zonePrices } from './zone-prices.ts';

export interface LiveOptions {
  readonly zones: readonly string[];
  /** The folder of the price files and of what is remembered beside them. */
  readonly dir: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly version: string;
  readonly chosen: ChosenSources;
  readonly token?: string | undefined;
  /** Undici's where it is left out. */
  readonly fetch?: FeedFetch;
  /** The same of network charges, levies and calendars. */
  readonly onTariffNews?: (news: TariffNews) => void;
  /** What each question came to, with the time of the next. */
  readonly onNews: (news: FeedNews & { readonly next: Instant | undefined }) => void;
}

/** The prices of several zones, kept up to date in a folder. */
export interface LivePrices {
  start(): void;
  stop(): Promise<void>;
  /** The feeds that the days of yesterday and later come from. */
  inUse(): readonly {
    readonly zone: string;
    readonly feed: Feed;
    readonly terms: FeedTerms;
    readonly updated: LocalDate;
  }[];
  /** The feeds that have told of tariffs, and on which day they last did. */
  toldBy(): readonly { readonly feed: TariffFeed; readonly updated: LocalDate }[];
}

/** Seconds from one question to a host to the next. */
const HOST_GAP = 6;
/** Longer than a dialogue can take. */
const HOST_BUSY = 120;
/** Seconds until a clock that is not set is looked at again. */
const UNSET_CLOCK = 600;
/** The longest that a `Retry-After` is obeyed. */
const MOST_PATIENCE = 86_400;

export function livePrices(options: LiveOptions): LivePrices {
  const { clock, dir, random, version, chosen, token, onNews } = options;
  let connections: ReturnType<typeof feedConnections> | undefined;
  const fetch: FeedFetch = (url, init) => {
    connections ??= options.fetch ? { fetch: options.fetch, close: async () => {} } : feedConnections();
    return connections.fetch(url, init);
  };
  const lineOf = ({ name, address }: Pick<Feed, 'address'> & { readonly name: string }): FeedLine => ({
    fetch,
    address: chosen.get(name) ?? address,
    userAgent: `dayahead-node-red-tariffs/${version}`,
    deadline: DEADLINE_MS,
  });
  const journal: Journal = openJournal(dir, random);
  const rates = chosen.size > 0 && !chosen.has(ecb.name) ? noRates : keptRates(journal, lineOf(ecb));
  const zones = options.zones.map((zone) => ({
    feeds: feedsOf(zone, chosen, token),
    prices: zonePrices({ zone, kept: keptDays(dir, zone), rates, lineOf, token }),
  }));
  const tariffs = tariffFeedsOf(options.zones, chosen).map((feed) =>
    toldTariffs({ feed, dir, clock, journal, line: lineOf(feed), onNews: options.onTariffNews }),
  );
  const blocked = new Map<FeedName, Instant>();
  const hosts = new Map<string, Instant>();
  const alarms = new Map<LiveZone, () => void>();
  const asking = new Set<(typeof zones)[number]>();
  let started = false;

  const next = ({ feeds, prices }: (typeof zones)[number], now: Instant) =>
    nextQuestion(
      {
        feeds,
        held: new Set(prices.days().keys()),
        asks: journal.asksOf(prices.zone),
        blocked: new Map([...blocked].filter(([, until]) => until <= now + MOST_PATIENCE)),
        share: journal.share,
      },
      now,
    );

  /** When a host may be asked again; what a clock that was ahead has said of it is forgotten. */
  function hostFree(address: string, now: Instant): Instant {
    const free = hosts.get(address) ?? 0;
    return free <= now + HOST_BUSY ? free : 0;
  }

  /** Sets the alarm of the next question about a zone, and returns its time. */
  function wait(zone: (typeof zones)[number]): Instant | undefined {
    const now = clock.now();
    const question = next(zone, now);
    const at = question ? Math.max(question.at, hostFree(lineOf(question.feed).address, now)) : now + UNSET_CLOCK;
    alarms.get(zone.prices)?.();
    if (started && zone.feeds.length > 0)
      alarms.set(
        zone.prices,
        clock.alarm(at, () => void ask(zone)),
      );
    return question && at;
  }

  async function ask(zone: (typeof zones)[number]): Promise<void> {
    const now = clock.now();
    const question = next(zone, now);
    if (!started) return;
    const host = question && lineOf(question.feed).address;
    if (!question || !host || question.at > now || hostFree(host, now) > now) return void wait(zone);
    // One question at a time to a host: the others wait until it has been answered.
    hosts.set(host, now + HOST_BUSY);
    asking.add(zone);
    const news = await zone.prices.ask(question, now);
    asking.delete(zone);
    hosts.set(host, clock.now() + HOST_GAP);
    if (!started) return;
    if (news.retryAfter !== undefined) blocked.set(news.feed, clock.now() + news.retryAfter);
    const { feed, first, last, outcome } = news;
    journal.note(zone.prices.zone, { feed, first, last, outcome, at: now });
    onNews({ ...news, next: wait(zone) });
    for (const other of zones) if (other !== zone && !asking.has(other)) wait(other);
  }

  return {
    start() {
      if (started) return;
      started = true;
      for (const zone of zones) wait(zone);
      for (const each of tariffs) each.start();
    },
    async stop() {
      started = false;
      for (const cancel of alarms.values()) cancel();
      for (const each of tariffs) each.stop();
      await connections?.close();
    },
    inUse() {
      const from = addDays(deliveryDate(clock.now()), -1);
      return zones.flatMap(({ prices: { zone, days } }) => {
        const recent = [...days().values()].filter(({ date }) => date >= from);
        return priceFeeds.flatMap((feed) => {
          const updated = recent.filter(({ origin }) => origin?.feed === feed.name).map(({ date }) => date);
          const last = updated.toSorted().at(-1);
          return last ? { zone, feed, terms: feed.termsIn(zone), updated: last } : [];
        });
      });
    },
    toldBy: () =>
      tariffs.flatMap(({ feed, toldAt }) => {
        const told = toldAt();
        return told === undefined ? [] : { feed, updated: localDate(told, markets[feed.country].timeZone) };
      }),
  };
}
