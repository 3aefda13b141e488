import type { AttributionSource } from '../api/bodies.ts';
import type { Instant } from '../core/time.ts';
import { utcTime } from '../core/time.ts';
import { ecb } from '../feeds/rates/ecb.ts';
import { countriesOf, currencyOf } from '../feeds/zones.ts';
import { type Clock, computerClock } from '../runtime/clock.ts';
import { type LivePrices, livePrices } from '../runtime/live/live-prices.ts';
import type { LiveHoldings } from '../service/service.ts';
import type { LiveChoice } from './live-choice.ts';
import { packageVersion } from './package-version.ts';

/** `dayahead-service --live`: feeds that keep the service's prices up to date while it runs. */
export function openLive(
  choice: LiveChoice,
  now: () => Instant,
  log: (line: object) => void,
): { readonly prices: LivePrices; readonly holdings: LiveHoldings } {
  const clock: Clock = {
    ...computerClock,
    now,
    alarm: (instant: Instant, ring: () => void) => computerClock.alarm(computerClock.now() + instant - now(), ring),
  };
  const prices = livePrices({
    ...choice,
    clock,
    random: Math.random,
    version: packageVersion(),
    onTariffNews: ({ next, ...news }) => log({ live: news, next: utcTime(next) }),
    onNews: ({ next, ...news }) => log({ live: news, ...(next !== undefined && { next: utcTime(next) }) }),
  });
  return { prices, holdings: { dir: choice.dir, sources: () => creditsOf(prices) } };
}

/** The sources in use as `GET /public/attribution` shows them. */
const creditsOf = (prices: LivePrices): AttributionSource[] => [
  ...priceCredits(prices),
  ...prices.toldBy().map(({ feed, updated }) => ({
    name: `${feed.about}, live`,
    publisher: feed.publisher,
    licence: feed.terms.licence,
    notice: feed.terms.notice,
    countries: [feed.country],
    updated,
    shareAlike: feed.terms.shareAlike,
  })),
];

function priceCredits(prices: LivePrices): AttributionSource[] {
  const inUse = prices.inUse();
  const credits = inUse.map(({ zone, feed, terms, updated }) => ({
    name: `Day-ahead prices ${zone}`,
    publisher: feed.publisher,
    licence: terms.licence,
    notice: terms.notice,
    countries: [...countriesOf(zone)],
    updated,
    shareAlike: terms.shareAlike,
  }));
  const abroad = inUse.filter(({ zone }) => currencyOf(zone) !== 'EUR');
  if (abroad.length === 0) return credits;
  const { licence, notice, shareAlike } = ecb.terms;
  const countries = [...new Set(abroad.flatMap(({ zone }) => countriesOf(zone)))];
  return [...credits, { name: 'Exchange rates', publisher: ecb.publisher, licence, notice, countries, shareAlike }];
}
