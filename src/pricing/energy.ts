import type { LocalDate } from '../core/time.ts';
import type { Schedule } from './book.ts';
import { ratesOver } from './clock.ts';
import type { Quarter } from './quarters.ts';
import { registerRates } from './registers.ts';
import { type SpotMarket, spotOver } from './spot.ts';
import type { PriceRule } from './tariff.ts';

/** The facts that a price rule reads beside itself. */
export interface Sources extends SpotMarket {
  /** The schedule that registers run by at the place, if there is one. */
  readonly schedule: Schedule | undefined;
  /** The last day of a calendar that is published every day at `HH:MM` for the next. */
  lastPublished(publishedAt: string): LocalDate;
}

/**
 * The prices of a rule in each of `quarters`, per kWh excluding VAT; `undefined` where no price is known.
 * Throws a `CannotPrice` where registers have no schedule that fits them.
 */
export function pricesOver(rule: PriceRule, quarters: readonly Quarter[], sources: Sources): (number | undefined)[] {
  switch (rule.kind) {
    case 'spot':
      return spotOver(rule, quarters, sources);
    case 'clock':
      return ratesOver(() => rule.rates, quarters);
    case 'registers': {
      const rates = registerRates(rule, sources.schedule);
      return ratesOver(() => rates, quarters);
    }
    case 'periods':
      return ratesOver(
        ({ date }) => rule.periods.find(({ from, to }) => from <= date && date <= to)?.rates ?? [],
        quarters,
      );
    case 'calendar': {
      const last = sources.lastPublished(rule.publishedAt);
      return ratesOver(
        ({ date }) => (date <= last && rule.clocks[rule.days[date] ?? rule.otherwise ?? '']) || [],
        quarters,
      );
    }
  }
}
