import { rowOn } from '../core/dated.ts';
import { addDays, type LocalDate } from '../core/time.ts';
import type { Calendars, Schedule } from './book.ts';
import { ratesOver, slotOf } from './calendar/clock.ts';
import type { Quarter } from './calendar/quarters.ts';
import { registerRates } from './calendar/registers.ts';
import { type SpotMarket, spotOver } from './spot.ts';
import type { CalendarRule, ClockTime, PeriodRule, PriceRule, Rate, RatePeriod } from './tariff.ts';

/** The facts that a price rule reads beside itself. */
export interface Sources extends SpotMarket {
  /** The schedule that registers run by at the place, if there is one. */
  readonly schedule: Schedule | undefined;
  /** What feeds have told of calendars. */
  readonly calendars: Calendars;
  /** The quarter hours by standard time. */
  inWinterTime(quarters: readonly Quarter[]): readonly Quarter[];
  /** The last day of a calendar that is published every day at `HH:MM` for the next. */
  lastPublished(publishedAt: string): LocalDate;
}

/**
 * The prices of a rule in each of `quarters`, per kWh excluding VAT; `undefined` where no price is known.
 * @param carriesOn keeps the rates of the last period after its end, as network charges do.
 * @throws a `CannotPrice` where registers have no schedule that fits them.
 */
export function pricesOver(
  rule: PriceRule,
  quarters: readonly Quarter[],
  sources: Sources,
  carriesOn = false,
): (number | undefined)[] {
  const clocked = ({ time }: ClockTime = {}) => (time === 'winter' ? sources.inWinterTime(quarters) : quarters);
  switch (rule.kind) {
    case 'spot':
      return spotOver(rule, quarters, sources);
    case 'clock':
      return ratesOver(() => rule.rates, clocked(rule));
    case 'registers': {
      const rates = registerRates(rule.prices, sources.schedule);
      return ratesOver(() => rates, clocked(sources.schedule));
    }
    case 'periods': {
      const inRegisters = rule.periods.some(({ prices }) => prices);
      return ratesOver(
        ({ date }) => ratesOf(periodOn(rule, date, carriesOn), sources),
        clocked(inRegisters ? sources.schedule : rule),
      );
    }
    case 'calendar':
      return calendarRates(rule, quarters, sources);
  }
}

/** The period that holds on `date`. */
export function periodOn({ periods }: PeriodRule, date: LocalDate, carriesOn: boolean): RatePeriod | undefined {
  const period = rowOn(periods, date);
  return period && (carriesOn || date <= (period.to ?? date)) ? period : undefined;
}

/**
 * The rule with the rates of `date` on every day, as a network charge that follows the contract has them. A date before the
 * first period has the rates of that period ("`version`", rules 1 and 2).
 */
export function fixedOn(rule: PriceRule, date: LocalDate): PriceRule {
  if (rule.kind !== 'periods') return rule;
  const period = periodOn(rule, date, true) ?? rule.periods[0];
  return period ? { ...rule, periods: [{ ...period, from: FIRST_DAY }] } : rule;
}

const FIRST_DAY: LocalDate = '0000-01-01';

const ratesOf = (period: RatePeriod | undefined, { schedule }: Sources): readonly Rate[] =>
  period?.prices ? registerRates(period.prices, schedule) : (period?.rates ?? []);

/** Until the hour at which its days begin the clock of the day before holds. */
function calendarRates(rule: CalendarRule, quarters: readonly Quarter[], sources: Sources): (number | undefined)[] {
  const last = sources.lastPublished(rule.publishedAt);
  const clockOf = (date: LocalDate) =>
    (date <= last && rule.clocks[clockName(rule, date, sources.calendars) ?? '']) || [];
  const today = ratesOver(({ date }) => clockOf(date), quarters);
  const begins = slotOf(rule.begins ?? '00:00');
  if (begins === 0) return today;
  const before = ratesOver(({ date }) => clockOf(addDays(date, -1)), quarters);
  return quarters.map(({ slot }, i) => (slot < begins ? before : today)[i]);
}

/** The name of the clock of a day; `undefined` while it is not published. */
export const clockName = (
  { calendar, days, otherwise }: CalendarRule,
  date: LocalDate,
  calendars: Calendars = {},
): string | undefined => calendars[calendar ?? '']?.[date] ?? days[date] ?? otherwise;
