import { markets } from '../../core/markets.ts';
import { type Instant, localDate, localDay } from '../../core/time.ts';
import type { Clock } from '../clock.ts';

const timeZones = [...new Set(Object.values(markets).map(({ timeZone }) => timeZone))];

/** Calls `onDay` whenever a day has begun in a market; what it is given tells of which time zones. What is returned ends it. */
export function watchDays(clock: Clock, onDay: (hasBegun: (timeZone: string) => boolean) => void): () => void {
  let cancel = waitFrom(clock.now());
  function waitFrom(since: Instant): () => void {
    const ends = timeZones.map((timeZone) => localDay(localDate(since, timeZone), timeZone).end);
    return clock.alarm(Math.min(...ends), () => {
      const now = clock.now();
      cancel = waitFrom(now);
      onDay((timeZone) => localDate(since, timeZone) !== localDate(now, timeZone));
    });
  }
  return () => cancel();
}
