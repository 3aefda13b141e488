import { type CountryCode, markets } from '../../core/markets.ts';
import { type LocalDate, localDate } from '../../core/time.ts';
import type { ChosenSources } from '../../feeds/price-feeds.ts';
import type { TariffFeed } from '../../feeds/tariff-feed.ts';
import { tariffFeedsOf } from '../../feeds/tariff-feeds.ts';
import type { ToldTariffs } from './told-tariffs.ts';

/** What feeds tell of the tariffs of the countries that somebody asks about. */
export function countryTariffs(chosen: ChosenSources, open: (feed: TariffFeed) => ToldTariffs) {
  const tariffs = new Map<string, ToldTariffs>();
  /** Whose tariffs have been asked for, whatever zone they are priced by. */
  const countries = new Set<CountryCode>();
  let started = false;

  function want(wanted: readonly CountryCode[]): void {
    for (const feed of tariffFeedsOf(wanted, chosen)) {
      if (tariffs.has(feed.name)) continue;
      const told = open(feed);
      tariffs.set(feed.name, told);
      if (started) told.start();
    }
  }
  want([]);

  return {
    start() {
      started = true;
      for (const told of tariffs.values()) told.start();
    },
    stop() {
      started = false;
      for (const told of tariffs.values()) told.stop();
    },
    /** Keeps those of some countries up to date while their zones are. */
    want,
    /** The same for good. */
    keep(country: CountryCode) {
      if (countries.has(country)) return;
      countries.add(country);
      want([country]);
    },
    /** Gives up what no country tells any more, of those whose zones are still wanted and those that are kept. */
    leaveAllBut(wanted: readonly CountryCode[]) {
      const names = tariffFeedsOf([...countries, ...wanted], chosen).map(({ name }) => name);
      for (const [name, told] of tariffs) {
        if (names.includes(name)) continue;
        told.stop();
        tariffs.delete(name);
      }
    },
    /** The feeds that have told, and on which day they last did. */
    toldBy: (): { readonly feed: TariffFeed; readonly updated: LocalDate }[] =>
      [...tariffs.values()].flatMap(({ feed, toldAt }) => {
        const told = toldAt();
        return told === undefined ? [] : { feed, updated: localDate(told, markets[feed.country].timeZone) };
      }),
  };
}
