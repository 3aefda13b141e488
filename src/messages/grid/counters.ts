import { z } from 'zod';
import { type CommandRefusal, type CommandWord, numeric, readCommandOf } from '../command-reader.ts';
import { parse, unknownKeys } from '../parse.ts';

/** More than the counter of any household. */
const MAX_KWH = 100_000_000;

const counter = z.number().min(0).max(MAX_KWH);
const patch = z.strictObject(
  { importKwh: counter.exactOptional(), exportKwh: counter.exactOptional() },
  unknownKeys('beside importKwh is exportKwh alone'),
);

/** Readings of the counters of a meter in kWh. */
export type CounterPatch = Readonly<z.infer<typeof patch>>;

/** True of a payload with a counter, by its keys. */
export const isCounters = (payload: object): boolean => 'importKwh' in payload || 'exportKwh' in payload;

/** Throws a `MessageError` that names the key. */
export const readCounters = (payload: unknown): CounterPatch => parse(patch, payload);

const allowed = `a number from 0 to ${MAX_KWH}`;
const commands: Readonly<Record<string, CommandWord<keyof CounterPatch>>> = {
  import_kwh: { key: 'importKwh', read: numeric, allowed },
  export_kwh: { key: 'exportKwh', read: numeric, allowed },
};

export const isCounterKey = (key: string): boolean => Object.hasOwn(commands, key);

/** An MQTT command as readings, or the reason why it is none. */
export const readCounterCommand = (
  key: string,
  payload: string,
): { readonly patch: CounterPatch } | { readonly refusal: CommandRefusal } =>
  readCommandOf(commands, patch, key, payload, false);
