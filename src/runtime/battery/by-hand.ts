import { z } from 'zod';
import type { Instant } from '../../core/time.ts';
import { isOver } from '../../messages/iso.ts';
import { endAt } from '../../messages/order-end.ts';
import { parse } from '../../messages/parse.ts';
import type { StoreMode } from '../../planner/store/types.ts';
import { behind, endMoved } from '../clock.ts';
import type { Heartbeat } from '../heartbeat.ts';

/** The mode that an override sets until its end. */
export interface Forced<Mode extends StoreMode = StoreMode> {
  readonly mode: Mode;
  readonly until: Instant;
  /** Its end by the clock before a restart at which the clock was behind: once the clock is right it ends then at the latest. */
  readonly latest?: Instant;
}

/** An override as a memory keeps it. */
export const forcedSchema = <Mode extends StoreMode>(modes: readonly Mode[]) =>
  z.object({ mode: z.enum(modes), until: z.number(), latest: z.number().exactOptional() }).nullable();

/** The part of a store that is about an order by hand, in one of its modes. */
export interface ByHand<Mode extends StoreMode = StoreMode> {
  readonly forced: Forced<Mode> | null;
  /** The end that messages gave an order, as they gave it. */
  readonly overrideUntil: string | number | null;
}

/** The same at `now`: an order that is over is forgotten with the end that it was told. */
export const byHandAt = <Mode extends StoreMode>(
  { forced, overrideUntil }: ByHand<Mode>,
  now: Instant,
): ByHand<Mode> => ({
  forced: forced && !isOver(forced, now) ? forced : null,
  overrideUntil: endAt(overrideUntil, forced, now),
});

/** What other settings of its node leave of it: an order in one of the `modes` that they allow lasts until its end. */
export const byHandLeft = <Mode extends StoreMode>(
  { forced, overrideUntil }: ByHand<Mode>,
  modes: readonly StoreMode[],
): ByHand<Mode> =>
  forced && modes.includes(forced.mode) ? { forced, overrideUntil } : { forced: null, overrideUntil: null };

/** A time, where one is known, by a clock that was set by `step` seconds. */
export const timeMoved = (at: Instant | null, step: number): Instant | null => (at === null ? null : at + step);

/** The store where its clock was set by `step` seconds: an order by hand is as long as it was, and shorter where the end that was told comes sooner. */
export function byHandMoved<State extends ByHand>(state: State, step: number): State {
  const { forced, overrideUntil } = state;
  if (!forced || step === 0) return state;
  return { ...state, forced: { ...forced, until: endMoved(forced.until, overrideUntil, step, forced.latest) } };
}

/** The store after a restart; where the clock was behind by `-step` seconds, the override keeps its end by the clock before. */
export function byHandResumed<State extends ByHand>(state: State, step: number): State {
  const { forced } = state;
  return forced && step < 0 ? { ...state, forced: { latest: forced.until, ...forced } } : state;
}

/** Those of 0.1 do not say when they were written. */
const written = z.object({ at: z.number().default(0), resumedFrom: z.number().exactOptional() });

/** The seconds by which a clock that shows `now` is behind the time at which a memory was last in use, below 0; else `0`. */
export const stepSince = (memory: unknown, now: Instant, { lastSeen }: Pick<Heartbeat, 'lastSeen'>): number =>
  behind(lastSeen(parse(written, memory)), now);
