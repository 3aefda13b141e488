import { join } from 'node:path';
import { openLive } from './cli/live.ts';
import { thrownText } from './core/file-error.ts';
import { type Instant, utcTime } from './core/time.ts';
import { deliveryDate } from './core/window.ts';
import { readSource } from './feeds/chosen-sources.ts';
import { type ChosenSources, feedsOf, priceFeeds } from './feeds/price-feeds.ts';
import { cacheFolder } from './runtime/live/shared-live.ts';

interface LibraryLiveOptions {
  readonly zones: readonly string[] | undefined;
  readonly sources: readonly string[] | undefined;
  readonly keep: string | undefined;
}

/** Seconds, longer than a source is busy with the question about another zone: a zone whose next question is later has failed before. */
const SOON = 180;

/**
 * Live prices of the public entry: those of `dayahead-service --live`.
 *
 * @throws RangeError naming the zone or the source that is wrong
 */
export function liveFetching({ zones: named, sources = [], keep }: LibraryLiveOptions, now: () => Instant) {
  const chosen: ChosenSources = new Map(sources.map(sourceAt));
  const token = process.env.ENTSOE_TOKEN?.trim() || undefined;
  const isServed = (zone: string) => feedsOf(zone, chosen, token).length > 0;
  const known = [...new Set(priceFeeds.flatMap((feed) => feed.zones))];
  const zones = [...new Set(named ?? known.filter(isServed))];
  for (const [i, zone] of zones.entries()) if (!isServed(zone)) throw unservedZone(`zones[${i}]`, zone);
  /** Resolves the promise of `start` once no zone is awaited. */
  let onNews = () => {};
  let isClosed = false;
  const dir = keep ?? join(cacheFolder(), 'prices');
  const { prices, holdings } = openLive({ dir, zones, chosen, token }, now, () => onNews());
  const isPriced = (zone: string) => prices.get(zone)?.days.has(deliveryDate(now())) === true;
  return {
    holdings,
    async start() {
      const since = now();
      const isAwaited = (zone: string) => {
        const { last, next } = prices.standingOf(zone);
        return !isPriced(zone) && !(last && last.at >= since) && next !== undefined && next <= now() + SOON;
      };
      prices.start();
      await new Promise<void>((resolve) => {
        onNews = () => {
          if (isClosed || !zones.some(isAwaited)) resolve();
        };
        onNews();
      });
      return zones.filter((zone) => !isPriced(zone)).map(unpricedText);
    },
    async close() {
      isClosed = true;
      onNews();
      await prices.stop();
    },
  };

  function unpricedText(zone: string): string {
    const { last, next } = prices.standingOf(zone);
    const reason = last ? `${last.feed}: ${last.problems.join('; ') || last.outcome}` : 'not asked yet';
    return next === undefined ? `${zone}: ${reason}` : `${zone}: ${reason}; next try ${utcTime(next)}`;
  }
}

function sourceAt(text: string, i: number): ReturnType<typeof readSource> {
  try {
    return readSource(text);
  } catch (cause) {
    throw new RangeError(`sources[${i}] ${thrownText(cause)}`, { cause });
  }
}

function unservedZone(field: string, zone: string): RangeError {
  const feeds = priceFeeds.filter((feed) => feed.zones.includes(zone));
  if (feeds.length === 0) return new RangeError(`${field} must be a zone that a source has, got "${zone}"`);
  const names = feeds.map(({ name, needsToken }) => (needsToken ? `${name} (with ENTSOE_TOKEN)` : name));
  return new RangeError(
    `${field}: the sources of ${zone} are for your own household; name one in sources: ${names.join(', ')}`,
  );
}
