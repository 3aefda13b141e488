import { z } from 'zod';
import { componentNames, round6 } from '../../core/components.ts';
import {
  amount,
  amountPer,
  countryOfArea,
  currencyCode,
  type ForeignPrices,
  moment,
  type QuotedPrice,
  some,
} from './quotes.ts';

/** Prices per MWh or in pence. */

const PENCE = 100;

const perMwh = amountPer(1000);

/** https://flows.nodered.org/node/node-red-contrib-nordpool-api-plus: exchange prices per MWh. */
export const nordPoolList: z.ZodType<ForeignPrices> = z
  .array(z.unknown())
  .min(1)
  .pipe(some(z.object({ timestamp: moment, price: perMwh, currency: currencyCode, area: z.string().optional() })))
  .transform((entries) => ({
    prices: entries.map(({ timestamp: start, price }) => ({ start, energy: price })),
    currency: entries[0]?.currency,
    country: countryOfArea(entries[0]?.area ?? ''),
    asked: componentNames,
    even: true,
  }));

/**
 * The response of Home Assistant's actions `nordpool.get_prices_for_date` and `nordpool.get_price_indices_for_date`: exchange
 * prices per MWh by bidding zone, in the currency that the integration is set to, which the response does not name.
 */
export const nordPoolResponse: z.ZodType<ForeignPrices> = z
  .record(z.string(), some(z.object({ start: moment, end: moment, price: perMwh })))
  .transform((areas, context) => {
    const [area = '', ...others] = Object.keys(areas);
    if (others.length > 0) context.addIssue(`holds ${[area, ...others].join(', ')}: request one area`);
    return {
      prices: (areas[area] ?? []).map(({ price, ...span }) => ({ ...span, energy: price })),
      country: countryOfArea(area),
      asked: componentNames,
    };
  });

/**
 * https://api.octopus.energy, unit rates of a tariff in pence: all of what a household pays per kWh. A rate without a
 * start or an end holds from today or to the end of tomorrow. Rates for direct debit count, others where there are none.
 */
export const octopusRates: z.ZodType<ForeignPrices> = z
  .object({
    results: some(
      z.object({
        value_exc_vat: amount,
        value_inc_vat: amount,
        valid_from: moment.nullable(),
        valid_to: moment.nullable(),
        payment_method: z.string().nullish(),
      }),
    ),
  })
  .transform(({ results }) => {
    const byDebit = results.filter(({ payment_method }) => payment_method !== 'NON_DIRECT_DEBIT');
    return {
      prices: (byDebit.length > 0 ? byDebit : results).map((rate): QuotedPrice => {
        const { valid_from, valid_to, value_exc_vat: net, value_inc_vat: gross } = rate;
        return {
          start: valid_from ?? Number.NEGATIVE_INFINITY,
          end: valid_to ?? Number.POSITIVE_INFINITY,
          energy: round6(net / PENCE),
          vat: round6((gross - net) / PENCE),
        };
      }),
      country: 'GB' as const,
      currency: 'GBP',
    };
  });
