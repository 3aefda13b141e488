import { type Instant, utcTime } from '../core/time.ts';
import { isFar } from './iso.ts';
import { MessageError } from './parse.ts';
import type { MarketPrices } from './prices.ts';

/** Throws a `MessageError` where one of the prices is for a time more than a year from `now`. */
export function assertNearPrices({ spans, feedin = [] }: MarketPrices, now: Instant): void {
  const far = [...spans, ...feedin].find(({ start, end }) => isFar(start, now) || isFar(end, now));
  if (far) throw new MessageError(`prices: ${utcTime(far.start)} to ${utcTime(far.end)} is more than a year away`);
}
