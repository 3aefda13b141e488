import type { Instant } from '../../core/time.ts';
import type { DemandPatch } from '../../messages/demand/demand.ts';
import { type Period, periodAt } from '../../messages/demand/resolve-demand.ts';
import { endTold, isOver } from '../../messages/iso.ts';
import { endAfter, endAt, isOrderOver } from '../../messages/order-end.ts';

/** Somebody's word that the output is on, or off, whatever the plan says. */
export interface Override {
  readonly on: boolean;
  /** Its end: from then on the plan holds again. */
  readonly until: Instant;
  /** Its end by the clock before a restart at which the clock was behind: once the clock is right it ends then at the latest. */
  readonly latest?: Instant;
}

/** The part of a device that is about its override. */
export interface OverrideState {
  readonly override: Override | null;
  /** The end that messages gave, as they gave it: it sticks until the override ends that it is for. */
  readonly overrideUntil: string | number | null;
}

/** The surroundings that decide where an override ends that was given no end. */
interface Surroundings {
  readonly period: Period | null;
  readonly timeZone: string;
}

export const notOverridden: OverrideState = { override: null, overrideUntil: null };

/** The override after a message, which starts it at once, moves its end, ends it, or leaves it as it is. */
export function overriddenBy(patch: DemandPatch, device: OverrideState & Surroundings, now: Instant): OverrideState {
  const before = patch.reset ? notOverridden : device;
  const overrideUntil = endAfter(patch, before.overrideUntil);
  const { override = wordOf(before.override) } = patch;
  if (isOrderOver({ override })) return { overrideUntil, override: null };
  const told = patch.override !== undefined || patch.overrideUntil !== undefined;
  const ends = told ? { until: endOf(overrideUntil, device, now) } : (before.override ?? { until: now });
  return { overrideUntil, override: { ...ends, on: override === 'on' } };
}

/**
 * An override ends so many minutes after the message, 31 days at most as its schema has it, or at the instant that was
 * told. Where nothing was, or that instant is over, it ends with the device's period: at its deadline, else with the
 * local day. Where the period is over too, it ends with the local day.
 */
function endOf(told: string | number | null, { period, timeZone }: Surroundings, now: Instant): Instant {
  const ends = [endTold(told, now) ?? now, period?.end ?? now, periodAt({}, now, timeZone)?.end ?? now];
  return ends.find((end) => end > now) ?? now;
}

/** The override after a restart at which the clock was behind: its end by the clock before is kept. */
export const overrideResumed = (override: Override | null): Override | null =>
  override && { latest: override.until, ...override };

/**
 * The override where its clock was set by `step` seconds, and shows `now`: as long as it was, and shorter where the end
 * that was told, or its end by the clock before a restart, comes sooner.
 */
export function overrideMoved(device: OverrideState & Surroundings, step: number, now: Instant): Override | null {
  const { override, overrideUntil } = device;
  if (!override) return null;
  const until = override.until + step;
  const told = typeof overrideUntil === 'number' ? until : endOf(overrideUntil, device, now - step);
  return { ...override, until: Math.min(until, told, override.latest ?? until) };
}

/** The override as it is at `now`: one that is over is forgotten with the end that it was told. */
export const overrideAt = ({ override, overrideUntil }: OverrideState, now: Instant): OverrideState => ({
  override: override && !isOver(override, now) ? override : null,
  overrideUntil: endAt(overrideUntil, override, now),
});

/** The override as messages and topics say it, `auto` where there is none. */
export const overrideWords = ({
  override,
  overrideUntil,
}: OverrideState): Pick<DemandPatch, 'override' | 'overrideUntil'> => ({
  override: wordOf(override) ?? 'auto',
  overrideUntil,
});

const wordOf = (override: Override | null) => override && (override.on ? 'on' : 'off');
