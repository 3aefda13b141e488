import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { type CommandRefusal, type CommandWord, numeric, readCommandOf } from '../command-reader.ts';
import { MOST_ENERGY } from '../demand/demand.ts';
import { MOST_MINUTES } from '../demand/most.ts';
import { isoText, parseAt } from '../iso.ts';
import { unknownKeys } from '../parse.ts';

const ends = `1 to ${MOST_MINUTES} minutes, or ISO 8601 with an offset`;

const patch = z.strictObject(
  {
    importKw: z.number().min(0).max(MOST_ENERGY).nullish(),
    importUntil: z.union([z.int().min(1).max(MOST_MINUTES), isoText], { error: `expected ${ends}` }).nullish(),
  },
  unknownKeys('beside importKw is importUntil alone'),
);

/** A grid operator's order: no more than so many kW, until then; `null` ends it, or forgets its end. */
export type DimmingPatch = Readonly<z.infer<typeof patch>>;

/** True of a payload that is about the connection of the site, by its keys. */
export const isDimming = (payload: object): boolean => 'importKw' in payload || 'importUntil' in payload;

/** A message at `now`. Throws a `MessageError` that names the key. */
export const readDimming = (payload: unknown, now: Instant): DimmingPatch => parseAt(patch, payload, now);

/** What `grid/set/<key>` may say; an empty payload is `null`. */
const commands: Readonly<Record<string, CommandWord<keyof DimmingPatch>>> = {
  import_kw: { key: 'importKw', read: numeric, allowed: `a number from 0 to ${MOST_ENERGY}` },
  import_until: { key: 'importUntil', read: numeric, allowed: ends },
};

/** An MQTT command as an order, or why it is none. */
export const readDimmingCommand = (
  key: string,
  payload: string,
): { readonly patch: DimmingPatch } | { readonly refusal: CommandRefusal } =>
  readCommandOf(commands, patch, key, payload, false);
