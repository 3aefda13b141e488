import { z } from 'zod';
import { type CountryCode, countryCode, markets } from '../core/markets.ts';

const country = z.string().transform((text, context): CountryCode => {
  const code = countryCode(text);
  if (code) return code;
  context.addIssue(`country "${text}" is not one of ${Object.keys(markets).join(', ')}`);
  return z.NEVER;
});

/** A tariff chosen from the listings; the names are for people, the id is what is asked. */
const chosenTariff = z.object({
  id: z.string().min(1).max(32),
  name: z.string().optional(),
  companyId: z.string().optional(),
  companyName: z.string().optional(),
  type: z.enum(['static', 'dynamic']).nullable().optional(),
});
export type ChosenTariff = z.infer<typeof chosenTariff>;

/** What `tariff-select` sends and `price-series` asks the service for. */
export const selection = z.object({
  country,
  consumption: chosenTariff.optional(),
  feedin: chosenTariff.optional(),
  grid: chosenTariff.optional(),
  version: z
    .string()
    .regex(/^\d{8}$/, 'version is a date YYYYMMDD')
    .optional(),
  postalCode: z.string().max(16).optional(),
});
export type Selection = z.infer<typeof selection>;
