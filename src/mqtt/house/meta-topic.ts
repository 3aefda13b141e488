import { type Instant, isoTimeIn } from '../../core/time.ts';
import { joinedOrigin } from '../../core/vocabulary.ts';
import { englishMark, markTexts } from '../../messages/provenance.ts';
import type { KnownSeries } from '../../messages/series.ts';
import { json } from '../json.ts';
import { type Publication, publication } from '../topics.ts';

/** The prices of one node, and what is wrong with them. */
export interface PriceView {
  /** The last that is known, if any. */
  readonly series: KnownSeries | undefined;
  /** A stable code of what is wrong; left out when nothing is. */
  readonly problem?: string | undefined;
  /** The time at which prices are asked for again while none are known. */
  readonly nextTry?: ZonedTime | undefined;
}

/** An instant, and the zone whose offset it is said with. */
export interface ZonedTime {
  readonly at: Instant;
  readonly timeZone: string;
}

/** Reach and faults of all the prices of a site together: the worst of what its nodes know. */
export function metaTopic(views: readonly PriceView[]): Publication {
  const series = views.flatMap((view) => view.series ?? []);
  const [worst] = [...views].sort((a, b) => severity(b) - severity(a));
  const reason = worst ? reasonOf(worst) : null;
  const meta = {
    updatedAt: earliest(series.map(({ fetchedAt: at, timeZone }) => ({ at, timeZone }))),
    coversUntil: earliest(series.map(({ coverage, timeZone }) => ({ at: coverage.until, timeZone }))),
    nextPoll: earliest(views.flatMap((view) => nextTryOf(view) ?? [])),
    problem: reason === null ? 'OFF' : 'ON',
    reason,
    missing: union(series.map(({ missing }) => missing)),
    warnings: union(series.map(({ warnings = [] }) => warnings)),
    allowance: latestAllowance(series),
    source: sourceOf(series),
    forecastAccuracy: worstForecast(series),
    attribution: union(series.map(({ source }) => source.attribution)),
    schema: 1,
  };
  return publication('meta', json(meta));
}

/** The least real origin of the prices, with the marks of all of them. */
function sourceOf(series: readonly KnownSeries[]) {
  const joined = joinedOrigin(series.map(({ source, timeZone }) => ({ ...source, timeZone })));
  if (!joined) return null;
  const {
    kind,
    feed = null,
    fetchedAt,
    timeZone,
    examples = [],
    proposed = [],
    expired = {},
    doubtful = false,
  } = joined;
  const marks = { examples, proposed, expired, doubtful };
  return { kind, feed, fetchedAt: isoTimeIn(timeZone, fetchedAt), ...marks, notes: markTexts(joined, englishMark) };
}

const reasonOf = ({ series, problem }: PriceView) => problem ?? (series?.stale ? 'stale' : null);

/** No price now is worse than one that could not be renewed. */
function severity(view: PriceView): number {
  if (reasonOf(view) === null) return 0;
  return view.series && !view.series.stale ? 1 : 2;
}

/** The one that most has been used of. */
const latestAllowance = (series: readonly KnownSeries[]) =>
  series.flatMap(({ allowance }) => allowance ?? []).sort((a, b) => b.requestsToday - a.requestsToday)[0] ?? null;

const worstForecast = (series: readonly KnownSeries[]) =>
  series.flatMap(({ forecastAccuracy }) => forecastAccuracy ?? []).sort((a, b) => b.meanError - a.meanError)[0] ?? null;

const nextTryOf = ({ series, nextTry }: PriceView): ZonedTime | undefined =>
  series ? { at: series.nextPoll, timeZone: series.timeZone } : nextTry;

/** With the offset of its own market. */
function earliest(times: readonly ZonedTime[]): string | null {
  const [first] = [...times].sort((a, b) => a.at - b.at);
  return first ? isoTimeIn(first.timeZone, first.at) : null;
}

/** Each once, in the order of its first appearance. */
function union<T>(lists: readonly (readonly T[])[]): T[] {
  const byText = new Map(lists.flat().map((item) => [JSON.stringify(item), item]));
  return [...byText.values()];
}
