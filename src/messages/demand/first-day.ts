import { addDays, type Instant, localDate, localDay, MINUTE_SECONDS } from '../../core/time.ts';
import type { DemandSettings } from './demand.ts';
import { minutesNeeded, needOf, type Period } from './resolve-demand.ts';

/** The part of a device that says how much of its first day it has. */
interface FirstDay {
  /** The instant of its first start. */
  readonly born: Instant;
  /** Since then its settings are what they are, and so many seconds of the need were met before. */
  readonly changed?: { readonly at: Instant; readonly seconds: number };
  readonly period: Period;
  readonly timeZone: string;
}

const beginOf = ({ born, changed }: FirstDay): Instant => changed?.at ?? born;

/** True of a day, without a deadline, that was under way when the device began, or began anew. */
function isFirst(device: FirstDay): boolean {
  const { period, timeZone } = device;
  const { start, end } = localDay(localDate(beginOf(device), timeZone), timeZone);
  return !period.deadline && period.end === end && start < beginOf(device);
}

/**
 * The settings with as much of a day's need in pieces as the rest of a device's first day is for: the same share of it as of
 * a whole day, or half of it, where that is more and the need is no less.
 */
export function onFirstDay(settings: DemandSettings, device: FirstDay): DemandSettings {
  const minutes = minutesNeeded(needOf(settings));
  if (settings.shape !== 'split' || settings.soc !== undefined || minutes === 0 || !isFirst(device)) return settings;
  const begin = beginOf(device);
  const { start, end } = localDay(localDate(begin, device.timeZone), device.timeZone);
  const rest = (end - begin) / MINUTE_SECONDS;
  const before = (device.changed?.seconds ?? 0) / MINUTE_SECONDS;
  const most = Math.floor(before + Math.max(rest / 2, (minutes * rest * MINUTE_SECONDS) / (end - start)));
  if (minutes <= most) return settings;
  const { energyKwh } = settings;
  return energyKwh === undefined
    ? { ...settings, minutes: most }
    : { ...settings, energyKwh: (energyKwh * most) / minutes };
}

/** The period of a need in one piece on a device's first day: the next, where `from` on there is no room for it in this one. */
export function afterFirstDay(settings: DemandSettings, device: FirstDay, from: Instant): Period {
  const { period, timeZone } = device;
  const seconds = minutesNeeded(needOf(settings)) * MINUTE_SECONDS;
  if (settings.shape === 'split' || from + seconds <= period.end || !isFirst(device)) return period;
  const next = localDay(addDays(localDate(beginOf(device), timeZone), 1), timeZone);
  return seconds <= next.end - next.start ? { ...period, begin: next.start, end: next.end } : period;
}
