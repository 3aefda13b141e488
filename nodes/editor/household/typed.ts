import { typedNumber } from '../common/numbers.ts';
import { isTimes, shownTimes, typedMinutes, typedTimes } from '../common/quantities.ts';

/** What the amount of a device is counted in. */
export const units = { energy_kwh: 'kWh', minutes: 'min', target_soc: '%' } as const;
type AmountKey = keyof typeof units;

const number = /^\d+(\.\d+)?$/;
const clock = /^(\d{1,2})(?:\s*[:.,h]?\s*([0-5]\d))?\s*h?$/i;

/** Its unit may stand beside it as in a field of that name. */
const fields = { energy_kwh: 'energyKwh', minutes: '', target_soc: 'targetSoc' } as const;

/** An amount as its command says it: `2.5` of `2,5` or `2,5 kWh`, `150` of `150`, `2:30` or `2,5` hours; `undefined` of anything else. */
export function typedAmount(key: AmountKey, text: string, language: string): string | undefined {
  const numberOf = (typed: string) => {
    const read = typedNumber(typed, language, fields[key]);
    return number.test(read) ? read : undefined;
  };
  if (key !== 'minutes') return numberOf(text);
  const minutes = numberOf(typedMinutes(text));
  // Nobody means a part of a minute.
  return minutes?.includes('.') ? numberOf(typedMinutes(`${text.trim()} h`)) : minutes;
}

/** A deadline as its command says it: `07:00` of `7`, `7.00` or `7:00`, `Fri 07:00` of `Freitag 07:00`, or what was shown, by the next time that clocks show it after `now`; `undefined` of anything else. */
export function typedDeadline(text: string, language: string, timeZone: string, now: number): string | undefined {
  const typed = text.trim();
  const [, hour, minute = '00'] = clock.exec(typed) ?? [];
  if (hour === undefined && moment.test(typed)) return instantAt(typed, timeZone, now);
  const read = hour === undefined ? typedTimes(text, language) : `${hour.padStart(2, '0')}:${minute}`;
  return isTimes(read) ? read : undefined;
}

/** A deadline in the writing of its reader; one that is given once as clocks in its time zone show it, `2026-11-23 21:19`. */
export function shownDeadline(said: string, language: string, timeZone: string): string {
  return once.test(said) ? clocksIn(timeZone)(Date.parse(said)) : shownTimes(said, language);
}

const once = /^\d{4}-/;
const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;

/** What clocks in a time zone show at a time in milliseconds. */
function clocksIn(timeZone: string): (at: number) => string {
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => format.format(at);
}

const DAY = 24 * 3600 * 1000;

/**
 * The instant at which clocks in a time zone show a date and a time, as a daily deadline has it where they change: of an hour that
 * comes twice the first to come after `now`, in seconds, and in one that is left out what clocks show instead. `undefined` of no date.
 */
function instantAt(shown: string, timeZone: string, now: number): string | undefined {
  const clocks = clocksIn(timeZone);
  const millisecondsOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);
  const typed = millisecondsOf(shown);
  // Of 30 February it would make one in March.
  if (Number.isNaN(typed) || clocksIn('UTC')(typed) !== shown) return undefined;
  const by = (at: number) => typed - (millisecondsOf(clocks(at)) - at);
  const [first, second] = [by(typed - DAY), by(typed + DAY)];
  const isSecond = clocks(second) === shown && (clocks(first) !== shown || first <= now * 1000);
  return new Date(isSecond ? second : first).toISOString().replace('.000', '');
}
