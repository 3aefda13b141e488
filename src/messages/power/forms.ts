import { z } from 'zod';
import { HOUR_SECONDS, type Instant, isTimeZone, wallTime } from '../../core/time.ts';
import { instantOf, isoText } from '../iso.ts';
import { moment } from '../outside/quotes.ts';
import type { PowerSpan } from './quarters.ts';

/** Several forecasts of one message add up, as those of two roofs. */
export type ToldPowers = readonly (readonly PowerSpan[])[];

/** More than eight days of five minutes. */
const MOST_ENTRIES = 3000;

const amount = z.number();
const some = <T>(item: z.ZodType<T>) =>
  z.array(z.unknown()).min(1).max(MOST_ENTRIES, `at most ${MOST_ENTRIES} values`).pipe(z.array(item));

export const ownPower = some(z.object({ start: moment, end: moment, kw: amount })).transform((spans) => [spans]);

/** https://docs.evcc.io: an answer of `/api/tariff/solar`, in W. */
export const evccSolar = z
  .object({ rates: some(z.object({ start: moment, end: moment, value: amount })) })
  .transform(({ rates }) => [rates.map(({ start, end, value }) => ({ start, end, kw: value / 1000 }))]);

/** `PT30M` in seconds. */
const period = z
  .string()
  .regex(/^PT\d{1,3}M$/, 'expected minutes, as PT30M')
  .transform((text) => Number(text.slice(2, -1)) * 60);

/** https://docs.solcast.com.au: the forecasts of a rooftop site, mean kW up to `period_end`. */
export const solcastForm = z
  .object({ forecasts: some(z.object({ pv_estimate: amount, period_end: moment, period })) })
  .transform(({ forecasts }) => [
    forecasts.map(({ pv_estimate, period_end, period }) => ({
      start: period_end - period,
      end: period_end,
      kw: pv_estimate,
    })),
  ]);

/** https://github.com/BJReplay/ha-solcast-solar: an attribute in Home Assistant, mean kW from `period_start` on. */
export const detailedForm = some(z.object({ period_start: moment, pv_estimate: amount })).transform((entries) => [
  evenly(entries.map(({ period_start, pv_estimate }) => [period_start, pv_estimate])).map(({ kwh: kw, ...span }) => ({
    ...span,
    kw,
  })),
]);

const stamped = z.record(z.string(), amount).refine((values) => Object.keys(values).length > 1, 'expected values');

/** https://www.home-assistant.io/docs/energy: `energy/solar_forecast`, Wh from each key on; at night there may be none. */
export const energyForm = z.record(z.string(), z.object({ wh_hours: stamped })).transform((entries, context) =>
  Object.values(entries).map(({ wh_hours }) => {
    const told = Object.entries(wh_hours).map(([key, wh]) => [stampOf(key, undefined, context), wh] as const);
    const spans = evenly(told).map(({ start, end, kwh: wh }) => ({ start, end, kw: (wh * 3.6) / (end - start) }));
    return spans.flatMap((span, i) => {
      const next = spans[i + 1]?.start ?? span.end;
      return next > span.end ? [span, { start: span.end, end: next, kw: 0 }] : [span];
    });
  }),
);

/** https://forecast.solar: Wh up to each key, from the key before; the first of a day is the sunrise. */
export const forecastSolarForm = z
  .object({
    result: z.object({ watt_hours_period: stamped }),
    message: z
      .object({ info: z.object({ timezone: z.string().refine(isTimeZone) }) })
      .optional()
      .catch(undefined),
  })
  .transform(({ result, message }, context) => {
    const told = Object.entries(result.watt_hours_period)
      .map(([key, wh]) => ({ end: stampOf(key, message?.info.timezone, context), wh }))
      .sort((a, b) => a.end - b.end);
    return [
      told.slice(1).map(({ end, wh }, i) => {
        const start = told[i]?.end ?? end;
        return { start, end, kw: (wh * 3.6) / (end - start) };
      }),
    ];
  });

/** An instant of ISO 8601, or of a wall clock in `timeZone`. */
function stampOf(text: string, timeZone: string | undefined, context: z.RefinementCtx): Instant {
  const { data, error } = isoText.safeParse(text);
  if (data !== undefined) return instantOf(data);
  const [, date = '', time = ''] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? [];
  if (isoText.safeParse(`${date}T${time}Z`).success && timeZone) return wallTime(date, time, timeZone);
  context.addIssue(`${text}: ${error?.issues[0]?.message}`);
  return z.NEVER;
}

/** Values from an instant on, each up to the next one, and none for longer than most are. */
function evenly(values: readonly (readonly [Instant, number])[]) {
  const sorted = [...values].sort(([a], [b]) => a - b);
  const steps = sorted.slice(1).map(([start], i) => start - (sorted[i]?.[0] ?? start));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? HOUR_SECONDS;
  return sorted.map(([start, kwh], i) => ({ start, end: start + Math.min(steps[i] ?? usual, usual), kwh }));
}
