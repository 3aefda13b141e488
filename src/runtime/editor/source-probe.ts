import { type CountryCode, markets } from '../../core/markets.ts';
import { addDays, type LocalDate } from '../../core/time.ts';
import { deliveryDate, deliveryDay } from '../../core/window.ts';
import type { Clock } from '../clock.ts';
import type { LiveMeans } from '../live/shared-live.ts';
import type { LiveSettings } from '../site-settings.ts';

/** What the public sources have of a country's zone. */
export interface SourceFacts {
  readonly zone: string;
  /** Those that the prices are from. */
  readonly feed: string;
  /** So many prices. */
  readonly today: number;
  readonly tomorrow: number;
  /** Of this moment, in euro per kWh. */
  readonly price: number;
  /** Of the country, ISO 4217. */
  readonly currency: string;
  /** They are for one's own household alone. */
  readonly household: boolean;
}

/** Asked for where the household's zone is not known: most sources have it. */
const ANY_ZONE = 'DE-LU';

/**
 * Asks a source of live prices now, unless one has just been asked: for the zone of a country that has one, else for one
 * that the chosen sources have.
 * @throws SourceError where the prices of today, or those of tomorrow that are due, cannot be had.
 */
export async function probeSource(
  live: LiveSettings,
  country: CountryCode | undefined,
  clock: Clock,
  means: LiveMeans,
): Promise<SourceFacts> {
  const { joinLive } = await import('../live/shared-live.ts');
  const { countriesOf, zoneOf } = await import('../../feeds/zones.ts');
  const part = joinLive(live, clock, means, () => undefined);
  try {
    const zone = (country && zoneOf(country)) ?? (await zoneWithin(live.sources || (means.sources ?? '')));
    const market = markets[countriesOf(zone)[0] ?? 'DE'];
    await part.askNow(zone);
    const trouble = part.troubleOf(zone, market.timeZone);
    if (trouble) throw trouble;
    const today = deliveryDate(clock.now());
    const dayOn = (date: LocalDate) => part.get(zone)?.days.get(date);
    const { resolution = 1, prices = [] } = dayOn(today) ?? {};
    const knownOn = (date: LocalDate) => dayOn(date)?.prices.filter((price) => !Number.isNaN(price)).length ?? 0;
    const uses = part.inUse().filter((use) => use.zone === zone);
    return {
      zone,
      feed: [...new Set(uses.map(({ feed }) => feed.name))].join(', '),
      today: knownOn(today),
      tomorrow: knownOn(addDays(today, 1)),
      price: prices[Math.floor((clock.now() - deliveryDay(today).start) / resolution)] ?? Number.NaN,
      currency: market.currency,
      household: uses.some(({ terms }) => terms.use === 'household'),
    };
  } finally {
    await part.close();
  }
}

/** One that the first of the chosen sources has. */
async function zoneWithin(sources: string): Promise<string> {
  const { readSourceList } = await import('../../feeds/chosen-sources.ts');
  const { priceFeeds } = await import('../../feeds/price-feeds.ts');
  const [chosen] = readSourceList(sources).keys();
  const { zones = [] } = priceFeeds.find(({ name }) => name === chosen) ?? {};
  return zones.includes(ANY_ZONE) ? ANY_ZONE : (zones[0] ?? ANY_ZONE);
}
