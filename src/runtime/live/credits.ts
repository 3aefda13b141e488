import type { AttributionSource } from '../../api/bodies.ts';
import { ecb } from '../../feeds/rates/ecb.ts';
import { countriesOf, currencyOf } from '../../feeds/zones.ts';
import type { LivePrices } from './live-prices.ts';

/** The sources in use as `GET /public/attribution` shows them. */
export const creditsOf = (prices: Pick<LivePrices, 'inUse' | 'toldBy'>): AttributionSource[] => [
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

function priceCredits(prices: Pick<LivePrices, 'inUse'>): AttributionSource[] {
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
