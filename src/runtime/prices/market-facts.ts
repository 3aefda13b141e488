import type { Client } from '../../client/client.ts';
import type { CountryCode } from '../../core/markets.ts';
import type { Notice } from '../../core/vocabulary.ts';
import { type NetworkFacts, networkFactsOf } from '../../pricing/place/network-facts.ts';
import type { DailyClient } from '../polling/once-a-day.ts';

/** Facts of a market beside its prices; what could not be learned is left out. */
export interface MarketFacts {
  /** To be shown with the prices. */
  readonly notices?: readonly Notice[] | undefined;
  /** The market has levies per kWh; only then may an answer lack them. */
  readonly hasFees?: boolean | undefined;
  /** A tariff of a network can be priced, so that a postal code may name one. */
  readonly hasGridTariffs?: boolean | undefined;
  /** Some of its levies depend on the address. */
  readonly hasLocationScopedFees?: boolean | undefined;
  /** Known of the embedded service alone, without asking; never kept. */
  readonly network?: NetworkFacts;
}

/** Notices and levies are both known. */
export const isWhole = ({ notices, hasFees }: MarketFacts): boolean => notices !== undefined && hasFees !== undefined;

/** The facts of `country`, and why any are left out. Never rejects: prices do not wait for these. */
export async function learnMarket(
  client: Pick<Client, 'attribution' | 'countryStatistics'>,
  country: CountryCode,
): Promise<{ readonly facts: MarketFacts; readonly problem?: Error }> {
  const [sources, statistics] = await Promise.allSettled([client.attribution(country), client.countryStatistics()]);
  const failed = [sources, statistics].find((end) => end.status === 'rejected');
  const known = statistics.status === 'fulfilled' ? statistics.value[country] : undefined;
  return {
    facts: {
      ...(sources.status === 'fulfilled' && { notices: sources.value.map(noticeOf) }),
      ...(known && {
        hasFees: known.hasFees,
        hasGridTariffs: known.tariffs.grid > 0,
        hasLocationScopedFees: known.hasLocationScopedFees,
      }),
    },
    ...(failed && { problem: failed.reason }),
  };
}

/** `facts` with those of the network charge, where the client has the rows of `country`. */
export function withNetwork(facts: MarketFacts, client: Pick<DailyClient, 'book'>, country: CountryCode): MarketFacts {
  const book = client.book?.(country);
  return book ? { ...facts, network: networkFactsOf(book) } : facts;
}

const noticeOf = ({ publisher, licence, notice, updated, shareAlike }: Notice): Notice => ({
  publisher,
  licence,
  notice,
  ...(updated && { updated }),
  ...(shareAlike && { shareAlike }),
});
