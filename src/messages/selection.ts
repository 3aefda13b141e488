import { z } from 'zod';
import { type CountryCode, countryCode, countryCodes } from '../core/markets.ts';
import { calendarDay } from '../core/time.ts';
import { MessageError, parse, unknownKeys } from './parse.ts';

/** A code in either case. */
export const country = z.string().transform((text, context): CountryCode => {
  const code = countryCode(text);
  if (code) return code;
  context.addIssue(`"${text}" is not one of ${countryCodes.join(', ')}`);
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

const fields = {
  country,
  consumption: chosenTariff.optional(),
  feedin: chosenTariff.optional(),
  grid: chosenTariff.optional(),
  /** The day the contract was signed. */
  version: z
    .string()
    .regex(/^\d{8}$/, { error: 'expected a day as YYYYMMDD', abort: true })
    .refine(calendarDay, 'expected a day that the calendar has')
    .optional(),
  postalCode: z.string().max(16).optional(),
};

export const selectionSchema = z.object(fields);
/** The tariffs that `tariff-select` sends and `price-series` asks for: consumption or feed-in, or both. */
export type Selection = z.infer<typeof selectionSchema>;

export const selectionKeys: readonly string[] = Object.keys(fields);

/** A message may carry some of the keys; `null` takes one away. */
const change = z.strictObject(
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.nullish()])),
  unknownKeys(`are ${selectionKeys.join(', ')}`),
);

/**
 * `input` merged into what is configured; in another country nothing configured holds.
 * @throws MessageError where a key is unknown or wrong, or the result names no tariff.
 */
export function mergeSelection(configured: Selection | undefined, input: unknown): Selection {
  const changes = parse(change, input);
  const moved = changes.country && changes.country !== configured?.country;
  const merged = Object.entries({ ...(moved ? {} : configured), ...changes }).filter(([, value]) => value != null);
  const result = parse(selectionSchema, Object.fromEntries(merged));
  if (!result.consumption && !result.feedin) {
    throw new MessageError('names no tariff: consumption or feedin is needed, as {"id": "…"}');
  }
  return result;
}

/**
 * The selection that a dialog saved; `undefined` while none is made. An empty field is one that was left out.
 * @throws MessageError where a field is wrong.
 */
export function configuredSelection(config: object): Selection | undefined {
  const chosen = Object.keys(fields).map((name) => [name, Reflect.get(config, name)]);
  const given = Object.fromEntries(chosen.filter(([, value]) => value !== '' && value != null));
  return given.consumption || given.feedin ? parse(selectionSchema, given) : undefined;
}

/** The fields of a price node that a site holds for nodes without a country of their own. */
export type SiteHousehold = Readonly<Record<string, unknown>>;

/** The fields that a dialog saved, with country and contract of the household where the node has no country of its own. */
export const inHousehold = (
  config: Readonly<Record<string, unknown>>,
  household: SiteHousehold | undefined,
): Readonly<Record<string, unknown>> => (config.country === '' ? { ...config, ...household } : config);

/** The country that a dialog saved, with or without a selection. */
export function countryIn(config: object): CountryCode | undefined {
  return countryCode(String(Reflect.get(config, 'country')));
}

/** A selection in a few words: `DK Example Spot DK2`. */
export function selectionText({ country, consumption, feedin }: Selection): string {
  const tariff = consumption ?? feedin;
  return `${country} ${tariff?.name ?? tariff?.id}`;
}
