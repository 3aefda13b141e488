import type { Instant } from '../../core/time.ts';
import {
  assertKnownToShape,
  type DemandPatch,
  type DemandSettings,
  withDefaults,
} from '../../messages/demand/demand.ts';
import { requestedAfter } from '../../messages/demand/once.ts';
import { minutesNeeded, needOf, periodAt } from '../../messages/demand/resolve-demand.ts';
import { MessageError } from '../../messages/parse.ts';
import { MEASURED_HOLDS, measuredBy } from '../account/measured.ts';
import { type ReportedSoc, reportedAfter } from '../account/reported-soc.ts';
import {
  type Credit,
  counted,
  coveredBy,
  credited,
  isSameCredit,
  LEAST_PACE,
  meteredFrom,
  nothingRan,
  ranBy,
  reportedProgress,
} from './credit.ts';
import { armed, type Device, finishesLate, isPlanned, type StandingPlan } from './device.ts';
import { overriddenBy } from './override.ts';
import { questionOf } from './planning.ts';
import { deliveredMinutes, plannedPeriod, plannedSettings } from './review.ts';

/** The device with what a message says that its meter has measured. */
export const withMeter = (device: Device, patch: DemandPatch, own: DemandSettings, now: Instant): Device => ({
  ...device,
  credit: meteredBy(device, patch, withDefaults(own, device.told), now),
  measured: measuredBy(device.measured ?? {}, patch, now),
});

/** The device after a message. Throws a `MessageError` that says why it cannot follow it. */
export function asked(device: Device, patch: DemandPatch, own: DemandSettings, now: Instant): Device {
  const { told, lasting } = requestedAfter({ told: device.told, ...device.once }, patch);
  const settings = withDefaults(own, told);
  assertKnownToShape(patch, told, settings);
  const former = withDefaults(own, device.told);
  const forgotten = told.soc === undefined && settings.soc === undefined && former.soc !== undefined;
  const over = device.period === null || device.period.end <= now;
  const isLate = over && !patch.once && finishesLate(device, own, now);
  const next = over && !isLate ? armed({ ...device, told }, own, now) : { ...device, told };
  const present = periodAt(settings, now, device.timeZone) ?? null;
  // A run that is finished late belongs to the period that it is late for, until it may take longer.
  const period = isLate && settings.readyBy === former.readyBy ? device.period : present;
  if (present === null && (patch.readyBy || patch.once)) {
    throw new MessageError(`readyBy: ${settings.readyBy} has passed; a time in the future is allowed`);
  }
  const before = forgotten ? { ...next.credit, correction: 0 } : coveredBy(next.credit, told, settings);
  const report = reportOfSoc({ ...next, credit: before }, patch, settings, former, now);
  const credit = report.credit ?? credited({ ...next, credit: before }, patch, settings, now);
  const standing = isBoundAlike(settings, former) ? next.standing : undecided(next.standing);
  const there = plugged({ ...next, period, credit, standing }, patch, now);
  const heard = { ...there, ...overriddenBy(patch, { ...next, period }, now) };
  const { soc = told.soc } = report;
  const { reported: _, ...rest } = heard;
  const known = {
    ...rest,
    told: { ...told, ...(soc !== undefined && { soc }) },
    ...(report.reported && { reported: report.reported }),
  };
  const after = onceAfter(known, device, lasting, patch, own, now);
  return withMeter(takenBack(after, device, own, now), patch, own, now);
}

/** The progress after a report of the state of charge. A first report, and one after another need or car, counts as it is. */
function reportOfSoc(
  device: Device,
  { soc, deliveredKwh, connected, reset }: DemandPatch,
  settings: DemandSettings,
  former: DemandSettings,
  now: Instant,
): { readonly soc?: number; readonly credit?: Credit; readonly reported?: ReportedSoc } {
  const isTurned = connected !== undefined && (connected ?? true) !== (device.connected ?? true);
  const before = isTurned || reset || soc === null ? undefined : device.reported;
  if (soc == null || deliveredKwh != null) return before ? { reported: before } : {};
  const reported = reportedAfter(before ?? null, soc);
  const isCounted = before && former.soc !== undefined && needsSoc(former) && needsSoc(settings);
  const was = isCounted ? { soc: former.soc as number, step: before.step } : undefined;
  return { ...reportedProgress(device, reported, was, settings, now), reported };
}

const needsSoc = ({ energyKwh, profile, minutes }: DemandSettings) =>
  energyKwh === undefined && profile === undefined && minutes === undefined;

/** Sets or clears `once` after a message. */
function onceAfter(
  { once: _, ...device }: Device,
  before: Device,
  lasting: DemandSettings | undefined,
  patch: DemandPatch,
  own: DemandSettings,
  now: Instant,
): Device {
  const settings = withDefaults(own, device.told);
  const corrected = (correction: number): Device =>
    settings.soc === undefined ? { ...device, credit: { ...device.credit, correction } } : device;
  const { once: former } = before;
  if (!lasting) return former ? corrected(former.correction) : device;
  // An invalid lasting need has to be refused now: when it returns, no message is there to refuse.
  questionOf({ ...device, told: lasting }, { settings: own, onFailure: 'off' }, null, now);
  const isMoved = patch.once != null || patch.readyBy !== undefined;
  const until = isMoved ? plannedPeriod(device, settings, now)?.end : former?.until;
  const { period, correction } = former ?? { period: before.period, correction: before.credit.correction };
  const once = { until: until ?? now, lasting, period, correction };
  return { ...(former || !isMet(before, own, now) ? device : corrected(-ranBy(device, now))), once };
}

/** True if the need is met. A one-off need then starts with no progress. */
function isMet(device: Device, own: DemandSettings, now: Instant): boolean {
  const needed = minutesNeeded(needOf(plannedSettings(device, { settings: own }, now)));
  return needed > 0 && deliveredMinutes(device, now) >= needed;
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

/** Seconds past its deadline for which a run counts by its meter. */
const LATEST = 86_400;

/** A run counts by the measured power while that is reported. Past its deadline a run that gets nowhere counts by the clock, so that it ends. */
function meteredBy(device: Device, patch: DemandPatch, settings: DemandSettings, now: Instant): Credit {
  const { measuredKw } = patch;
  if (measuredKw === undefined && !patch.reset) return device.credit;
  const { powerKw, energyKwh, soc } = settings;
  const isEnergy = powerKw !== undefined && (energyKwh !== undefined || soc !== undefined);
  const share = isEnergy && measuredKw != null ? measuredKw / powerKw : undefined;
  const late = share !== undefined && share >= LEAST_PACE ? LATEST : 0;
  const end = device.period ? device.period.end + late : now;
  return meteredFrom(device, share, now, Math.min(now + MEASURED_HOLDS, end));
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
