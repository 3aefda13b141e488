import { join } from 'node:path';
import { thrownText } from '../core/file-error.ts';
import { readSource } from '../feeds/chosen-sources.ts';
import { type ChosenSources, feedsOf, priceFeeds } from '../feeds/price-feeds.ts';
import { cacheFolder } from '../runtime/live/shared-live.ts';
import { type LiveFlags, UsageError } from './flags.ts';

/** Where days are kept and whom to ask about which zones. */
export interface LiveChoice {
  readonly dir: string;
  readonly zones: readonly string[];
  readonly chosen: ChosenSources;
  /** The user's own token of ENTSO-E: from the environment, since anybody may see a command line. */
  readonly token: string | undefined;
}

/** Throws a `UsageError` for a source or a zone that is unknown, and for a zone that none of the sources has. */
export function liveChoice({ zone: asked = [], source = [], keep }: LiveFlags): LiveChoice {
  const chosen = new Map(source.map(sourceIn));
  const token = process.env.ENTSOE_TOKEN?.trim() || undefined;
  for (const zone of asked) assertServed(zone, chosen, token);
  const served = [...new Set(priceFeeds.flatMap(({ zones }) => zones))];
  const zones =
    asked.length > 0 ? [...new Set(asked)] : served.filter((zone) => feedsOf(zone, chosen, token).length > 0);
  return { dir: keep ?? join(cacheFolder(), 'prices'), zones, chosen, token };
}

function sourceIn(text: string): ReturnType<typeof readSource> {
  try {
    return readSource(text);
  } catch (error) {
    throw new UsageError(`--source ${thrownText(error)}`);
  }
}

function assertServed(zone: string, chosen: ChosenSources, token: string | undefined): void {
  if (feedsOf(zone, chosen, token).length > 0) return;
  const others = priceFeeds.filter((feed) => feed.zones.includes(zone));
  if (others.length === 0)
    throw new UsageError(`--zone ${zone}: no source covers it; dayahead-service feeds lists the zones`);
  const ways = others.map(({ name, needsToken }) =>
    needsToken ? `--source ${name} with ENTSOE_TOKEN` : `--source ${name}`,
  );
  throw new UsageError(
    `--zone ${zone}: its sources are for your own household only; choose one with ${ways.join(' or ')}`,
  );
}
