import type { PeakTerms } from '../../house/peak-terms.ts';
import { cappedSlots } from '../../house/reckoning.ts';
import { relaxationOf } from '../../house/relaxation/relaxation.ts';
import type { HouseSlot } from '../../house/terms.ts';
import type { HouseClaim } from '../../house/types.ts';
import type { HouseSearch, HouseTurn } from '../search.ts';
import type { Cut } from './neighbourhood.ts';
import { energyOfRuns } from './shifts.ts';

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

/** Planner calls that a relaxation is worth. */
export const CALLS_PER_PROGRAM = 10;

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

function loadsIn(turns: readonly HouseTurn[], slots: readonly HouseSlot[]): Float64Array {
  const loads = new Float64Array(slots.length);
  for (const { claim, plan } of turns)
    for (const [i, kwh] of energyOfRuns(claim, plan, slots)) {
      const { start, end } = slots[i] as HouseSlot;
      loads[i] = (loads[i] as number) + (3600 * kwh) / (end - start);
    }
  return loads;
}
