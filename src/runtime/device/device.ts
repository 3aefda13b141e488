import { pointAt } from '../../core/series.ts';
import { type Instant, isKnownTime } from '../../core/time.ts';
import { type DemandSettings, type OnceSettings, withDefaults } from '../../messages/demand/demand.ts';
import { onceOf, outlasting } from '../../messages/demand/once.ts';
import { minutesNeeded, needOf, type Period, periodAt } from '../../messages/demand/resolve-demand.ts';
import type { Plan } from '../../planner/types.ts';
import { type Measured, unswitched } from '../account/measured.ts';
import type { ReportedSoc } from '../account/reported-soc.ts';
import type { Taker } from '../account/what-ran.ts';
import {
  type Credit,
  chargedBy,
  counted,
  coveredBy,
  deliveredBy,
  isMeterSilent,
  meteredFrom,
  nothingRan,
  type Output,
} from './credit.ts';
import { notOverridden, type OverrideState, overrideAt } from './override.ts';

/**
 * One device as a value, what it was told and what it does: the functions here take the present from outside and answer
 * with the device as it is then. It is remembered over a restart.
 */
export interface Device extends OverrideState {
  /** The instant of its first start. */
  readonly born: Instant;
  /** The last change of the node's settings, and the seconds that counted towards the need by then. */
  readonly changed?: { readonly at: Instant; readonly seconds: number };
  /** The settings that messages gave and that stick; the node's own lie below them. */
  readonly told: DemandSettings;
  /** Present while a one-off need is in force; `told` includes it. */
  readonly once?: Once;
  readonly timeZone: string;
  /** The period that the need is for; `null` after a deadline that was given once. */
  readonly period: Period | null;
  readonly credit: Credit;
  /** The last report of its state of charge, since it was plugged in; left out before the first. */
  readonly reported?: ReportedSoc;
  /** Left out where nobody has said whether it is plugged in: it is then. */
  readonly connected?: boolean;
  /** What its meter says; no longer known after a restart. */
  readonly measured?: Measured;
  /** The period before this one, for a clock that is set back to it; with what was told, where that was for it alone. */
  readonly other: {
    readonly period: Period;
    readonly credit: Credit;
    readonly told?: DemandSettings;
    readonly once?: Once;
  } | null;
  readonly output: Output | null;
  /** The output as the plan alone would have it. */
  readonly planned: boolean;
  readonly standing: StandingPlan | null;
  /** What was asked for in the last minutes while the plan had it off. */
  readonly offBy?: readonly OffBy[];
  /** The instant at which it was last looked at. */
  readonly seen: Instant;
  /** Set by a restart at which the clock was behind, for an output that has been on since before it. */
  readonly resumed?: Resumed;
}

/** A one-off need, which is in force for one period. */
interface Once {
  /** The end of its period. */
  readonly until: Instant;
  /** The settings by messages that hold again after it. */
  readonly lasting: DemandSettings;
  /** The period that it interrupts, and the correction of its progress. */
  readonly period: Period | null;
  readonly correction: number;
}

/** An output that was on at a restart by a clock that was behind. */
interface Resumed {
  /** Seconds by which the clock is behind the time at which the device was last seen. */
  readonly lag: number;
  /** The end that was set for the output, by the clock before the restart. */
  readonly until: Instant;
}

/** A need that had the device off when another took its place. */
interface OffBy {
  readonly need: string;
  readonly at: Instant;
  /** Its plan was to begin then; `null` where it had nothing to run. */
  readonly until: Instant | null;
}

/** The plan in force. */
export interface StandingPlan {
  readonly plan: Plan;
  /** A stable code. */
  readonly reason: string;
  /** Until then the output stays as it was: a plan begins on a whole minute. */
  readonly from: Instant;
  /** The instant at which it is made again even if nothing new is told; `null` where nothing changes by itself. */
  readonly review: Instant | null;
  /** Money that it loses to those that it shares a connection with; left out where it loses none, or nobody knows. */
  readonly limitCost?: number;
  /** kWh that it takes of the sun; left out where nobody knows of one. */
  readonly solarKwh?: number;
}

/** A device that knows nothing yet. */
export function newDevice(own: DemandSettings, now: Instant, timeZone: string): Device {
  return {
    born: now,
    told: {},
    ...notOverridden,
    timeZone,
    period: periodAt(own, now, timeZone) ?? null,
    credit: nothingRan(now),
    other: null,
    output: null,
    planned: false,
    standing: null,
    seen: now,
  };
}

/**
 * The device after a restart. The relay has kept its position meanwhile, so what was on counts as delivered, up to the
 * end that was set for it: of its run, or where the plan has not begun yet, the beginning of that.
 */
export const restored = (device: Device, now: Instant): Device => ({
  ...device,
  credit: counted(device, Math.min(now, relayUntil(device, now)), now),
});

/** The end that was set for what is on. */
export function relayUntil({ standing, override, credit }: Device, now: Instant): Instant {
  const run = standing?.plan.runs.findLast(({ start }) => start <= now);
  return override?.on ? override.until : (run?.end ?? standing?.from ?? credit.from);
}

/** The device with other settings of its node: what it was told and what was planned for the last ones go, an override goes on. */
export function reconfigured({ once: _, ...device }: Device): Device {
  const { seen: at, standing } = device;
  return {
    ...device,
    ...(!device.override && notOverridden),
    told: {},
    changed: { at, seconds: deliveredBy(device, at) },
    standing: standing && {
      ...standing,
      plan: { ...standing.plan, runs: standing.plan.runs.filter(({ start }) => start <= at) },
      reason: 'no-prices',
    },
  };
}

/** The output as it is from `now` on. */
export function switched(device: Device, on: boolean, now: Instant): Device {
  if (device.output?.on === on) return device;
  const { resumed: _, ...rest } = device;
  const starts = device.credit.starts + (on ? 1 : 0);
  const measured = device.measured && unswitched(device.measured);
  return {
    ...rest,
    output: { on, since: now },
    credit: { ...meteredFrom(device, undefined, now, now), starts },
    ...(measured && { measured }),
  };
}

/**
 * The device without what is over at `now`. The need is armed again once its period and its last run have ended; what was told for a
 * deadline that was given once goes with it.
 */
export function settled(device: Device, own: DemandSettings, now: Instant): Device {
  const { period, told, timeZone } = device;
  const credit = isMeterSilent(device, now) ? meteredFrom(device, undefined, now, now) : device.credit;
  const present = { ...device, credit, ...overrideAt(device, now) };
  const isOver = period ? period.end <= now : outlasting(told, own, now, timeZone) !== told;
  return isOver && !finishesLate(device, own, now) ? armed(present, own, now) : present;
}

/** A run that began is finished past the deadline; without one a new day cuts all but an unbroken run. */
export function finishesLate({ period, standing, told }: Device, own: DemandSettings, now: Instant): boolean {
  const underWay = pointAt(standing?.plan.runs ?? [], now) !== undefined;
  return underWay && (period?.deadline || withDefaults(own, told).shape !== 'split');
}

/** A state of charge goes on from where it was told; every other need starts from nothing in a period that is new. */
export function armed(before: Device, own: DemandSettings, now: Instant): Device {
  const { once, ...device } = before;
  const { timeZone } = device;
  const isOver = (once && once.until <= now) || outlasting(device.told, own, now, timeZone) !== device.told;
  const told = outlasting(once && isOver ? once.lasting : device.told, own, now, timeZone);
  const settings = withDefaults(own, told);
  const period = periodAt(settings, now, timeZone) ?? null;
  const former = told !== device.told && { told: device.told, ...(once && { once }) };
  const other = device.period && { period: device.period, credit: counted(device, now), ...former };
  const present = { ...device, told, period, other, ...(once && !isOver && { once }) };
  const isSamePeriod = once && isOver && period?.end === periodAt(settings, once.until - 1, timeZone)?.end;
  if (isSamePeriod && settings.soc === undefined)
    return { ...present, credit: creditAfter(once, before, settings, now) };
  const correction = told.soc === undefined && settings.soc === undefined ? 0 : chargedBy(device, now);
  const known = correction === 0 && period !== null && before.other?.period.end === period.end;
  const fresh = coveredBy({ ...nothingRan(now), correction }, told, settings);
  return { ...present, credit: known ? { ...before.other.credit, from: now } : fresh };
}

/**
 * The progress after a one-off need, in the rest of the period in which it has ended. A need with a deadline counts as met, as the one-off
 * need replaced it. The need of a day keeps what has run.
 */
function creditAfter({ period, correction }: Once, device: Device, settings: DemandSettings, now: Instant): Credit {
  if (settings.readyBy !== undefined) return { ...nothingRan(now), correction: minutesNeeded(needOf(settings)) * 60 };
  return { ...counted(device, now), ...(period && period.end > now && { correction }) };
}

/** The one-off need in force, in the form of a message. */
export function onceIn({ told, once }: Device): { readonly once?: OnceSettings } {
  const settings = once && onceOf(told, once.lasting);
  return settings ? { once: settings } : {};
}

/** The device where wall clocks are those of `timeZone`, and the node's settings are `own`. */
export function reread(device: Device, timeZone: string, own: DemandSettings, now: Instant): Device {
  if (!isKnownTime(now) || (device.period && device.period.end <= now)) return { ...device, timeZone };
  const period = periodAt(withDefaults(own, device.told), now, timeZone) ?? null;
  const { once } = device;
  const isMoved = once && period && timeZone !== device.timeZone;
  return { ...device, timeZone, period, ...(isMoved && { once: { ...once, until: period.end } }) };
}

/** The output as the plan has it at `now`; until a new plan begins it stays as the plan before had it. */
export function isPlanned({ standing, planned }: Device, now: Instant): boolean {
  if (!standing || now < standing.from) return planned;
  return pointAt(standing.plan.runs, now) !== undefined;
}

/** The device with all that says what it takes. */
export const takerOf = (device: Device, own: DemandSettings): Taker => ({
  device,
  settings: withDefaults(own, device.told),
  delivered: (at) => deliveredBy(device, at),
});
