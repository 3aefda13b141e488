import { type Instant, offsetsOver, wallClock } from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import { type KnownPowers, type QuarterPower, toWatt } from '../../messages/power/quarters.ts';
import { learntPower, type MeasuredPower, nothingMeasured } from './learnt.ts';

/** A roof, a house or a part of one as a value: what was foretold of it and what was measured. */
export interface PowerSource {
  readonly forecast: (QuarterPower & { readonly at: Instant }) | null;
  readonly measured: MeasuredPower;
}

export const newSource: PowerSource = { forecast: null, measured: nothingMeasured };

/** Seconds for which a measured power is that of now. */
const FRESH = 900;
/** Seconds in which it gives way to what is expected. */
const BLEND = 3600;
const DAY = 86_400;

/**
 * The mean kW of `count` quarter hours from the one of `now` on: of the forecast, where that ends as learnt, else as a day
 * before; the next hour is blended with what is measured now, or is that. `undefined` where nothing at all is known.
 */
export function expectedPower(
  { forecast, measured }: PowerSource,
  now: Instant,
  count: number,
  timeZone: string,
): KnownPowers | undefined {
  const from = quarterOf(now);
  const offset = offsetsOver({ start: from, end: from + count * QUARTER_HOUR }, timeZone);
  const learnt = learntPower(measured);
  const fresh = freshPower(measured, now);
  const values = Array.from({ length: count }, (_, i) => {
    const start = from + i * QUARTER_HOUR;
    const expected = foretold(forecast, start) ?? learnt(wallClock(start, offset(start))) ?? repeated(forecast, start);
    if (expected === undefined) return start + QUARTER_HOUR <= now + BLEND ? fresh : undefined;
    const share = Math.min(1, Math.max(0, start + QUARTER_HOUR / 2 - now) / BLEND);
    return toWatt(blend(fresh ?? expected, expected, share));
  });
  return values.some((kw) => kw !== undefined) ? values : undefined;
}

const blend = (first: number, second: number, share: number) => first + (second - first) * share;

/** The power now, where it was measured lately. */
export const freshPower = ({ last }: MeasuredPower, now: Instant): number | undefined =>
  last && Math.abs(now - last.at) <= FRESH ? last.kw : undefined;

const foretold = (forecast: QuarterPower | null, start: Instant) =>
  forecast?.kw[(start - forecast.from) / QUARTER_HOUR];

/** The same time of the last day of the forecast. */
function repeated(forecast: QuarterPower | null, start: Instant): number | undefined {
  if (!forecast) return undefined;
  const last = forecast.from + (forecast.kw.length - 1) * QUARTER_HOUR;
  return foretold(forecast, start - Math.ceil((start - last) / DAY) * DAY);
}

/** True of a forecast that nobody has renewed for a day, or that has ended. */
export const isStale = ({ forecast }: PowerSource, now: Instant): boolean =>
  forecast !== null && (now - forecast.at > DAY || foretold(forecast, quarterOf(now)) === undefined);
