import { z } from 'zod';
import { type Instant, isKnownTime } from '../core/time.ts';
import { MessageError, parse } from './parse.ts';

/** ISO 8601 with an offset, with seconds or without. */
export const isoText = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
  error: 'expected ISO 8601 with an offset, as 2026-03-29T07:00:00+02:00',
});

/** UNIX seconds of ISO 8601 text that a schema has read. */
export const instantOf = (iso: string): Instant => Date.parse(iso) / 1000;

/** Seconds, a year: what is further away is a mistake, such as a digit too many. */
const MOST_AWAY = 366 * 86_400;

export const isFar = (instant: Instant, now: Instant): boolean => Math.abs(instant - now) > MOST_AWAY;

/**
 * Whether an override or a grid limit is over. An end more than a year away counts as over: earlier versions accepted and stored it, and
 * no message may request it now.
 */
export const isOver = ({ until }: { readonly until: Instant }, now: Instant): boolean =>
  until <= now || (isKnownTime(now) && isFar(until, now));

/** A message as its schema reads it, every time of which is checked by the clock. Throws a `MessageError` that names the key. */
export function parseAt<Patch extends object>(schema: z.ZodType<Patch>, payload: unknown, now: Instant): Patch {
  const patch = parse(schema, payload);
  assertTimes(patch, now);
  return patch;
}

/**
 * Throws a `MessageError` that names the key whose time is more than a year from `now`, or has passed; where the clock is not set, the
 * key whose time is the end of an override or a grid limit.
 */
export function assertTimes(patch: object, now: Instant): void {
  for (const [key, value] of Object.entries(patch)) {
    const { data: iso } = isoText.safeParse(value);
    if (iso !== undefined) assertTime(key, iso, now);
  }
}

function assertTime(key: string, iso: string, now: Instant): void {
  if (!isKnownTime(now)) {
    if (!key.endsWith('Until')) return;
    throw new MessageError(`${key}: ${iso} cannot be checked while the clock is not set; minutes are allowed`);
  }
  if (key !== 'earliest' && instantOf(iso) <= now)
    throw new MessageError(`${key}: ${iso} has passed; a time in the future is allowed`);
  if (isFar(instantOf(iso), now))
    throw new MessageError(`${key}: ${iso} is more than a year away; a time within a year is allowed`);
}

/** The end that a message gave: so many minutes from `now`, or that instant; `undefined` where it gave none, or that has passed. */
export function endTold(told: string | number | null, now: Instant): Instant | undefined {
  if (typeof told === 'number') return now + told * 60;
  const end = told === null ? now : instantOf(told);
  return end > now ? end : undefined;
}
