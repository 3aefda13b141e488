import { checkChoice, checkList, checkNumber, checkObject } from '../arguments.ts';
import type { TimeSpan, UnixSeconds } from '../types.ts';

/** How an operator charges for peaks. Amounts are money without or with VAT, as the operator prints them. */
export interface PeakRule {
  /** Minutes of the windows whose mean power counts: a quarter hour or a clock hour. */
  readonly measure: 15 | 60;
  /** The month's peak is the mean of so many highest windows of different days. */
  readonly pick: number;
  /** What an amount is for; a month is charged a twelfth of a year's. */
  readonly per: 'month' | 'year';
  /** The bill takes the mean of so many months, each with the floor; 1. */
  readonly months?: number;
  /** No month counts less kW. */
  readonly floor?: number;
  /** Money for the step that a peak is on: a threshold is of the step above it. */
  readonly steps?: readonly { readonly fromKw: number; readonly amount: number }[];
  /** Money per kW. */
  readonly perKw?: number;
  /** kW without charge: only the power above them is charged per kW. */
  readonly freeKw?: number;
  /** The time in which windows count, by the clock of the place; always. */
  readonly when?: readonly TimeSpan[];
}

/** A charge for peaks, and what of the month has been already. */
export interface HousePeak {
  readonly rule: PeakRule;
  /** The highest window of each local day of the month so far, in kW. */
  readonly dailyMaxima: readonly number[];
  /** What was bought in the window that is under way, so far; 0. */
  readonly windowKwh?: number;
  /** What the household's months usually come to: no kW up to it is a new one; 0. */
  readonly usualKw?: number;
}

/** What passed the meter from the grid. */
export interface MeteredSpan extends TimeSpan {
  readonly kw: number;
}

/** @throws TypeError or RangeError naming the field of a rule that cannot be applied, and what is allowed */
export function checkPeakRule(field: string, rule: PeakRule): void {
  checkObject(field, rule, 'a PeakRule');
  checkChoice(`${field}.measure`, rule.measure, [15, 60]);
  checkChoice(`${field}.per`, rule.per, ['month', 'year']);
  checkNumber(`${field}.pick`, rule.pick, 'a whole number of at least 1', (n) => Number.isInteger(n) && n >= 1);
}

/** The highest window of each local day in kW; 0 where none counts. A window that is not metered as a whole counts what is. */
export function dailyMaximaOf(rule: PeakRule, metered: readonly MeteredSpan[], days: readonly TimeSpan[]): number[] {
  checkPeakRule('rule', rule);
  checkList('metered', metered);
  checkList('days', days);
  const means = windowMeans(rule, metered);
  return days.map((day) => {
    let most = 0;
    for (const [start, kw] of means) if (day.start <= start && start < day.end) most = Math.max(most, kw);
    return most;
  });
}

/** The highest window that counts in kW; 0 where none does. Spans are in order of time. */
export function highestWindow(rule: PeakRule, metered: readonly MeteredSpan[]): number {
  const length = 60 * rule.measure;
  let [most, under, mean] = [0, Number.NaN, 0];
  for (const { start, end, kw } of metered)
    for (let window = start - (start % length); window < end; window += length) {
      if (window !== under) [under, mean] = [window, 0];
      const seconds = Math.min(end, window + length) - Math.max(start, window);
      mean += (Math.max(0, kw) * seconds) / length;
      if (mean > most && isCounted(rule, window)) most = mean;
    }
  return most;
}

/** A window is asked for by its beginning. */
export const isCounted = ({ when }: PeakRule, window: UnixSeconds): boolean =>
  when?.some((span) => span.start <= window && window < span.end) ?? true;

/** The month's peak in kW, its floor included. */
export function monthPeak(rule: PeakRule, dailyMaxima: readonly number[]): number {
  checkPeakRule('rule', rule);
  checkList('dailyMaxima', dailyMaxima);
  const { pick, floor = 0 } = rule;
  const highest = dailyMaxima.toSorted((a, b) => b - a).slice(0, pick);
  return Math.max(floor, highest.reduce((sum, kw) => sum + kw, 0) / pick);
}

/** Money for a month by its peak and those of the months before it, the newest last; of fewer months than the bill takes those that there are. */
export function peakCharge(rule: PeakRule, monthPeaks: readonly number[]): number {
  checkPeakRule('rule', rule);
  checkList('monthPeaks', monthPeaks);
  const { months = 1, floor = 0, per, steps, perKw = 0, freeKw = 0 } = rule;
  const counted = monthPeaks.slice(-months).map((kw) => Math.max(floor, kw));
  const kw = counted.reduce((sum, each) => sum + each, 0) / Math.max(1, counted.length);
  const amount = steps
    ? (steps.findLast(({ fromKw }) => fromKw <= kw + NOISE)?.amount ?? 0)
    : perKw * Math.max(0, kw - freeKw);
  return per === 'year' ? amount / 12 : amount;
}

/** Float noise of kW: three hours of 5 kW are on the step from 5. */
const NOISE = 1e-9;

/** The mean power of each window by its start: kWh are added, and what counts is asked of its beginning. */
function windowMeans(rule: PeakRule, metered: readonly MeteredSpan[]): Map<UnixSeconds, number> {
  const length = 60 * rule.measure;
  const means = new Map<UnixSeconds, number>();
  for (const { start, end, kw } of metered)
    for (let window = start - (start % length); window < end; window += length) {
      if (!isCounted(rule, window)) continue;
      const seconds = Math.min(end, window + length) - Math.max(start, window);
      means.set(window, (means.get(window) ?? 0) + (Math.max(0, kw) * seconds) / length);
    }
  return means;
}
