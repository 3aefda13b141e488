import type { Instant } from '../src/core/time.ts';
import { secondsOf } from './chart-bars.editor.ts';
import { language } from './sidebar-words.editor.ts';

/** ISO times as someone in `timeZone` says them at `now`: `14:00`, on another day `Fri 14:00`. */
export function momentIn(timeZone: string, now: Instant): (iso: string) => string {
  const clock = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone });
  const today = new Intl.DateTimeFormat(language(), clock);
  const other = new Intl.DateTimeFormat(language(), { weekday: 'short', ...clock });
  return (iso) => {
    const at = secondsOf(iso) * 1000;
    return (day.format(at) === day.format(now * 1000) ? today : other).format(at);
  };
}

/** An amount of money: `5.40 DKK`. */
export function moneyIn(currency: string): (amount: number) => string {
  const format = new Intl.NumberFormat(language(), { style: 'currency', currency, currencyDisplay: 'code' });
  return (amount) => format.format(amount);
}

export const energy = (kwh: number): string =>
  `${new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(kwh)} kWh`;
