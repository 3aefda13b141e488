import { horizonIn } from '../../house/house-horizon.ts';
import type { PeakTerms } from '../../house/peak-terms.ts';
import { cappedSlots } from '../../house/reckoning.ts';
import { relaxationOf } from '../../house/relaxation/relaxation.ts';
import type { HouseSlot } from '../../house/terms.ts';
import type { HouseClaim } from '../../house/types.ts';
import { isUnderWay } from '../../standing.ts';
import type { Plan } from '../../types.ts';
import { planAround } from '../../window/plan-window.ts';
import { isGuided } from '../candidates.ts';
import { planAt } from '../plan-at.ts';
import { type HouseSearch, type HouseTurn, timesOf } from '../search.ts';
import { type Cut, costBy, type Neighbourhood, neighbourhoodOf, type Step } from './neighbourhood.ts';
import { energyOfRuns, shiftsOf, shiftTo } from './shifts.ts';

/** How a house pays for its peak: so much below a cap, or for each kW of it. */
export interface PeakMode {
  readonly capKw: number;
  readonly charge: number;
  readonly priced?: PeakTerms;
}

/** Plans of devices, and the least that they come to. */
export interface Found {
  readonly turns: readonly HouseTurn[];
  readonly money: number;
  /** That this is below. */
  readonly capKw: number;
}

/** What plans for devices come to at least, and what a kWh more costs. */
export type Probe = (turns: readonly HouseTurn[]) => Found & Cut;

/** Relaxations that may still be solved. */
export interface Effort {
  left: number;
}

export function probeOf(house: HouseSearch, { capKw, charge, priced }: PeakMode, effort: Effort): Probe {
  const devicesKw = house.claims.reduce((sum, claim) => sum + mostKwOf(claim), 0);
  const relaxed = relaxationOf(house, cappedSlots(house, capKw), devicesKw, priced);
  return (turns) => {
    effort.left--;
    const { money, perKwh, peakKw = capKw } = relaxed(loadsIn(turns, house.slots));
    return { turns, money: money + charge, perKwh, capKw: peakKw };
  };
}

const mostKwOf = ({ demand }: HouseClaim) =>
  demand.shape === 'split' ? demand.need.kw : Math.max(...demand.phases.map(({ kw }) => kw));

/** What is less is noise of a relaxation, in money. */
const NOISE = 1e-5;

/**
 * Shifts devices, one or two at a time, for as long as that helps. What a house comes to is convex in its load: each
 * relaxation that is solved bounds what any other load comes to, and only shifts whose bound is below the best are tried.
 */
export function shiftedBelow(house: HouseSearch, best: Found, from: Found & Cut, probe: Probe, effort: Effort): Found {
  let now: readonly HouseTurn[] = from.turns;
  let cuts: readonly Cut[] = [from];
  let least = from.money < best.money - NOISE ? from : best;
  let hood = hoodOf(house, now, cuts);
  while (effort.left > 0) {
    const steps = hood.next(least.money - NOISE);
    if (!steps) break;
    const next = stepped(house, now, steps, hood);
    if (!next) continue;
    const found = probe(next);
    const changes = steps.flatMap(({ shift }) => shift.changes);
    if (found.money < least.money - NOISE) {
      [least, now] = [found, next];
      cuts = [...cuts.map((cut) => ({ ...cut, money: cut.money + costBy(cut, changes) })), found];
      hood = hoodOf(house, now, cuts);
    } else {
      const cut = { ...found, money: found.money - costBy(found, changes) };
      cuts = [...cuts, cut];
      hood.add(cut);
      addResponses(house, now, hood, cuts);
    }
  }
  return least;
}

function loadsIn(turns: readonly HouseTurn[], slots: readonly HouseSlot[]): Float64Array {
  const loads = new Float64Array(slots.length);
  for (const { claim, plan } of turns)
    for (const [i, kwh] of energyOfRuns(claim, plan, slots)) {
      const { start, end } = slots[i] as HouseSlot;
      loads[i] = (loads[i] as number) + (3600 * kwh) / (end - start);
    }
  return loads;
}

/** The shifts of all devices that may have other times. */
function hoodOf(house: HouseSearch, turns: readonly HouseTurn[], cuts: readonly Cut[]): Neighbourhood {
  const shifts = turns.map((turn) => (isMovable(turn, house) ? shiftsOf(turn.claim, turn.plan, house.slots) : []));
  const hood = neighbourhoodOf(shifts, cuts);
  addResponses(house, turns, hood, cuts);
  return hood;
}

/** A split need at the times that are best at the prices of the last cut, and at those half-way to the cut before it. */
function addResponses(
  house: HouseSearch,
  turns: readonly HouseTurn[],
  hood: Neighbourhood,
  cuts: readonly Cut[],
): void {
  const [last, before = last] = cuts.slice(-2).reverse();
  for (const mix of [0, 0.5]) {
    const priced = house.slots.map((slot, i) => ({
      ...slot,
      importPrice: (1 - mix) * (last?.perKwh[i] as number) + mix * (before?.perKwh[i] as number),
    }));
    const horizon = horizonIn(priced, ({ importPrice }) => importPrice);
    for (const [device, turn] of turns.entries()) {
      const { claim, plan } = turn;
      if (claim.demand.shape !== 'split' || !isMovable(turn, house)) continue;
      const other = planAround(claim.demand, horizon, house.now, claim.state, () => []);
      if (timesOf(other) !== timesOf(plan)) hood.widen({ device, shift: shiftTo(claim, plan, other, house.slots) });
    }
  }
}

function isMovable({ claim, plan }: HouseTurn, { now }: HouseSearch): boolean {
  const { demand, state } = claim;
  const hasBegun = demand.shape === 'contiguous' && isUnderWay(Math.ceil(now / 60), state);
  const isMet = plan.outcome.kind === 'complete' || plan.outcome.kind === 'provisional';
  return plan.runs.length > 0 && isMet && !hasBegun && isGuided(claim);
}

/** Plans at the times of some steps; nothing where a device may not have them, and those are dropped. */
function stepped(
  house: HouseSearch,
  turns: readonly HouseTurn[],
  steps: readonly Step[],
  hood: Neighbourhood,
): readonly HouseTurn[] | undefined {
  const plain = horizonIn(house.slots, ({ importPrice }) => importPrice);
  let next: readonly HouseTurn[] | undefined = turns;
  for (const step of steps) {
    const { claim, plan } = turns[step.device] as HouseTurn;
    const other = planAt(claim, plain, house.now, step.shift.times);
    const isSame = other.outcome.kind === plan.outcome.kind && minutesOf(other) === minutesOf(plan);
    if (!isSame) hood.drop(step);
    next = isSame ? next?.with(step.device, { claim, plan: other }) : undefined;
  }
  return next;
}

const minutesOf = ({ runs }: Plan) => runs.reduce((sum, { start, end }) => sum + (end - start) / 60, 0);
