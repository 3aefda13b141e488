import { amountsOf } from '../switching.ts';
import type { Switched } from '../told.ts';

/** The part of a need that is met, or of a battery how full it is; `undefined` without an amount to reach. */
export function progressOf(item: Switched): { readonly value: number; readonly max: number } | undefined {
  const { asked = {}, done = 0, soc, modes, car } = item;
  if (modes && !car) return soc === undefined ? undefined : { value: soc, max: 100 };
  const { key } = amountsOf({ asked }) ?? {};
  const max = key && asked[key];
  if (typeof max !== 'number' || max <= 0) return undefined;
  const value = key === 'target_soc' && typeof asked.soc === 'number' ? Math.max(asked.soc, done) : done;
  return { value: Math.min(value, max), max };
}
