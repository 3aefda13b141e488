import { DAY_SECONDS } from '../core/time.ts';
import { MeterFileError } from './meter-file-error.ts';
import { isWeekday } from './weekdays.ts';

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

/** A date, perhaps with its weekday in front, and the text behind it. */
const dated = /^((?:\p{L}+[.,]? )?\d{1,4}[-/.]\d\d?[-/.]\d{1,4})(?!\d)(.*)$/u;
const yearFirst = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)$/;
const yearLast = /^(?:(\D+) )?(\d\d?)([-/.])(\d\d?)[-/.](\d{4}|\d\d)$/;
const clockTime = /^[T ,]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?(?:\d\d)?)?$/i;
const likeDate =
  /^(?:(\p{L}+)[.,]? )?(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.](?:\d{4}|\d\d))(?:$|[T ,]+\d\d?(?::|$))/u;
const epoch = /^(\d{9,10})(?:\.\d+)?$|^(\d{13})$|^(\d{16})$|^(\d{19})$/;

/** Seconds after midnight, and those that the clock is ahead of UTC where that is told. */
interface TimeOfDay {
  readonly seconds: number;
  readonly offset: number | undefined;
}

/** Reads `text` as a date with or without a time, or as UNIX time in any usual unit; nothing where it is neither. */
export const stampOf = (text: string): MeterStamp | undefined => stampReader('day-first')(text);

/** A reader of the stamps of a file, which meets each date and each time of the day often and reads it once. */
export function stampReader(order: DayOrder): (text: string) => MeterStamp | undefined {
  const dateOf = remembered((text) => midnightOf(text, order));
  const timeOf = remembered(timeOfDay);
  return (text) => {
    if (text.length > MOST_TEXT) return undefined;
    const [, date, rest = ''] = /[T ,]/.test(text[10] ?? '')
      ? ['', text.slice(0, 10), text.slice(10)]
      : (dated.exec(text) ?? []);
    if (date === undefined) return epochStamp(text);
    const [midnight, time] = [dateOf(date), timeOf(rest)];
    if (midnight === undefined || time === undefined) return undefined;
    return within({ seconds: midnight + time.seconds - (time.offset ?? 0), local: time.offset === undefined, text });
  };
}

/** A date and the number of an hour, up to 25, as `2026/10/25 25` or `2026/10/25 25:00`; any other text by `plain`. */
export function hourStamp(text: string, plain = stampOf): MeterStamp | undefined {
  const { date, hour } = dateAndHour(text) ?? { date: text, hour: 0 };
  const day = plain(date);
  return day && hour <= 25 ? { ...day, seconds: day.seconds + hour * 3600, text } : undefined;
}

/** The parts of a date with the number of an hour. */
export function dateAndHour(text: string): { readonly date: string; readonly hour: number } | undefined {
  const [, date, hour] = /^(\S+) (\d{1,2})(?::00)*$/.exec(text) ?? [];
  return date === undefined ? undefined : { date, hour: Number(hour) };
}

/** Whether `text` has the form of a date with or without a time, even of one that no calendar or clock has. */
export function isLikeDate(text: string): boolean {
  const [all, word] = likeDate.exec(text) ?? [];
  return all !== undefined && (word === undefined || isWeekday(word));
}

function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? read(text);
    known.set(text, found);
    return found;
  };
}

/** UNIX seconds of a date's midnight in UTC. */
function midnightOf(text: string, order: DayOrder): number | undefined {
  const [, year = '', month = '', day = ''] = yearFirst.exec(text) ?? [];
  if (year) return calendarDay(Number(year), Number(month), Number(day));
  const [, word, first = '', , second = '', short = ''] = yearLast.exec(text) ?? [];
  // `Total 31.01.2026` is no date.
  if (word !== undefined && !isWeekday(word)) return undefined;
  const full = Number(short.length === 2 ? `20${short}` : short);
  const isDayFirst = order === 'day-first';
  return calendarDay(full, Number(isDayFirst ? second : first), Number(isDayFirst ? first : second));
}

function calendarDay(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / 1000 : undefined;
}

function timeOfDay(text: string): TimeOfDay | undefined {
  if (text.trim() === '') return { seconds: 0, offset: undefined };
  const [all, hour, minute, second = '0', zone] = clockTime.exec(text) ?? [];
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (all === undefined || h > 24 || m > 59 || s > 59 || (h === 24 && m + s > 0)) return undefined;
  return { seconds: h * 3600 + m * 60 + s, offset: offsetSeconds(zone) };
}

function offsetSeconds(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/**
 * The order of dates that name the year last: as one of them shows by a number above 12, else as `usual`, else as makes the
 * days of a file with several rows a day follow each other. Points always mean day first; other dates need no order.
 */
export function dayOrderOf(texts: Iterable<string>, usual?: DayOrder): DayOrder {
  let [unclear, last] = ['', ''];
  let [rows, dates] = [0, 0];
  const shown = new Set<DayOrder>();
  const follows = { 'day-first': 0, 'month-first': 0 };
  for (const text of texts) {
    const date = dated.exec(text.slice(0, MOST_TEXT))?.[1] ?? '';
    rows += 1;
    if (date === last) continue;
    const [, , first = '', mark, second = ''] = yearLast.exec(date) ?? [];
    if (rows === 1 && (mark === '.' || yearFirst.test(date))) return 'day-first';
    if (!first || mark === '.') continue;
    if (Number(first) > 12) shown.add('day-first');
    else if (Number(second) > 12) shown.add('month-first');
    else unclear ||= text;
    for (const order of ['day-first', 'month-first'] as const) follows[order] += isNextDay(last, date, order) ? 1 : 0;
    last = date;
    dates += 1;
  }
  const { 'day-first': days, 'month-first': months } = follows;
  const following = rows < 2 * dates || days === months ? undefined : days > months ? 'day-first' : 'month-first';
  const [order = usual ?? following] = shown;
  if (shown.size > 1 || (order === undefined && unclear)) throw new MeterFileError('day-or-month', { cell: unclear });
  return order ?? 'day-first';
}

function isNextDay(one: string, other: string, order: DayOrder): boolean {
  const [from = Number.NaN, to = Number.NaN] = [midnightOf(one, order), midnightOf(other, order)];
  return Math.abs(to - from) === DAY_SECONDS;
}

function epochStamp(text: string): MeterStamp | undefined {
  const [, seconds, milli, micro, nano] = epoch.exec(text) ?? [];
  const whole = seconds ?? milli?.slice(0, -3) ?? micro?.slice(0, -6) ?? nano?.slice(0, -9);
  return whole === undefined ? undefined : within({ seconds: Number(whole), local: false, text });
}

const within = (stamp: MeterStamp) => (stamp.seconds >= FIRST && stamp.seconds <= LAST ? stamp : undefined);
