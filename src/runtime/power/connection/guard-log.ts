import { thrownText } from '../../../core/file-error.ts';
import type { Instant } from '../../../core/time.ts';
import type { Clock } from '../../clock.ts';
import { type DeviceLimits, type DeviceLoad, TOLERANCE_KW, type WithheldReason } from './guard.ts';

/** Characters of one line, at most. */
const MAX_LENGTH = 500;
/** Seconds for which the same devices are not reported again. */
const QUIET = 3600;

const inKw = (kw: number) => `${Math.round(kw * 1000) / 1000} kW`;
const cut = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);

/**
 * Reports once an hour for the same devices what the guard has to do, with the limits and loads that it acts on, once an hour that a
 * planning failed, and that overrides exceed the limit.
 */
export function guardLog(clock: Pick<Clock, 'now'>, onWarning: (text: string) => void = () => {}) {
  const reported = new Map<string, Instant>();

  function report(key: string, text: string): void {
    const now = clock.now();
    for (const [old, at] of reported) if (Math.abs(now - at) >= QUIET) reported.delete(old);
    if (reported.has(key)) return;
    reported.set(key, now);
    onWarning(cut(text));
  }

  return {
    /** Devices are withheld that a plan has on: an order of the grid operator is reported elsewhere. */
    acted<Of extends { readonly name?: string }>(
      { importKw, exportKw }: DeviceLimits,
      loads: readonly (readonly [Of, DeviceLoad])[],
      withheld: ReadonlyMap<Of, WithheldReason>,
    ): void {
      const names = [...withheld].flatMap(([{ name = 'device' }, reason]) => (reason === 'dimmed' ? [] : [name]));
      if (names.length === 0) return;
      const due = loads.map(([{ name = 'device' }, { kw, by }]) => `${name} ${inKw(kw)} (${by})`);
      const exported = exportKw < Number.POSITIVE_INFINITY ? ` and ${inKw(exportKw)} to feed in` : '';
      report(
        names.sort().join(),
        `grid connection: ${names.join(', ')} switched off, as ${inKw(importKw)}${exported} are left for ${due.join(', ')}`,
      );
    },
    /** Overrides alone need more than is left: they stay on. */
    overridden<Of extends { readonly name?: string }>(
      { importKw }: DeviceLimits,
      loads: readonly (readonly [Of, DeviceLoad])[],
      withheld: ReadonlyMap<Of, WithheldReason>,
    ): void {
      const overrides = loads.filter(([of, { kw, by }]) => by === 'override' && kw > 0 && !withheld.has(of));
      const sum = overrides.reduce((all, [, { kw }]) => all + kw, 0);
      if (sum <= importKw + TOLERANCE_KW) return;
      const names = overrides.map(([{ name = 'device' }, { kw }]) => `${name} ${inKw(kw)}`).join(', ');
      report(
        `overrides ${names}`,
        `grid connection: overrides (${names}) exceed the ${inKw(importKw)} that are left; they stay on until they end`,
      );
    },
    /** The devices were not planned together. */
    failed(error: unknown): void {
      report(
        'planning',
        `grid connection: the devices were not planned together (${thrownText(error)}); each keeps its plan until the next change`,
      );
    },
  };
}
