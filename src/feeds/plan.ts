import { addDays, type Instant, isKnownTime, type LocalDate, MINUTE_SECONDS, wallTime } from '../core/time.ts';
import { DELIVERY_ZONE, deliveryDate } from '../core/window.ts';
import type { Feed, FeedName } from './feed.ts';

/** A question that has been asked about a zone, and what its last day came to. */
export interface FeedAsk {
  readonly feed: FeedName;
  readonly at: Instant;
  readonly first: LocalDate;
  readonly last: LocalDate;
  /**
   * `failed`: no answer of the feed's; `doubtful`: a day that wants a second look; `absent`: the feed has never had a price of the
   * zone and knows no such data.
   */
  readonly outcome: 'whole' | 'nothing' | 'partial' | 'doubtful' | 'unusable' | 'failed' | 'absent';
  /** Why there is no exchange rate, which the prices that came need. */
  readonly rateProblem?: string | undefined;
}

/** What is known of a zone when the next question is chosen. */
export interface ZoneState {
  /** In the order in which they are asked. */
  readonly feeds: readonly Feed[];
  readonly held: ReadonlySet<LocalDate>;
  /** The oldest first. */
  readonly asks: readonly FeedAsk[];
  /** Feeds that want to be left alone until then. */
  readonly blocked: ReadonlyMap<FeedName, Instant>;
  /** Days that were shown before this time and not written are lost: the answers about them do not count. */
  readonly startedAt?: Instant;
  /** The installation's own share of the minutes after a publication, in [0, 1). */
  readonly share: number;
}

/** A question worth asking at `at`, which may be past. */
export interface DueQuestion {
  readonly feed: Feed;
  readonly first: LocalDate;
  readonly last: LocalDate;
  readonly at: Instant;
}

/** Seconds over which installations are spread after a publication. */
const SPREAD = 5 * MINUTE_SECONDS;
/**
 * The next feed gets its question about another day than today so soon: within ten minutes of the publication, spread and a slow
 * answer included. While the price of today is missing, `LEAST` counts.
 */
const SECOND_OPINION = 4 * MINUTE_SECONDS;
/** Between two questions about a zone, whatever happens. */
const LEAST = MINUTE_SECONDS;
/** Days that are filled once they are missed. */
const BACKLOG = 14;

/** Minutes until all feeds are asked again: where none answers, for today, for what is late, for what is past. */
const urgent = [2, 5, 10, 20, 30, 60];
const late = [20, 40, 60];
const past = [60, 120, 240, 480, 960, 1440];
const stepOf = (minutes: readonly number[], rounds: number) =>
  (minutes[Math.max(0, Math.min(Math.ceil(rounds), minutes.length) - 1)] ?? 60) * MINUTE_SECONDS;

/** The next question about a zone; none where no feed is chosen or the clock is not set. */
export function nextQuestion(state: ZoneState, now: Instant): DueQuestion | undefined {
  if (state.feeds.length === 0 || !isKnownTime(now)) return undefined;
  const asks = state.asks.filter(({ at }) => at <= now);
  const today = deliveryDate(now);
  const days = missing(state, today).map((day) => chosen(state, asks, day, now));
  const ready = days.filter(({ at }) => at <= now);
  // What is wanted now goes first; else what is due first.
  const [question] = ready.length > 0 ? ready.toSorted(byUrgency(today)) : days.toSorted((a, b) => a.at - b.at);
  return question && { ...widened(question, state.held, today, now, state), at: question.at };
}

/** When the day after `today` is due for the feeds of a zone. */
function publicationOn(today: LocalDate, { feeds, share }: ZoneState): Instant {
  const earliest = feeds.map(({ publishes }) => publishes).toSorted()[0] ?? '';
  return wallTime(today, earliest, DELIVERY_ZONE) + Math.floor(share * SPREAD);
}

/** Days that are wanted and not held; where none is, the day after tomorrow, which is due tomorrow. */
function missing({ held }: ZoneState, today: LocalDate): LocalDate[] {
  const oldest = [...held].filter((date) => date >= addDays(today, -BACKLOG)).toSorted()[0];
  const yesterday = addDays(today, -1);
  const wanted: LocalDate[] = [];
  for (let date = oldest && oldest < yesterday ? oldest : yesterday; date <= addDays(today, 1); date = addDays(date, 1))
    wanted.push(date);
  const missing = wanted.filter((date) => !held.has(date));
  return held.has(addDays(today, 1)) ? [...missing, addDays(today, 2)] : missing;
}

interface Choice extends DueQuestion {
  readonly day: LocalDate;
}

/** When to ask about `day`, and whom. */
function chosen(state: ZoneState, asks: readonly FeedAsk[], day: LocalDate, now: Instant): Choice {
  const { startedAt = 0 } = state;
  const isLost = ({ at, outcome }: FeedAsk) => at < startedAt && (outcome === 'doubtful' || outcome === 'partial');
  const about = asks.filter((ask) => ask.first <= day && day <= ask.last && !isLost(ask));
  const due = publicationOn(addDays(day, -1), state);
  const free = freeAt(state, asks);
  const [lastAsk] = about.slice(-1);
  const at = Math.max(lastAsk ? lastAsk.at + wait(state, about, lastAsk, day, now) : due, free, due);
  const rank = (feed: Feed) => ({
    at: Math.max(at, state.blocked.get(feed.name) ?? 0),
    asked: about.filter((ask) => ask.feed === feed.name).length,
    sameRoot: rootOf(state, lastAsk?.feed) === feed.root ? 1 : 0,
  });
  const [best] = state.feeds
    .map((feed) => ({ feed, ...rank(feed) }))
    .toSorted((a, b) => a.at - b.at || a.asked - b.asked || a.sameRoot - b.sameRoot);
  return { day, first: day, last: day, at: best?.at ?? at, feed: best?.feed ?? (state.feeds[0] as Feed) };
}

const isFailure = ({ outcome }: FeedAsk) => outcome === 'failed' || outcome === 'unusable';

/** The earliest next question about a zone: while none of its feeds answers, all its days wait together. */
function freeAt({ feeds }: ZoneState, asks: readonly FeedAsk[]): Instant {
  const [last] = asks.slice(-1);
  if (!last) return 0;
  const failures = asks.length - 1 - asks.findLastIndex((ask) => !isFailure(ask));
  return last.at + (failures < feeds.length ? LEAST : stepOf(urgent, failures / feeds.length));
}

const rootOf = ({ feeds }: ZoneState, name: FeedName | undefined) => feeds.find((feed) => feed.name === name)?.root;

/** Seconds from the last question about a day to the next. */
function wait(state: ZoneState, about: readonly FeedAsk[], last: FeedAsk, day: LocalDate, now: Instant): number {
  const roots = about.map(({ feed }) => rootOf(state, feed));
  const silent = last.outcome === 'nothing' || last.outcome === 'partial';
  const untried = state.feeds.filter(({ name }) => about.every(({ feed }) => feed !== name));
  // Whoever shares a root has nothing either; where one has failed it may be of use.
  const today = deliveryDate(now);
  if (untried.some(({ root }) => !silent || !roots.includes(root))) return day === today ? LEAST : SECOND_OPINION;
  if (isFailure(last)) return LEAST;
  const rounds = about.filter((ask) => !isFailure(ask)).length / state.feeds.length;
  return stepOf(day < today ? past : day === today ? urgent : late, rounds);
}

/** Today, then tomorrow, then what was missed, the latest first. */
const byUrgency = (today: LocalDate) => (a: Choice, b: Choice) =>
  urgency(a.day, today) - urgency(b.day, today) || (a.day < b.day ? 1 : -1);
const urgency = (day: LocalDate, today: LocalDate) => (day === today ? 0 : day > today ? 1 : 2);

/**
 * The question with the days beside it that the feed answers with it: other days that are missing, today beside tomorrow,
 * so that what has been corrected since is seen, and where nothing is held the last two weeks, which a forecast is made from.
 */
function widened(
  { feed, day }: Choice,
  held: ReadonlySet<LocalDate>,
  today: LocalDate,
  now: Instant,
  state: ZoneState,
): Pick<DueQuestion, 'feed' | 'first' | 'last'> {
  let [first, last] = [day, day];
  const room = () => Date.parse(last) - Date.parse(first) < (feed.mostDays - 1) * 86_400_000;
  const due = (date: LocalDate) => publicationOn(addDays(date, -1), state) <= now;
  if (day > today && room()) first = addDays(day, -1);
  while (room() && !held.has(addDays(last, 1)) && due(addDays(last, 1))) last = addDays(last, 1);
  const oldest = [...held].toSorted()[0] ?? addDays(today, -BACKLOG);
  while (room() && !held.has(addDays(first, -1)) && addDays(first, -1) >= minimum(oldest, addDays(today, -1)))
    first = addDays(first, -1);
  return { feed, first, last };
}

const minimum = (a: LocalDate, b: LocalDate) => (a < b ? a : b);
