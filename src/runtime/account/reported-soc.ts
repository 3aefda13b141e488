/** The coarsest and the finest step of reported states of charge, in percent. */
const COARSEST = 5;
const FINEST = 0.1;

/** Seconds by which a state of charge may be reported late. */
export const SOC_DELAY = 900;

/** The last state of charge that was reported, in percent, and the step in which it is, as far as its reports show. */
export interface ReportedSoc {
  readonly soc: number;
  readonly step: number;
}

/** A report after another: the step divides every value that has been reported. */
export const reportedAfter = (before: ReportedSoc | null, soc: number): ReportedSoc => ({
  soc,
  step: commonStep(before?.step ?? COARSEST, soc),
});

function commonStep(step: number, soc: number): number {
  let [greater, less] = [Math.round(soc / FINEST), Math.round(step / FINEST)];
  while (greater % less > 0) [greater, less] = [less, greater % less];
  return less * FINEST;
}

/** Percent by our own count: `now`, and `late` as long ago as a report can be late. */
interface SocCount {
  readonly now: number;
  readonly late: number;
  readonly isCharging: boolean;
}

/** Float noise of percent. */
const NOISE = 1e-6;

/**
 * Percent after a report. A difference that rounding by a step and delay can explain leaves our own count as it is. A report that is
 * too high for that replaces the count. One that is too low limits the count while charging, and replaces it once it cannot be late.
 */
export function countAfter({ soc, step }: ReportedSoc, before: ReportedSoc | null, count: SocCount): number {
  const { now, late, isCharging } = count;
  if (before === null || soc > now + step + NOISE) return soc;
  if (isCharging) return Math.min(now, soc + step + now - late);
  const isLess = soc < before.soc || soc < now - step - NOISE;
  return isLess && now - late < NOISE ? soc : now;
}
