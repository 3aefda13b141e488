import { addDays, type Instant, type LocalDate } from '../../core/time.ts';
import { deliveryDate, deliveryDay } from '../../core/window.ts';
import { askFeed, FeedError, type FeedLine } from '../../feeds/ask-feed.ts';
import { type DayFinding, type FeedDay, findingsOf } from '../../feeds/day-findings.ts';
import type { Feed, FeedName, FeedQuestion } from '../../feeds/feed.ts';
import type { DueQuestion, FeedAsk } from '../../feeds/plan.ts';
import { type Opinion, opinionOn, rootOf, slipText } from '../../feeds/second-opinion.ts';
import { settledDay } from '../../feeds/settle.ts';
import { slippedUnit } from '../../feeds/slipped-unit.ts';
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

  /** A disagreement is said once. */
  function once(text: string): string[] {
    if (said.has(text)) return [];
    said.add(text);
    onDispute?.(`${zone}: ${text}`);
    return [text];
  }

  /** The prices of up to two weeks before a day; doubtful ones do not count. */
  function historyOf(date: LocalDate): (readonly number[])[] {
    const [days, doubts] = [kept.days(), kept.doubtful()];
    return Array.from({ length: HISTORY_DAYS }, (_, i) => addDays(date, -1 - i))
      .filter((each) => !doubts.has(each))
      .flatMap((each) => {
        const prices = days.get(each)?.prices;
        return prices ? [prices] : [];
      });
  }

  const slipOf = ({ date, prices }: FeedDay) =>
    slippedUnit(
      prices.map((price = Number.NaN) => price),
      historyOf(date),
    );

  /** A day that is written already is settled; an answer about any other is compared with history and other answers. */
  function opinionAbout(day: FeedDay): Opinion {
    const { date } = day;
    const isSettled = kept.days().has(date) && !kept.doubtful().has(date);
    if (isSettled) return { kind: 'usual' };
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
    kept.showDoubtful(day, why);
    const text = `${day.date}: ${why}; no other source can check them, so they are used and marked doubtful`;
    once(text);
    return { outcome: 'whole' as const, written: day.date, problems: [text] };
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

  function settle(
    finding: DayFinding,
    now: Instant,
  ): { written?: string; outcome: FeedAsk['outcome']; problems: string[] } {
    const { date, kind } = finding;
    if (kind === 'nothing') return { outcome: kind, problems: [] };
    if (kind !== 'whole') return { outcome: kind, problems: [`${date}: ${finding.why}`] };
    const { day } = finding;
    const opinion = opinionAbout(day);
    if (opinion.kind === 'wait') return { outcome: 'doubtful', problems: [`${date}: ${opinion.why}`] };
    if (opinion.kind === 'contradicted') {
      kept.dropDoubtful(date);
      once(`${date}: ${opinion.why}`);
      return { outcome: 'doubtful', problems: [`${date}: ${opinion.why}`] };
    }
    if (opinion.kind === 'alone') return showDoubtful(day, opinion.why);
    const days = kept.days();
    if (opinion.kind === 'confirmed' || kept.doubtful().has(date)) {
      kept.write(day, deliveryDate(now));
      suspicions.delete(date);
      return { outcome: 'whole', written: date, problems: [] };
    }
    const decision = settledDay(day, {
      held: days.get(date),
      before: days.get(addDays(date, -1)),
      doubted: doubted.get(date),
    });
    if (decision.kind === 'doubt') {
      doubted.set(date, day);
      return { outcome: 'doubtful', problems: [`${date}: ${decision.why}; it is asked for again`] };
    }
    if (decision.kind === 'disagree') return { outcome: 'whole', problems: once(decision.why) };
    if (decision.kind === 'known') return { outcome: 'whole', problems: [] };
    kept.write(day, deliveryDate(now));
    doubted.delete(date);
    return { outcome: 'whole', written: date, problems: decision.kind === 'overrule' ? once(decision.why) : [] };
  }

  return {
    zone,
    days: () => kept.days(),
    doubtful: () => kept.doubtful(),
    /** Days that need no further question: a doubtful one is asked about as long as a source with another root exists. */
    settled: (): ReadonlySet<LocalDate> => {
      const doubts = new Set(feeds.map(({ root }) => root)).size > 1 ? kept.doubtful() : new Map();
      return new Set([...kept.days().keys()].filter((date) => !doubts.has(date)));
    },
    /** Never throws what a feed, a disk or a rate has done: it is in the news. */
    async ask({ feed, first, last }: Omit<DueQuestion, 'at'>, now: Instant): Promise<FeedNews> {
      const base = { zone, feed: feed.name, first, last };
      const [start, end] = [deliveryDay(first).start, deliveryDay(last).end];
      const question: FeedQuestion = { zone, first, last, start, end, token };
      const currency = currencyOf(zone);
      try {
        const reading = await askFeed(feed, question, lineOf(feed));
        // Not before: the time until the next question about the zone counts from this one.
        const rateProblem = currency === 'EUR' ? undefined : await rates.refresh(now);
        const about = rateProblem === undefined ? [] : [`exchange rates: ${rateProblem}`];
        const findings = findingsOf(feed, question, reading, (date) => rates.rateOn(currency, date));
        const results = findings.map((finding) => settle(finding, now));
        const absent = results.flatMap(({ outcome }, i) => (isAbsent(outcome) ? (findings[i]?.date ?? []) : []));
        const silence = noteSilence(feed.name, absent);
        const wanting = results.toReversed().find(({ outcome }) => outcome !== 'whole');
        return {
          ...base,
          outcome: wanting?.outcome ?? 'whole',
          written: [...results.flatMap(({ written }) => written ?? []), ...silence.written],
          problems: [...about, ...results.flatMap(({ problems }) => problems), ...silence.problems],
        };
      } catch (error) {
        const told = error instanceof FeedError ? error : new FeedError('failed', String(error));
        const silence = noteSilence(
          feed.name,
          [...suspicions.keys()].filter((date) => first <= date && date <= last),
        );
        return {
          ...base,
          outcome: told.kind,
          written: silence.written,
          problems: [told.message, ...silence.problems],
          retryAfter: told.retryAfter,
        };
      }
    },
  };
}
const isAbsent = (outcome: FeedAsk['outcome']) => outcome !== 'whole' && outcome !== 'doubtful';

export type LiveZone = ReturnType<typeof zonePrices>;
