import type { Rate, When } from '../tariff.ts';
import { DAY_SLOTS, type MarketDay, type Quarter } from './quarters.ts';

/** A price for each quarter hour of a wall-clock day; `undefined` where no rate applies. */
export type DayRates = readonly (number | undefined)[];

/** The price of each of `quarters` on the clock of its day; a day's table is worked out once. */
export function ratesOver(
  clockOf: (day: MarketDay) => readonly Rate[],
  quarters: readonly Quarter[],
): (number | undefined)[] {
  const tables = new Map<MarketDay, DayRates>();
  return quarters.map(({ day, slot }) => {
    const table = tables.get(day) ?? ratesOn(clockOf(day), day);
    tables.set(day, table);
    return table[slot];
  });
}

/** The part of a day that a clock asks for. */
type ClockDay = Omit<MarketDay, 'date'>;

/**
 * The day's table of a clock, as that of a German network charge by the hour (module 3) or of a Danish winter: of several
 * rates that apply at once the first counts.
 */
export function ratesOn(rates: readonly Rate[], day: ClockDay): DayRates {
  const table = new Array<number | undefined>(DAY_SLOTS).fill(undefined);
  for (const { price, when } of rates.toReversed()) {
    if (when && !appliesOn(when, day)) continue;
    for (const [from, to] of (when?.hours ?? ['00:00-24:00']).flatMap(slotsOf)) table.fill(price, from, to);
  }
  return table;
}

const appliesOn = ({ months, weekdays, days }: When, { month, weekday, working }: ClockDay): boolean =>
  (months?.includes(month) ?? true) &&
  (weekdays?.includes(weekday) ?? true) &&
  (days === undefined || (days === 'working') === working);

/** `22:15-06:30` is two stretches of one wall-clock day. */
function slotsOf(hours: string): [from: number, to: number][] {
  const [from = 0, to = 0] = hours.split('-').map(slotOf);
  if (from < to) return [[from, to]];
  return [
    [from, DAY_SLOTS],
    [0, to],
  ];
}

/** The quarter hour of the day that a time `HH:MM` begins. */
export function slotOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 4 + minute / 15;
}
