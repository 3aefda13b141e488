import { addDays, type LocalDate } from '../../../core/time.ts';
import type { Rate } from '../../../pricing/tariff.ts';

type Rates = readonly [Rate, ...Rate[]];

/** The days from `first` to `last` that have rates, those that follow each other with the same ones in one stretch. */
export function periodsOver(first: LocalDate, last: LocalDate, ratesOn: (date: LocalDate) => Rates | undefined) {
  const periods: { readonly from: LocalDate; to: LocalDate; readonly rates: Rates }[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const rates = ratesOn(date);
    const open = periods.at(-1);
    const goesOn = open?.to === addDays(date, -1) && JSON.stringify(open.rates) === JSON.stringify(rates);
    if (goesOn) open.to = date;
    else if (rates) periods.push({ from: date, to: date, rates });
  }
  return periods;
}
