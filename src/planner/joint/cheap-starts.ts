import type { Blocked } from '../bounds.ts';
import { amountsFrom } from '../horizon.ts';
import type { ContiguousDemand, Phase, TimeSpan } from '../types.ts';
import type { Prices } from './ground.ts';

/** Minutes that two starts are apart that are both worth a try. */
const APART = 30;

/** The cheapest starts of phases in minutes since the epoch, each phase at the price of its own power, and not all in one place. */
export function cheapStarts(
  { earliest, readyBy }: ContiguousDemand,
  phases: readonly Phase[],
  prices: Prices,
  blocked: Blocked,
  slots: readonly TimeSpan[],
  most: number,
): number[] {
  const minutes = phases.reduce((sum, phase) => sum + phase.minutes, 0);
  const now = slots[0]?.start ?? 0;
  const from = Math.ceil(Math.max(now, earliest ?? now) / 60);
  const last = Math.floor((readyBy ?? Number.POSITIVE_INFINITY) / 60) - minutes;
  const starts = startsBetween(from, last, phases, slots);
  return cheapest(starts, costsFrom(starts, phases, prices, blocked), most);
}

/** The starts at which an edge of the phases meets one of the slots: those of one price may differ in what room they have. */
export function startsBetween(
  from: number,
  last: number,
  phases: readonly Phase[],
  slots: readonly TimeSpan[],
): Int32Array {
  const starts = from <= last ? [from] : [];
  const add = (start: number) => start > from && start <= last && starts.push(start);
  let offset = 0;
  for (const { minutes } of phases) {
    if (minutes === 0) continue;
    for (const { end } of slots) {
      add(Math.ceil(end / 60) - offset);
      add(Math.ceil(end / 60) - offset - minutes);
    }
    offset += minutes;
  }
  return Int32Array.from(new Set(starts)).sort();
}

/** What each start costs; infinite where a phase finds no room or no price. */
function costsFrom(starts: Int32Array, phases: readonly Phase[], prices: Prices, blocked: Blocked): Float64Array {
  const costs = new Float64Array(starts.length);
  let offset = 0;
  for (const { minutes, kw } of phases) {
    if (minutes === 0) continue;
    const begins = starts.map((start) => start + offset);
    const amounts = amountsFrom(prices(kw || 1), begins, minutes);
    const taken = blocked(kw);
    for (let i = 0; i < costs.length; i++) {
      const from = begins[i] as number;
      const isTaken = taken.some((stretch) => stretch.from < from + minutes && from < stretch.until);
      const amount = isTaken ? Number.POSITIVE_INFINITY : (amounts[i] as number);
      costs[i] = (costs[i] as number) + (amount === Number.POSITIVE_INFINITY ? amount : kw * amount);
    }
    offset += minutes;
  }
  return costs;
}

/** The cheapest of some starts, of equals the earliest, each well apart from those before it. */
function cheapest(starts: Int32Array, costs: Float64Array, most: number): number[] {
  const chosen: number[] = [];
  while (chosen.length < most) {
    let [best, least] = [Number.NaN, Number.POSITIVE_INFINITY];
    for (let i = 0; i < starts.length; i++) {
      const [start, cost] = [starts[i] as number, costs[i] as number];
      if (cost < least && chosen.every((other) => Math.abs(other - start) >= APART)) [best, least] = [start, cost];
    }
    if (Number.isNaN(best)) break;
    chosen.push(best);
  }
  return chosen;
}
