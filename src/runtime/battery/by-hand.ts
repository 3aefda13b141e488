import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { instantOf } from '../../messages/iso.ts';
import { parse } from '../../messages/parse.ts';
import type { StoreMode } from '../../planner/store/types.ts';
import { LEAST_STEP } from '../clock.ts';

/** The part of a store that is about an order by hand. */
export interface ByHand {
  readonly forced: { readonly mode: StoreMode; readonly until: Instant } | null;
  /** The end that messages gave an order, as they gave it. */
  readonly overrideUntil: string | number | null;
}

/** The store where its clock was set by `step` seconds: an order by hand is as long as it was, and shorter where the end that was told comes sooner. */
export function byHandMoved<State extends ByHand>(state: State, step: number): State {
  const { forced, overrideUntil } = state;
  if (!forced || step === 0) return state;
  const told = typeof overrideUntil === 'string' ? instantOf(overrideUntil) : Number.POSITIVE_INFINITY;
  return { ...state, forced: { ...forced, until: Math.min(forced.until + step, told) } };
}

/** Those of 0.1 do not say when they were written. */
const written = z.object({ at: z.number().default(0) });

/** What was remembered: where the clock has yet to come to the time of that, an order by hand lasts its whole length again at most. */
export function recalled<State extends ByHand>(state: State, memory: unknown, now: Instant): State {
  const { at } = parse(written, memory);
  return at < now + LEAST_STEP ? state : byHandMoved(state, now - at);
}
