import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import {
  asSent,
  asSwitch,
  type CommandRefusal,
  type CommandWord,
  type InForce,
  inForceOf,
  numeric,
  onceText,
  onceWord,
  readCommandOf,
} from '../command-reader.ts';
import { MOST_ASKED, MOST_MINUTES } from '../demand/most.ts';
import { fullTime, readWeek, TIME_FORMS } from '../demand/week.ts';
import { isoText, parseAt } from '../iso.ts';
import { parse, unknownKeys } from '../parse.ts';
import { efficiency, filled, MOST_HELD, percent } from './settings.ts';

/** Amps of one phase, by the standard of charging cables. */
const LEAST_AMPS = 6;
const MOST_AMPS = 80;

const amps = z.coerce.number().int().min(LEAST_AMPS).max(MOST_AMPS);
const week = z
  .string()
  .overwrite(fullTime)
  .refine((text) => readWeek(text) !== undefined, `expected ${TIME_FORMS}`);

const settings = z
  .object({
    kind: z.literal('car'),
    capacityKwh: z.coerce.number().positive().max(MOST_HELD),
    phases: filled(z.enum(['1', '2', '3', '1+3']).default('3')),
    minAmps: filled(amps.default(LEAST_AMPS)),
    maxAmps: filled(amps.default(16)),
    efficiency: filled(efficiency.default(90)),
    targetSoc: filled(percent.default(80)),
    energyKwh: filled(z.coerce.number().min(0).max(MOST_HELD).optional()),
    readyBy: filled(week.default('07:00')),
  })
  .refine(({ minAmps, maxAmps }) => minAmps <= maxAmps, { path: ['minAmps'], error: 'at most maxAmps' });

/** A car as its dialog has it; the efficiency is that of charging, in percent. */
export type CarSettings = Readonly<z.infer<typeof settings>>;

/** True of the settings of a car, which only charges. */
export const isCar = ({ kind }: Readonly<Record<string, unknown>>): boolean => kind === 'car';

/** The settings that a dialog saved. Throws a `MessageError`. */
export const carSettings = (config: Readonly<Record<string, unknown>>): CarSettings => parse(settings, config);

/** A car is charged, or it is not. */
export const carModes = ['charge', 'hold'] as const;

const time = z
  .string()
  .overwrite(fullTime)
  .refine((text) => readWeek(text) !== undefined || isoText.safeParse(text).success, `expected ${TIME_FORMS}`);
const ends = `1 to ${MOST_MINUTES} minutes, or ISO 8601 with an offset`;

const fields = {
  /** Percent. */
  soc: z.number().min(0).max(100),
  targetSoc: z.number().min(0).max(100),
  /** The need, where nobody says how full it is. */
  energyKwh: z.number().min(0).max(MOST_ASKED),
  readyBy: time,
  connected: z.boolean(),
  /** Measured. */
  powerKw: z.number().min(0).max(MOST_HELD),
  enabled: z.boolean(),
  override: z.enum(['auto', ...carModes]),
  overrideUntil: z.union([z.int().min(1).max(MOST_MINUTES), isoText], { error: `expected ${ends}` }),
};

/** A need for one deadline. `readyBy` repeats: a date already holds once. */
const once = z.strictObject({ targetSoc: fields.targetSoc, energyKwh: fields.energyKwh, readyBy: week }).partial();

const patch = z.strictObject(
  {
    soc: fields.soc.nullish(),
    targetSoc: fields.targetSoc.nullish(),
    energyKwh: fields.energyKwh.nullish(),
    readyBy: fields.readyBy.nullish(),
    connected: fields.connected.nullish(),
    powerKw: fields.powerKw.nullish(),
    enabled: fields.enabled.nullish(),
    override: fields.override.nullish(),
    overrideUntil: fields.overrideUntil.nullish(),
    once: once.nullish(),
    reset: z.literal(true).optional(),
  },
  unknownKeys(`are ${Object.keys(fields).join(', ')}, once, reset`),
);

/** A message to a car; `null` forgets a key, `reset` all orders. */
export type CarPatch = Readonly<z.infer<typeof patch>>;

/** A message at `now`. Throws a `MessageError` that names the key: nothing is coerced. */
export const readCar = (payload: unknown, now: Instant): CarPatch => parseAt(patch, payload, now);

const shares = { read: numeric, allowed: 'a number from 0 to 100' };
const amount = { read: numeric, allowed: `a number from 0 to ${MOST_HELD}` };

/** What `battery/<name>/set/<key>` may say to a car. */
const commands = {
  soc: { key: 'soc', ...shares },
  target_soc: { key: 'targetSoc', ...shares },
  energy_kwh: { key: 'energyKwh', read: numeric, allowed: `a number from 0 to ${MOST_ASKED}` },
  ready_by: { key: 'readyBy', read: asSent, allowed: TIME_FORMS },
  connected: { key: 'connected', read: asSwitch, allowed: 'ON or OFF' },
  power_kw: { key: 'powerKw', ...amount },
  enabled: { key: 'enabled', read: asSwitch, allowed: 'ON or OFF' },
  override: { key: 'override', read: asSent, allowed: `one of auto, ${carModes.join(', ')}` },
  override_until: { key: 'overrideUntil', read: numeric, allowed: ends },
} as const satisfies Readonly<Record<string, CommandWord<keyof CarPatch>>>;

/** An MQTT command as a message to a car, or why it is none. */
export const readCarCommand = (
  key: string,
  payload: string,
): { readonly patch: CarPatch } | { readonly refusal: CommandRefusal } => readCommandOf(commands, patch, key, payload);

const requests = { ...commands, once: onceWord };

/** A request of the household's page, which has all commands of MQTT and `once`. */
export const readCarRequest = (
  key: string,
  payload: string,
): { readonly patch: CarPatch } | { readonly refusal: CommandRefusal } => readCommandOf(requests, patch, key, payload);

type CarValues = InForce<Exclude<keyof CarPatch, 'once'>>;

/** What is in force of each key that a command may set; `null` where nothing is. */
export const carValues = (values: CarValues) => inForceOf<Exclude<keyof CarPatch, 'once'>>(commands, values);

/** The value in force for each key of such a request. */
export const carRequestValues = ({ once, ...values }: CarValues & Pick<CarPatch, 'once'>) =>
  inForceOf(requests, { ...values, once: onceText(once) });
