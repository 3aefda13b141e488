import { IANAZone } from 'luxon';
import { type Latest, latestEntries } from './cache/latest.ts';

/** UNIX seconds. */
export type Instant = number;

/** A stretch of time, `start` inside and `end` outside. */
export interface Span {
  readonly start: Instant;
  readonly end: Instant;
}

/** A calendar day as `YYYY-MM-DD`; such strings sort by time. */
export type LocalDate = string;

/** The face of a clock on the wall at an instant. */
export interface WallClock {
  readonly date: LocalDate;
  /** 1 to 12. */
  readonly month: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  /** Minutes since 00:00 as the clock shows them, 0 to 1439. */
  readonly minute: number;
}

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 86_400;

/** Before the first version of ours: a clock that shows such a time has not been set. */
const FIRST_TIME = Date.UTC(2025, 0, 1) / 1000;

/** False where the clock cannot be right, as on a computer without a battery for it that has just started. */
export const isKnownTime = (now: Instant): boolean => now >= FIRST_TIME;

/** Valid names that were tested last: Luxon takes as long as a message for the test. */
const validZones = latestEntries<true>(100);

/** The test for the name of an IANA zone, as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  if (validZones.get(name)) return true;
  if (!IANAZone.isValidZone(name)) return false;
  validZones.set(name, true);
  return true;
}

/** Seconds that a zone is ahead of UTC on a UTC day: `before`, and from `change` on `after`. */
interface DayOffset {
  readonly before: number;
  readonly change: Instant;
  readonly after: number;
}

/** Cached UTC days per zone: a bill goes through the days of its years again and again. */
const CACHED_DAYS = 800;
const offsets = new Map<string, Latest<DayOffset, number>>();

const freshOffset = (instant: Instant, zone: string): number => IANAZone.create(zone).offset(instant * 1000) * 60;

/** A zone changes its offset once a day at most; bisection finds the second. */
function dayOffset(day: number, zone: string): DayOffset {
  let [last, change] = [day * DAY_SECONDS, (day + 1) * DAY_SECONDS];
  const [before, after] = [freshOffset(last, zone), freshOffset(change, zone)];
  while (before !== after && change - last > 1) {
    const middle = Math.floor((last + change) / 2);
    if (freshOffset(middle, zone) === before) last = middle;
    else change = middle;
  }
  return { before, change, after };
}

/** Seconds that `zone` is ahead of UTC at `instant`. Callers request the same days again and again, and Luxon takes microseconds. */
function offsetAt(instant: Instant, zone: string): number {
  const day = Math.floor(instant / DAY_SECONDS);
  let days = offsets.get(zone);
  if (!days) {
    days = latestEntries(CACHED_DAYS);
    offsets.set(zone, days);
  }
  let known = days.get(day);
  if (!known) {
    known = dayOffset(day, zone);
    days.set(day, known);
  }
  return instant < known.change ? known.before : known.after;
}

/** The first instant at which `zone` shows a local time, in seconds as if it were UTC; of a skipped time the one that is as far behind the change. */
function instantOf(local: number, zone: string): Instant {
  const [before, after] = [offsetAt(local - DAY_SECONDS, zone), offsetAt(local + DAY_SECONDS, zone)];
  if (before === after) return local - before;
  const shown = [before, after].map((offset) => local - offset).filter((at) => at + offsetAt(at, zone) === local);
  return shown.length > 0 ? Math.min(...shown) : local - before;
}

/** Seconds of 00:00 on `date` by UTC. */
const midnightOf = (date: LocalDate): number => Date.parse(date) / 1000;

/** Formatted days: a series has a hundred intervals of each. */
const dates = latestEntries<LocalDate, number>(CACHED_DAYS);

/** @param local Seconds as if the local time were UTC. */
function dateOf(local: number): LocalDate {
  const day = Math.floor(local / DAY_SECONDS);
  const known = dates.get(day);
  if (known) return known;
  const date = new Date(local * 1000).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

/** Whether `text` is `YYYY-MM-DD` and in the calendar. */
export const isLocalDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dateOf(midnightOf(text)) === text;

/** `YYYYMMDD` as `YYYY-MM-DD`; any other text as it is. */
export const dashedDate = (text: string): LocalDate => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** `YYYY-MM-DD` as `YYYYMMDD`, which versions are named by. */
export const compactDate = (date: LocalDate): string => date.replaceAll('-', '');

/** Whether `text` is `YYYYMMDD`, or as above, and in the calendar. */
export const calendarDay = (text: string): boolean => isLocalDate(dashedDate(text));

/** The calendar day of `instant` in `zone`. */
export const localDate = (instant: Instant, zone: string): LocalDate => dateOf(instant + offsetAt(instant, zone));

/** The wall clock's `HH:MM` at `instant` in `zone`. */
export const clockTime = (instant: Instant, zone: string): string =>
  new Date((instant + offsetAt(instant, zone)) * 1000).toISOString().slice(11, 16);

/** `date` moved by whole calendar days. */
export const addDays = (date: LocalDate, days: number): LocalDate => dateOf(midnightOf(date) + days * DAY_SECONDS);

/** The first day of the month after that of a date, or of a month such as `2026-01`. */
export const nextMonth = (date: string): LocalDate => `${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;

/** Calendar days from one date to another. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  (midnightOf(to) - midnightOf(from)) / DAY_SECONDS;

/** Whether a calendar day is a Saturday or a Sunday. */
export const isWeekend = (date: LocalDate): boolean => wallClock(midnightOf(date), 0).weekday > 5;

/** Local midnight to local midnight: 23, 24 or 25 hours. */
export function localDay(date: LocalDate, zone: string): Span {
  const midnight = midnightOf(date);
  return { start: instantOf(midnight, zone), end: instantOf(midnight + DAY_SECONDS, zone) };
}

/**
 * The instant at which `zone` shows `HH:MM` on `date`. A time that the spring change skips is moved on by the
 * skipped hour; one that the autumn change repeats is its first occurrence.
 */
export function wallTime(date: LocalDate, time: string, zone: string): Instant {
  return instantOf(Date.parse(`${date}T${time}Z`) / 1000, zone);
}

/** The first `HH:MM` in `zone` strictly after `instant`. */
export function nextWallTime(time: string, instant: Instant, zone: string): Instant {
  const today = localDate(instant, zone);
  const candidate = wallTime(today, time, zone);
  return candidate > instant ? candidate : wallTime(addDays(today, 1), time, zone);
}

/**
 * The zone's offset from UTC in seconds, for instants inside `span`. Luxon is asked once an hour of the span at
 * the most, never per point: a series of 480 points would otherwise cost milliseconds.
 */
export function offsetsOver(span: Span, zone: string): (instant: Instant) => number {
  const offset = (instant: Instant) => offsetAt(instant, zone);
  let before = offset(span.start);
  const changes: { from: Instant; offset: number }[] = [{ from: span.start, offset: before }];
  for (let day = span.start; day < span.end; day += DAY_SECONDS) {
    const after = offset(Math.min(day + DAY_SECONDS, span.end));
    if (after === before) continue;
    // European zones change on a whole UTC hour.
    let hour = Math.floor(day / HOUR_SECONDS + 1) * HOUR_SECONDS;
    while (offset(hour) === before) hour += HOUR_SECONDS;
    changes.push({ from: hour, offset: after });
    before = after;
  }
  return (instant) => {
    let found = changes[0] as { offset: number };
    for (const change of changes) if (change.from <= instant) found = change;
    return found.offset;
  };
}

/** The zone's offset in seconds in January of the year of `instant`: that is standard time. */
export const winterOffset = (instant: Instant, zone: string): number =>
  offsetAt(Date.UTC(new Date(instant * 1000).getUTCFullYear(), 0, 15) / 1000, zone);

/** The wall clock at `instant` where the offset from UTC is `offset` seconds. */
export function wallClock(instant: Instant, offset: number): WallClock {
  const local = new Date((instant + offset) * 1000);
  return {
    date: local.toISOString().slice(0, 10),
    month: local.getUTCMonth() + 1,
    weekday: local.getUTCDay() || 7,
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
  };
}

/** ISO 8601 with the offset: `2026-03-29T03:00:00+02:00`. */
export function isoTime(instant: Instant, offset: number): string {
  const local = new Date((instant + offset) * 1000).toISOString().slice(0, 19);
  const minutes = Math.abs(offset) / 60;
  const pad = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`;
}

/** ISO 8601 with the offset of `zone`, for instants inside `span`. */
export function isoTimesOver(span: Span, zone: string): (instant: Instant) => string {
  const offset = offsetsOver(span, zone);
  return (instant) => isoTime(instant, offset(instant));
}

/** One instant as ISO 8601 with the offset of `zone`. */
export function isoTimeIn(zone: string, instant: Instant): string {
  return isoTimesOver({ start: instant, end: instant }, zone)(instant);
}

/** RFC 3339 in UTC: `2026-03-29T01:00:00Z`. */
export function utcTime(instant: Instant): string {
  return `${new Date(instant * 1000).toISOString().slice(0, 19)}Z`;
}
