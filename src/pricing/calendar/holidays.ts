import type { LocalDate } from '../../core/time.ts';

/** The public holidays of a market; a set of dates is one too. */
export interface Holidays {
  has(date: LocalDate): boolean;
}

/** A rule: `12-25` every year, `easter-2` for Good Friday, `easter+39` for Ascension Day, or the one day `2026-06-05`. */
export const HOLIDAY_RULE = /^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$|^easter([+-]\d{1,2})?$/;

/** Holidays by rules. The days of a year are calculated at the first use of the year. */
export class RuledHolidays implements Holidays {
  readonly rules: readonly string[];
  readonly #years = new Map<string, ReadonlySet<LocalDate>>();

  constructor(rules: readonly string[] = []) {
    this.rules = rules;
  }

  has(date: LocalDate): boolean {
    const year = date.slice(0, 4);
    const days = this.#years.get(year) ?? new Set(this.rules.map((rule) => dayOf(rule, Number(year))));
    this.#years.set(year, days);
    return days.has(date);
  }
}

function dayOf(rule: string, year: number): LocalDate {
  if (!rule.startsWith('easter')) return rule.length === 5 ? `${year}-${rule}` : rule;
  const easter = easterSunday(year);
  easter.setUTCDate(easter.getUTCDate() + Number(rule.slice('easter'.length)));
  return easter.toISOString().slice(0, 10);
}

/** Gregorian computus (Meeus, Jones and Butcher), valid for every year of the Gregorian calendar. */
function easterSunday(year: number): Date {
  const a = year % 19;
  const [b, c] = [Math.trunc(year / 100), year % 100];
  const [d, e] = [Math.trunc(b / 4), b % 4];
  const g = Math.trunc((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.trunc(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.trunc((a + 11 * h + 22 * l) / 451);
  const month = Math.trunc((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return new Date(Date.UTC(year, month - 1, day));
}
