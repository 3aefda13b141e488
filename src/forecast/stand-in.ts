import { type KnownDay, knownDays, slotAt, slotsOf } from './day-shape.ts';
import type { ForecastDay, KnownPrice } from './types.ts';

/**
 * A price for each quarter hour of `days` where too little is known for a forecast: that of the same time on the newest day of
 * that kind that is known, else on the newest of any. Empty where no day is.
 * @param known sorted, without overlap; gaps are allowed.
 */
export function standIn(known: readonly KnownPrice[], days: readonly ForecastDay[]): KnownPrice[] {
  const models = knownDays(known, days);
  return days.flatMap((day) => {
    const model = models.findLast(({ kind }) => kind === day.kind) ?? models.at(-1);
    return model ? slotsOf(day).map((span) => ({ ...span, price: priceOf(model, slotAt(day, span.start)) })) : [];
  });
}

function priceOf({ prices, mean }: KnownDay, slot: number): number {
  const price = prices[slot] ?? Number.NaN;
  return Number.isNaN(price) ? mean : price;
}
