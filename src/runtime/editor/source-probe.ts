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

/**
 * Asks a source of live prices now, unless one has just been asked; nothing for a country without a bidding zone.
 * @throws SourceError where the prices of today, or those of tomorrow that are due, cannot be had.
 */
export async function probeSource(
  live: LiveSettings,
  country: CountryCode,
  clock: Clock,
  means: LiveMeans,
): Promise<SourceFacts | undefined> {
  const { joinLive } = await import('../live/shared-live.ts');
  const { zoneOf } = await import('../../feeds/zones.ts');
  const zone = zoneOf(country);
  if (zone === undefined) return undefined;
  const part = joinLive(live, clock, means, () => undefined);
  try {
    await part.askNow(zone);
    const trouble = part.troubleOf(zone, markets[country].timeZone);
    if (trouble) throw trouble;
    const today = deliveryDate(clock.now());
    const dayOn = (date: LocalDate) => part.get(zone)?.days.get(date);
    const { resolution = 1, prices = [] } = dayOn(today) ?? {};
    const uses = part.inUse().filter((use) => use.zone === zone);
    return {
      zone,
      feed: [...new Set(uses.map(({ feed }) => feed.name))].join(', '),
      today: prices.length,
      tomorrow: dayOn(addDays(today, 1))?.count ?? 0,
      price: prices[Math.floor((clock.now() - deliveryDay(today).start) / resolution)] ?? Number.NaN,
      currency: markets[country].currency,
      household: uses.some(({ terms }) => terms.use === 'household'),
    };
  } finally {
    await part.close();
  }
}
