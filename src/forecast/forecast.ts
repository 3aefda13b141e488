import { bandOf } from './band.ts';
import { knownDays, slotAt, slotsOf } from './day-shape.ts';
import { expectationAfter } from './expected-day.ts';
import type { ExpectedPrice, Forecast, ForecastDay, KnownPrice } from './types.ts';
import { waitingGains } from './waiting-gains.ts';

/** Known days that a forecast needs. */
export const DAYS_NEEDED = 14;
/** Known days that it is made of, at the most: older ones teach it nothing. */
const DAYS_USED = 60;

/**
 * Prices as they are expected from the last whole day that is known: for each quarter hour of `days` after the end of `history`,
 * what it will probably cost per kWh, and the band that four of five prices lie in. It knows the course of the days and
 * nothing of wind and sun to come. Empty where fewer than `DAYS_NEEDED` of the days are known.
 * @param history sorted, without overlap; gaps are allowed.
 * @param days local days without a hole, sorted: those of `history` and those to forecast.
 */
export const forecast = (history: readonly KnownPrice[], days: readonly ForecastDay[]): ExpectedPrice[] =>
  forecastWithGains(history, days).prices;

/** The same with the gains from waiting. */
export function forecastWithGains(history: readonly KnownPrice[], days: readonly ForecastDay[]): Forecast {
  const until = history.at(-1)?.end ?? 0;
  const past = days.filter(({ end }) => end <= until);
  const known = knownDays(history, past).slice(-DAYS_USED);
  const expectations = known.map((_, i) => expectationAfter(known.slice(0, i + 1)));
  const expected = expectations.at(-1);
  if (!expected || known.length < DAYS_NEEDED) return { prices: [], gains: [] };
  const prices = days.slice(past.length).flatMap((day, i) => {
    const ahead = i + 1;
    const estimates = expected(day.kind, ahead);
    const band = bandOf(known, expectations, ahead);
    return slotsOf(day)
      .filter(({ start }) => start >= until)
      .map((span) => {
        const slot = slotAt(day, span.start);
        const price = estimates[slot] ?? 0;
        return { ...span, price, low: price - (band.below[slot] ?? 0), high: price + (band.above[slot] ?? 0) };
      });
  });
  return {
    prices,
    // A third of the time, which a caller that needs only prices saves.
    get gains() {
      return waitingGains(known, expectations);
    },
  };
}
