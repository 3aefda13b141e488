import { existsSync } from 'node:fs';
import type { ZonePrices } from '../../core/price-file.ts';
import type { Instant } from '../../core/time.ts';
import { deliveryDate } from '../../core/window.ts';
import { fileStamp } from '../file-stamp.ts';
import { fileOf, loadPrices, type PriceStore, readZone } from './prices.ts';

/** The origin of a zone's prices: a `PriceStore`, or something that changes while it runs. */
export interface ZonePriceSource {
  /** The prices held at `now`: another object as soon as they are others. */
  get(zone: string, now: Instant): ZonePrices | undefined;
}

interface Seen {
  readonly zone: ZonePrices | undefined;
  readonly stamp: string | undefined;
  readonly at: Instant;
}

/**
 * The price files of a folder, all read now unless the folder is `optional` and not there yet; a file that is written or
 * replaced later is read again when its zone is next asked for. Throws a `FileError`.
 */
export function watchedPrices(dir: string, { optional = false } = {}): ZonePriceSource {
  const held: PriceStore = optional && !existsSync(dir) ? new Map() : loadPrices(dir);
  const seen = new Map<string, Seen>();
  for (const [zone, prices] of held) seen.set(zone, { zone: prices, stamp: stampOf(dir, zone), at: 0 });
  return {
    get(zone, now) {
      const last = seen.get(zone);
      // A look at the file a second is enough.
      if (last?.at === now) return last.zone;
      const stamp = stampOf(dir, zone);
      const same = last?.stamp === stamp;
      const prices = same ? last?.zone : stamp && readZone(fileOf(dir, zone));
      seen.set(zone, { zone: prices || undefined, stamp, at: now });
      return prices || undefined;
    },
  };
}

/** The prices of `own`, and where it has none of a zone those of `base`. */
export const besidePrices = (own: ZonePriceSource, base: ZonePriceSource): ZonePriceSource => ({
  get: (zone, now) => own.get(zone, now) ?? base.get(zone, now),
});

/** The prices of `own` while they hold today's; what was imported once keeps no live price away. */
export const todayOr = (own: ZonePriceSource, live: ZonePriceSource): ZonePriceSource => ({
  get(zone, now) {
    const mine = own.get(zone, now);
    return mine?.days.has(deliveryDate(now)) ? mine : (live.get(zone, now) ?? mine);
  },
});

/** Differs from one content of the file to the next; `undefined` where there is none. */
function stampOf(dir: string, zone: string): string | undefined {
  // What a tariff names as its zone is not a path.
  if (!/^[\w-]+$/.test(zone)) return undefined;
  return fileStamp(fileOf(dir, zone));
}
