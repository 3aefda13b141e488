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
  return slots.flatMap((slot): Stage[] => {
    const from = Math.max(now, slot.start);
    if (from >= slot.end) return [];
    const inside = edges.filter((edge) => from < edge && edge < slot.end).sort((a, b) => a - b);
    return [...inside, slot.end].flatMap((end, i): Stage[] => {
      const start = inside[i - 1] ?? from;
      return start < end
        ? [{ slot, start, end, hours: (end - start) / 3600, isThere: isThere(store, start), goals: due(goals, end) }]
        : [];
    });
  });
}

/** No store comes or goes within a stage. */
const isThere = ({ available }: Store, at: UnixSeconds) =>
  available?.some(({ start, end }) => start <= at && at < end) ?? true;

const due = (goals: readonly StoreGoal[], at: UnixSeconds) =>
  goals.flatMap(({ storedKwh, by }) => (by === at ? storedKwh : []));

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
