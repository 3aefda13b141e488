import type { UnixSeconds } from './types.ts';

/** Seconds in the year 5138. A larger number is milliseconds: those of any day after March 1973 are. */
const FIRST_MILLISECONDS = 1e11;

/** @throws TypeError for a value that is no number, RangeError for one that is not UNIX seconds; both name the field */
export function checkInstant(field: string, value: UnixSeconds): void {
  // A plan checks thousands of numbers: the text is made for a wrong one only.
  if (typeof value === 'number' && Number.isFinite(value) && !isMilliseconds(value)) return;
  const got = `${field} must be UNIX seconds, got ${shown(value)}`;
  if (typeof value !== 'number') throw new TypeError(got);
  throw new RangeError(Number.isFinite(value) ? `${got}: these are milliseconds` : got);
}

export const isMilliseconds = (value: UnixSeconds): boolean => Math.abs(value) >= FIRST_MILLISECONDS;

/** @throws TypeError for a value that is no number, RangeError for a number that is not allowed; both name the field */
export function checkNumber(field: string, value: unknown, allowed: string, isRight: (value: number) => boolean): void {
  if (typeof value === 'number' && isRight(value)) return;
  const got = `${field} must be ${allowed}, got ${shown(value)}`;
  throw typeof value === 'number' ? new RangeError(got) : new TypeError(got);
}

/** @throws TypeError naming the field */
export function checkList(field: string, value: unknown): void {
  if (!Array.isArray(value)) throw new TypeError(`${field} must be an array, got ${shown(value)}`);
}

/** @throws TypeError naming the field */
export function checkObject(field: string, value: unknown, allowed = 'an object'): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${field} must be ${allowed}, got ${shown(value)}`);
}

/** @throws TypeError for a value of another type, RangeError for one that is not in the list; both name the field */
export function checkChoice<T extends string | number>(field: string, value: unknown, choices: readonly T[]): void {
  if (choices.includes(value as T)) return;
  const got = `${field} must be ${choices.map(shown).join(' or ')}, got ${shown(value)}`;
  throw typeof value === typeof choices[0] ? new RangeError(got) : new TypeError(got);
}

/** A wrong value as an error repeats it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Date) return 'a Date';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
