import { horizonIn } from '../../house/house-horizon.ts';
import { loadsOf } from '../../house/order.ts';
import { slotsWith } from '../../house/sun.ts';
import type { HouseSlot } from '../../house/terms.ts';
import type { Horizon, Plan } from '../../types.ts';
import type { Work } from '../../work.ts';
import { planAt } from '../plan-at.ts';
import type { HouseSearch, HouseTurn } from '../search.ts';
import { addResponses, hoodOf } from './hood.ts';
import { type Cut, costBy, type Neighbourhood } from './neighbourhood.ts';
import { CALLS_PER_PROGRAM, type Effort, type Found, type Probe } from './probe.ts';
import type { Step } from './shifts.ts';

/** Float noise of energy. */
const ENERGY_EPSILON_KWH = 1e-6;
/** What is less is noise of a relaxation, in money. */
const NOISE = 1e-5;
/** The part of a relaxation that the search for steps costs. */
const SEARCH = 0.25;

/**
 * Shifts devices, one or several at a time, for as long as that helps. What a house comes to is convex in its load: each
 * relaxation that is solved bounds what any other load comes to, and only shifts whose bound is below the best are tried.
 */
export function* shiftedBelow(
  house: HouseSearch,
  best: Found,
  from: Found & Cut,
  probe: Probe,
  effort: Effort,
  dividesRuns: boolean,
): Work<Found> {
  const plain = horizonIn(house.slots, ({ importPrice }) => importPrice);
  let current: readonly HouseTurn[] = from.turns;
  let cuts: readonly Cut[] = [from];
  let least = from.money < best.money - NOISE ? from : best;
  let hood = hoodOf(house, current, cuts, dividesRuns);
  while (effort.left > 0) {
    const steps = hood.next(least.money - NOISE);
    if (!steps) break;
    const next = stepped(house, current, steps, hood, plain);
    if (!next) {
      effort.left -= SEARCH;
      yield 0;
      continue;
    }
    const found = probe(next);
    yield CALLS_PER_PROGRAM;
    const changes = steps.flatMap(({ shift }) => shift.changes);
    if (found.money < least.money - NOISE) {
      [least, current] = [found, next];
      cuts = [...cuts.map((cut) => ({ ...cut, money: cut.money + costBy(cut, changes) })), found];
      hood = hoodOf(house, current, cuts, dividesRuns);
    } else {
      const cut = { ...found, money: found.money - costBy(found, changes) };
      cuts = [...cuts, cut];
      hood.add(cut);
      addResponses(house, current, hood, cuts);
    }
  }
  return least;
}

/** Plans at the times of some steps; nothing where a device or their limit does not allow them, and those are dropped. */
function stepped(
  house: HouseSearch,
  turns: readonly HouseTurn[],
  steps: readonly Step[],
  hood: Neighbourhood,
  plain: Horizon,
): readonly HouseTurn[] | undefined {
  let next: readonly HouseTurn[] | undefined = turns;
  for (const step of steps) {
    const { claim, plan } = turns[step.device] as HouseTurn;
    const other = planAt(claim, plain, house.now, step.shift.times);
    const isSame = other.outcome.kind === plan.outcome.kind && minutesOf(other) === minutesOf(plan);
    if (!isSame) hood.drop([step]);
    next = isSame ? next?.with(step.device, { claim, plan: other }) : undefined;
  }
  const changed = new Set(steps.flatMap(({ shift }) => shift.changes.map(([slot]) => slot)));
  const slots = house.slots.filter((_, i) => changed.has(i));
  if (!next || excessIn(slots, next) <= excessIn(slots, turns) + ENERGY_EPSILON_KWH) return next;
  // Within a slot, powers may exceed the limit of the devices although their energy does not.
  hood.drop(steps);
  return undefined;
}

/** kWh that devices take above what they may take together. */
function excessIn(slots: readonly HouseSlot[], turns: readonly HouseTurn[]): number {
  if (!slots.some(({ devicesKw }) => devicesKw !== undefined)) return 0;
  const loads = turns.flatMap(({ claim, plan }) => loadsOf(plan, claim));
  return slotsWith(slots, loads).reduce(
    (sum, { start, end, devicesKw = 0 }) => sum + ((end - start) / 3600) * Math.max(0, -devicesKw),
    0,
  );
}

const minutesOf = ({ runs }: Plan) => runs.reduce((sum, { start, end }) => sum + (end - start) / 60, 0);
