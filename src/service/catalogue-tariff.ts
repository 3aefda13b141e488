import { z } from 'zod';
import { sectors } from '../core/vocabulary.ts';
import { ratesOn } from '../pricing/clock.ts';
import type { ClockRule, PriceRule, Tariff, Version } from '../pricing/tariff.ts';

/** How the files of a catalogue write a tariff; `price` reads a number in the unit of its file. */

export const id = z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 of a-z, 0-9 and -');
export const text = z.string().min(1);

/** Days in order, each once. */
export const isAscending = (values: readonly string[]) => values.every((value, i) => value > (values[i - 1] ?? ''));

const quarter = '([01]\\d|2[0-3]):(00|15|30|45)';
const hours = z
  .string()
  .regex(new RegExp(`^${quarter}-(${quarter}|24:00)$`), 'must be HH:MM-HH:MM on quarter hours, as in 22:15-06:30')
  .refine((range) => range.slice(0, 5) !== range.slice(6), 'must not end where it begins');

const when = z.strictObject({
  months: z.array(z.int().min(1).max(12)).min(1).exactOptional(),
  days: z.enum(['working', 'rest']).exactOptional(),
  hours: z.array(hours).min(1).exactOptional(),
});

/** Where a clock leaves a quarter hour of the year without a rate. */
function uncovered({ rates }: ClockRule): string | undefined {
  if (rates.some((rate) => rate.when === undefined)) return undefined;
  for (let month = 1; month <= 12; month++) {
    for (const working of [true, false]) {
      const slot = ratesOn(rates, { month, working }).indexOf(undefined);
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
export const tariff = (price: z.ZodType<number>) =>
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
