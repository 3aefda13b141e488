import { type Instant, isKnownTime } from '../../core/time.ts';
import { earliestOf } from '../../messages/demand/resolve-demand.ts';
import type { AccountedDevice, Taker } from './what-ran.ts';

/** A need that is asked for, from when on it would have run at once: as far as it has run since, that has moved on. */
export interface Asking {
  /** The end of the period that it is for. */
  readonly period: Instant | null;
  readonly pointer: Instant;
}

/** The plans of a device that nothing is asked of. */
const UNASKED: readonly string[] = ['no-demand', 'disabled', 'not-connected', 'deadline-passed', 'satisfied'];

/**
 * What is asked for after something was heard or planned. It stays what it is while something of it is still to come: who
 * tells a need again, or another deadline, does not ask anew.
 */
export function askingOf(asking: Asking | null, before: AccountedDevice, taker: Taker, now: Instant): Asking | null {
  const { period, standing, output, timeZone } = taker.device;
  if (!isKnownTime(now) || standing?.reason === 'unknown-time') return asking;
  if (!standing || UNASKED.includes(standing.reason)) return output?.on ? asking : null;
  const end = period?.end ?? null;
  const isSamePeriod = asking !== null && (asking.period === end || (asking.period ?? 0) > now);
  if (isSamePeriod && !(isDone(before, now) && !isDone(taker.device, now))) return { ...asking, period: end };
  const earliest = period && earliestOf(taker.settings, { period: { ...period, deadline: true }, timeZone });
  return { period: end, pointer: Math.max(now, earliest ?? now) };
}

/** True where all that was asked for has run. */
const isDone = ({ standing, output }: AccountedDevice, now: Instant): boolean =>
  !output?.on && standing?.plan.outcome.kind === 'complete' && standing.plan.runs.every(({ end }) => end <= now);
