import { z } from 'zod';
import { round6 } from '../../core/components.ts';
import type { CountryCode } from '../../core/markets.ts';
import { amount, currencyCode, type ForeignPrices, moment, type QuotedPrice, some, valueAt } from './quotes.ts';

/**
 * The prices of https://developer.tibber.com, type `Price`: `total` is the sum of `energy`, the spot price, and `tax`, which
 * is all the rest. Each is there only if it was asked for. Where the total and one other are, so is the third.
 */
const price = z
  .object({
    startsAt: moment,
    total: amount.nullish(),
    energy: amount.nullish(),
    tax: amount.nullish(),
    currency: currencyCode,
  })
  .transform(({ startsAt: start, total, energy, tax, currency }, context): TibberPrice => {
    const sum = total ?? (energy != null && tax != null ? round6(energy + tax) : undefined);
    if (sum === undefined) {
      context.addIssue('has no total');
      return z.NEVER;
    }
    const spot = energy ?? (tax != null ? round6(sum - tax) : undefined);
    if (spot === undefined) return { start, total: sum, currency };
    return { start, energy: spot, fees: round6(sum - spot), currency };
  });

interface TibberPrice extends QuotedPrice {
  readonly currency: string | undefined;
}

/** Where the network is billed by its operator, and no part of these prices; of a euro nobody knows whose it is. */
const networkApart: Readonly<Record<string, CountryCode>> = { NOK: 'NO', SEK: 'SE' };

const foreign = (prices: readonly TibberPrice[]): ForeignPrices => {
  const currency = prices[0]?.currency;
  const country = networkApart[currency ?? ''];
  return {
    prices: prices.map(({ currency: _, ...price }) => price),
    currency,
    soldIn: ['DE', 'NL', 'NO', 'SE'],
    ...(country && { country, asked: ['grid'] }),
    even: true,
  };
};

const days = z
  .object({ today: some(price).nullish(), tomorrow: some(price).nullish() }, 'has no contract with prices')
  .transform(({ today, tomorrow }) => foreign([...(today ?? []), ...(tomorrow ?? [])]));

/** `{today, tomorrow}`, or the `priceInfo` that holds them. */
export const tibberDays: z.ZodType<ForeignPrices> = days;
export const tibberInfo: z.ZodType<ForeignPrices> = z
  .object({ priceInfo: days })
  .transform(({ priceInfo }) => priceInfo);
export const tibberList: z.ZodType<ForeignPrices> = z.array(z.unknown()).min(1).pipe(some(price)).transform(foreign);

/** The answer to a query about one home, or about several, of which the first with a contract counts. */
export const tibberAnswer: z.ZodType<ForeignPrices> = z
  .object({
    viewer: z
      .object({ home: z.unknown().optional(), homes: z.array(z.unknown()).optional() })
      .transform(({ home, homes = [] }) =>
        [home, ...homes].map((one) => valueAt(one, 'currentSubscription', 'priceInfo')).find(Boolean),
      )
      .pipe(days),
  })
  .transform(({ viewer }) => viewer);
