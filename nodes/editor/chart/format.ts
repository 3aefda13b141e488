import type { Instant, Span } from '../../../src/core/time.ts';
import { priceUnit } from '../../../src/messages/price-text.ts';
import { numberWith, priceIn } from '../common/amounts.ts';

/** Prices and times as a chart says them, in the language of the editor. */
export interface Format {
  /** `øre/kWh`. */
  readonly unit: string;
  /** A price per kWh in that unit, without it: `135.2`. */
  price(perKwh: number): string;
  /** The same as short as an axis needs it, where labels lie `step` apart. */
  label(perKwh: number, step: number): string;
  /** `10:00–10:15`; an hour that a clock change repeats is told with its zone. */
  span(span: Span): string;
  /** `Thu 15 Jan`. */
  day(instant: Instant): string;
  /** `Thu`. */
  weekday(instant: Instant): string;
}

const HOUR = 3600;

export function formatOf(currency: string, timeZone: string, language: string): Format {
  const { name, perMajor } = priceUnit(currency);
  const dateTime = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { timeZone, ...options });
    return (instant: Instant) => format.format(instant * 1000);
  };
  const clock = dateTime({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const zone = dateTime({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' });
  const twice = (at: Instant) => [at - HOUR, at + HOUR].some((other) => clock(other) === clock(at));
  return {
    unit: `${name}/kWh`,
    price: priceIn(currency, language),
    label: (perKwh, step) => numberWith(decimalsOf(step * perMajor), language).format(perKwh * perMajor),
    span: ({ start, end }) => `${clock(start)}–${twice(start) ? zone(end) : clock(end)}`,
    day: dateTime({ weekday: 'short', day: 'numeric', month: 'short' }),
    weekday: dateTime({ weekday: 'short' }),
  };
}

/** As many as it takes to tell multiples of `step` apart. */
const decimalsOf = (step: number): number =>
  [0, 1, 2].find((digits) => Math.abs(step - Number(step.toFixed(digits))) < 1e-9) ?? 3;
