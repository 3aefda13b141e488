import { addDays, type Instant } from '../../core/time.ts';
import { deliveryDate, deliveryDay } from '../../core/window.ts';
import { askFeed, FeedError, type FeedLine } from '../../feeds/ask-feed.ts';
import { type DayFinding, type FeedDay, findingsOf } from '../../feeds/day-findings.ts';
import type { Feed, FeedName, FeedQuestion } from '../../feeds/feed.ts';
import type { DueQuestion, FeedAsk } from '../../feeds/plan.ts';
import { settledDay } from '../../feeds/settle.ts';
import { currencyOf } from '../../feeds/zones.ts';
import type { KeptDays } from './kept-days.ts';
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
  readonly kept: KeptDays;
  readonly rates: KeptRates;
  readonly lineOf: (feed: Feed) => FeedLine;
  readonly token: string | undefined;
  /** Hears once that two sources disagree about a day. */
  readonly onDispute?: ((text: string) => void) | undefined;
}

/** Asks about one zone, checks what comes, and writes the whole days of it. */
export function zonePrices({ zone, kept, rates, lineOf, token, onDispute }: ZonePricesOptions) {
  const doubted = new Map<string, FeedDay>();
  const said = new Set<string>();

  /** A disagreement is said once. */
  function once(text: string): string[] {
    if (said.has(text)) return [];
    said.add(text);
    onDispute?.(`${zone}: ${text}`);
    return [text];
  }

  function settle(
    finding: DayFinding,
    now: Instant,
  ): { written?: string; outcome: FeedAsk['outcome']; problems: string[] } {
    const { date, kind } = finding;
    if (kind === 'nothing') return { outcome: kind, problems: [] };
    if (kind !== 'whole') return { outcome: kind, problems: [`${date}: ${finding.why}`] };
    const { day } = finding;
    const days = kept.days();
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
        const wanting = results.toReversed().find(({ outcome }) => outcome !== 'whole');
        return {
          ...base,
          outcome: wanting?.outcome ?? 'whole',
          written: results.flatMap(({ written }) => written ?? []),
          problems: [...about, ...results.flatMap(({ problems }) => problems)],
        };
      } catch (error) {
        const told = error instanceof FeedError ? error : new FeedError('failed', String(error));
        return {
          ...base,
          outcome: told.kind,
          written: [],
          problems: [told.message],
          retryAfter: told.retryAfter,
        };
      }
    },
  };
}
export type LiveZone = ReturnType<typeof zonePrices>;
