import type { Instant } from '../../../src/core/time.ts';
import { language } from '../common/words.ts';
import { secondsOf } from './bars.ts';

/** How someone in `timeZone` says ISO times at `now`. */
export interface Moments {
  /** `14:00`, on another day `Fri 14:00`. */
  at(iso: string): string;
  /** `Fri 14:00–15:30`. */
  between(start: string, end: string): string;
}

export function momentsIn(timeZone: string, now: Instant): Moments {
  const clock = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone });
  const short = new Intl.DateTimeFormat(language(), clock);
  const long = new Intl.DateTimeFormat(language(), { weekday: 'short', ...clock });
  const say = (at: Instant, near: boolean) => (near ? short : long).format(at * 1000);
  const sameDay = (a: Instant, b: Instant) => day.format(a * 1000) === day.format(b * 1000);
  const at = (iso: string) => say(secondsOf(iso), sameDay(secondsOf(iso), now));
  return {
    at,
    // What ends at midnight ends on the same day.
    between: (start, end) => `${at(start)}–${say(secondsOf(end), sameDay(secondsOf(start), secondsOf(end) - 1))}`,
  };
}

/** An amount of money: `5.40 DKK`. */
export function moneyIn(currency: string): (amount: number) => string {
  const format = new Intl.NumberFormat(language(), { style: 'currency', currency, currencyDisplay: 'code' });
  return (amount) => format.format(amount);
}

export const energy = (kwh: number): string =>
  `${new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(kwh)} kWh`;
