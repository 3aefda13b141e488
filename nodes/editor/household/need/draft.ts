import { language } from '../../common/words.ts';
import { type Commands, FORGET } from '../../switching/orders.ts';
import type { Switched } from '../told.ts';
import { pageWord } from '../words.ts';
import { needAmount, shownAmount, typedAmount, wrongAmount } from './amount.ts';

/** A need as the form shows it: the texts of its fields, and a date or `DAILY`. */
export interface Draft {
  readonly amount: string;
  readonly day: string;
  /** `HH:MM`; empty where none is given. */
  readonly time: string;
}

const DAILY = 'daily';

/** Days that the form offers, from today on: prices are known or expected for them. */
const DAYS = 4;
const DAY_MS = 86_400_000;

/** The date and the time of day that clocks in a time zone show, as `2026-11-23 21:19`. */
function clockIn(timeZone: string, at: number): [date: string, time: string] {
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [date = '', time = ''] = format.format(at).split(' ');
  return [date, time];
}

const later = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** `undefined` while the configured need is in force. */
export function lastsOf({ asked = {}, toldOtherwise = [] }: Switched): 'once' | 'daily' | undefined {
  const isDate = typeof asked.ready_by === 'string' && /^\d{4}-/.test(asked.ready_by);
  if (typeof asked.once === 'string' || (isDate && toldOtherwise.includes('ready_by'))) return 'once';
  return toldOtherwise.length > 0 ? 'daily' : undefined;
}

/** The need in force, for its next deadline. */
export function draftOf(item: Switched, now: number): Draft {
  const { asked = {}, deadline, timeZone = 'UTC' } = item;
  const value = asked[needAmount(item)?.command ?? ''];
  const [date, time] = clockIn(timeZone, deadline ? Date.parse(deadline) : now * 1000);
  return {
    amount: typeof value === 'number' ? shownAmount(value) : '',
    day: lastsOf(item) === 'daily' ? DAILY : date,
    time: deadline ? time : '',
  };
}

/** The days on which the time of a draft is still to come, and every day. */
export function dayChoices({ day, time }: Draft, { timeZone = 'UTC' }: Switched, now: number) {
  const [today, clock] = clockIn(timeZone, now * 1000);
  const near = Array.from({ length: DAYS }, (_, i) => later(today, i)).filter(
    (date) => date > today || !isPast(time, clock),
  );
  const dates = day === DAILY || day <= (near.at(-1) ?? '') ? near : [...near, day];
  return [
    ...dates.map((date) => ({ value: date, text: dayText(date, today) })),
    { value: DAILY, text: pageWord('everyDay') },
  ];
}

/** The day of a draft; the first one to come in place of a day that has passed. */
export function shownDay(draft: Draft, item: Switched, now: number): string {
  const days = dayChoices(draft, item, now);
  return days.some(({ value }) => value === draft.day) ? draft.day : (days[0]?.value ?? DAILY);
}

const isPast = (time: string, clock: string) => time !== '' && time <= clock;

/** `today`, `tomorrow`, `Friday`. */
function dayText(date: string, today: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS);
  if (days < 2) return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(days, 'day');
  return new Intl.DateTimeFormat(language(), { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date));
}

/** The commands of a draft, `isLater` for a deadline more than a day ahead; or the field that is wrong, and why. */
interface DraftRequest {
  readonly commands?: Commands;
  readonly isLater?: boolean;
  readonly wrong?: { readonly field: 'amount' | 'time'; readonly text: string };
}

export function draftRequest(draft: Draft, item: Switched, now: number): DraftRequest {
  const { command, key = '', most = 0 } = needAmount(item) ?? {};
  const amount = command && typedAmount(command, draft.amount, language());
  if (command && (amount === undefined || Number(amount) > most)) {
    return { wrong: { field: 'amount', text: wrongAmount(command) } };
  }
  const { asked = {}, timeZone = 'UTC' } = item;
  const { time } = draft;
  const [today, clock] = clockIn(timeZone, now * 1000);
  const day = shownDay(draft, item, now);
  if (day === DAILY) {
    // A change of the amount alone keeps deadlines that differ by weekday.
    const isSame = lastsOf(item) !== 'once' && time === draftOf(item, now).time;
    return {
      commands: {
        ...(command && { [command]: amount }),
        ...(!isSame && { ready_by: time }),
        ...(asked.once && { once: FORGET }),
      },
    };
  }
  if (time === '' && day > today) return { wrong: { field: 'time', text: pageWord('missingTime') } };
  const next = isPast(time, clock) ? later(today, 1) : today;
  const readyBy = day === next ? time : `${weekday(day)} ${time}`;
  const need = { ...(command && { [key]: Number(amount) }), ...(time !== '' && { readyBy }) };
  return { commands: { once: JSON.stringify(need) }, ...(day > next && { isLater: true }) };
}

/** The name that a deadline has for the weekday of a date. */
const weekday = (date: string) =>
  new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(date));

/** The commands that return to the configured need; none where that is in force. */
export function backTo({ asked = {}, toldOtherwise = [] }: Switched): Commands | undefined {
  const keys = [...toldOtherwise, ...(asked.once ? ['once'] : [])];
  return keys.length > 0 ? Object.fromEntries(keys.map((key) => [key, FORGET])) : undefined;
}
