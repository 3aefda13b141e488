import { stagesOf } from '../cut.ts';
import { endCurve } from '../end-value.ts';
import { sequelOf, worthsAlong } from '../moves.ts';
import { storePlanOf } from '../plan-store.ts';
import { termsOf } from '../terms.ts';
import type { Slot, Store, StoreMode, StorePlan, StoreStep } from '../types.ts';
import { type ModeMove, modeMoves } from './mode-moves.ts';

/** The cheapest way that has been found to a mode, the last move first. */
interface Way {
  readonly cost: number;
  readonly storedKwh: number;
  readonly mode: StoreMode | undefined;
  readonly last: { readonly move: ModeMove; readonly before: Way['last'] } | undefined;
}

/**
 * The plan with fewer changes of mode: one that saves less than `perChange` is left out, of whatever mode. What leaving it out costs is
 * reckoned with what follows from it; nothing passes a limit of the grid, goes below the reserve or misses a goal for it.
 *
 * @param present the mode before; leaving it is a change, too
 * @param standing the plan in force: a change now that it has not told has to save twice as much
 */
export function calmed(
  plan: StorePlan,
  store: Store,
  slots: readonly Slot[],
  present: StoreMode | undefined,
  perChange: number,
  standing?: readonly StoreStep[],
): StorePlan {
  const [first] = plan.slots;
  if (!first) return plan;
  const terms = termsOf(store, slots);
  const end = endCurve(store, terms, slots);
  const stages = stagesOf(slots, store, first.start);
  const sequel = sequelOf(stages, terms, end);
  const from: Way = { cost: 0, storedKwh: store.storedKwh, mode: present, last: undefined };
  const said = standing?.find(({ start, end }) => start <= first.start && first.start < end)?.mode;
  const onward = (way: Way, move: ModeMove): Way => {
    const changes = way.mode === undefined || way.mode === move.mode ? 0 : 1;
    const isSudden = way === from && said !== undefined && said !== move.mode;
    return {
      cost: way.cost + move.loss + changes * (isSudden ? 2 : 1) * perChange,
      storedKwh: move.ends,
      mode: move.mode,
      last: { move, before: way.last },
    };
  };
  let ways: readonly Way[] = [from];
  for (const [number, stage] of stages.entries()) {
    const next = new Map<StoreMode, Way>();
    for (const way of ways)
      for (const move of modeMoves({ stage, number, begins: way.storedKwh }, terms, sequel)) {
        const then = onward(way, move);
        if (then.cost < (next.get(move.mode)?.cost ?? Number.POSITIVE_INFINITY)) next.set(move.mode, then);
      }
    // From the cheapest way any other mode is one change away.
    const least = Math.min(...[...next.values()].map(({ cost }) => cost));
    ways = [...next.values()].filter(({ cost }) => cost <= least + perChange);
  }
  const best = ways.reduce((least, way) => (way.cost < least.cost ? way : least));
  const moves: ModeMove[] = [];
  for (let at = best.last; at; at = at.before) moves.unshift(at.move);
  if (moves.every(({ mode }, i) => mode === plan.slots[i]?.mode)) return plan;
  const ends = moves.map((move) => move.ends);
  const calm = storePlanOf({ stages, ends, worths: worthsAlong(ends, sequel) }, terms, end);
  return { ...calm, slots: calm.slots.map((step, i) => ({ ...step, mode: moves[i]?.mode ?? step.mode })) };
}
