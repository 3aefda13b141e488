import { fittingOf } from '../house/limit/remaining.ts';
import type { Claim, Taken } from '../house/order.ts';
import type { HousePeak } from '../house/peak.ts';
import type { NetPeak } from '../house/peak-caps.ts';
import { type SitePlan, siteSearch } from '../house/site.ts';
import type { Surplus } from '../house/surplus.ts';
import type { UnixSeconds } from '../types.ts';
import type { Work } from '../work.ts';
import { besideSearch, type StoreBeside } from './beside-store.ts';

/** Everything that the plans of a grid connection depend on, as plain data that `structuredClone` copies. */
export interface ConnectionProblem {
  readonly claims: readonly Claim[];
  readonly limitKw: number;
  /** The plans begin at this instant. */
  readonly now: UnixSeconds;
  /** Power of devices without a claim. */
  readonly taken: readonly Taken[];
  readonly surplus: readonly Surplus[];
  /** The connection has this much less for a time, though no device takes it: the house's own load, a grid limit. */
  readonly withheld: readonly Taken[];
  /** Present if the site pays for peaks: once beside the load of the house, and once as the battery's house has it. */
  readonly peak?: NetPeak | undefined;
  readonly housePeak?: HousePeak | undefined;
  /** Batteries that follow a plan. */
  readonly batteries: readonly StoreBeside[];
}

/**
 * Plans all claims of a grid connection together; the plans are in the order of the claims.
 *
 * @param onImprovement called with complete plans that keep the limit, each time they are better than the last ones
 */
export function* connectionSearch(
  problem: ConnectionProblem,
  onImprovement: (plans: readonly SitePlan[]) => void = () => {},
): Work<readonly SitePlan[]> {
  const { claims, limitKw, now, taken, surplus, withheld, peak, housePeak, batteries } = problem;
  const alone = yield* siteSearch(claims, limitKw, now, taken, surplus, withheld, peak);
  // With several batteries, no quick calculation yields what each leaves to the others.
  const [battery, another] = batteries;
  if (!battery || another) return alone;
  onImprovement(alone);
  const surroundings = { limitKw, taken, withheld, surplus, peak: housePeak };
  const found = yield* besideSearch(claims, alone, battery, now, surroundings);
  return found === alone || isWithin(problem, found, alone) ? found : alone;
}

/** Whether plans beside a battery keep the limit, as far as the plans without it do. */
function isWithin(
  { claims, limitKw, taken, withheld }: ConnectionProblem,
  found: readonly SitePlan[],
  alone: readonly SitePlan[],
): boolean {
  const inTurn = [...claims.keys()].sort((a, b) => (alone[a]?.turn ?? 0) - (alone[b]?.turn ?? 0));
  const [fits, fitted] = [found, alone].map((plans) =>
    fittingOf(
      inTurn.map((i) => ({ claim: claims[i] as Claim, plan: plans[i] as SitePlan })),
      limitKw,
      [...taken, ...withheld],
    ),
  ) as [boolean[], boolean[]];
  return fits.every((fit, i) => fit || !fitted[i]);
}
