import { type Instant, utcTime } from '../core/time.ts';
import type { DemandPatch } from './demand/demand.ts';
import { assertNear, assertToCome, isFar, isoText } from './iso.ts';
import { MessageError } from './parse.ts';
import type { MarketPrices } from './prices.ts';

/** Throws a `MessageError` that names the time of the demand which is more than a year from `now`, or the end which has passed. */
export function assertNearDemand({ readyBy, earliest, overrideUntil }: DemandPatch, now: Instant): void {
  for (const [key, value] of Object.entries({ readyBy, earliest, overrideUntil })) {
    const { data } = isoText.safeParse(value);
    if (data && key !== 'earliest') assertToCome(key, data, now);
    if (data) assertNear(key, data, now);
  }
}

/** Throws a `MessageError` where one of the prices is for a time more than a year from `now`. */
export function assertNearPrices({ spans, feedin = [] }: MarketPrices, now: Instant): void {
  const far = [...spans, ...feedin].find(({ start, end }) => isFar(start, now) || isFar(end, now));
  if (far) throw new MessageError(`prices: ${utcTime(far.start)} to ${utcTime(far.end)} is more than a year away`);
}
