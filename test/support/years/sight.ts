import { expect } from 'vitest';
import { addDays, type Instant, localDate, wallTime } from '../../../src/core/time.ts';
import { rootOf } from './names.ts';
import type { Market } from './outside/market.ts';
import type { Place } from './site.ts';

const ZONE = 'Europe/Berlin';
export const MINUTE = 60;
export const HOUR = 3600;
/** A plan begins with the next whole minute. */
export const SLACK = 60;
/** Seconds after which prices, plans and topics are as they are to be, when nothing has failed meanwhile. */
const SETTLED = 2 * 86_400;
/** Happenings that a failure tells. */
const TOLD = 12;

/** What all laws go by, in seconds that nobody sets. */
export type Sight = ReturnType<typeof sightOf>;

export function sightOf(place: Place, market: Market, seed: number) {
  const { clock, broker, disk, feeds, names } = place;
  const lately = ['the start'];
  let happenedAt = clock.uptime();
  let calmSince: number | undefined;
  let connectedAt: number | undefined;
  /** The moment since which a topic has been wrong, while it may be heard. */
  const wrongSince = new Map<string, number>();
  const isHeard = () => connectedAt !== undefined && since(connectedAt) >= 5 && since(happenedAt) >= 5;
  const isSettled = () => since(calmSince) > SETTLED;
  const since = (moment: number | undefined) => (moment === undefined ? 0 : clock.uptime() - moment);
  return {
    ...{ clock, broker, disk, feeds, market, place, since },
    /** Below the root that the site has. */
    topicOf: (branch: string) => `${rootOf(names.site.now())}/${branch}`,
    fail: (what: string): never =>
      expect.fail(`seed ${seed}, ${new Date(clock.now() * 1000).toISOString()}, after ${lately.join(', ')}: ${what}`),
    isSettled,
    /** The broker has had the time to hear of everything. */
    isHeard,
    /**
     * True of a topic that is heard to be wrong, for longer than its broker explains.
     * @param lasts seconds for which a broker says what nobody takes back any more.
     */
    isFalse(topic: string, isWrong: boolean, lasts = 0): boolean {
      if (!isWrong || !isHeard()) wrongSince.delete(topic);
      else if (!wrongSince.has(topic)) wrongSince.set(topic, clock.uptime());
      if (!wrongSince.has(topic)) return false;
      const isRefused = broker.refuses(topic) && !isSettled();
      const patience = !isRefused ? broker.lateness() : broker.version() === 5 ? lasts : Number.POSITIVE_INFINITY;
      return since(wrongSince.get(topic)) >= patience;
    },
    happened(what: string) {
      happenedAt = clock.uptime();
      if (what !== lately.at(-1)) lately.push(what);
      lately.splice(0, lately.length - TOLD);
    },
    calm(isCalm: boolean) {
      calmSince = isCalm ? clock.uptime() : undefined;
    },
    connected(isConnected: boolean) {
      connectedAt = isConnected ? clock.uptime() : undefined;
      // A site that is called otherwise meanwhile has other topics.
      wrongSince.clear();
    },
  };
}

/** The next of a time of day. */
export function nextTime(text: string, now: Instant): Instant {
  const today = localDate(now, ZONE);
  const [first = 0, second = 0] = [today, addDays(today, 1)].map((day) => wallTime(day, text, ZONE));
  return first > now ? first : second;
}
