import { z } from 'zod';
import { componentNames, MOST_PRICE, round6 } from '../../core/components.ts';
import { amount, countryOfArea, currencyCode, type ForeignPrices, moment, type QuotedPrice, some } from './quotes.ts';

/** Prices per MWh, in hundredths, or in whatever unit a setting has chosen. */

const PER_MWH = 1000;
const PENCE = 100;

const perMwh = z
  .number()
  .min(-PER_MWH * MOST_PRICE)
  .max(PER_MWH * MOST_PRICE);

/** https://flows.nodered.org/node/node-red-contrib-nordpool-api-plus: exchange prices per MWh. */
export const nordPoolList: z.ZodType<ForeignPrices> = z
  .array(z.unknown())
  .min(1)
  .pipe(some(z.object({ timestamp: moment, price: perMwh, currency: currencyCode, area: z.string().optional() })))
  .transform((entries) => ({
    prices: entries.map(({ timestamp: start, price }) => ({ start, energy: round6(price / PER_MWH) })),
    currency: entries[0]?.currency,
    country: countryOfArea(entries[0]?.area ?? ''),
    asked: componentNames,
    even: true,
  }));

/** Of a sensor of Home Assistant; `null` for hours that are not known yet. */
const raw = z.object({
  start: moment,
  end: moment.exactOptional(),
  value: z.number().nullable(),
});

const perUnit: Readonly<Record<string, number>> = { Wh: 0.001, kWh: 1, MWh: PER_MWH };

/**
 * The attributes of the sensor of https://github.com/custom-components/nordpool. Whether its prices have VAT or additional
 * costs in them is set there and not told, so that they are totals.
 */
export const homeAssistantDays: z.ZodType<ForeignPrices> = z
  .object({
    raw_today: some(raw).nullish(),
    raw_tomorrow: some(raw).nullish(),
    unit: z.enum(['Wh', 'kWh', 'MWh']).optional(),
    price_in_cents: z.boolean().optional(),
    currency: currencyCode,
    region: z.string().optional(),
  })
  .transform(({ raw_today, raw_tomorrow, unit = 'kWh', price_in_cents, currency, region = '' }, context) => {
    const per = (perUnit[unit] ?? 1) * (price_in_cents ? 100 : 1);
    const most = per * MOST_PRICE;
    const prices = Object.entries({ raw_today, raw_tomorrow }).flatMap(([key, told]) =>
      (told ?? []).flatMap(({ value, ...span }, i): QuotedPrice[] => {
        if (value === null) return [];
        if (Math.abs(value) > most)
          context.addIssue({ code: 'custom', path: [key, i, 'value'], message: `expected ${-most} to ${most}` });
        return [{ ...span, total: round6(value / per) }];
      }),
    );
    return { prices, currency, country: countryOfArea(region), even: true };
  });

/** As its nodes in Node-RED pass it on: an entity, or an event about one. */
const entity = z.object({ attributes: homeAssistantDays }).transform(({ attributes }) => attributes);
export const homeAssistantEntity: z.ZodType<ForeignPrices> = entity;
export const homeAssistantEvent: z.ZodType<ForeignPrices> = z
  .object({ new_state: entity })
  .transform(({ new_state }) => new_state);

/** https://api.octopus.energy, unit rates of a tariff in pence: all of what a household pays per kWh. */
export const octopusRates: z.ZodType<ForeignPrices> = z
  .object({
    results: some(
      z.object({
        value_exc_vat: amount,
        value_inc_vat: amount,
        valid_from: moment,
        valid_to: moment.nullable(),
        payment_method: z.string().nullish(),
      }),
    ),
  })
  .transform(({ results }) => ({
    prices: results.flatMap((rate): QuotedPrice[] => {
      const { valid_from: start, valid_to: end, value_exc_vat: net, value_inc_vat: gross } = rate;
      if (end === null || rate.payment_method === 'NON_DIRECT_DEBIT') return [];
      return [{ start, end, energy: round6(net / PENCE), vat: round6((gross - net) / PENCE) }];
    }),
    country: 'GB' as const,
    currency: 'GBP',
  }));
