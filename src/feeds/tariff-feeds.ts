import { type ChosenSources, isChosen } from './price-feeds.ts';
import { datahubPricelist } from './sources/tariffs/datahub-pricelist.ts';
import { eltariff } from './sources/tariffs/eltariff.ts';
import { tempo } from './sources/tariffs/tempo.ts';
import type { TariffFeed } from './tariff-feed.ts';
import { countriesOf } from './zones.ts';

/** Every feed of what is not an exchange price. */
export const tariffFeeds: readonly TariffFeed[] = [datahubPricelist, tempo, ...eltariff];

/** Those of the countries of `zones` that may be asked: the chosen ones; where none is, those under an open licence. */
export function tariffFeedsOf(zones: readonly string[], chosen: ChosenSources): readonly TariffFeed[] {
  const countries = new Set(zones.flatMap(countriesOf));
  return tariffFeeds.filter(
    ({ name, country, terms }) => countries.has(country) && isChosen(chosen, name, terms.use === 'open'),
  );
}
