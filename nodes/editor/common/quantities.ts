import { hundredths } from '../../../src/core/vocabulary.ts';
import { fullTime, readWeek } from '../../../src/messages/demand/week.ts';
import { numberIn } from './numbers.ts';

/** Durations, prices and times as people write them, read into what a field keeps: minutes, major units per kWh, and days by their English names. */

/** Hours and minutes in the languages of ours. */
const HOURS = 'h|hrs?|hours?|std\\.?|stunden?|u|uur|uren|heures?|horas?|t|tim\\.?|timm(?:e|ar)|timer?';
const MINUTES = "m|min\\.?|minu[a-z]+|'|′";

const hours = new RegExp(`^(\\d+(?:[.,]\\d+)?)\\s*(?:${HOURS})$`, 'i');
const clock = new RegExp(`^(\\d{1,3})\\s*(?::|(?:${HOURS})(?![a-z]))\\s*([0-5]?\\d)\\s*(?:h|${MINUTES})?$`, 'i');
const minutes = new RegExp(`^(\\d+)\\s*(?:${MINUTES})\\.?$`, 'i');

/** Whole minutes of `2 h`, `1.5 h`, `2:30`, `1 h 30` or `90 min`; any other text, a number too, stays as it is. */
export function typedMinutes(text: string): string {
  const typed = text.trim();
  const [, whole] = minutes.exec(typed) ?? [];
  if (whole) return whole;
  const [, part] = hours.exec(typed) ?? [];
  if (part) return String(Math.round(numberIn(part) * 60));
  const [, hour, minute] = clock.exec(typed) ?? [];
  return hour && minute ? String(Number(hour) * 60 + Number(minute)) : text;
}

const price = /^(-?\d*[.,]?\d+)\s*([^\d\s/.,-][^\d/]*?)?\s*(?:\/\s*kWh|(?:per|je|pr\.?|par|por) kWh)?$/i;
const percent = /^(\d+),(\d+)\s*%$/;

const signs: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  euro: ['EUR'],
  '£': ['GBP'],
  kr: ['DKK', 'NOK', 'SEK'],
  'kr.': ['DKK', 'NOK', 'SEK'],
  zł: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  lei: ['RON'],
  'fr.': ['CHF'],
};
/** Other ways to write the hundredths of a currency. */
const cents: Readonly<Record<string, string>> = {
  ...{ cent: 'ct', cents: 'ct', cts: 'ct', c: 'ct', '¢': 'ct', 'c€': 'ct', centime: 'ct', centimes: 'ct' },
  ...{ céntimo: 'ct', céntimos: 'ct', centimo: 'ct', centimos: 'ct', ore: 'øre', öre: 'øre', rp: 'rp.' },
};
const centOf = (unit: string) => cents[unit] ?? unit;

/**
 * A price in major units of `currency` per kWh of `15 ct`, `0,15 EUR` or `0.15 €/kWh`, and percent of `80,5 %`; any other text
 * stays as it is.
 * @param currency ISO 4217; empty where it is not known: any that has hundredths by that name will do.
 * @param perMajor how many of the unit of a bare number make one of the currency.
 */
export function typedPrice(text: string, currency: string, perMajor = 1): string {
  const typed = text.trim().replace(/^[\u2212\u2013]/, '-');
  if (percent.test(typed)) return typed.replace(',', '.');
  const [, amount = '', said = ''] = price.exec(typed) ?? [];
  if (amount === '') return text;
  const unit = said.toLowerCase();
  if (unit === '') return plain(numberIn(amount) / perMajor);
  const sold = currency ? [currency] : Object.keys(hundredths);
  if (sold.some((code) => centOf(hundredths[code]?.toLowerCase() ?? '-') === centOf(unit)))
    return plain(numberIn(amount) / 100);
  const major =
    currency === ''
      ? /^[a-z]{3}$/.test(unit) || unit in signs
      : unit === currency.toLowerCase() || signs[unit]?.includes(currency);
  return major ? plain(numberIn(amount)) : text;
}

const plain = (value: number): string => String(Math.round(value * 1e8) / 1e8);

/** Any week will do: its Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** A time of day: with minutes behind `:`, `.` or `h`, or full hours that are named as such. */
const time =
  /(?<![\d:.+T-])(?:kl\.? ?|à |a las? )?(\d{1,2})(?:(?:[:.]| ?[hu] ?)([0-5]\d)(?: ?(?:h|uhr|uur|u)(?![a-z]))?| ?(?:h|uhr|uur|u)(?![a-z])|(?= ?[ap]m\b))(?: ?([ap])m\b)?(?![\d:])/giu;

/**
 * `07:00` of `7` or `700`, `Fri 07:00` of `Friday 7 h`, and of `Freitag 7.00` or `fr. 7 Uhr` where that is the language; any other text stays as it is.
 */
export function typedTimes(text: string, language: string): string {
  const read = text
    .trim()
    .replace(time, (_, hour: string, minute = '00', half = '') => `${hourOf(hour, half)}:${minute}`)
    .replace(/\s*,\s*/g, ', ')
    .replace(/(?<=\p{L}\.?)\s*[\u2010-\u2013-]\s*(?=\p{L})/gu, '-')
    .replace(/(\p{L}{2,})\.?/gu, (written, name: string) => dayNamed(name, language) ?? written);
  const full = fullTime(read);
  return readWeek(full) ? full : text;
}

const hourOf = (hour: string, half: string): string =>
  String(half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0');

/** `Fr 07:00` of `Fri 07:00` in German, `fre 07.00` in Danish, as `typedTimes` reads it back; any other text stays as it is. */
export function shownTimes(text: string, language: string): string {
  if (!readWeek(text)) return text;
  const names = new Map(dayNames(language).map(([name, english]) => [english, name]));
  return text.replace(/[A-Z][a-z]{2}/g, (english) => names.get(english) ?? english).replaceAll(':', timeSign(language));
}

/** The sign between hours and minutes. */
const timeSign = (language: string): string =>
  new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })
    .format(0)
    .charAt(2);

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** True of times that repeat, or of one in ISO 8601 with an offset. */
export const isTimes = (text: string): boolean =>
  readWeek(text) !== undefined || (moment.test(text) && !Number.isNaN(Date.parse(text)));

type DayNames = readonly (readonly [name: string, english: string])[];
const dayNamesBy = new Map<string, DayNames>();

/** The days in a language, long and short, each with its short English name. Kept: a format takes the browser long to make. */
function dayNames(language: string): DayNames {
  const known = dayNamesBy.get(language);
  if (known) return known;
  const namesIn = (locale: string, weekday: 'long' | 'short') => {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
    return Array.from({ length: 7 }, (_, i) => format.format(MONDAY + i * DAY_MS));
  };
  const english = namesIn('en', 'short');
  const names = (['long', 'short'] as const).flatMap((weekday) =>
    namesIn(language, weekday).map((name, i) => [name.replace('.', ''), english[i] ?? ''] as const),
  );
  dayNamesBy.set(language, names);
  return names;
}

/** The short English name of a day that is written in a language: in full, with an ending, or as much of it as tells it apart. */
function dayNamed(written: string, language: string): string | undefined {
  const name = plainly(written);
  const exact = new Map(['en', language].flatMap(dayNames).map(([own, english]) => [plainly(own), english])).get(name);
  const alike = dayNames(language).filter(([own]) => plainly(own).startsWith(name));
  const found = new Set(alike.map(([, english]) => english));
  return exact ?? (found.size === 1 ? [...found][0] : undefined);
}

/** Without accents, which not everybody types. */
const plainly = (name: string): string => name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
