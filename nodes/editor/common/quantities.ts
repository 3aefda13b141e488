import { hundredths } from '../../../src/core/vocabulary.ts';
import { readWeek } from '../../../src/messages/demand/week.ts';
import { numberIn } from './numbers.ts';

/** Durations, prices and times as people write them, read into what a field keeps: minutes, major units per kWh, and days by their English names. */

const hours = /^(\d+(?:[.,]\d+)?)\s*(?:h|hours?|std\.?|stunden?)$/i;
const clock = /^(\d{1,3})\s*(?::|h)\s*([0-5]?\d)\s*(?:h|m|min)?$/i;
const minutes = /^(\d+)\s*(?:m|min|minutes?|minuten?)\.?$/i;

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

const price = /^(-?\d*[.,]?\d+)\s*([^\d\s/.,-][^\d/]*?)?\s*(?:\/\s*kWh|per kWh|je kWh)?$/i;

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
const cents: Readonly<Record<string, string>> = { cent: 'ct', c: 'ct', '¢': 'ct', ore: 'øre', öre: 'øre', rp: 'rp.' };
const centOf = (unit: string) => cents[unit] ?? unit;

/**
 * A price in major units of `currency` per kWh of `15 ct`, `0,15` or `0.15 €/kWh`; any other text, a number too, stays as it is.
 * @param currency ISO 4217; empty where it is not known: any that has hundredths by that name will do.
 */
export function typedPrice(text: string, currency: string): string {
  const [, amount = '', said = ''] = price.exec(text.trim()) ?? [];
  if (amount === '') return text;
  const unit = said.toLowerCase();
  const sold = currency ? [currency] : Object.keys(hundredths);
  if (sold.some((code) => unit !== '' && centOf(hundredths[code]?.toLowerCase() ?? '-') === centOf(unit)))
    return plain(numberIn(amount) / 100);
  const major =
    unit === '' ||
    (currency === ''
      ? /^[a-z]{3}$/.test(unit) || unit in signs
      : unit === currency.toLowerCase() || signs[unit]?.includes(currency));
  return major ? plain(numberIn(amount)) : text;
}

const plain = (value: number): string => String(Math.round(value * 1e8) / 1e8);

/** Any week will do: its Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** `Fri 07:00` of `Friday 07:00`, and of `Freitag 07:00` where that is the language; any other text stays as it is. */
export function typedTimes(text: string, language: string): string {
  const names = new Map(['en', language].flatMap(dayNames).map(([name, english]) => [name.toLowerCase(), english]));
  const read = text
    .trim()
    .replace(/\s*,\s*/g, ', ')
    .replace(/(\p{L}+)\.?/gu, (written, name: string) => names.get(name.toLowerCase()) ?? written);
  return readWeek(read) ? read : text;
}

/** `Fr 07:00` of `Fri 07:00` in German, `vr 07:00` in Dutch, as `typedTimes` reads it back; any other text stays as it is. */
export function shownTimes(text: string, language: string): string {
  if (!readWeek(text)) return text;
  const names = new Map(dayNames(language).map(([name, english]) => [english, name]));
  return text.replace(/[A-Z][a-z]{2}/g, (english) => names.get(english) ?? english);
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** True of times that repeat, or of one in ISO 8601 with an offset. */
export const isTimes = (text: string): boolean =>
  readWeek(text) !== undefined || (moment.test(text) && !Number.isNaN(Date.parse(text)));

/** The days as a language writes them, long and short, each with its short English name. */
const dayNames = (language: string) =>
  (['long', 'short'] as const).flatMap((weekday) =>
    Array.from({ length: 7 }, (_, i) => {
      const name = (locale: string, length: 'long' | 'short') =>
        new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(MONDAY + i * DAY_MS);
      return [name(language, weekday).replace('.', ''), name('en', 'short')] as const;
    }),
  );
