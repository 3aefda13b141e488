import { localDate } from '../../core/time.ts';
import { QUARTER_HOUR } from '../../core/vocabulary.ts';
import type { Clock } from '../clock.ts';

/** Seconds after which everybody has said what the quarter hour changes. */
const LATE = 1;

/**
 * Calls `refresh` a second after every quarter hour, with whether another day has begun meanwhile where wall clocks are
 * those of `timeZone`. What is returned ends it.
 */
export function everyQuarterHour(clock: Clock, timeZone: () => string, refresh: (newDay: boolean) => void): () => void {
  const today = () => localDate(clock.now(), timeZone());
  let day = today();
  let cancel = () => {};
  function arm(): void {
    const next = (Math.floor(clock.now() / QUARTER_HOUR) + 1) * QUARTER_HOUR;
    cancel = clock.alarm(next + LATE, () => {
      arm();
      const before = day;
      day = today();
      refresh(day !== before);
    });
  }
  arm();
  return () => cancel();
}
