import { ratesOn } from '../../../pricing/calendar/clock.ts';
import type { Rate } from '../../../pricing/tariff.ts';
import { kindsOfDay } from '../rule.ts';

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Positions of the rates of a clock that apply in no quarter hour of any year, because rates before them take all their times. */
export function neverApplied(rates: readonly Rate[]): number[] {
  const numbered = rates.map(({ when }, price) => ({ price, ...(when && { when }) }));
  const days = months.flatMap((month) => kindsOfDay.map((kind) => ({ month, ...kind })));
  const applied = new Set(days.flatMap((day) => [...new Set(ratesOn(numbered, day))]));
  return numbered.flatMap(({ price }) => (applied.has(price) ? [] : price));
}
