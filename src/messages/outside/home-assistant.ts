import { z } from 'zod';
import { MOST_PRICE, round6 } from '../../core/components.ts';
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

/**
 * Attributes of price sensors in Home Assistant. Whether their prices include VAT or network charges is set in Home Assistant
 * and not part of the attributes, so each price is taken as a total.
 */

/** Units per currency unit and kWh. */
const perKwh: Readonly<Record<string, number>> = { Wh: 0.001, kWh: 1, MWh: 1000 };
const CENTS = 100;
const ZONNEPLAN_UNITS = 10_000_000;

const price = z.number().nullable();

/** `{start, end, value}` of Nord Pool, `{hour, price}` of Energi Data Service; `null` where a price is not known yet. */
const raw = z
  .object({
    start: moment.optional(),
    hour: moment.optional(),
    end: moment.exactOptional(),
    value: price.optional(),
    price: price.optional(),
  })
  .transform(({ start, hour, value, price, ...rest }, context) => {
    const from = start ?? hour;
    const [field, known] = value === undefined ? (['price', price] as const) : (['value', value] as const);
    if (from !== undefined && known !== undefined) return { ...rest, start: from, field, known };
    context.addIssue(from === undefined ? 'has neither start nor hour' : 'has neither value nor price');
    return z.NEVER;
  });

/**
 * https://github.com/custom-components/nordpool: `raw_today` and `raw_tomorrow` of `{start, end, value}`.
 * https://github.com/MTrab/energidataservice: the same of `{hour, price}`.
 */
export const homeAssistantDays: z.ZodType<ForeignPrices> = z
  .object({
    raw_today: some(raw).nullish(),
    raw_tomorrow: some(raw).nullish(),
    unit: z.enum(['Wh', 'kWh', 'MWh']).optional(),
    price_in_cents: z.boolean().optional(),
    use_cent: z.boolean().optional(),
    currency: currencyCode,
    region: z.string().optional(),
    region_code: z.string().optional(),
  })
  .transform(({ raw_today, raw_tomorrow, unit = 'kWh', currency, ...rest }, context) => {
    const units = (perKwh[unit] ?? 1) * (rest.price_in_cents || rest.use_cent ? CENTS : 1);
    const most = units * MOST_PRICE;
    const prices = Object.entries({ raw_today, raw_tomorrow }).flatMap(([key, day]) =>
      (day ?? []).flatMap(({ known, field, ...span }, i): QuotedPrice[] => {
        if (known === null) return [];
        if (Math.abs(known) > most)
          context.addIssue({ code: 'custom', path: [key, i, field], message: `expected ${-most} to ${most}` });
        return [{ ...span, total: round6(known / units) }];
      }),
    );
    return { prices, currency, country: countryOfArea(rest.region_code ?? rest.region ?? ''), even: true };
  });

/** https://github.com/mampfes/ha_epex_spot: `data`, of which earlier versions have cents per kWh. */
export const epexSpot: z.ZodType<ForeignPrices> = z
  .object({
    data: some(
      z
        .object({
          start_time: moment,
          end_time: moment,
          price_per_kwh: amount.optional(),
          price_ct_per_kwh: amountPer(CENTS).optional(),
        })
        .transform(({ start_time: start, end_time: end, price_per_kwh, price_ct_per_kwh }, context): QuotedPrice => {
          const total = price_per_kwh ?? price_ct_per_kwh;
          if (total !== undefined) return { start, end, total };
          context.addIssue('has no price_per_kwh');
          return z.NEVER;
        }),
    ),
  })
  .transform(({ data }) => ({ prices: data }));

const timed = z.object({ time: moment, price: amount });

/** https://github.com/JaccoR/hass-entso-e: `prices_today` and `prices_tomorrow`. */
export const entsoeDays: z.ZodType<ForeignPrices> = z
  .object({
    prices_today: some(timed),
    prices_tomorrow: some(timed).nullish(),
  })
  .transform(({ prices_today, prices_tomorrow }) => ({
    prices: [...prices_today, ...(prices_tomorrow ?? [])].map(({ time: start, price: total }) => ({ start, total })),
    even: true,
  }));

/** https://github.com/fsaris/home-assistant-zonneplan-one: `forecast`, in ten-millionths of a euro with VAT. */
export const zonneplan: z.ZodType<ForeignPrices> = z
  .object({
    forecast: some(
      z.object({
        start_date: moment,
        end_date: moment.exactOptional(),
        price_tax_included: z.object({ amount: amountPer(ZONNEPLAN_UNITS) }),
      }),
    ),
  })
  .transform(({ forecast }) => ({
    prices: forecast.map(({ start_date: start, end_date: end, price_tax_included: { amount: total } }) => ({
      ...{ start, total },
      ...(end !== undefined && { end }),
    })),
    country: 'NL' as const,
    currency: 'EUR',
    even: true,
  }));
