import type { Instant } from '../../core/time.ts';
import type { Device, StandingPlan } from './device.ts';

/** An alarm this many seconds late has slept through something. */
const LATE = 60;

/**
 * True where the standing plan is kept at an alarm that was `due`, and just carried out: it is replaced once time has
 * overtaken it, at its review, at the end of an override, and where the alarm comes late.
 */
export const isPlanKept = ({ standing, override }: Device, due: Instant, now: Instant): boolean =>
  ![due + LATE, standing?.review, override?.until].some((end) => end != null && end <= now);

/** True for a plan that is in force and not to be looked at again by now. */
export const isInForce = (standing: StandingPlan | null, now: Instant): standing is StandingPlan =>
  standing !== null && (standing.review === null || standing.review > now);
