import type { Instant } from '../core/time.ts';
import { utcTime } from '../core/time.ts';
import { tradedPrices } from '../feeds/zones.ts';
import { clockShowing } from '../runtime/clock.ts';
import { creditsOf } from '../runtime/live/credits.ts';
import { type LivePrices, livePrices } from '../runtime/live/live-prices.ts';
import { packageVersion } from '../runtime/package-version.ts';
import type { LiveHoldings } from '../service/service.ts';
import type { LiveChoice } from './live-choice.ts';

/** `dayahead-service --live`: feeds that keep the service's prices up to date while it runs. */
export function openLive(
  choice: LiveChoice,
  now: () => Instant,
  log: (line: object) => void,
): { readonly prices: LivePrices; readonly holdings: LiveHoldings } {
  const prices = livePrices({
    ...choice,
    clock: clockShowing(now),
    random: Math.random,
    version: packageVersion(),
    onTariffNews: ({ next, ...news }) => log({ live: news, next: utcTime(next) }),
    onNews: ({ next, ...news }) => log({ live: news, ...(next !== undefined && { next: utcTime(next) }) }),
  });
  const { wantTariffs } = prices;
  const sources = () => creditsOf(prices);
  return { prices, holdings: { dir: choice.dir, wantTariffs, prices, exchange: tradedPrices, sources } };
}
