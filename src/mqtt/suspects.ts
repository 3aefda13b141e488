import type { Instant } from '../core/time.ts';

/** The topics on which a broker may have hung up: sent after all the others, one at a time, until it has taken them. */
export interface Suspects {
  has(key: string): boolean;
  /** True while one is under way: had anything else been sent, nobody would know which it was. */
  readonly onTrial: boolean;
  /** The one of `keys` that may be tried now: the first of those that were suspected least often. */
  next(keys: Iterable<string>): string | undefined;
  /** The next time at which a trial is over, or may begin. */
  readonly due: Instant | undefined;
  sent(key: string): void;
  answered(key: string): void;
  /** The connection was lost; `hungUp` where the broker may have ended it for what was under way. */
  lost(hungUp: boolean): void;
}

/** Times that a topic alone may have been what ended a connection, before it is taken to be. */
const PATIENCE = 2;
/** Seconds until the next trial: far more than the longest wait for a connection, so that the other topics are sent first. */
const PAUSE = 3600;
/** Seconds that the others wait for a broker that neither takes it nor hangs up. */
const LONGEST_TRIAL = 10;

/** Seconds that go by. Where they have not even begun, the clock was ahead when they were to: they are over too. */
interface Span {
  readonly begin: Instant;
  readonly end: Instant;
}
const isIn = ({ begin, end }: Span, time: Instant) => begin <= time && time < end;

interface Suspicion {
  readonly times: number;
  readonly rest: Span;
}

/** @param onConvicted hears the key of each topic on which the broker hangs up, once. */
export function createSuspects(now: () => Instant, onConvicted: (key: string) => void): Suspects {
  const suspects = new Map<string, Suspicion>();
  const underWay = new Set<string>();
  let trial: ({ readonly key: string } & Span) | undefined;
  const isOnTrial = () => trial !== undefined && isIn(trial, now());
  const forSeconds = (seconds: number): Span => ({ begin: now(), end: now() + seconds });

  function convict(key: string): void {
    const times = (suspects.get(key)?.times ?? 0) + 1;
    suspects.set(key, { times, rest: forSeconds(times < PATIENCE ? 0 : PAUSE) });
    if (times === PATIENCE) onConvicted(key);
  }

  return {
    has: (key) => suspects.has(key),
    get onTrial() {
      return isOnTrial();
    },
    next(keys) {
      let best: { readonly key: string; readonly times: number } | undefined;
      for (const key of keys) {
        const { times, rest } = suspects.get(key) ?? {};
        if (times === undefined || !rest || isIn(rest, now())) continue;
        if (!best || times < best.times) best = { key, times };
      }
      return best?.key;
    },
    get due() {
      const spans = [...[...suspects.values()].map(({ rest }) => rest), ...(trial ? [trial] : [])];
      const ends = spans.filter((span) => isIn(span, now())).map(({ end }) => end);
      return ends.length > 0 ? Math.min(...ends) : undefined;
    },
    sent(key) {
      if (suspects.has(key)) trial = { key, ...forSeconds(LONGEST_TRIAL) };
      underWay.add(key);
    },
    answered(key) {
      underWay.delete(key);
      suspects.delete(key);
      if (trial?.key === key) trial = undefined;
    },
    lost(hungUp) {
      // It is heard of at the next connection, which may be long after the trial.
      if (hungUp && trial && underWay.size === 1 && underWay.has(trial.key)) convict(trial.key);
      else if (hungUp)
        for (const key of underWay) suspects.set(key, suspects.get(key) ?? { times: 0, rest: forSeconds(0) });
      trial = undefined;
      underWay.clear();
    },
  };
}
