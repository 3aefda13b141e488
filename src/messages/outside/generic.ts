import { z } from 'zod';
import { componentNames, totalOf } from '../../core/components.ts';
import { isTimeZone } from '../../core/time.ts';
import { country } from '../selection.ts';
import { notice, priceOrigin } from './origin.ts';
import { amount, currencyCode, type ForeignPrices, moment, type QuotedPrice, some } from './quotes.ts';

/** Prices per kWh as anybody may write them, with the components that `price-series` itself sends. */

const component = amount.exactOptional();

const entry = z
  .object({
    start: moment,
    end: moment.exactOptional(),
    total: amount.optional(),
    value: amount.optional(),
    price: amount.optional(),
    energy: component,
    grid: component,
    fees: component,
    vat: component,
  })
  .transform(({ total, value, price, ...known }, context): QuotedPrice => {
    const paid = total ?? value ?? price;
    if (paid === undefined) context.addIssue('has none of total, value, price');
    // A total that its components make up needs no saying.
    return paid === undefined || paid === totalOf(known) ? known : { ...known, total: paid };
  });

const entries = z.array(z.unknown()).min(1).pipe(some(entry));

/** More than any market has sources to credit. */
const MOST_NOTICES = 50;

const series = z
  .object({
    prices: some(entry),
    feedin: some(entry).default([]),
    forecast: some(entry).default([]),
    forecastGains: z.array(amount.min(0)).optional().catch(undefined),
    timeZone: z.string().refine(isTimeZone, 'expected an IANA zone, as Europe/Berlin').optional(),
    country: country.optional().catch(undefined),
    currency: currencyCode,
    source: priceOrigin.optional().catch(undefined),
    attribution: z.array(notice).max(MOST_NOTICES).optional().catch(undefined),
    missing: z.array(z.enum(componentNames)).optional().catch(undefined),
  })
  .refine(({ prices, feedin }) => prices.length + feedin.length > 0, {
    path: ['prices'],
    error: 'expected at least one price',
  });

/** A series payload, or as much of one. */
export const ownForm: z.ZodType<ForeignPrices> = series.transform(({ source, missing, ...rest }) => ({
  ...rest,
  ...(missing && { asked: missing }),
  origin: source,
}));

export const listForm: z.ZodType<ForeignPrices> = entries.transform((prices) => ({ prices }));

/** https://www.npmjs.com/package/node-red-contrib-power-saver: the output of its `ps-receive-price`. */
export const powerSaverForm: z.ZodType<ForeignPrices> = z
  .object({ priceData: entries })
  .transform(({ priceData }) => ({ prices: priceData }));

/** https://docs.evcc.io: an answer of `/api/tariff/grid`, `price` in earlier versions. */
export const evccForm: z.ZodType<ForeignPrices> = z
  .object({ rates: entries })
  .transform(({ rates }) => ({ prices: rates }));
