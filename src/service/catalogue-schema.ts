import { z } from 'zod';
import { attributionSource } from '../api/bodies.ts';
import type { LocalDate } from '../core/time.ts';
import { sectors } from '../core/vocabulary.ts';
import type { Area, Levy, Vat } from '../pricing/book.ts';
import { ratesOn } from '../pricing/clock.ts';
import type { PriceRule, Tariff, Version } from '../pricing/tariff.ts';

/**
 * What the files of a country's folder hold. Every file is an object of some of these keys; lists of several files
 * are joined. Prices are written in the file's `unit` and become major units, every figure names its `source`.
 */

/** How the hundredth of a currency is written, in the order that messages list it. */
const hundredths: Readonly<Record<string, string>> = {
  CHF: 'Rp',
  DKK: 'øre',
  EUR: 'ct',
  GBP: 'p',
  NOK: 'øre',
  SEK: 'öre',
};

const id = z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 of a-z, 0-9 and -');
const text = z.string().min(1);
const date: z.ZodType<LocalDate> = z.iso.date();
const postalPrefix = z.string().regex(/^[A-Z0-9]+$/, 'must be capitals and digits, without spaces');

const isAscending = (values: readonly string[]) => values.every((value, i) => value > (values[i - 1] ?? ''));

const dated = (value: z.ZodType<number>) =>
  z
    .array(z.strictObject({ from: date, value }))
    .min(1)
    .refine((rows) => isAscending(rows.map((row) => row.from)), 'must be sorted by from, each day once');

const scope = z.strictObject({
  operators: z.array(id).min(1).exactOptional(),
  postalCodes: z.array(postalPrefix).min(1).exactOptional(),
});

const quarter = '([01]\\d|2[0-3]):(00|15|30|45)';
const hours = z
  .string()
  .regex(new RegExp(`^${quarter}-(${quarter}|24:00)$`), 'must be HH:MM-HH:MM on quarter hours, as in 22:15-06:30');

const when = z.strictObject({
  months: z.array(z.int().min(1).max(12)).min(1).exactOptional(),
  days: z.enum(['working', 'rest']).exactOptional(),
  hours: z.array(hours).min(1).exactOptional(),
});

/** Where a clock leaves a quarter hour of the year without a rate. */
function uncovered(rule: Extract<PriceRule, { kind: 'clock' }>): string | undefined {
  if (rule.rates.some((rate) => rate.when === undefined)) return undefined;
  for (let month = 1; month <= 12; month++) {
    for (const working of [true, false]) {
      const slot = ratesOn(rule.rates, { month, working }).indexOf(undefined);
      const time = new Date(slot * 900_000).toISOString().slice(11, 16);
      if (slot >= 0) return `no rate applies in month ${month} on ${working ? 'working' : 'rest'} days at ${time}`;
    }
  }
  return undefined;
}

const rate = (price: z.ZodType<number>) => z.strictObject({ price, when: when.exactOptional() });

const priceRule = (price: z.ZodType<number>): z.ZodType<PriceRule> =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('spot'),
      zone: text,
      settlement: z.literal([900, 1800, 3600]),
      coefficient: z.number(),
      margin: price,
      cap: price.exactOptional(),
      floor: price.exactOptional(),
    }),
    z
      .strictObject({
        kind: z.literal('clock'),
        rates: z.tuple([rate(price)], rate(price)),
      })
      .check(({ value, issues }) => {
        const message = uncovered(value);
        if (message) issues.push({ code: 'custom', message, input: value, path: ['rates'] });
      }),
  ]);

const versions = (price: z.ZodType<number>) => {
  const version = z.strictObject({
    version: z.string().regex(/^\d{8}$/, 'must be a date YYYYMMDD'),
    available: z.boolean().default(false),
    price: priceRule(price),
  });
  return z
    .tuple([version], version)
    .refine((list) => isAscending(list.map((one) => one.version)), 'must be sorted by version, each day once');
};

/** The newest version is on offer when the tariff is; an older one where its row says so. */
const tariff = (price: z.ZodType<number>) =>
  z
    .strictObject({
      id,
      sector: z.enum(sectors),
      name: text,
      link: z.url().nullable().default(null),
      description: text.nullable().default(null),
      type: z.enum(['static', 'dynamic']).nullable().exactOptional(),
      available: z.boolean().default(true),
      household: z.boolean().default(true),
      source: text,
      versions: versions(price),
    })
    .transform(({ source, versions, ...rest }): Omit<Tariff, 'companyId'> => {
      const newest = versions.at(-1) ?? versions[0];
      const [first, ...others] = versions.map(
        (version): Version => (version === newest ? { ...version, available: rest.available } : version),
      );
      const type = newest.price.kind === 'spot' ? 'dynamic' : 'static';
      return { type, ...rest, versions: [first ?? newest, ...others] };
    });

const company = (price: z.ZodType<number>) =>
  z.strictObject({
    id,
    name: text,
    url: z.url().exactOptional(),
    householdTariff: id.exactOptional(),
    tariffs: z.array(tariff(price)).default([]),
  });

const levy = (price: z.ZodType<number>): z.ZodType<Levy> => {
  const common = { name: text, scope: scope.exactOptional(), source: text };
  return z.discriminatedUnion('basis', [
    z.strictObject({ ...common, basis: z.literal('kwh'), component: z.enum(['fees', 'grid']), rates: dated(price) }),
    z.strictObject({ ...common, basis: z.literal('share'), component: z.literal('fees'), rates: dated(z.number()) }),
  ]);
};

const vat: z.ZodType<Vat> = z.strictObject({
  scope: scope.exactOptional(),
  rates: dated(z.number().min(0).max(1)),
  source: text,
});

const area: z.ZodType<Area> = z.strictObject({ codes: z.array(postalPrefix).min(1), operator: id });

/** Reads the `unit` of a file first: it says how the prices in the rest are written. */
export const unitOf = (currency: string) => {
  const units = [`${currency}/kWh`, ...(hundredths[currency] ? [`${hundredths[currency]}/kWh`] : [])];
  return z.looseObject({ unit: z.enum(units).default(`${currency}/kWh`) });
};

/** A file of a country's folder whose prices are in `unit`. */
export function countryFile(unit: string) {
  const perMajor = Object.values(hundredths).some((name) => unit === `${name}/kWh`) ? 100 : 1;
  const price = z.number().transform((value) => Number((value / perMajor).toFixed(10)));
  return z.strictObject({
    unit: z.string().optional(),
    network: z.union([z.literal('operator'), z.strictObject({ national: id })]).optional(),
    exchangeRates: z.strictObject({ source: text, rates: dated(z.number().positive()) }).optional(),
    holidays: z.array(date).default([]),
    vat: z.array(vat).default([]),
    levies: z.array(levy(price)).default([]),
    companies: z.array(company(price)).default([]),
    areas: z.array(area).default([]),
  });
}

/** The file beside the countries' folders. */
export const sourcesFile = z.strictObject({ sources: z.array(attributionSource.strict()) });
export type CountryFile = z.output<ReturnType<typeof countryFile>>;
