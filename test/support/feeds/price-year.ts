import { readFileSync } from 'node:fs';
import { zonePricesIn } from '../../../src/core/price-file.ts';
import { addDays, type LocalDate } from '../../../src/core/time.ts';
import { DELIVERY_ZONE, deliveryDay } from '../../../src/core/window.ts';
import { forecastWithGains } from '../../../src/forecast/forecast.ts';
import { standIn } from '../../../src/forecast/stand-in.ts';
import type { ExpectedPrice, Forecast, ForecastDay, KnownPrice } from '../../../src/forecast/types.ts';
import { marketDays } from '../../../src/runtime/market-days.ts';

/** A zone's prices day by day, without additions, and what was to be expected after each of the days. */
export interface PriceYear {
  readonly zone: string;
  readonly dates: readonly LocalDate[];
  /** The prices of so many days from one on. */
  known(date: LocalDate, days: number): KnownPrice[];
  /** The days after `date` as they are expected at its end; empty before there is history enough. */
  forecast(date: LocalDate): readonly ExpectedPrice[];
  /** The gains from waiting as they are known at its end. */
  gains(date: LocalDate): readonly number[];
  /** The same, or what stands in for it. */
  estimates(date: LocalDate): readonly KnownPrice[];
}

/** Days that history is taken from: a forecast uses no more. */
const HISTORY = 60;

export function priceYear(zone: string): PriceYear {
  const file = zone === 'DE-LU' ? 'data/prices/DE-LU.txt' : `test/trials/prices/${zone}.txt`;
  const byDate = new Map(
    [...zonePricesIn(readFileSync(file, 'utf8'), file).days.values()].map((day) => [day.date, day]),
  );
  const dates = [...byDate.keys()].sort();
  const known = (date: LocalDate, days: number) =>
    Array.from({ length: days }, (_, i) => addDays(date, i)).flatMap((each) => {
      const { resolution = 0, prices = [] } = byDate.get(each) ?? {};
      const { start } = deliveryDay(each);
      return prices.map((price, i) => ({
        start: start + i * resolution,
        end: start + (i + 1) * resolution,
        price,
      }));
    });
  const calendar = (date: LocalDate): ForecastDay[] =>
    marketDays(
      { start: deliveryDay(addDays(date, 1 - HISTORY)).start, end: deliveryDay(date).end },
      DELIVERY_ZONE,
      new Set(),
    );
  const made = new Map<LocalDate, Forecast>();
  const expected = (date: LocalDate) => {
    const before = made.get(date) ?? forecastWithGains(known(addDays(date, 1 - HISTORY), HISTORY), calendar(date));
    made.set(date, before);
    return before;
  };
  return {
    zone,
    dates,
    known,
    forecast: (date) => expected(date).prices,
    gains: (date) => expected(date).gains,
    estimates(date) {
      const { prices } = expected(date);
      return prices.length > 0 ? prices : standIn(known(addDays(date, -1), 2), calendar(date));
    },
  };
}
