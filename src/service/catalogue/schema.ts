import { z } from 'zod';
import { attributionSource } from '../../api/bodies.ts';
import { MOST_PRICE } from '../../core/components.ts';
import type { Grade } from '../../core/dated.ts';
import { hundredths } from '../../core/vocabulary.ts';
import type { Area, DatedRate, Levy, Region, Schedule, TaxArea, Territory, Vat } from '../../pricing/book.ts';
import { HOLIDAY_RULE } from '../../pricing/calendar/holidays.ts';
import { standingRow } from './rows/standing.ts';
import { date, evidence, factor, nonEmptyText, uncovered, when, winterTime } from './rule.ts';
import { id, isAscending, tariff } from './tariff.ts';

/**
 * The files of a country's folder. Every file is an object of some of these keys; lists of several files
 * are joined. Prices are written in the file's `unit` and become major units, every figure names its `source`.
 */

/** `ct/kWh`; the full stop of an abbreviation is left out. */
const perKwh = (hundredth: string) => `${hundredth.replace('.', '')}/kWh`;

const postalPrefix = z.string().regex(/^[A-Z0-9]+$/, 'must be capitals and digits, without spaces');

export const dated = (value: z.ZodType<number>) =>
  z
    .array(z.strictObject({ from: date, until: date.exactOptional(), value, ...evidence }))
    .min(1)
    .refine((rows) => isAscending(rows.map((row) => row.from)), 'must be sorted by from, each day once');

const scope = z.strictObject({
  operators: z.array(id).min(1).exactOptional(),
  postalCodes: z.array(postalPrefix).min(1).exactOptional(),
});

const company = (price: z.ZodType<number>) =>
  z.strictObject({
    id,
    name: nonEmptyText,
    url: z.url().exactOptional(),
    householdTariff: id.exactOptional(),
    spotTariff: id.exactOptional(),
    tariffs: z.array(tariff(price)).default([]),
  });

const levy = (price: z.ZodType<number>): z.ZodType<Levy> => {
  const common = { name: nonEmptyText, scope: scope.exactOptional(), source: nonEmptyText, grade: evidence.grade };
  return z
    .discriminatedUnion('basis', [
      z.strictObject({
        ...common,
        basis: z.literal('kwh'),
        component: z.enum(['fees', 'grid']),
        vatFree: z.literal(true).exactOptional(),
        rates: dated(price),
      }),
      z.strictObject({
        ...common,
        basis: z.literal('share'),
        component: z.literal('fees'),
        minimum: price.exactOptional(),
        rates: dated(factor),
      }),
    ])
    .transform(graded);
};

/** Each rate with its own grade, else that of its row. The source of a single rate stays in the file. */
function graded<T extends { readonly grade?: Grade; readonly rates: readonly (DatedRate & { source?: string })[] }>({
  grade,
  rates,
  ...row
}: T) {
  return { ...row, rates: rates.map(({ source, ...rate }) => ({ ...(grade && { grade }), ...rate })) };
}

const vat: z.ZodType<Vat> = z
  .strictObject({
    scope: scope.exactOptional(),
    rates: dated(z.number().min(0).max(1)),
    source: nonEmptyText,
    grade: evidence.grade,
  })
  .transform(graded);

const codes = z.array(postalPrefix).min(1);

const area: z.ZodType<Area> = z.strictObject({ codes, operator: id, share: z.number().min(0).max(1).exactOptional() });
const taxArea: z.ZodType<TaxArea> = z.strictObject({
  name: nonEmptyText,
  postalCode: postalPrefix,
  operators: z.array(id).min(1).exactOptional(),
});
const territory: z.ZodType<Territory> = z.strictObject({ codes, reason: nonEmptyText });
const region: z.ZodType<Region> = z.strictObject({
  id: nonEmptyText,
  name: nonEmptyText,
  operators: z.tuple([id], id),
});

const schedule: z.ZodType<Schedule> = z.strictObject({
  scope: scope.exactOptional(),
  time: winterTime,
  registers: z.array(z.strictObject({ name: nonEmptyText, when: when.exactOptional() })).check(({ value, issues }) => {
    const clock = value.map(({ when }) => ({ price: 0, ...(when && { when }) }));
    const message = uncovered(clock, 'register');
    if (message) issues.push({ code: 'custom', message, input: value });
  }),
  source: nonEmptyText,
});

/** Reads the `unit` of a file first: it says how the prices in the rest are written. */
export const unitOf = (currency: string) => {
  const hundredth = hundredths[currency];
  const units = [`${currency}/kWh`, ...(hundredth ? [perKwh(hundredth)] : [])];
  return z.looseObject({ unit: z.enum(units).default(`${currency}/kWh`) });
};

/** Of a currency to the euro, far beyond what any has. */
const exchangeRate = z.number().min(0.000_001).max(1_000_000);

/** A price that is written `perMajor` times as large. */
export const priceTimes = (perMajor: number) =>
  z
    .number()
    .min(-MOST_PRICE * perMajor)
    .max(MOST_PRICE * perMajor)
    .transform((value) => Number((value / perMajor).toFixed(10)));

const holiday = z
  .string()
  .regex(HOLIDAY_RULE, 'must be a day of every year MM-DD, a distance from Easter as easter-2, or a date YYYY-MM-DD');

/** A file of a country's folder whose prices are in `unit`. */
export function countryFile(unit: string) {
  const perMajor = Object.values(hundredths).some((name) => unit === perKwh(name)) ? 100 : 1;
  const price = priceTimes(perMajor);
  return z.strictObject({
    $schema: z.string().optional(),
    unit: z.string().optional(),
    network: z.union([z.literal('operator'), z.strictObject({ national: id })]).optional(),
    networkFollowsContract: z.boolean().optional(),
    levyFree: z.strictObject({ source: nonEmptyText }).optional(),
    exchangeRates: z.strictObject({ source: nonEmptyText, rates: dated(exchangeRate) }).optional(),
    holidays: z.array(holiday).default([]),
    vat: z.array(vat).default([]),
    levies: z.array(levy(price)).default([]),
    companies: z.array(company(price)).default([]),
    areas: z.array(area).default([]),
    taxAreas: z.array(taxArea).default([]),
    territories: z.array(territory).default([]),
    regions: z.array(region).default([]),
    schedules: z.array(schedule).default([]),
    standing: z.array(standingRow(price, scope)).default([]),
    needed: z.array(z.strictObject({ scope: scope.exactOptional(), lines: z.array(nonEmptyText) })).default([]),
  });
}

export type CountryFile = z.output<ReturnType<typeof countryFile>>;

/** The file beside the countries' folders. */
/** `replay`: credited only where prices are replayed. */
const creditedSource = attributionSource.extend({ replay: z.literal(true).optional() });
export type CreditedSource = z.output<typeof creditedSource>;

export const sourcesFile = z.strictObject({
  $schema: z.string().optional(),
  sources: z.array(creditedSource.strict()),
});
