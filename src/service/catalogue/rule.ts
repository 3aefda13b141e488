import { z } from 'zod';
import { grades } from '../../core/dated.ts';
import type { LocalDate } from '../../core/time.ts';
import { ratesOn } from '../../pricing/calendar/clock.ts';
import type { PriceRule, Rate, RatePeriod, When } from '../../pricing/tariff.ts';

/** Prices and clocks as the files of a catalogue write them; `price` reads a number in the unit of its file. */

export const nonEmptyText = z.string().min(1);
export const date: z.ZodType<LocalDate> = z.iso.date();

/** A factor that a price is multiplied by, or a share of it. */
export const factor = z.number().min(-1000).max(1000);

const quarter = '([01]\\d|2[0-3]):(00|15|30|45)';
const quarterOfDay = new RegExp(`^${quarter}$`);
const hours = z
  .string()
  .regex(new RegExp(`^${quarter}-(${quarter}|24:00)$`), 'must be HH:MM-HH:MM on quarter hours, as in 22:15-06:30')
  .refine((range) => range.slice(0, 5) !== range.slice(6), 'must not end where it begins');

export const when: z.ZodType<When> = z.strictObject({
  months: z.array(z.int().min(1).max(12)).min(1).exactOptional(),
  weekdays: z.array(z.int().min(1).max(7)).min(1).exactOptional(),
  days: z.enum(['working', 'rest']).exactOptional(),
  hours: z.array(hours).min(1).exactOptional(),
});

/** Monday as a working day and as a holiday, and so on to Sunday. */
export const kindsOfDay = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
  weekday <= 5 ? [true, false].map((working) => ({ weekday, working })) : [{ weekday, working: false }],
);

/** The first quarter hour of the year that a clock leaves without a rate, in words. */
export function uncovered(rates: readonly Rate[], what = 'rate'): string | undefined {
  const asksFor = (condition: keyof When) => rates.some(({ when }) => when?.[condition]);
  if (rates.some(({ when }) => when === undefined)) return undefined;
  // A clock that knows no months or days is the same in all of them.
  const months = asksFor('months') ? 12 : 1;
  const days = asksFor('weekdays') ? kindsOfDay : kindsOfDay.slice(0, asksFor('days') ? 2 : 1);
  for (let month = 1; month <= months; month++) {
    for (const { weekday, working } of days) {
      const slot = ratesOn(rates, { month, weekday, working }).indexOf(undefined);
      if (slot < 0) continue;
      const time = new Date(slot * 900_000).toISOString().slice(11, 16);
      const which = asksFor('weekdays') ? `weekday ${weekday}, ` : '';
      const place = `in month ${month} on ${which}${working ? 'working' : 'rest'} days at ${time}`;
      return `no ${what} applies ${place}; one without when is for the rest`;
    }
  }
  return undefined;
}

/** Where figures come from and how far they can be trusted. */
export const evidence = {
  source: nonEmptyText.exactOptional(),
  grade: z.enum(grades).exactOptional(),
  status: z.literal('proposed').exactOptional(),
};

export const winterTime = z.literal('winter').exactOptional();

export const clockRatesIn = (price: z.ZodType<number>) => {
  const rate = z.strictObject({ price, when: when.exactOptional() });
  return z.tuple([rate], rate).check(({ value, issues }) => {
    const message = uncovered(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  });
};

const spot = (price: z.ZodType<number>) =>
  z
    .strictObject({
      kind: z.literal('spot'),
      zone: nonEmptyText,
      settlement: z.literal([900, 1800, 3600]),
      coefficient: factor,
      margin: price,
      ofAbsolute: factor.exactOptional(),
      orMore: z.strictObject({ coefficient: factor, margin: price }).exactOptional(),
      cap: price.exactOptional(),
      floor: price.exactOptional(),
    })
    .refine(({ cap, floor }) => cap === undefined || floor === undefined || floor <= cap, {
      path: ['cap'],
      error: 'must not be below floor',
    });

/** Whether each period ends on its first day or later, and begins after the one before it. Only the last may have no end. */
const isSequence = (periods: readonly Pick<RatePeriod, 'from' | 'to'>[]) =>
  periods.every(({ from, to }, i) => {
    const isLast = i === periods.length - 1;
    return (to === undefined ? isLast : from <= to) && from > (periods[i - 1]?.to ?? '');
  });

const hasSome = (prices: object) => Object.keys(prices).length > 0;
const registerPrices = (price: z.ZodType<number>) =>
  z.record(nonEmptyText, price).refine(hasSome, 'must name the registers');

export const periodList = (price: z.ZodType<number>) => {
  const span = { from: date, to: date.exactOptional(), ...evidence };
  const period: z.ZodType<RatePeriod> = z
    .strictObject({
      ...span,
      rates: clockRatesIn(price).exactOptional(),
      prices: registerPrices(price).exactOptional(),
    })
    .refine(({ rates, prices }) => (rates === undefined) !== (prices === undefined), {
      error: 'must have either rates or prices',
    })
    .transform(({ source, ...kept }) => kept);
  return z
    .array(period)
    .min(1)
    .refine(isSequence, 'must be sorted, each from its first day to its last, and no day in two of them')
    .refine((list) => list.every(({ prices }) => prices) || list.every(({ rates }) => rates), {
      error: 'must all have rates or all have prices',
    });
};

const periods = (price: z.ZodType<number>) =>
  z.strictObject({ kind: z.literal('periods'), periods: periodList(price), time: winterTime });

const calendar = (price: z.ZodType<number>) =>
  z
    .strictObject({
      kind: z.literal('calendar'),
      publishedAt: z.string().regex(quarterOfDay, 'must be HH:MM on a quarter hour'),
      clocks: z.record(nonEmptyText, clockRatesIn(price)),
      days: z.record(date, nonEmptyText).default({}),
      calendar: nonEmptyText.exactOptional(),
      begins: z.string().regex(quarterOfDay, 'must be HH:MM on a quarter hour').exactOptional(),
      otherwise: nonEmptyText.exactOptional(),
    })
    .refine(({ clocks, days }) => Object.values(days).every((name) => Object.hasOwn(clocks, name)), {
      path: ['days'],
      error: 'must name one of the clocks each',
    })
    .refine(({ clocks, otherwise }) => otherwise === undefined || Object.hasOwn(clocks, otherwise), {
      path: ['otherwise'],
      error: 'must name one of the clocks',
    });

export const priceRule = (price: z.ZodType<number>): z.ZodType<PriceRule> =>
  z.discriminatedUnion('kind', [
    spot(price),
    z.strictObject({ kind: z.literal('clock'), rates: clockRatesIn(price), time: winterTime }),
    z.strictObject({ kind: z.literal('registers'), prices: registerPrices(price) }),
    periods(price),
    calendar(price),
  ]);
