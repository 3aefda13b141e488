import type { UnixSeconds } from '../types.ts';
import type { Slot, Store, StoreMode, StorePlan, StoreStep } from './types.ts';

/** The modes in which a store finds its own power: one of them may stand for another for a while. */
const QUIET = ['normal', 'hold', 'holdcharge'] as const satisfies readonly StoreMode[];

/** What is kept or given for the sake of calm is worth less the more it is: so much of its price is lost, at the least. */
const LEAST_SHARE = 0.05;

/** Of modes that cost the same the planned one. */
const LEAST = 1e-9;

interface Step {
  readonly step: StoreStep;
  readonly cost: (mode: StoreMode) => number;
}

/**
 * The plan with fewer changes of mode: one that saves less than `perChange`, by what stored energy is worth, is left out. Where
 * it charges from the grid or discharges to it, and at its reserve, the plan stays what it is.
 *
 * @param present the mode before; leaving it is a change, too
 */
export function calmed(
  plan: StorePlan,
  store: Store,
  slots: readonly Slot[],
  present: StoreMode | undefined,
  perChange: number,
): StorePlan {
  const steps = priced(plan, store, slots);
  let ways: ReadonlyMap<StoreMode, Way> = new Map(present && [[present, { cost: 0, modes: undefined }]]);
  for (const { step, cost } of steps) {
    const next = new Map<StoreMode, Way>();
    for (const mode of isQuiet(step.mode) ? QUIET : [step.mode]) {
      const own = cost(mode);
      if (own === Number.POSITIVE_INFINITY) continue;
      let best: Way = { cost: ways.size === 0 ? own : Number.POSITIVE_INFINITY, modes: { mode, before: undefined } };
      for (const [from, way] of ways) {
        const total = way.cost + own + (from === mode ? 0 : perChange);
        if (total < best.cost) best = { cost: total, modes: { mode, before: way.modes } };
      }
      next.set(mode, best);
    }
    ways = next;
  }
  const [best] = [...ways.values()].sort((a, b) => a.cost - b.cost);
  const modes: StoreMode[] = [];
  for (let at = best?.modes; at; at = at.before) modes.unshift(at.mode);
  return { ...plan, slots: plan.slots.map((step, i) => ({ ...step, mode: modes[i] ?? step.mode })) };
}

/** The cheapest way to a mode, the last mode first. */
interface Way {
  readonly cost: number;
  readonly modes: Modes | undefined;
}
interface Modes {
  readonly mode: StoreMode;
  readonly before: Modes | undefined;
}

const isQuiet = (mode: StoreMode) => QUIET.some((quiet) => quiet === mode);

/** What each mode costs in each step, beyond what the planned one does. */
function priced({ slots: steps }: StorePlan, store: Store, slots: readonly Slot[]): Step[] {
  let at = 0;
  let begins = store.storedKwh;
  return steps.map((step) => {
    while ((slots[at]?.end ?? Number.POSITIVE_INFINITY) <= step.start) at++;
    const isReserve = begins <= (store.minKwh ?? 0) + LEAST;
    const extra = extraOf(step, store, slots[at] as Slot);
    begins = step.storedKwh;
    const cost = (mode: StoreMode) => {
      if (mode === step.mode) return 0;
      if (!isQuiet(step.mode) || isReserve) return Number.POSITIVE_INFINITY;
      return extra(mode) + LEAST;
    };
    return { step, cost };
  });
}

/** Whether the house is covered, or its sun stored, is all that the quiet modes differ in. */
function extraOf({ start, end, mode: planned, valuePerKwh }: StoreStep, store: Store, slot: Slot) {
  const hours = hoursOf(start, end);
  const netKw = slot.loadKw + (store.standbyKw ?? 0) - slot.solarKw;
  const acts = (mode: StoreMode) => mode !== (netKw > 0 ? 'hold' : 'holdcharge');
  const exportPrice = slot.curtailable ? Math.max(0, slot.exportPrice) : slot.exportPrice;
  const perKwh =
    netKw > 0
      ? slot.importPrice - (store.wearPerKwh ?? 0) - valuePerKwh / store.dischargeEfficiency
      : valuePerKwh * store.chargeEfficiency - exportPrice;
  const kw = Math.min(Math.abs(netKw), netKw > 0 ? store.maxDischargeKw : store.maxChargeKw);
  const least = LEAST_SHARE * Math.abs(slot.importPrice);
  return (mode: StoreMode) => (acts(mode) === acts(planned) ? 0 : Math.max(Math.abs(perKwh), least) * kw * hours);
}

const hoursOf = (start: UnixSeconds, end: UnixSeconds) => (end - start) / 3600;
