import { join } from 'node:path';
import type { CountryCode } from '../../core/markets.ts';
import type { Instant } from '../../core/time.ts';
import { tradedPrices } from '../../feeds/zones.ts';
import type { Book } from '../../pricing/book.ts';
import { OWN_PRICES } from '../../service/catalogue/own.ts';
import { shipped } from '../../service/catalogue/shipped.ts';
import { peaksBeforeVat, shippedPeaks } from '../../service/contracts/peak-rules.ts';
import type { TypedContract } from '../../service/contracts/typed-contract.ts';
import { type HeldPrices, heldPrices } from '../../service/exchange/held-prices.ts';
import { openPrices } from '../../service/exchange/prices.ts';
import { watchedPrices } from '../../service/exchange/watched-prices.ts';
import { holdingsOf } from '../../service/service.ts';

/** The places of contracts and exchange prices, besides those that are shipped. */
export interface CostPlaces {
  readonly catalogue?: string | undefined;
  readonly prices?: string | undefined;
  /** A folder of tariffs and prices of one's own. */
  readonly own?: string | undefined;
  /** A folder of installed figures; none count beside a catalogue of the user's own. */
  readonly figures?: string | undefined;
  /** Typed in the dialog. */
  readonly contracts?: readonly TypedContract[] | undefined;
  /** The folder that live prices are kept in. */
  readonly keep: string;
}

/** The contracts of a country, and the exchange prices of the past. Throws a `FileError`. */
export function costHoldings(
  { catalogue, prices, own, figures, contracts, keep }: CostPlaces,
  country: CountryCode,
  now: Instant,
): {
  readonly book: Book | undefined;
  readonly exchange: HeldPrices;
  readonly peaks: ReturnType<typeof peaksBeforeVat>;
} {
  const optional = [...(own === undefined ? [] : [join(own, OWN_PRICES)]), keep];
  const sources = [
    ...(prices === undefined ? [] : [watchedPrices(prices)]),
    ...optional.map((dir) => watchedPrices(dir, { optional: true })),
    openPrices(shipped('prices')),
  ];
  const held = holdingsOf({
    ...(catalogue === undefined ? { figures } : { catalogue }),
    ...(own !== undefined && { own }),
    ...(contracts && { contracts }),
    live: { dir: keep, prices: { get: () => undefined }, exchange: tradedPrices, sources: () => [] },
  });
  return {
    book: held.catalogue.books.get(country),
    exchange: heldPrices(sources, now),
    peaks: peaksBeforeVat(shippedPeaks),
  };
}
