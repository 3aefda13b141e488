import { z } from 'zod';
import { MOST_PRICE } from '../../core/components.ts';
import { calendarDay } from '../../core/time.ts';
import { sectors } from '../../core/vocabulary.ts';
import { isPublished, type Tariff } from '../../pricing/tariff.ts';
import { date, evidence, nonEmptyText, priceRule } from './rule.ts';

/** A tariff as the files of a catalogue write it; `price` reads a number in the unit of its file. */

export const id = z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 of a-z, 0-9 and -');

/** Days in order, each once. */
export const isAscending = (values: readonly string[]) => values.every((value, i) => value > (values[i - 1] ?? ''));

const versions = (price: z.ZodType<number>) => {
  const version = z.strictObject({
    version: z
      .string()
      .regex(/^\d{8}$/, 'must be a date YYYYMMDD')
      .refine(calendarDay, 'must be a date YYYYMMDD'),
    available: z.boolean().default(false),
    ...evidence,
    until: date.exactOptional(),
    price: priceRule(price),
  });
  return z
    .tuple([version], version)
    .refine((list) => isAscending(list.map((one) => one.version)), 'must be sorted by version, each day once');
};

export const tariff = (price: z.ZodType<number>) =>
  z
    .strictObject({
      id,
      sector: z.enum(sectors),
      name: nonEmptyText,
      link: z.url().nullable().default(null),
      description: nonEmptyText.nullable().default(null),
      type: z.enum(['static', 'dynamic']).nullable().exactOptional(),
      available: z.boolean().default(true),
      household: z.boolean().default(true),
      bundled: z.union([z.boolean(), z.literal('network')]).exactOptional(),
      region: nonEmptyText.exactOptional(),
      product: nonEmptyText.exactOptional(),
      gridTariff: id.exactOptional(),
      before: id.exactOptional(),
      monthly: z.number().min(0).max(MOST_PRICE).exactOptional(),
      source: nonEmptyText,
      grade: evidence.grade,
      versions: versions(price),
    })
    .transform(({ source, ...tariff }): Omit<Tariff, 'companyId'> => {
      const newest = tariff.versions.at(-1) ?? tariff.versions[0];
      return { type: isPublished(newest.price) ? 'dynamic' : 'static', ...tariff };
    });
