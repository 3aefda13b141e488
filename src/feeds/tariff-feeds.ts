import type { CountryCode } from '../core/markets.ts';
import { type ChosenSources, isChosen } from './price-feeds.ts';
import { datahubPricelist } from './sources/tariffs/datahub-pricelist.ts';
import { eltariff } from './sources/tariffs/eltariff.ts';
import { tempo } from './sources/tariffs/tempo.ts';
import type { TariffFeed } from './tariff-feed.ts';

/** Every feed of what is not an exchange price. */
export const tariffFeeds: readonly TariffFeed[] = [datahubPricelist, tempo, ...eltariff];

/** Those that are named, and of `countries` those that may be asked. */
export function tariffFeedsOf(countries: Iterable<CountryCode>, chosen: ChosenSources): readonly TariffFeed[] {
  const wanted = new Set(countries);
  return tariffFeeds.filter(
    ({ name, country, terms }) =>
      chosen.has(name) || (wanted.has(country) && isChosen(chosen, name, terms.use === 'open')),
  );
}
