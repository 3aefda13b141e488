import type { Feed } from '../feeds/feed.ts';
import { priceFeeds } from '../feeds/price-feeds.ts';
import { ecb } from '../feeds/rates/ecb.ts';
import { tariffFeeds } from '../feeds/tariff-feeds.ts';
import { UsageError } from './flags.ts';

/** `dayahead-service feeds`: every feed with its zones, terms and root. */
export function feedsCommand(args: readonly string[]): readonly string[] {
  if (args.length > 0) throw new UsageError('feeds takes no arguments');
  return [
    ...priceFeeds.flatMap(linesOf),
    ...tariffFeeds.flatMap(({ name, publisher, about, address, terms: { use, licence } }) => [
      `${name}: ${publisher}, ${about}, ${address}`,
      `  ${use} (${licence})`,
    ]),
    `${ecb.name}: ${ecb.publisher}, exchange rates, ${ecb.address}`,
    `  open (${ecb.terms.licence}): the currencies of all zones`,
  ];
}

function linesOf(feed: Feed): string[] {
  const token = feed.needsToken ? ', with a token of your own' : '';
  const zonesBy = new Map<string, string[]>();
  for (const zone of feed.zones) {
    const { use, licence } = feed.termsIn(zone);
    const terms = `${use} (${licence})`;
    zonesBy.set(terms, [...(zonesBy.get(terms) ?? []), zone]);
  }
  return [
    `${feed.name}: ${feed.publisher}, root ${feed.root}, ${feed.address}${token}`,
    ...[...zonesBy].map(([terms, zones]) => `  ${terms}: ${zones.join(' ')}`),
  ];
}
