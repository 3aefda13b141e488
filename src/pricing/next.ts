import { type Instant, nextWallTime } from '../core/time.ts';
import type { SpotPrices } from './book.ts';
import type { Tariff } from './tariff.ts';

const STATIC_CALL = '07:00';
/** Seconds: callers are spread over half an hour. */
const SPREAD = 1800;

/**
 * When to call again ("`next`", rules 1 and 2): after the next publication plus up to half an hour drawn anew, without
 * a price source at 07:00 in the market's zone; of several tariffs the earliest. `random` is in [0, 1).
 */
export function nextCall(
  tariffs: readonly Tariff[],
  prices: SpotPrices,
  now: Instant,
  random: () => number,
  timeZone: string,
): Instant {
  const staticCall = nextWallTime(STATIC_CALL, now, timeZone);
  const calls = tariffs.map(({ versions }) => {
    const rule = (versions.at(-1) ?? versions[0]).price;
    if (rule.kind === 'clock') return staticCall;
    return prices.publication(rule.zone, now).next + Math.floor(random() * SPREAD);
  });
  return calls.length > 0 ? Math.min(...calls) : staticCall;
}
