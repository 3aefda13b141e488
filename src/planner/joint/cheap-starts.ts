import type { Blocked } from '../bounds.ts';
import { amountBetween } from '../horizon.ts';
import type { ContiguousDemand, Horizon, Phase, TimeSpan } from '../types.ts';

/** Minutes that two starts are apart that are both worth a try. */
const APART = 30;

/** The cheapest starts of phases in minutes since the epoch, each phase at the price of its own power, and not all in one place. */
export function cheapStarts(
  { earliest, readyBy }: ContiguousDemand,
  phases: readonly Phase[],
  prices: (kw: number) => Horizon,
  blocked: Blocked,
  slots: readonly TimeSpan[],
  most: number,
): number[] {
  const parts = partsOf(phases, prices, blocked);
  const minutes = phases.reduce((sum, phase) => sum + phase.minutes, 0);
  const now = slots[0]?.start ?? 0;
  const from = Math.ceil(Math.max(now, earliest ?? now) / 60);
  const last = Math.floor((readyBy ?? Number.POSITIVE_INFINITY) / 60) - minutes;
  // Slots of one price may differ in what room they have.
  const bounds = slots.map(({ end }) => Math.ceil(end / 60));
  const edges = parts.flatMap(({ offset, length }) =>
    bounds.flatMap((edge) => [edge - offset, edge - offset - length]),
  );
  const starts = [...new Set([from, ...edges])].filter((start) => start >= from && start <= last);
  const priced = starts
    .map((start) => ({ start, cost: costFrom(start, parts) }))
    .filter(({ cost }) => cost < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.cost - b.cost || a.start - b.start);
  const chosen: number[] = [];
  for (const { start } of priced) {
    if (chosen.length === most) break;
    if (chosen.every((other) => Math.abs(other - start) >= APART)) chosen.push(start);
  }
  return chosen;
}

/** A phase, with the prices of its power and the times that have no room for it. */
interface Part {
  readonly horizon: Horizon;
  readonly offset: number;
  readonly length: number;
  readonly kw: number;
  readonly taken: readonly { readonly from: number; readonly until: number }[];
}

function partsOf(phases: readonly Phase[], prices: (kw: number) => Horizon, blocked: Blocked): Part[] {
  let offset = 0;
  return phases
    .map(({ minutes, kw }) => {
      offset += minutes;
      return { horizon: prices(kw || 1), offset: offset - minutes, length: minutes, kw, taken: blocked(kw) };
    })
    .filter(({ length }) => length > 0);
}

function costFrom(start: number, parts: readonly Part[]): number {
  let sum = 0;
  for (const { horizon, offset, length, kw, taken } of parts) {
    const [from, until] = [start + offset, start + offset + length];
    if (taken.some((stretch) => stretch.from < until && from < stretch.until)) return Number.POSITIVE_INFINITY;
    sum += kw * (amountBetween(horizon, from, until) ?? Number.POSITIVE_INFINITY);
  }
  return sum;
}
