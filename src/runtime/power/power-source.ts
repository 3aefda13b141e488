import { DAY_SECONDS, type Instant, offsetsOver, wallClock } from '../../core/time.ts';
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

/** The mean kW of `count` quarter hours from the one of `now` on; `undefined` where nothing at all is known. */
export type PowerOutlook = (source: PowerSource, now: Instant, count: number) => KnownPowers | undefined;

/**
 * What is expected of one source in a time zone: its forecast; where that ends, what was learnt, else the same time a day
 * before. The next hour is blended with the power that is measured now, or is that power. A reading changes this blend
 * only: the rest is worked out once per quarter hour, and again with a new forecast.
 */
export function createPowerOutlook(timeZone: string): PowerOutlook {
  let steady: { readonly key: readonly unknown[]; readonly kw: KnownPowers } | undefined;

  function steadyPower({ forecast, measured }: PowerSource, from: Instant, count: number): KnownPowers {
    const key = [forecast, measured.days, from];
    const isKnown = steady?.key.every((part, i) => part === key[i]) && steady.kw.length >= count;
    if (!steady || !isKnown) {
      const offset = offsetsOver({ start: from, end: from + count * QUARTER_HOUR }, timeZone);
      const learnt = learntPower(measured);
      const kw = Array.from({ length: count }, (_, i) => {
        const start = from + i * QUARTER_HOUR;
        return foretold(forecast, start) ?? learnt(wallClock(start, offset(start))) ?? repeated(forecast, start);
      });
      steady = { key, kw };
    }
    return steady.kw.slice(0, count);
  }

  return (source, now, count) => {
    const from = quarterOf(now);
    const fresh = freshPower(source.measured, now);
    const values = steadyPower(source, from, count).map((expected, i) => {
      const start = from + i * QUARTER_HOUR;
      if (expected === undefined) return start + QUARTER_HOUR <= now + BLEND ? fresh : undefined;
      const share = Math.min(1, Math.max(0, start + QUARTER_HOUR / 2 - now) / BLEND);
      return toWatt(blend(fresh ?? expected, expected, share));
    });
    return values.some((kw) => kw !== undefined) ? values : undefined;
  };
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
  return foretold(forecast, start - Math.ceil((start - last) / DAY_SECONDS) * DAY_SECONDS);
}

/** True of a forecast that nobody has renewed for a day, or that has ended. */
export const isStale = ({ forecast }: PowerSource, now: Instant): boolean =>
  forecast !== null && (now - forecast.at > DAY_SECONDS || foretold(forecast, quarterOf(now)) === undefined);
