import { type Instant, utcTime } from '../../core/time.ts';
import type { KnownPowers } from '../../messages/power/quarters.ts';
import { toWatt } from '../../messages/power/quarters.ts';

/** Values of the quarter hours from `from` on, which is RFC 3339 in UTC; `null` where one is not known. */
export interface QuarterValues {
  readonly from: string;
  readonly values: readonly (number | null)[];
}

export const quartersFrom = (from: Instant, values: KnownPowers): QuarterValues => ({
  from: utcTime(from),
  values: values.map((value) => (value === undefined ? null : toWatt(value))),
});
