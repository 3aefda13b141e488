import { addDays, type Instant, type LocalDate } from '../../core/time.ts';
import { deliveryDate, deliveryDay } from '../../core/window.ts';
import { askFeed, FeedError, type FeedLine } from '../../feeds/ask-feed.ts';
import { agree, coarseText, type DayFinding, doubtOf, type FeedDay, findingsOf } from '../../feeds/day-findings.ts';
import { slippedUnit } from '../../feeds/doubts/slipped-unit.ts';
import type { Feed, FeedName, FeedQuestion } from '../../feeds/feed.ts';
import type { FeedReading } from '../../feeds/formats/feed-reading.ts';
import type { DueQuestion, FeedAsk } from '../../feeds/plan.ts';
import { type Opinion, opinionOn, rootOf, slipText } from '../../feeds/second-opinion.ts';
import { settledDay } from '../../feeds/settle.ts';
import { currencyOf } from '../../feeds/zones.ts';
import type { DoubtfulDays } from './doubtful-days.ts';
import type { KeptRates } from './reference-rates.ts';

/** What a question came to. */
export interface FeedNews {
  readonly zone: string;
  readonly feed: FeedName;
  readonly first: string;
  readonly last: string;
  readonly outcome: FeedAsk['outcome'];
  /** The days that were written. */
  readonly written: readonly string[];
  /** What was wrong, for people. */
  readonly problems: readonly string[];
  readonly retryAfter?: number | undefined;
  readonly rateProblem?: FeedAsk['rateProblem'];
}

export interface ZonePricesOptions {
  readonly zone: string;
  /** Those that may be asked about the zone. */
  readonly feeds: readonly Feed[];
  readonly kept: DoubtfulDays;
  readonly rates: KeptRates;
  readonly lineOf: (feed: Feed) => FeedLine;
  readonly token: string | undefined;
  /** Hears once that two sources disagree about a day. */
  readonly onDispute?: ((text: string) => void) | undefined;
}

/** Days before a day that it is compared with. */
const HISTORY_DAYS = 14;

/** Asks about one zone, checks what comes, and writes the whole days of it. */
export function zonePrices({ zone, feeds, kept, rates, lineOf, token, onDispute }: ZonePricesOptions) {
  const doubted = new Map<string, FeedDay>();
  const said = new Set<string>();
  /** Answers about a day since one of them was suspicious, and the feeds that have had no answer about it since. */
  const suspicions = new Map<string, { answers: readonly FeedDay[]; silent: ReadonlySet<FeedName> }>();
  /** Answers whose prices are coarser than the auction's, by day: the last one of each root. */
  const coarseAnswers = new Map<LocalDate, ReadonlyMap<string | undefined, FeedDay>>();
  /** Feeds that have answered about the zone with prices. */
  const answered = new Set<FeedName>();
  const hasOtherRoots = new Set(feeds.map(({ root }) => root)).size > 1;

  /** Whether a feed has had a price of the zone before, this time or one that is kept. */
  const hasAnswered = (name: FeedName) =>
    answered.has(name) || [...kept.days().values()].some(({ origin }) => origin?.feed === name);

  /** A disagreement is said once. */
  function once(text: string): string[] {
    if (said.has(text)) return [];
    said.add(text);
    onDispute?.(`${zone}: ${text}`);
    return [text];
  }

  /** The prices of up to two weeks before a day; those that are not settled do not count. */
  function historyOf(date: LocalDate): (readonly number[])[] {
    const [days, provisional] = [kept.days(), kept.provisional()];
    return Array.from({ length: HISTORY_DAYS }, (_, i) => addDays(date, -1 - i))
      .filter((each) => !provisional.has(each))
      .flatMap((each) => {
        const prices = days.get(each)?.prices;
        return prices ? [prices] : [];
      });
  }

  const slipOf = ({ date, prices }: FeedDay) =>
    slippedUnit(
      prices.filter((price) => price !== undefined),
      historyOf(date),
    );

  const isWritten = (date: LocalDate) => kept.days().has(date) && !kept.provisional().has(date);

  /** A day that is written already is settled; an answer about any other is compared with history and other answers. */
  function opinionAbout(day: FeedDay): Opinion {
    const { date } = day;
    if (isWritten(date)) return { kind: 'usual' };
    const slip = slipOf(day);
    const { answers = [], silent = new Set<FeedName>() } = suspicions.get(date) ?? {};
    const opinion = opinionOn(day, { slip, answers, canAskOther: canAskOther(day, silent) });
    if (opinion.kind === 'usual') suspicions.delete(date);
    else suspicions.set(date, { answers: [...answers.filter(({ feed }) => feed !== day.feed), day], silent });
    return opinion;
  }

  const canAskOther = (day: FeedDay, silent: ReadonlySet<FeedName>): boolean =>
    feeds.some(({ name, root }) => root !== rootOf(day.feed) && !silent.has(name));

  function showDoubtful(day: FeedDay, why: string) {
    kept.show(day, why);
    const text = `${day.date}: ${why}; no other source can check them, so they are used and marked doubtful`;
    once(text);
    return { outcome: 'whole' as const, written: day.date, problems: [text] };
  }

  /**
   * Shows a day whose prices repeat each hour or half hour. A source with another root that has the same prices confirms it;
   * finer prices of any source replace it.
   */
  function settleCoarse(day: FeedDay, why: string, now: Instant): Result {
    const { date } = day;
    const answers = coarseAnswers.get(date) ?? new Map<string | undefined, FeedDay>();
    const root = rootOf(day.feed);
    if ([...answers].some(([other, answer]) => other !== root && agree(day, answer))) return write(day, now);
    coarseAnswers.set(date, new Map([...answers, [root, day]]));
    const text = `${date}: ${why}; they are used and marked doubtful`;
    if (answers.size === 0 || answers.has(root)) kept.show(day, why);
    once(text);
    return { outcome: hasOtherRoots ? 'doubtful' : 'whole', written: date, problems: [text] };
  }

  /** Shows the prices of a day with holes, unless more of it is known. */
  function settlePartial({ day, why }: DayFinding & { readonly kind: 'partial' }): Result {
    const { date } = day;
    const problems = [`${date}: ${why}`];
    const slip = slipOf(day);
    const isBetter =
      day.prices.filter((price) => price === undefined).length < (kept.provisional().get(date) ?? Infinity);
    const doubt = slip ? slipText(day.feed, slip) : doubtOf(day, undefined);
    if (doubt) return { outcome: 'partial', problems: [...problems, `${date}: ${doubt}; they are not used`] };
    if (!isWritten(date) && isBetter) kept.show(day, coarseText(zone, day));
    return { outcome: 'partial', problems };
  }

  function write(day: FeedDay, now: Instant): Result {
    const { date } = day;
    kept.write(day, deliveryDate(now));
    for (const notes of [suspicions, coarseAnswers, doubted]) notes.delete(date);
    return { outcome: 'whole', written: date, problems: [] };
  }

  /** Shows each suspicious day between `first` and `last` that `feed` had no answer about and that no other source can check. */
  function noteSilence(feed: FeedName, dates: readonly LocalDate[]): { written: string[]; problems: string[] } {
    const results = dates.flatMap((date) => {
      const suspicion = suspicions.get(date);
      if (!suspicion) return [];
      const silent = new Set([...suspicion.silent, feed]);
      suspicions.set(date, { ...suspicion, silent });
      const roots = new Set(suspicion.answers.map((answer) => rootOf(answer.feed)));
      const [day] = suspicion.answers.slice(-1);
      if (!day || roots.size > 1 || canAskOther(day, silent) || kept.doubtful().has(date)) return [];
      const slip = slipOf(day);
      return slip ? [showDoubtful(day, slipText(day.feed, slip))] : [];
    });
    return { written: results.map(({ written }) => written), problems: results.flatMap(({ problems }) => problems) };
  }

  function settle(finding: DayFinding, now: Instant): Result {
    const { date, kind } = finding;
    if (kind === 'nothing') return { outcome: kind, problems: [] };
    if (kind === 'unusable') return { outcome: kind, problems: [`${date}: ${finding.why}`] };
    if (kind === 'partial') return settlePartial(finding);
    const { day } = finding;
    const opinion = opinionAbout(day);
    if (opinion.kind === 'wait') return { outcome: 'doubtful', problems: [`${date}: ${opinion.why}`] };
    if (opinion.kind === 'contradicted') {
      kept.drop(date);
      once(`${date}: ${opinion.why}`);
      return { outcome: 'doubtful', problems: [`${date}: ${opinion.why}`] };
    }
    if (opinion.kind === 'alone') return showDoubtful(day, opinion.why);
    if (opinion.kind === 'confirmed') return write(day, now);
    const days = kept.days();
    const coarse = coarseText(zone, day);
    if (coarse && !isWritten(date)) return settleCoarse(day, coarse, now);
    const decision = settledDay(day, {
      held: isWritten(date) ? days.get(date) : undefined,
      before: days.get(addDays(date, -1)),
      doubted: doubted.get(date),
      isCoarse: coarse !== undefined,
    });
    if (decision.kind === 'doubt') {
      doubted.set(date, day);
      return { outcome: 'doubtful', problems: [`${date}: ${decision.why}; it is asked for again`] };
    }
    if (decision.kind === 'disagree') return { outcome: 'whole', problems: once(decision.why) };
    if (decision.kind === 'known') return { outcome: 'whole', problems: [] };
    const written = write(day, now);
    return decision.kind === 'overrule' ? { ...written, problems: once(decision.why) } : written;
  }

  return {
    zone,
    days: () => kept.days(),
    doubtful: () => kept.doubtful(),
    /** Days that need no further question: those without holes, and a doubtful one only if no source has another root. */
    settled: (): ReadonlySet<LocalDate> => {
      const [provisional, doubts] = [kept.provisional(), hasOtherRoots ? kept.doubtful() : new Map()];
      return new Set([...kept.days().keys()].filter((date) => !provisional.get(date) && !doubts.has(date)));
    },
    /** Never throws what a feed, a disk or a rate has done: it is in the news. */
    async ask({ feed, first, last }: Omit<DueQuestion, 'at'>, now: Instant): Promise<FeedNews> {
      const base = { zone, feed: feed.name, first, last };
      const [start, end] = [deliveryDay(first).start, deliveryDay(last).end];
      const question: FeedQuestion = { zone, first, last, start, end, token };
      const currency = currencyOf(zone);
      const withoutAnswer = (outcome: FeedAsk['outcome'], problem: string): FeedNews => {
        const suspicious = [...suspicions.keys()].filter((date) => first <= date && date <= last);
        const { written, problems } = noteSilence(feed.name, suspicious);
        return { ...base, outcome, written, problems: [problem, ...problems] };
      };
      try {
        const reading = await askFeed(feed, question, lineOf(feed));
        if (reading.quotes.length > 0) answered.add(feed.name);
        if (reading.notFound && !hasAnswered(feed.name))
          return withoutAnswer('absent', `answers 404 and has never had prices of ${zone}: it has no such data`);
        // Not before: the time until the next question about the zone counts from this one.
        const rateProblem = currency === 'EUR' ? undefined : await rates.refresh(now);
        const about = rateProblem === undefined ? [] : [`exchange rates: ${rateProblem}`];
        const findings = findingsOf(feed, question, reading, (date) => rates.rateOn(currency, date));
        const results = findings.map((finding) => settle(finding, now));
        const rateless = findings.find((finding) => finding.kind === 'unusable' && finding.lacksRate);
        const absent = results.flatMap(({ outcome }, i) => (isAbsent(outcome) ? (findings[i]?.date ?? []) : []));
        const silence = noteSilence(feed.name, absent);
        const wanting = results.toReversed().find(({ outcome }) => outcome !== 'whole');
        return {
          ...base,
          outcome: wanting?.outcome ?? 'whole',
          written: [...results.flatMap(({ written }) => written ?? []), ...silence.written],
          problems: [
            ...leftOutIn(reading),
            ...results.flatMap(({ problems }) => problems),
            ...silence.problems,
            ...about,
          ],
          ...(rateless?.kind === 'unusable' && { rateProblem: rateProblem ?? rateless.why }),
        };
      } catch (error) {
        const { kind, message, retryAfter } =
          error instanceof FeedError ? error : new FeedError('failed', String(error));
        return { ...withoutAnswer(kind, message), retryAfter };
      }
    },
  };
}

/** The result of an answer about one day. */
interface Result {
  readonly written?: string;
  readonly outcome: FeedAsk['outcome'];
  readonly problems: string[];
}

const leftOutIn = ({ leftOut = new Map() }: FeedReading) => [...leftOut].map(([date, why]) => `${date}: ${why}`);
const isAbsent = (outcome: FeedAsk['outcome']) => outcome !== 'whole' && outcome !== 'doubtful';

export type LiveZone = ReturnType<typeof zonePrices>;
