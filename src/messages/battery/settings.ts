import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { MOST_MINUTES } from '../demand/most.ts';
import { isoText, parseAt } from '../iso.ts';
import { MessageError, parse, unknownKeys } from '../parse.ts';

/** The modes of a battery, in evcc's words. */
export const storeModes = ['normal', 'hold', 'holdcharge', 'charge', 'discharge'] as const;

/** More than a household's. */
export const MOST_HELD = 100_000;

export const percent = z.coerce.number().min(0).max(100);
/** Percent: what loses more is no store, and by a share that is next to nothing no plan can divide. */
export const efficiency = z.coerce.number().min(1).max(100);
/** Environment variables are text, and an empty field is one that was left out. */
export const filled = <T>(schema: z.ZodType<T>) => z.preprocess((value) => (value === '' ? undefined : value), schema);

const settings = z.object({
  capacityKwh: z.coerce.number().positive().max(MOST_HELD),
  reserveSoc: filled(percent.default(0)),
  chargeKw: z.coerce.number().positive().max(MOST_HELD),
  dischargeKw: z.coerce.number().min(0).max(MOST_HELD),
  efficiency: filled(efficiency.default(100)),
  wearPerKwh: filled(z.coerce.number().min(0).max(1000).default(0)),
  fromGrid: z.boolean().default(true),
  toGrid: z.boolean().default(false),
});

/** A battery as its dialog has it: powers in kW, the efficiency of a round trip in percent, wear in money per kWh discharged. */
export type BatterySettings = Readonly<z.infer<typeof settings>>;

/** The settings that a dialog saved. Throws a `MessageError`. */
export function batterySettings(config: Readonly<Record<string, unknown>>): BatterySettings {
  return parse(settings, config);
}

const fields = {
  /** Percent. */
  soc: z.number().min(0).max(100),
  storedKwh: z.number().min(0).max(MOST_HELD),
  /** Measured, charging positive. */
  powerKw: z.number().min(-MOST_HELD).max(MOST_HELD),
  enabled: z.boolean(),
  reserveSoc: z.number().min(0).max(100),
  override: z.enum(['auto', ...storeModes]),
  overrideUntil: z.union([z.int().min(1).max(MOST_MINUTES), isoText], {
    error: `expected 1 to ${MOST_MINUTES} minutes, or ISO 8601 with an offset`,
  }),
};

export const batteryPatchSchema = z
  .strictObject(
    {
      soc: fields.soc.nullish(),
      storedKwh: fields.storedKwh.nullish(),
      powerKw: fields.powerKw.nullish(),
      enabled: fields.enabled.nullish(),
      reserveSoc: fields.reserveSoc.nullish(),
      override: fields.override.nullish(),
      overrideUntil: fields.overrideUntil.nullish(),
      reset: z.literal(true).optional(),
    },
    unknownKeys(`are ${Object.keys(fields).join(', ')}, reset`),
  )
  .refine(({ soc, storedKwh }) => soc == null || storedKwh == null, 'give one of soc, storedKwh');

/** A message to a battery; `null` forgets a key, `reset` all of them. */
export type BatteryPatch = Readonly<z.infer<typeof batteryPatchSchema>>;

/** A message at `now`. Throws a `MessageError` that names the key: nothing is coerced. */
export const readBattery = (payload: unknown, now: Instant): BatteryPatch => parseAt(batteryPatchSchema, payload, now);

/** The energy that a message says is stored, if any. Throws a `MessageError` where it is more than there is room for. */
export function storedIn({ soc, storedKwh }: BatteryPatch, { capacityKwh }: BatterySettings): number | undefined {
  if (soc != null) return (soc / 100) * capacityKwh;
  if (storedKwh == null) return undefined;
  if (storedKwh > capacityKwh) throw new MessageError(`storedKwh: ${storedKwh} is more than ${capacityKwh} kWh`);
  return storedKwh;
}
