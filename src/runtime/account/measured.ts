import type { Instant } from '../../core/time.ts';
import type { DemandPatch } from '../../messages/demand/demand.ts';

/** What a meter said of a device, and when it did. */
interface Telling {
  readonly value: number;
  readonly at: Instant;
}

/** The last words of the meters of a device: the power that it takes, and a reading that only grows. */
export interface Measured {
  readonly kw?: Telling;
  readonly kwh?: Telling;
}

/** A power that nobody confirms for longer is none that is known. */
export const MEASURED_HOLDS = 900;

/** What is measured after a message: `null` forgets a value. */
export function measuredBy(before: Measured, { measuredKw, measuredKwh, reset }: DemandPatch, now: Instant): Measured {
  const { kw, kwh } = reset ? {} : before;
  const power = toldAt(measuredKw, kw, now);
  const reading = toldAt(measuredKwh, kwh, now);
  return { ...(power && { kw: power }), ...(reading && { kwh: reading }) };
}

const toldAt = (value: number | null | undefined, before: Telling | undefined, at: Instant) =>
  value === undefined ? before : value === null ? undefined : { value, at };

/** What is still known once the output has switched: a power from before says nothing of what it takes then. */
export const unswitched = ({ kwh }: Measured): Measured => ({ ...(kwh && { kwh }) });

/** What was measured by a clock that was then set by `step` seconds. */
export function measuredMoved({ kw, kwh }: Measured, step: number): Measured {
  const moved = ({ value, at }: Telling): Telling => ({ value, at: at + step });
  return { ...(kw && { kw: moved(kw) }), ...(kwh && { kwh: moved(kwh) }) };
}

/** The power that is measured at `now`, in kW, and how long it holds; `undefined` where nobody says one. */
export const measuredUntil = (
  { kw }: Measured,
  now: Instant,
): { readonly kw: number; readonly until: Instant } | undefined =>
  kw && now < kw.at + MEASURED_HOLDS ? { kw: kw.value, until: kw.at + MEASURED_HOLDS } : undefined;

/** What is measured in the keys of a message. */
export const measuredWords = ({ kw, kwh }: Measured): Pick<DemandPatch, 'measuredKw' | 'measuredKwh'> => ({
  measuredKw: kw?.value ?? null,
  measuredKwh: kwh?.value ?? null,
});
