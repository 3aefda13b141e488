import type { Instant, Span } from '../../core/time.ts';
import type { DemandSettings } from '../../messages/demand/demand.ts';
import type { CountedEnergy } from '../../pricing/account/portions.ts';
import { type Measured, measuredUntil } from './measured.ts';

/** The facts of a device that its account goes by. */
export interface AccountedDevice {
  readonly timeZone: string;
  readonly period: { readonly end: Instant } | null;
  readonly output: { readonly on: boolean; readonly since: Instant } | null;
  readonly planned: boolean;
  readonly override: { readonly on: boolean } | null;
  readonly measured?: Measured;
  readonly standing: {
    readonly reason: string;
    readonly plan: { readonly runs: readonly Span[]; readonly outcome: { readonly kind: string } };
  } | null;
}

/** A device with all that says what it takes. */
export interface Taker {
  readonly device: AccountedDevice;
  /** Those in force. */
  readonly settings: DemandSettings;
  /** Seconds that count towards the need by an instant. */
  readonly delivered: (at: Instant) => number;
}

/** A time without a switch in it, for which energy is to be counted. */
export interface SwitchedTime extends Omit<CountedEnergy, 'kWh'> {
  readonly on: boolean;
}

/** The time from `from` to `until` up to the last switch, if that lies within, and behind it. */
export function switchedTimes(
  { device }: Taker,
  { from, on, pointer }: { readonly from: Instant; readonly on: boolean; readonly pointer: Instant | null },
  until: Instant,
): SwitchedTime[] {
  const { output, period } = device;
  const since = Math.min(Math.max(output?.since ?? from, from), until);
  const parts = [
    { start: from, end: since, on },
    { start: since, end: until, on: output?.on ?? false },
  ].filter(({ start, end }) => end > start);
  let asked = pointer;
  return parts.map((part) => {
    const by = !part.on ? 'off' : device.override?.on && !device.planned ? 'hand' : 'plan';
    const baseline = by === 'plan' && asked !== null ? Math.min(asked, part.start) : null;
    if (baseline !== null) asked = baseline + part.end - part.start;
    return { ...part, by, baseline, period: period?.end ?? null };
  });
}

/** The energy of a stretch by what is measured while that holds, and else by the power of the node. */
export function energiesOf(taker: Taker, stretch: SwitchedTime): CountedEnergy[] {
  const measured = measuredUntil(taker.device.measured ?? {}, stretch.start);
  const end = Math.min(stretch.end, measured?.until ?? stretch.start);
  const powers = [
    ...(measured && end > stretch.start ? [{ start: stretch.start, end, kw: measured.kw }] : []),
    ...(stretch.on ? ownPowers(taker, { start: end, end: stretch.end }) : []),
  ];
  return powers.map(({ start, end, kw }) => ({
    ...{ start, end, kWh: (kw * (end - start)) / 3600, by: stretch.by, period: stretch.period },
    baseline: stretch.baseline === null ? null : stretch.baseline + start - stretch.start,
  }));
}

interface Power extends Span {
  readonly kw: number;
}

/** A profile goes on from where it has got to, and takes nothing once it is over. */
function ownPowers({ settings, delivered }: Taker, { start, end }: Span): Power[] {
  const { profile, powerKw = 0 } = settings;
  if (end <= start) return [];
  if (!profile) return [{ start, end, kw: powerKw }];
  let from = start - delivered(start);
  return profile.flatMap(({ minutes, kw }) => {
    const phase = { start: Math.max(from, start), end: Math.min(from + minutes * 60, end), kw };
    from += minutes * 60;
    return phase.end > phase.start ? [phase] : [];
  });
}
