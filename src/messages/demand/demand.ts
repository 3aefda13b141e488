import { z } from 'zod';
import { MOST_PRICE } from '../../core/components.ts';
import type { Instant } from '../../core/time.ts';
import { isoText, parseAt } from '../iso.ts';
import { MessageError, parse, unknownKeys } from '../parse.ts';
import { MOST_ASKED, MOST_MINUTES } from './most.ts';
import { percentIn } from './percent.ts';
import { fullTime, readWeek, TIME_FORMS, WEEK_FORMS } from './week.ts';

const time = z
  .string()
  .overwrite(fullTime)
  .refine((text) => readWeek(text) !== undefined || isoText.safeParse(text).success, `expected ${TIME_FORMS}`);

/** In kWh or kW, more than any household's. */
export const MOST_ENERGY = 1_000_000;
/** A milliwatt, or as little energy: a division by less is no number of minutes. */
const LEAST = 0.000_001;
const MOST_PHASES = 500;

/** kW, more than one device of a household takes: what is more was told in W. */
export const MOST_MEASURED = 100;

const amount = z.number().min(0).max(MOST_ENERGY);
const positive = z.number().positive({ abort: true }).min(LEAST).max(MOST_ENERGY);
const price = z.number().min(-MOST_PRICE).max(MOST_PRICE);
const limitForms = 'expected a number, or percent of the mean of each day, as "80 %"';
const limit = z.union([price, z.string().refine((text) => percentIn(text) !== undefined, limitForms)], {
  error: ({ errors, input }) => (typeof input === 'number' ? errors[0]?.[0]?.message : limitForms),
});
const stretch = z.int().min(0).max(MOST_MINUTES);
const percent = z.number().min(0).max(100);

/** The need of a device and the terms it runs on: the keys that a dialog, a message and an MQTT command have in common. */
const settingFields = {
  minutes: z.int().min(0),
  energyKwh: amount,
  powerKw: positive,
  /** Percent, when it was told. */
  soc: percent,
  targetSoc: percent,
  batteryKwh: positive,
  profile: z
    .array(z.strictObject({ minutes: z.int().positive(), kw: amount }))
    .min(1)
    .max(MOST_PHASES),
  earliest: time,
  readyBy: time,
  shape: z.enum(['contiguous', 'split']),
  minOnMinutes: stretch,
  minOffMinutes: stretch,
  maxOffMinutes: z.int().positive().max(MOST_MINUTES),
  maxStarts: z.int().positive(),
  /** Per kWh, like every price here; 0 and less are valid. Or `80 %`, of the mean of each day. */
  maxPrice: limit,
  maxPriceRule: z.enum(['interval', 'average']),
  alsoBelowPrice: price,
  minSpread: amount,
  preconditionMinutes: stretch,
  prefer: z.enum(['earliest', 'latest']),
  direction: z.enum(['cheapest', 'dearest']),
  whenUnknown: z.enum(['estimate', 'plan-known', 'wait', 'shortfall-now']),
  enabled: z.boolean(),
};

/** A need for one period. `readyBy` repeats: a date already holds once. */
const onceSchema = z
  .strictObject({
    minutes: settingFields.minutes,
    energyKwh: z.number().min(0).max(MOST_ASKED),
    targetSoc: percent,
    readyBy: z
      .string()
      .overwrite(fullTime)
      .refine((text) => readWeek(text) !== undefined, `expected ${WEEK_FORMS}`),
  })
  .partial()
  .refine(
    ({ minutes, energyKwh }) => minutes === undefined || energyKwh === undefined,
    'give one of minutes, energyKwh',
  );
export type OnceSettings = Readonly<z.infer<typeof onceSchema>>;

/** The keys of a message alone. */
const commandFields = {
  /** The need until its period ends; then the previous settings hold again. */
  once: onceSchema,
  override: z.enum(['auto', 'on', 'off']),
  /** ISO 8601, or minutes from now. */
  overrideUntil: z.union([z.int().min(1).max(MOST_MINUTES), isoText], {
    error: `expected 1 to ${MOST_MINUTES} minutes, or ISO 8601 with an offset`,
  }),
  /** A meter's count since the need was armed, in place of our own output's. */
  deliveredKwh: amount,
  /** False while a car is not plugged in: nothing runs by plan, and what runs does not count. */
  connected: z.boolean(),
  /** The power that is measured now, in place of the node's own. */
  measuredKw: z.number().min(0).max(MOST_MEASURED),
  /** The reading of the device's own meter, which only grows. */
  measuredKwh: amount,
};

/** Keys of a message that ask for nothing. */
const measuredKeys: readonly string[] = ['measuredKw', 'measuredKwh'] satisfies (keyof typeof commandFields)[];

/** Each of these says what is needed; the one told last counts. How full a battery is stays known below an amount. */
const needKeys = ['minutes', 'energyKwh', 'soc', 'profile'] as const;

const allowed = [...Object.keys(settingFields), ...Object.keys(commandFields), 'reset'].join(', ');

const strict = <T extends z.ZodRawShape>(fields: T) => z.strictObject(fields, unknownKeys(`are ${allowed}`));

const oneNeed = (settings: { readonly [key in (typeof needKeys)[number]]?: unknown }) =>
  needKeys.filter((key) => settings[key] !== undefined && settings[key] !== null).length <= 1;
const twoNeeds = `give one of ${needKeys.join(', ')}`;

export const settingsSchema = strict(settingFields).partial().refine(oneNeed, twoNeeds);
/** Settings as messages gave them: a state of charge may lie below an amount. */
export const toldSchema = strict(settingFields)
  .partial()
  .refine(({ soc: _, ...told }) => oneNeed(told), twoNeeds);
export type DemandSettings = Readonly<z.infer<typeof settingsSchema>>;

const nullable = <T extends Record<string, z.ZodType>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.nullable().optional()])) as {
    [key in keyof T]: z.ZodOptional<z.ZodNullable<T[key]>>;
  };

export const demandPatchSchema = strict({
  ...nullable({ ...settingFields, ...commandFields }),
  reset: z.literal(true).optional(),
}).refine(oneNeed, twoNeeds);
/** A message's change of a demand; `null` forgets a key, `reset` forgets all of them first. */
export type DemandPatch = Readonly<z.infer<typeof demandPatchSchema>>;

/** A demand message's payload at `now`. Throws a `MessageError` that names the key: nothing is coerced. */
export const readDemand = (payload: unknown, now: Instant): DemandPatch => parseAt(demandPatchSchema, payload, now);

/** True of a message that says nothing but what a meter has measured. */
export const isMeasuredOnly = (patch: DemandPatch): boolean =>
  Object.keys(patch).length > 0 && Object.keys(patch).every((key) => measuredKeys.includes(key));

/**
 * The demand in a node's configuration, whatever else stands there. Numbers may be strings, as environment
 * variables are, and an empty field or list is one that was left out. Throws a `MessageError`.
 */
export function readSettings(config: Readonly<Record<string, unknown>>): DemandSettings {
  const filled = Object.entries(settingFields).flatMap(([key, schema]) => {
    const value = config[key];
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
      return [];
    const numeric = typeof value === 'string' && !schema.safeParse(value).success ? Number(value) : Number.NaN;
    return [[key, Number.isNaN(numeric) ? value : numeric]];
  });
  return parse(settingsSchema, Object.fromEntries(filled));
}

/** What only runs in pieces know. */
const piecesOnly = [
  'minOnMinutes',
  'minOffMinutes',
  'maxOffMinutes',
  'maxStarts',
  'alsoBelowPrice',
  'preconditionMinutes',
] as const satisfies readonly (keyof DemandSettings)[];

/**
 * Throws a `MessageError` that names the key of a message which the shape in force does not know. A message that
 * changes the shape answers for what messages said before; what a dialog saved is left aside.
 */
export function assertKnownToShape(patch: DemandPatch, told: DemandSettings, { shape }: DemandSettings): void {
  const said = patch.shape ? { ...told, ...patch } : patch;
  const unknown = shape === 'split' ? [] : piecesOnly.filter((key) => (said[key] ?? null) !== null);
  if (unknown.length > 0) throw new MessageError(`${unknown.join(', ')}: allowed with shape split only`);
}

/**
 * The settings that stick after `patch`. The node's own settings lie below it, see `withDefaults`. A state of charge replaces an amount,
 * and an amount only covers it: how full a battery is no amount says.
 */
export function mergeDemand(current: DemandSettings, patch: DemandPatch): DemandSettings {
  const replaced = needKeys.filter((key) => key !== 'soc' && saysNeed(patch));
  const kept = Object.entries(patch.reset ? {} : current).filter(([key]) => !replaced.some((need) => need === key));
  const told = Object.entries(patch).filter(([key, value]) => key in settingFields && value !== undefined);
  const merged = { ...Object.fromEntries(kept), ...Object.fromEntries(told) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** True of settings that say what is needed. */
export const saysNeed = (settings: DemandPatch): boolean => needKeys.some((key) => (settings[key] ?? null) !== null);

/** The last result for each settings: a site of 100 devices merges the same ones thousands of times for one command. */
const mergedOf = new WeakMap<DemandSettings, { readonly defaults: DemandSettings; readonly merged: DemandSettings }>();

/** `settings` over `defaults`; a need of one kind replaces a need of another, and an amount a state of charge. */
export function withDefaults(defaults: DemandSettings, settings: DemandSettings): DemandSettings {
  const last = mergedOf.get(settings);
  if (last?.defaults === defaults) return last.merged;
  const merged = merge(defaults, settings);
  mergedOf.set(settings, { defaults, merged });
  return merged;
}

function merge(defaults: DemandSettings, settings: DemandSettings): DemandSettings {
  if (!saysNeed(settings)) return { ...defaults, ...settings };
  const base = Object.entries(defaults).filter(([key]) => !(needKeys as readonly string[]).includes(key));
  const { soc: _, ...amounts } = settings;
  return { ...Object.fromEntries(base), ...(saysNeed(amounts) ? amounts : settings) };
}
