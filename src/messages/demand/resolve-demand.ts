import { round6 } from '../../core/components.ts';
import { HOUR_SECONDS, type Instant, localDate, localDay, MINUTE_SECONDS } from '../../core/time.ts';
import type { Demand, Horizon, Phase, Terms } from '../../planner/types.ts';
import { instantOf } from '../iso.ts';
import { MessageError } from '../parse.ts';
import { dailyLimit } from './daily-limit.ts';
import { lastOpening, nextDeadline } from './deadlines.ts';
import type { DemandSettings } from './demand.ts';
import { MOST_MINUTES, maxEnergyKwh } from './most.ts';
import { percentIn } from './percent.ts';
import { readWeek } from './week.ts';

/** Prices of a delivery day appear about 13:00 the day before. */
const PUBLISHED_AHEAD = 11 * HOUR_SECONDS;

/** The time that one need is for: until a deadline, or else until the local day is over. */
export interface Period {
  /** Left out of one that has begun. */
  readonly begin?: Instant;
  readonly end: Instant;
  readonly deadline: boolean;
}

/** Facts that a clock and the prices add to the settings of a demand. */
export interface Circumstances {
  readonly now: Instant;
  readonly timeZone: string;
  readonly period: Period;
  /** End of the known prices. */
  readonly knownUntil: Instant;
  /** The prices that the demand is to be planned on; left out where there are none yet. */
  readonly horizon?: Horizon | null;
  /** A price so low that nothing waits for a lower one; left out where none is known. */
  readonly lowPrice?: number | undefined;
  /** Minutes of the need that are met already. */
  readonly delivered?: number;
}

/**
 * The period that runs at `now`. A wall-clock `readyBy` repeats daily or by the days of the week that it names; one given
 * as ISO 8601 is once, and after it there is none.
 */
export function periodAt({ readyBy }: DemandSettings, now: Instant, timeZone: string): Period | undefined {
  if (readyBy === undefined) return { end: localDay(localDate(now, timeZone), timeZone).end, deadline: false };
  const week = readWeek(readyBy);
  const end = week ? nextDeadline(week, now, timeZone) : floorMinute(instantOf(readyBy));
  return end > now ? { end, deadline: true } : undefined;
}

/**
 * The period that a need is planned for of which nothing has run by `now`. Where `earliest` opens each period and this one is as
 * good as over, as more would run after its deadline than before, it is the next, if that one has room for all.
 */
export function periodToMeet(settings: DemandSettings, period: Period, now: Instant, timeZone: string): Period {
  const [opening, deadlines] = [settings.earliest, settings.readyBy].map((text) => text && readWeek(text));
  if (!opening || !deadlines) return period;
  const openedAt = ({ end }: Period) => lastOpening(opening, end, timeZone);
  if (openedAt(period) <= lastOpening(deadlines, period.end, timeZone)) return period;
  const next = { ...period, end: nextDeadline(deadlines, period.end, timeZone) };
  const seconds = minutesNeeded(needOf(settings)) * MINUTE_SECONDS;
  const isOver = 2 * (period.end - Math.max(now, openedAt(period))) < seconds;
  return isOver && seconds <= next.end - Math.max(period.end, openedAt(next)) ? next : period;
}

/** Phases of the whole need, whatever has been delivered of it. Throws a `MessageError` that names what is missing. */
export function needOf(settings: DemandSettings): readonly Phase[] {
  const { minutes, energyKwh, soc, profile, powerKw } = settings;
  if (profile) return profile;
  if (energyKwh !== undefined) return [phaseOf(energyKwh, required(settings, 'energyKwh', 'powerKw'))];
  if (soc !== undefined) {
    const target = required(settings, 'soc', 'targetSoc');
    const energy = (Math.max(0, target - soc) / 100) * required(settings, 'soc', 'batteryKwh');
    return [phaseOf(energy, required(settings, 'soc', 'powerKw'))];
  }
  return minutes === undefined ? [] : [{ minutes, kw: powerKw ?? 1 }];
}

/** Minutes of all phases together. */
export const minutesNeeded = (phases: readonly Phase[]): number =>
  phases.reduce((sum, { minutes }) => sum + minutes, 0);

/**
 * Minutes of the need that `energyKwh` has met, so that those which are left meet the rest; throws a `MessageError`
 * without `powerKw` or a profile.
 */
export function minutesFor(settings: DemandSettings, energyKwh: number, key: string): number {
  if (settings.profile) return round6(minutesInto(settings.profile, energyKwh));
  const kw = required(settings, key, 'powerKw');
  if (settings.energyKwh === undefined) return round6((energyKwh / kw) * 60);
  const left = Math.max(0, settings.energyKwh - energyKwh);
  return phaseOf(settings.energyKwh, kw).minutes - phaseOf(left, kw).minutes;
}

function minutesInto(profile: readonly Phase[], energyKwh: number): number {
  let left = energyKwh * 60;
  let before = 0;
  for (const { minutes, kw } of profile) {
    if (left < minutes * kw) return before + left / kw;
    left -= minutes * kw;
    before += minutes;
  }
  return before;
}

/**
 * The demand that the planner is asked for, of settings as messages have changed them (`readDemand` in `demand.ts`);
 * nothing where nothing is needed. Throws a `MessageError`.
 */
export function resolveDemand(settings: DemandSettings, at: Circumstances): Demand | undefined {
  const phases = needOf(settings);
  const [first, ...rest] = phases;
  const minutes = minutesNeeded(phases);
  if (minutes > MOST_MINUTES) throw tooMuch(settings);
  const terms = termsOf(settings, minutes, at);
  if (settings.shape === 'split') return splitOf(settings, terms, first, at);
  return first && minutes > 0 ? { shape: 'contiguous', phases: [first, ...rest], ...terms } : undefined;
}

function tooMuch({ energyKwh, soc, profile, powerKw = 1 }: DemandSettings): MessageError {
  const most = `at most ${MOST_MINUTES} minutes`;
  if (profile) return new MessageError(`profile: ${most}`);
  if (energyKwh !== undefined) {
    return new MessageError(`energyKwh: at most ${maxEnergyKwh(powerKw)} at ${powerKw} kW, the need being ${most}`);
  }
  return new MessageError(soc === undefined ? `minutes: ${most}` : `soc: ${most} at ${powerKw} kW`);
}

function splitOf(settings: DemandSettings, terms: Terms, first: Phase | undefined, at: Circumstances) {
  const { minOnMinutes, minOffMinutes, maxOffMinutes, maxStarts, alsoBelowPrice, preconditionMinutes } = settings;
  if (settings.profile) throw new MessageError('profile: allowed with shape contiguous only');
  if (maxOffMinutes !== undefined && maxOffMinutes < (minOffMinutes ?? 0)) {
    throw new MessageError('maxOffMinutes: must be at least minOffMinutes');
  }
  const need = first ?? { minutes: 0, kw: settings.powerKw ?? 1 };
  if (need.minutes === 0 && alsoBelowPrice === undefined) return undefined;
  return {
    shape: 'split' as const,
    need,
    ...terms,
    ...given({ minOnMinutes, minOffMinutes, maxOffMinutes, maxStarts, alsoBelowPrice }),
    ...(at.period.deadline ? given({ preconditionMinutes }) : {}),
  };
}

function termsOf(settings: DemandSettings, minutes: number, at: Circumstances): Terms {
  const { minSpread, prefer = 'earliest' } = settings;
  const whenUnknown = wayOf(settings) ?? (isWorthWaiting(minutes, at) ? 'wait' : 'plan-known');
  return {
    readyBy: at.period.end,
    prefer,
    whenUnknown,
    ...(whenUnknown === 'wait' && given({ noWaitBelow: at.lowPrice })),
    ...given({ earliest: earliestOf(settings, at) }),
    ...given({ limit: limitOf(settings, at), minSpread }),
  };
}

function limitOf({ maxPrice, maxPriceRule = 'interval' }: DemandSettings, { horizon, timeZone }: Circumstances) {
  if (typeof maxPrice !== 'string') return maxPrice === undefined ? undefined : { rule: maxPriceRule, price: maxPrice };
  if (maxPriceRule === 'average') throw new MessageError('maxPriceRule: interval only, beside a maxPrice in percent');
  return horizon ? dailyLimit(percentIn(maxPrice) ?? 0, horizon, timeZone) : undefined;
}

/** No estimate says that a mean will keep a limit, or what a share of one will be. */
function wayOf({ whenUnknown, maxPrice, maxPriceRule }: DemandSettings) {
  const isMeans = typeof maxPrice === 'string' || (maxPrice !== undefined && maxPriceRule === 'average');
  return whenUnknown === 'estimate' && isMeans ? undefined : whenUnknown;
}

/** Nobody waits for the end of a day: what the rest of it costs is known, or nearly so. */
const isWorthWaiting = (minutes: number, { now, period, knownUntil, delivered = 0 }: Circumstances) =>
  period.deadline && Math.max(now, knownUntil - PUBLISHED_AHEAD) + (minutes - delivered) * MINUTE_SECONDS <= period.end;

/** A time of day, or of a week, is its last occurrence before the period ends. Nothing is before the period. */
export function earliestOf(
  { earliest }: DemandSettings,
  { period: { begin, end }, timeZone }: Pick<Circumstances, 'period' | 'timeZone'>,
): Instant | undefined {
  if (earliest === undefined) return begin;
  const week = readWeek(earliest);
  const opening = week
    ? lastOpening(week, end, timeZone)
    : Math.ceil(instantOf(earliest) / MINUTE_SECONDS) * MINUTE_SECONDS;
  return Math.max(opening, begin ?? opening);
}

const phaseOf = (energyKwh: number, kw: number): Phase => ({ minutes: Math.ceil((energyKwh / kw) * 60 - 1e-6), kw });

function required(settings: DemandSettings, key: string, needed: 'powerKw' | 'targetSoc' | 'batteryKwh'): number {
  const value = settings[needed];
  if (value === undefined) throw new MessageError(`${key}: also needs ${needed}`);
  return value;
}

const floorMinute = (instant: Instant) => Math.floor(instant / MINUTE_SECONDS) * MINUTE_SECONDS;

/** Only the fields that have a value. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [key in keyof T]?: Exclude<T[key], undefined>;
  };
