import type { UnixSeconds } from '../types.ts';
import type { HousePeak } from './peak.ts';
import { highestWindow, isCounted, type MeteredSpan, monthPeak, type PeakRule, peakCharge } from './peak.ts';

/** A charge for peaks as a plan is weighed by it. */
export interface PeakTerms {
  readonly rule: PeakRule;
  /** Windows of other days that are certain or usual, the highest first. */
  readonly certain: readonly number[];
  /** What was bought in the window that is under way, so far. */
  readonly begun: readonly MeteredSpan[];
  readonly windowEnd: UnixSeconds;
  readonly windowKwh: number;
}

export function peakTermsOf({ rule, dailyMaxima, windowKwh = 0, usualKw = 0 }: HousePeak, now: UnixSeconds): PeakTerms {
  const length = 60 * rule.measure;
  const start = now - (now % length);
  const usual = Array<number>(rule.pick).fill(usualKw);
  return {
    rule,
    certain: [...dailyMaxima, ...usual].sort((a, b) => b - a).slice(0, rule.pick),
    begun: start < now ? [{ start, end: now, kw: (3600 * windowKwh) / (now - start) }] : [],
    windowEnd: start + length,
    windowKwh,
  };
}

/** The highest window of a plan in kW, and the money that it adds to the month. */
export function peakOf(peak: PeakTerms, grid: readonly MeteredSpan[]) {
  const kw = highestWindow(peak.rule, [...peak.begun, ...grid]);
  return { kw, cost: chargeOf(peak, kw) };
}

/** The money that a highest window of so many kW adds to the month. */
export function chargeOf({ rule, certain }: PeakTerms, kw: number): number {
  const charge = (maxima: readonly number[]) => peakCharge(rule, [monthPeak(rule, maxima)]);
  return charge([...certain, kw]) - charge(certain);
}

/** The caps on a window to plan with: what adds nothing, what stays below each step, or shares of the way to what is highest without one. */
export function capsOf(peak: PeakTerms, highestKw: number): number[] {
  const { rule, certain } = peak;
  const { steps } = rule;
  const least = monthPeak(rule, certain);
  const free = freeKwOf(peak);
  const thresholds = (steps ?? []).flatMap(({ fromKw }) => (fromKw > least ? windowFor(peak, fromKw) - BELOW : []));
  const between = SHARES.map((share) => free + share * (highestKw - free));
  return [...(steps ? thresholds : [free, ...between])].filter((kw) => kw < highestKw);
}

/** The highest window that adds nothing to the month, in kW. */
export const freeKwOf = (peak: PeakTerms): number =>
  windowFor(peak, Math.max(peak.rule.freeKw ?? 0, monthPeak(peak.rule, peak.certain)));

/** The highest window of a month with such a peak. */
function windowFor({ rule: { pick }, certain }: PeakTerms, peakKw: number): number {
  const others = certain.slice(0, pick - 1).reduce((sum, kw) => sum + kw, 0);
  return pick * peakKw - others;
}

const SHARES = [0.25, 0.5, 0.75];
/** A threshold belongs to the step above it, in kW. */
const BELOW = 1e-6;

/** The most that a stretch of time may buy so that its window keeps a cap. */
export function capWithin(peak: PeakTerms, start: UnixSeconds, now: UnixSeconds, capKw: number): number {
  const { rule } = peak;
  if (!isCounted(rule, start - (start % (60 * rule.measure)))) return Number.POSITIVE_INFINITY;
  if (start >= peak.windowEnd || peak.windowKwh === 0) return capKw;
  const leftKwh = (capKw * rule.measure) / 60 - peak.windowKwh;
  return Math.max(0, (3600 * leftKwh) / (peak.windowEnd - now));
}
