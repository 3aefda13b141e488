import { type Instant, MINUTE_SECONDS } from '../../core/time.ts';
import { type DemandSettings, saysNeed, withDefaults } from '../../messages/demand/demand.ts';
import { afterFirstDay, onFirstDay } from '../../messages/demand/first-day.ts';
import { MOST_MINUTES } from '../../messages/demand/most.ts';
import { minutesNeeded, needOf, type Period, periodToMeet } from '../../messages/demand/resolve-demand.ts';
import type { Run } from '../../planner/types.ts';
import type { AccountKeeper } from '../account/open-account.ts';
import { deliveredBy, paceOf, secondsToDrift } from './credit.ts';
import { type Device, relayUntil, type StandingPlan } from './device.ts';

/** The settings of a node, beside its name. */
export interface Orders {
  readonly settings: DemandSettings;
  /** Without prices: one bounded run at the latest start that a deadline allows, or none. */
  readonly onFailure: 'run' | 'off';
  /** Left out of a device that does not run yet. */
  readonly account?: Pick<AccountKeeper, 'state'> | undefined;
}

/** The settings to plan by at an instant. */
export const plannedSettings = (device: Device, { settings }: Pick<Orders, 'settings'>, at: Instant): DemandSettings =>
  paced(partOf(device, settings), device, at);

/** On its first day a device needs only the share of the node's own need that the rest of the day is for. */
function partOf({ told, ...device }: Device, own: DemandSettings): DemandSettings {
  const settings = withDefaults(own, told);
  const { period } = device;
  return period && !saysNeed(told) ? onFirstDay(settings, { ...device, period }) : settings;
}

/** Where a device takes less than its power, the rest of an energy lasts longer. */
function paced(settings: DemandSettings, device: Device, at: Instant): DemandSettings {
  const { powerKw, energyKwh, soc, profile } = settings;
  const pace = paceOf(device);
  if (pace === 1 || powerKw === undefined || profile || (energyKwh === undefined && soc === undefined)) return settings;
  const left = Math.max(0, minutesNeeded(needOf(settings)) - deliveredBy(device, at) / MINUTE_SECONDS);
  const minutes = deliveredMinutes(device, at) + Math.ceil(left / pace);
  const kw = powerKw * pace;
  return minutes > MOST_MINUTES ? settings : { ...settings, powerKw: kw, energyKwh: (minutes * kw) / 60 };
}

/** True on a first day that is planned for a part of the need alone. */
export function isPartPlanned(device: Device, settings: DemandSettings): boolean {
  const [part, whole] = [partOf(device, settings), withDefaults(settings, device.told)];
  return part.minutes !== whole.minutes || part.energyKwh !== whole.energyKwh;
}

/** The period that a plan from `from` on is made for: that of the device, or the next where it is too late to begin for that. */
export function plannedPeriod(device: Device, settings: DemandSettings, from: Instant): Period | null {
  const { period, output, timeZone, told } = device;
  const hasBegun = output?.on || deliveredBy(device, from) > 0;
  if (!period || hasBegun) return period;
  const present = periodToMeet(settings, period, from, timeZone);
  return saysNeed(told) ? present : afterFirstDay(settings, { ...device, period: present }, from);
}

/** A plan of no runs, from now on. */
export function nothingToRun(reason: string, { period }: Device, now: Instant): StandingPlan {
  const because = reason === 'satisfied' ? reason : 'waiting';
  const plan = { runs: [], outcome: { kind: 'idle', because }, cost: null, baselineCost: null } as const;
  return { plan, reason, from: now, review: period && Math.max(period.end, now + MINUTE_SECONDS) };
}

/**
 * A plan is looked at again when its need is armed anew, when the prices end that it knows, and when the minutes that
 * it leaves `uncovered` have to begin so that its runs are in time as well.
 */
export function reviewOf(
  { runs, uncovered, knownUntil }: { readonly runs: readonly Run[]; uncovered: number; knownUntil: Instant },
  { period: own }: Device,
  period: Period,
  { shape }: DemandSettings,
  now: Instant,
): Instant {
  const isFinished = period === own && (period.deadline || shape !== 'split');
  const armedAgain = Math.max((own ?? period).end, isFinished ? (runs.at(-1)?.end ?? 0) : 0, now + MINUTE_SECONDS);
  const latest = period.deadline && uncovered > 0 ? latestStart(uncovered, period.end, runs) : armedAgain;
  return Math.min(...[armedAgain, knownUntil, latest].filter((instant) => instant > now));
}

/** The latest time from which so many minutes fit before a deadline beside the runs, which need their own. */
function latestStart(minutes: number, deadline: Instant, runs: readonly Run[]): Instant {
  let [at, left] = [deadline, minutes * MINUTE_SECONDS];
  for (const { start, end } of runs.toReversed()) {
    const free = Math.max(0, at - end);
    if (left <= free) break;
    left -= free;
    at = Math.min(at, start);
  }
  return at - left;
}

/** Minutes of `runs` from `from` on. */
export const minutesAfter = (from: Instant, runs: readonly Run[]): number =>
  runs.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, from)), 0) / MINUTE_SECONDS;

/** Whole minutes that the output has delivered when it stays as it is until `instant`. */
export const deliveredMinutes = (device: Device, instant: Instant): number =>
  Math.floor(deliveredBy(device, instant) / MINUTE_SECONDS);

/** A plan begins on a whole minute. */
export const nextMinute = (now: Instant): Instant => Math.ceil(now / MINUTE_SECONDS) * MINUTE_SECONDS;

/** The instants at which the plan switches. */
export const edgesOf = ({ standing }: Device): Instant[] =>
  standing?.plan.runs.flatMap(({ start, end }) => [start, end]) ?? [];

/** The next instant after `now` at which the device is to be looked at; `undefined` where time alone changes nothing. */
export function nextTurn(device: Device, now: Instant): Instant | undefined {
  const { standing, override, credit } = device;
  const ends = [standing?.from, standing?.review, override?.until, credit.metered?.until, ...countsAt(device, now)];
  const ahead = [...edgesOf(device), ...ends].map((instant) => instant ?? now).filter((instant) => instant > now);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

/** The times to look at what a meter has counted: by a minute more or less, and before what is on would end. */
function countsAt(device: Device, now: Instant): Instant[] {
  const drift = secondsToDrift(device);
  return drift === undefined ? [] : [now + drift, relayUntil(device, now) - MINUTE_SECONDS];
}

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
