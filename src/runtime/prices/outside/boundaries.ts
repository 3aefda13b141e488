import type { Instant } from '../../../core/time.ts';
import type { Clock } from '../../clock.ts';
import type { KnownPrices } from '../from-answer.ts';

/** The moments at which an interval begins, or the known prices end. */
export interface Boundaries {
  /** After other prices have come. */
  await(): void;
  stop(): void;
}

/** Calls `ring` at each, from `await` to `stop`. */
export function atBoundaries(
  clock: Pick<Clock, 'alarm'>,
  next: () => Instant | undefined,
  ring: () => void,
): Boundaries {
  let cancel = () => {};
  function wait(): void {
    cancel();
    const boundary = next();
    if (boundary === undefined) return;
    cancel = clock.alarm(boundary, () => {
      wait();
      ring();
    });
  }
  return { await: wait, stop: () => cancel() };
}

/** What is said as an interval begins: its price, or that there is none. */
export const atBoundary = ({ series, now }: KnownPrices): Partial<KnownPrices> => (now ? { now } : { series });
