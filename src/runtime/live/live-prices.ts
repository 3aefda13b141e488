import type { CountryCode } from '../../core/markets.ts';
import type { ZonePrices } from '../../core/price-file.ts';
import { addDays, type Instant, type LocalDate } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import { type FeedFetch, feedConnections } from '../../feeds/connection.ts';
import type { Feed, FeedName, FeedTerms } from '../../feeds/feed.ts';
import { type DueQuestion, type FeedAsk, nextQuestion } from '../../feeds/plan.ts';
import { type ChosenSources, feedsOf, isChosen, priceFeeds } from '../../feeds/price-feeds.ts';
import { ecb } from '../../feeds/rates/ecb.ts';
import type { TariffFeed } from '../../feeds/tariff-feed.ts';
import { countriesOf } from '../../feeds/zones.ts';
import type { Clock } from '../clock.ts';
import { countryTariffs } from './country-tariffs.ts';
import { type DoubtfulDays, doubtfulDays } from './doubtful-days.ts';
import { feedLines } from './feed-lines.ts';
import { heldDays } from './held-days.ts';
import { hostTurns } from './host-turns.ts';
import { type Journal, openJournal } from './journal.ts';
import { keptDays } from './kept-days.ts';
import { keptRates, noRates } from './reference-rates.ts';
import { type TariffNews, toldTariffs } from './told-tariffs.ts';
import { type FeedNews, type LiveZone, zonePrices } from './zone-prices.ts';

export interface LiveOptions {
  /** Kept up to date from the start on, whoever wants them. */
  readonly zones: readonly string[];
  /** The folder of the price files and of what is remembered beside them. */
  readonly dir: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly version: string;
  readonly chosen: ChosenSources;
  /** Of feeds, chosen or not; left out, those in `chosen`. */
  readonly addresses?: ChosenSources;
  readonly token?: string | undefined;
  /** Undici's where it is left out. */
  readonly fetch?: FeedFetch;
  /** The same of network charges, levies and calendars. */
  readonly onTariffNews?: (news: TariffNews) => void;
  /** What each question came to, with the time of the next. */
  readonly onNews: (news: FeedNews & { readonly next: Instant | undefined }) => void;
  /** Hears once for each day that two sources disagree about, and which of them counts, of a file that a newer version wrote, and of days that cannot be written. */
  readonly onDispute?: (text: string) => void;
}

/** The prices of several zones, kept up to date in a folder. */
export interface LivePrices {
  start(): void;
  stop(): Promise<void>;
  /** Keeps a zone up to date from now on, until nobody has wanted it for a day. */
  want(zone: string): void;
  /** The same of what feeds tell of a country's tariffs, which no zone may be wanted for. */
  wantTariffs(country: CountryCode): void;
  /** The days held of a zone, which are never replayed: another object as soon as they are others. */
  get(zone: string): ZonePrices | undefined;
  standingOf(zone: string): ZoneStanding;
  /** The last questions of each zone that is kept up to date. */
  lastAsked(): readonly AskedZone[];
  /** Asks about a zone now, unless it has been asked about within this minute. */
  askNow(zone: string): Promise<void>;
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

/** How a zone stands with its feeds. */
export interface ZoneStanding {
  readonly feeds: readonly Feed[];
  /** The last question and what it came to, with what was wrong. */
  readonly last: (FeedAsk & { readonly problems: readonly string[] }) | undefined;
  /** Why the prices of each doubtful day are doubtful. */
  readonly doubtful?: ReadonlyMap<LocalDate, string>;
  /** The time of the next; none while the clock is not set, or no feed may be asked. */
  readonly next: Instant | undefined;
}

/** The last questions about a zone, the latest at the end, and the time of the next. */
export interface AskedZone {
  readonly zone: string;
  readonly asks: readonly FeedAsk[];
  readonly next: Instant | undefined;
}

/** As many as tell how it goes. */
const LAST_ASKS = 3;
/** Seconds until a clock that is not set is looked at again. */
const UNSET_CLOCK = 600;
/** Seconds: a price is asked for once a day at the least. */
const UNWANTED = 26 * 3600;
/** The longest that a `Retry-After` is obeyed. */
const MOST_PATIENCE = 86_400;

interface ZoneWork {
  readonly feeds: readonly Feed[];
  readonly prices: LiveZone;
  /** By the clock that nobody sets. */
  wantedAt: number;
  /** Of the last question. */
  problems: readonly string[];
}

/** Seconds from one question about a zone to the next, whoever asks. */
const LEAST = 60;
const isSoonAfter = (last: FeedAsk | undefined, now: Instant) => last && last.at <= now && now < last.at + LEAST;

export function livePrices(options: LiveOptions): LivePrices {
  const { clock, dir, random, version, chosen, addresses = chosen, token, onNews } = options;
  let connections: ReturnType<typeof feedConnections> | undefined;
  const fetch: FeedFetch = (url, init) => {
    connections ??= options.fetch ? { fetch: options.fetch, close: async () => {} } : feedConnections();
    return connections.fetch(url, init);
  };
  const lineOf = feedLines(fetch, addresses, `dayahead-node-red-tariffs/${version}`);
  const journal: Journal = openJournal(dir, random, options.onDispute);
  const rates = isChosen(chosen, ecb.name, true) ? keptRates(journal, lineOf(ecb)) : noRates;
  const folder = new Map<string, DoubtfulDays>();
  const shown = new Map<string, ZonePrices>();
  const zones = new Map<string, ZoneWork>();
  const blocked = new Map<FeedName, Instant>();
  const hosts = hostTurns();
  const alarms = new Map<ZoneWork, () => void>();
  const asking = new Set<ZoneWork>();
  let started = false;
  const startedAt = clock.now();
  const tariffs = countryTariffs(chosen, (feed) =>
    toldTariffs({ feed, dir, clock, journal, line: lineOf(feed), onNews: options.onTariffNews }),
  );
  for (const zone of options.zones) open(zone, Number.POSITIVE_INFINITY);

  function keptOf(zone: string): DoubtfulDays {
    const known = folder.get(zone);
    if (known) return known;
    const kept = doubtfulDays(heldDays(keptDays(dir, zone), (text) => options.onDispute?.(`${zone}: ${text}`)));
    folder.set(zone, kept);
    return kept;
  }

  function open(zone: string, wantedAt: number): ZoneWork {
    const feeds = feedsOf(zone, chosen, token);
    const prices = zonePrices({ zone, feeds, kept: keptOf(zone), rates, lineOf, token, onDispute: options.onDispute });
    const work: ZoneWork = { feeds, prices, wantedAt, problems: [] };
    zones.set(zone, work);
    tariffs.want(countriesOf(zone));
    return work;
  }

  /** Gives up a zone that nobody wants any more, and what is told of its country alone. */
  function leave(work: ZoneWork): void {
    const { zone } = work.prices;
    zones.delete(zone);
    alarms.delete(work);
    tariffs.leaveAllBut([...zones.keys()].flatMap(countriesOf));
  }

  const next = ({ feeds, prices }: ZoneWork, now: Instant) =>
    nextQuestion(
      {
        feeds,
        held: prices.settled(),
        asks: journal.asksOf(prices.zone),
        blocked: new Map([...blocked].filter(([, until]) => until <= now + MOST_PATIENCE)),
        startedAt,
        share: journal.share,
      },
      now,
    );

  function dueAt(zone: ZoneWork, now: Instant): Instant | undefined {
    const question = next(zone, now);
    return question && Math.max(question.at, hosts.freeAt(lineOf(question.feed).address, now));
  }

  /** Sets the alarm of the next question about a zone, and returns its time. */
  function wait(zone: ZoneWork): Instant | undefined {
    const now = clock.now();
    const at = dueAt(zone, now);
    alarms.get(zone)?.();
    if (started && zone.feeds.length > 0)
      alarms.set(
        zone,
        clock.alarm(at ?? now + UNSET_CLOCK, () => void ask(zone)),
      );
    return at;
  }

  async function ask(zone: ZoneWork): Promise<void> {
    if (!started) return;
    if (clock.uptime() - zone.wantedAt > UNWANTED) return leave(zone);
    const now = clock.now();
    const question = next(zone, now);
    const host = question && lineOf(question.feed).address;
    if (!question || !host || question.at > now || hosts.freeAt(host, now) > now) return void wait(zone);
    await askAbout(zone, question, now);
  }

  async function askAbout(zone: ZoneWork, question: DueQuestion, now: Instant): Promise<void> {
    const { prices } = zone;
    const host = lineOf(question.feed).address;
    hosts.begin(host, now);
    asking.add(zone);
    const news = await prices.ask(question, now);
    asking.delete(zone);
    hosts.end(host, clock.now());
    if (!started) return;
    if (news.retryAfter !== undefined) blocked.set(news.feed, clock.now() + news.retryAfter);
    const { feed, first, last, outcome, problems, rateProblem } = news;
    zone.problems = problems;
    journal.note(prices.zone, { feed, first, last, outcome, at: now, ...(rateProblem && { rateProblem }) });
    onNews({ ...news, next: wait(zone) });
    for (const other of zones.values()) if (other !== zone && !asking.has(other)) wait(other);
  }

  return {
    start() {
      if (started) return;
      started = true;
      for (const zone of zones.values()) wait(zone);
      tariffs.start();
    },
    async stop() {
      started = false;
      for (const cancel of alarms.values()) cancel();
      tariffs.stop();
      await connections?.close();
    },
    want(zone) {
      const work = zones.get(zone) ?? open(zone, clock.uptime());
      work.wantedAt = Math.max(work.wantedAt, clock.uptime());
      if (!alarms.has(work) && !asking.has(work)) wait(work);
    },
    wantTariffs: tariffs.keep,
    get(zone) {
      // What a tariff names as its zone is not a path.
      if (!/^[\w-]+$/.test(zone)) return undefined;
      const days = keptOf(zone).days();
      const known = shown.get(zone);
      if (known?.days === days) return known;
      const publishedAt = lateIn(feedsOf(zone, chosen, token));
      const prices = { days, replay: false, ...(publishedAt !== undefined && { publishedAt }) };
      shown.set(zone, prices);
      return prices;
    },
    standingOf(zone) {
      const work = zones.get(zone) ?? open(zone, clock.uptime());
      const last = journal.asksOf(zone).at(-1);
      return {
        feeds: work.feeds,
        last: last && { ...last, problems: work.problems },
        doubtful: work.prices.doubtful(),
        next: dueAt(work, clock.now()),
      };
    },
    lastAsked: () =>
      [...zones].map(([zone, work]) => ({
        zone,
        asks: journal.asksOf(zone).slice(-LAST_ASKS),
        next: dueAt(work, clock.now()),
      })),
    async askNow(zone) {
      const now = clock.now();
      const work = zones.get(zone) ?? open(zone, clock.uptime());
      const question = next(work, now);
      if (!started || !question || asking.has(work) || isSoonAfter(journal.asksOf(zone).at(-1), now)) return;
      const { feed } = question;
      if (hosts.freeAt(lineOf(feed).address, now) > now || (blocked.get(feed.name) ?? 0) > now) return;
      const tomorrow = addDays(deliveryDate(now), 1);
      const held = { first: feed.mostDays > 1 ? deliveryDate(now) : tomorrow, last: tomorrow };
      await askAbout(work, { ...question, ...(question.last > tomorrow && held) }, now);
    },
    inUse() {
      const from = addDays(deliveryDate(clock.now()), -1);
      return [...zones.values()].flatMap(({ prices: { zone, days } }) => {
        const recent = [...days().values()].filter(({ date }) => date >= from);
        return priceFeeds.flatMap((feed) => {
          const updated = recent.filter(({ origin }) => origin?.feed === feed.name).map(({ date }) => date);
          const last = updated.toSorted().at(-1);
          return last ? { zone, feed, terms: feed.termsIn(zone), updated: last } : [];
        });
      });
    },
    toldBy: tariffs.toldBy,
  };
}

const USUAL = '13:30';

/** The time at which the first of `feeds` has the next day, where that is later than exchanges have it. */
function lateIn(feeds: readonly Feed[]): string | undefined {
  const [first = USUAL] = feeds.map(({ publishes }) => publishes).toSorted();
  return first > USUAL ? first : undefined;
}
