import { pointAt } from '../../core/series.ts';
import { type Instant, isKnownTime } from '../../core/time.ts';
import {
  assertKnownToShape,
  type DemandPatch,
  type DemandSettings,
  mergeDemand,
  withDefaults,
} from '../../messages/demand/demand.ts';
import { outlasting } from '../../messages/demand/once.ts';
import { type Period, periodAt } from '../../messages/demand/resolve-demand.ts';
import { MessageError } from '../../messages/parse.ts';
import type { Plan } from '../../planner/types.ts';
import { MEASURED_HOLDS, type Measured, measuredBy, unswitched } from '../account/measured.ts';
import type { Taker } from '../account/what-ran.ts';
import {
  type Credit,
  chargedBy,
  counted,
  coveredBy,
  credited,
  deliveredBy,
  isMeterSilent,
  isSameCredit,
  meteredFrom,
  nothingRan,
  type Output,
} from './credit.ts';
import { notOverridden, type OverrideState, overriddenBy, overrideAt } from './override.ts';

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
  readonly timeZone: string;
  /** The period that the need is for; `null` after a deadline that was given once. */
  readonly period: Period | null;
  readonly credit: Credit;
  /** Left out where nobody has said whether it is plugged in: it is then. */
  readonly connected?: boolean;
  /** What its meter says; no longer known after a restart. */
  readonly measured?: Measured;
  /** The period before this one, for a clock that is set back to it; with what was told, where that was for it alone. */
  readonly other: { readonly period: Period; readonly credit: Credit; readonly told?: DemandSettings } | null;
  readonly output: Output | null;
  /** The output as the plan alone would have it. */
  readonly planned: boolean;
  readonly standing: StandingPlan | null;
  /** What was asked for in the last minutes while the plan had it off. */
  readonly offBy?: readonly OffBy[];
  /** The instant at which it was last looked at. */
  readonly seen: Instant;
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
export function reconfigured(device: Device): Device {
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
  const starts = device.credit.starts + (on ? 1 : 0);
  const measured = device.measured && unswitched(device.measured);
  return {
    ...device,
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
function finishesLate({ period, standing, told }: Device, own: DemandSettings, now: Instant): boolean {
  const underWay = pointAt(standing?.plan.runs ?? [], now) !== undefined;
  return underWay && (period?.deadline || withDefaults(own, told).shape !== 'split');
}

/** A state of charge goes on from where it was told; every other need starts from nothing in a period that is new. */
export function armed(device: Device, own: DemandSettings, now: Instant): Device {
  const told = outlasting(device.told, own, now, device.timeZone);
  const settings = withDefaults(own, told);
  const period = periodAt(settings, now, device.timeZone) ?? null;
  const former = told !== device.told && { told: device.told };
  const other = device.period && { period: device.period, credit: counted(device, now), ...former };
  const present = { ...device, told, period, other };
  const correction = told.soc === undefined && settings.soc === undefined ? 0 : chargedBy(device, now);
  const known = correction === 0 && period !== null && device.other?.period.end === period.end;
  const fresh = coveredBy({ ...nothingRan(now), correction }, told, settings);
  return { ...present, credit: known ? { ...device.other.credit, from: now } : fresh };
}

/** The device where wall clocks are those of `timeZone`, and the node's settings are `own`. */
export function reread(device: Device, timeZone: string, own: DemandSettings, now: Instant): Device {
  if (!isKnownTime(now) || (device.period && device.period.end <= now)) return { ...device, timeZone };
  return { ...device, timeZone, period: periodAt(withDefaults(own, device.told), now, timeZone) ?? null };
}

/** The device with what a message says that its meter has measured. */
export const withMeter = (device: Device, patch: DemandPatch, own: DemandSettings, now: Instant): Device => ({
  ...device,
  credit: meteredBy(device, patch, withDefaults(own, device.told), now),
  measured: measuredBy(device.measured ?? {}, patch, now),
});

/** The device after a message. Throws a `MessageError` that says why it cannot follow it. */
export function asked(device: Device, patch: DemandPatch, own: DemandSettings, now: Instant): Device {
  const told = mergeDemand(device.told, patch);
  const settings = withDefaults(own, told);
  assertKnownToShape(patch, told, settings);
  const former = withDefaults(own, device.told);
  const forgotten = told.soc === undefined && settings.soc === undefined && former.soc !== undefined;
  const over = device.period === null || device.period.end <= now;
  const isLate = over && finishesLate(device, own, now);
  const next = over && !isLate ? armed({ ...device, told }, own, now) : { ...device, told };
  const present = periodAt(settings, now, device.timeZone) ?? null;
  // A run that is finished late belongs to the period that it is late for, until it may take longer.
  const period = isLate && settings.readyBy === former.readyBy ? device.period : present;
  if (present === null && patch.readyBy) {
    throw new MessageError(`readyBy: ${patch.readyBy} has passed; a time to come is allowed`);
  }
  const before = forgotten ? { ...next.credit, correction: 0 } : coveredBy(next.credit, told, settings);
  const credit = credited({ ...next, credit: before }, patch, settings, now);
  const standing = isBoundAlike(settings, former) ? next.standing : undecided(next.standing);
  const there = plugged({ ...next, period, credit, standing }, patch, now);
  const heard = { ...there, ...overriddenBy(patch, { ...next, period }, now) };
  return withMeter(takenBack(heard, device, own, now), patch, own, now);
}

/** Seconds in which a change may be taken back as if it had not been said. */
const TAKEN_BACK = 600;
/** More than anybody takes back at once. */
const MOST_NEEDS = 8;

/**
 * A run that began only by a change is held no more where that is taken back, or corrected to something else again: as long as the need of
 * before would have had nothing to run yet, the plan is made as then.
 */
function takenBack(device: Device, before: Device, own: DemandSettings, now: Instant): Device {
  const former = needText(before, own);
  if (needText(device, own) === former) return device;
  const planned = isPlanned(before, now);
  const recent = (before.offBy ?? []).filter(({ at }) => Math.abs(now - at) < TAKEN_BACK);
  const { standing } = device;
  if (!planned) {
    const until = standing?.plan.runs.find(({ start }) => start > now)?.start ?? null;
    const others = recent.filter(({ need }) => need !== former);
    return { ...device, offBy: [...others, { need: former, at: now, until }].slice(-MOST_NEEDS) };
  }
  const isOnlyByChange = recent.some(({ until }) => (until ?? Number.POSITIVE_INFINITY) > now);
  if (!standing || !isOnlyByChange) return { ...device, offBy: recent };
  const runs = standing.plan.runs.filter(({ start, end }) => start > now || end <= now);
  // It stays on until the plan that is made now begins, which may hold it for its shortest run.
  return {
    ...device,
    planned,
    offBy: recent,
    standing: { ...standing, plan: { ...standing.plan, runs }, from: now + 1 },
  };
}

/** How full a car is changes by itself. */
const needText = ({ told }: Device, own: DemandSettings): string =>
  JSON.stringify(sorted({ ...withDefaults(own, told), soc: undefined }));

/** What runs counts by the power that is measured, as long as that is told; past its deadline by the clock, so that it ends. */
function meteredBy(device: Device, patch: DemandPatch, settings: DemandSettings, now: Instant): Credit {
  const { measuredKw } = patch;
  if (measuredKw === undefined && !patch.reset) return device.credit;
  const { powerKw, energyKwh, soc } = settings;
  const isEnergy = powerKw !== undefined && (energyKwh !== undefined || soc !== undefined);
  const share = isEnergy && measuredKw != null ? measuredKw / powerKw : undefined;
  return meteredFrom(device, share, now, Math.min(now + MEASURED_HOLDS, device.period?.end ?? now));
}

/** A need starts anew as its car is plugged in: what ran for the one before went with it. */
function plugged(device: Device, { connected }: DemandPatch, now: Instant): Device {
  if (connected === undefined) return device;
  const { connected: before = true, ...rest } = device;
  const is = connected ?? true;
  const credit = is === before ? device.credit : is ? nothingRan(now) : counted(device, now);
  return { ...rest, credit, ...(connected !== null && { connected }) };
}

/** True where a plan has the same limit, and may wait for prices alike. */
const isBoundAlike = (settings: DemandSettings, former: DemandSettings) =>
  (['maxPrice', 'maxPriceRule', 'whenUnknown'] as const).every((key) => settings[key] === former[key]);

/** A plan whose runs are on no known prices: nothing of it keeps the next one from waiting for more. */
const undecided = (standing: StandingPlan | null) =>
  standing && {
    ...standing,
    plan: { ...standing.plan, runs: standing.plan.runs.map((run) => ({ ...run, cost: null })) },
  };

/** True of a device that needs what it needed before, and has got what it had. */
export function isTheSame(device: Device, before: Device, own: DemandSettings): boolean {
  const facts = ({ told, period, override, overrideUntil, timeZone, connected = true }: Device) =>
    JSON.stringify([sorted(withDefaults(own, told)), period, override, overrideUntil, timeZone, connected]);
  return facts(device) === facts(before) && isSameCredit(device, before);
}

/** By their keys, whichever was said first. */
const sorted = (settings: DemandSettings) => Object.entries(settings).sort();

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
