import type { Instant } from '../core/time.ts';

/** The topics on which a broker may have hung up: sent after all the others, one at a time, until it has taken them. */
export interface Suspects {
  has(key: string): boolean;
  /** True while one is under way: had anything else been sent, nobody would know which it was. */
  readonly onTrial: boolean;
  /** The first of `keys` that may be tried now. */
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
/** Seconds until the next trial, twice as many each time. */
const FIRST_PAUSE = 60;
const LONGEST_PAUSE = 3600;
/** Seconds that the others wait for a broker that neither takes it nor hangs up. */
const LONGEST_TRIAL = 10;

interface Suspicion {
  readonly times: number;
  readonly until: Instant;
}

/** @param onConvicted hears the key of each topic on which the broker hangs up, once. */
export function createSuspects(now: () => Instant, onConvicted: (key: string) => void): Suspects {
  const suspects = new Map<string, Suspicion>();
  const underWay = new Set<string>();
  let trial: { readonly key: string; readonly end: Instant } | undefined;
  const isOnTrial = () => trial !== undefined && now() < trial.end;

  function convict(key: string): void {
    const times = (suspects.get(key)?.times ?? 0) + 1;
    const pause = times < PATIENCE ? 0 : Math.min(FIRST_PAUSE * 2 ** (times - PATIENCE), LONGEST_PAUSE);
    suspects.set(key, { times, until: now() + pause });
    if (times === PATIENCE) onConvicted(key);
  }

  return {
    has: (key) => suspects.has(key),
    get onTrial() {
      return isOnTrial();
    },
    next(keys) {
      for (const key of keys) if ((suspects.get(key)?.until ?? Number.POSITIVE_INFINITY) <= now()) return key;
      return undefined;
    },
    get due() {
      const times = [...suspects.values()].map(({ until }) => until);
      const ahead = [...times, trial?.end ?? 0].filter((time) => time > now());
      return ahead.length > 0 ? Math.min(...ahead) : undefined;
    },
    sent(key) {
      if (suspects.has(key)) trial = { key, end: now() + LONGEST_TRIAL };
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
      else if (hungUp) for (const key of underWay) suspects.set(key, suspects.get(key) ?? { times: 0, until: now() });
      trial = undefined;
      underWay.clear();
    },
  };
}
