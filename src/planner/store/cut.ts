import type { UnixSeconds } from '../types.ts';
import type { Slot, Store, StoreGoal } from './types.ts';

/** A slot, or a part of one, in which nothing changes. */
export interface Stage {
  readonly slot: Slot;
  readonly start: UnixSeconds;
  readonly end: UnixSeconds;
  readonly hours: number;
  /** The store is there. */
  readonly isThere: boolean;
  /** The energies that are to be stored at the end. */
  readonly goals: readonly number[];
}

/** What is left of the slots, cut where the store comes or goes and where a goal is due. */
export function stagesOf(slots: readonly Slot[], store: Store, now: UnixSeconds): Stage[] {
  const goals = goalsWithin(store, slots.at(-1)?.end ?? now);
  const edges = [...(store.available ?? []).flatMap(({ start, end }) => [start, end]), ...goals.map(({ by }) => by)];
  const stages: Stage[] = [];
  for (const slot of slots) {
    let start = Math.max(now, slot.start);
    const inside = edges.filter((edge) => start < edge && edge < slot.end).sort((a, b) => a - b);
    inside.push(slot.end);
    for (const end of inside) {
      if (start >= end) continue;
      const hours = (end - start) / 3600;
      stages.push({ slot, start, end, hours, isThere: isThere(store, start), goals: due(goals, end) });
      start = end;
    }
  }
  return stages;
}

/** No store comes or goes within a stage. */
const isThere = ({ available }: Store, at: UnixSeconds) =>
  available?.some(({ start, end }) => start <= at && at < end) ?? true;

const due = (goals: readonly StoreGoal[], at: UnixSeconds): readonly number[] =>
  goals.some(({ by }) => by === at) ? goals.flatMap(({ storedKwh, by }) => (by === at ? storedKwh : [])) : NONE;

const NONE: readonly number[] = [];

/** The goals; of one after the last price, what cannot be charged any more between that and the goal. */
function goalsWithin(store: Store, end: UnixSeconds) {
  const most = store.maxChargeKw * store.chargeEfficiency;
  return (store.goals ?? []).map(({ storedKwh, by }) => {
    if (by <= end) return { storedKwh, by };
    return { storedKwh: Math.max(0, storedKwh - most * hoursThere(store, end, by)), by: end };
  });
}

function hoursThere({ available }: Store, from: UnixSeconds, until: UnixSeconds): number {
  const spans = available ?? [{ start: from, end: until }];
  return (
    spans.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, until) - Math.max(start, from)), 0) / 3600
  );
}
