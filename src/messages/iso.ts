import { z } from 'zod';
import type { Instant } from '../core/time.ts';
import { MessageError } from './parse.ts';

/** ISO 8601 with an offset, with seconds or without. */
export const isoText = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
  error: 'expected ISO 8601 with an offset, as 2026-03-29T07:00:00+02:00',
});

/** UNIX seconds of ISO 8601 text that a schema has read. */
export const instantOf = (iso: string): Instant => Date.parse(iso) / 1000;

/** Seconds, a year: what is further away is a mistake, such as a digit too many. */
const MOST_AWAY = 366 * 86_400;

export const isFar = (instant: Instant, now: Instant): boolean => Math.abs(instant - now) > MOST_AWAY;

/** Throws a `MessageError` that names the key where its time is more than a year from `now`. */
export function assertNear(key: string, iso: string, now: Instant): void {
  if (!isFar(instantOf(iso), now)) return;
  throw new MessageError(`${key}: ${iso} is more than a year away; a time within a year is allowed`);
}

/** Throws a `MessageError` that names the key where its time is not after `now`. */
export function assertToCome(key: string, iso: string, now: Instant): void {
  if (instantOf(iso) <= now) throw new MessageError(`${key}: ${iso} has passed; a time to come is allowed`);
}

/** The end that a message gave: so many minutes from `now`, or that instant; `undefined` where it gave none, or that has passed. */
export function endTold(told: string | number | null, now: Instant): Instant | undefined {
  if (typeof told === 'number') return now + told * 60;
  const end = told === null ? now : instantOf(told);
  return end > now ? end : undefined;
}
