import { MeterFileError } from './meter-file-error.ts';

/** A time as a file tells it. */
export interface MeterStamp {
  /** UNIX seconds; where the stamp is `local`, those at which a clock in UTC shows the same. */
  readonly seconds: number;
  /** True where nothing tells the offset from UTC. */
  readonly local: boolean;
  /** True where only a time of the day is told, so that the day may be the next one. */
  readonly dayless?: boolean;
  readonly text: string;
}

/** Which of two numbers is the day in a date as 03/04/2026. */
export type DayOrder = 'day-first' | 'month-first';

const FIRST = Date.UTC(2000) / 1000;
const LAST = Date.UTC(2100) / 1000;
const MOST_TEXT = 60;

const TIME = '(?:[T ,]+(\\d\\d?):(\\d\\d)(?::(\\d\\d)(?:[.,]\\d+)?)?\\s*(Z|[+-]\\d\\d:?(?:\\d\\d)?)?)?';
const yearFirst = new RegExp(`^(\\d{4})[-/.](\\d\\d?)[-/.](\\d\\d?)${TIME}$`, 'i');
const yearLast = new RegExp(`^(?:\\p{L}+[.,]? )?(\\d\\d?)([-/.])(\\d\\d?)[-/.](\\d{4}|\\d\\d)${TIME}$`, 'iu');
const epoch = /^(\d{9,10})(?:\.\d+)?$|^(\d{13})$|^(\d{16})$|^(\d{19})$/;

/** Reads `text` as a date with or without a time, or as UNIX time in any usual unit; nothing where it is neither. */
export function stampOf(text: string, order: DayOrder = 'day-first'): MeterStamp | undefined {
  if (text.length > MOST_TEXT) return undefined;
  const [, year = '', month = '', day = '', ...time] = yearFirst.exec(text) ?? [];
  if (year) return calendarStamp(text, [year, month, day], time);
  const [, first = '', , second = '', short = '', ...clock] = yearLast.exec(text) ?? [];
  const full = short.length === 2 ? `20${short}` : short;
  if (full) return calendarStamp(text, order === 'day-first' ? [full, second, first] : [full, first, second], clock);
  return epochStamp(text);
}

/** The order of dates that name the year last, as one of them shows by a number above 12; points always mean day first. */
export function dayOrderOf(texts: Iterable<string>): DayOrder {
  let unclear = '';
  const shown = new Set<DayOrder>();
  for (const text of texts) {
    const [, first = '', mark, second = ''] = yearLast.exec(text.slice(0, MOST_TEXT)) ?? [];
    if (!first || mark === '.') continue;
    if (Number(first) > 12) shown.add('day-first');
    else if (Number(second) > 12) shown.add('month-first');
    else unclear ||= text;
  }
  if (shown.size > 1 || (shown.size === 0 && unclear)) throw new MeterFileError('day-or-month', { cell: unclear });
  return [...shown][0] ?? 'day-first';
}

function calendarStamp(
  text: string,
  [year, month, day]: readonly [string, string, string],
  [hour = '0', minute = '0', second = '0', offset]: readonly (string | undefined)[],
): MeterStamp | undefined {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (h > 24 || m > 59 || s > 59 || (h === 24 && m + s > 0)) return undefined;
  const [y, mon, d] = [Number(year), Number(month), Number(day)];
  if (mon < 1 || mon > 12 || d < 1 || (d > 28 && d > new Date(Date.UTC(y, mon, 0)).getUTCDate())) return undefined;
  const wall = Date.UTC(y, mon - 1, d) / 1000 + h * 3600 + m * 60 + s;
  return within({ seconds: wall - offsetSeconds(offset), local: offset === undefined, text });
}

function offsetSeconds(offset: string | undefined): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset ?? '') ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

function epochStamp(text: string): MeterStamp | undefined {
  const [, seconds, milli, micro, nano] = epoch.exec(text) ?? [];
  const whole = seconds ?? milli?.slice(0, -3) ?? micro?.slice(0, -6) ?? nano?.slice(0, -9);
  return whole === undefined ? undefined : within({ seconds: Number(whole), local: false, text });
}

const within = (stamp: MeterStamp) => (stamp.seconds >= FIRST && stamp.seconds <= LAST ? stamp : undefined);
