import type { Instant } from '../src/core/time.ts';
import { secondsOf } from './chart-bars.editor.ts';
import { language } from './sidebar-words.editor.ts';

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
  const beside = (from: Instant) => (iso: string) => {
    const at = secondsOf(iso) * 1000;
    return (day.format(at) === day.format(from * 1000) ? short : long).format(at);
  };
  return { at: beside(now), between: (start, end) => `${beside(now)(start)}–${beside(secondsOf(start))(end)}` };
}

/** An amount of money: `5.40 DKK`. */
export function moneyIn(currency: string): (amount: number) => string {
  const format = new Intl.NumberFormat(language(), { style: 'currency', currency, currencyDisplay: 'code' });
  return (amount) => format.format(amount);
}

export const energy = (kwh: number): string =>
  `${new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(kwh)} kWh`;
