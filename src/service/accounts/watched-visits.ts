import type { Instant } from '../../core/time.ts';
import { StateAway } from '../errors.ts';
import type { Visits } from './visits.ts';

/** What a log says of a store that does not answer: once when it goes, once when all of it is back. */
export type StateNews =
  | { readonly state: 'away'; readonly reason: string }
  | {
      readonly state: 'back';
      readonly seconds: number;
      /** Requests that were answered with 503 meanwhile. */
      readonly refused: number;
    };

export interface WatchOptions {
  readonly now: () => Instant;
  readonly logState: (news: StateNews) => void;
}

/** The same visits, which tell when the store goes away and when it is back. One in memory is never away. */
export function watchedVisits(visits: Visits, { now, logState }: WatchOptions): Required<Visits> {
  const { look } = visits;
  if (!look) return { ...visits, look: async () => undefined };
  let away: { readonly since: Instant; refused: number } | undefined;
  /** How often it has been back: what was asked before that says nothing of it now. */
  let returns = 0;
  let isLooking = false;

  async function told<T>(ask: () => T | Promise<T>, refused: number): Promise<T> {
    const asked = returns;
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StateAway)) throw error;
      if (!away && asked === returns) {
        logState({ state: 'away', reason: error.message });
        away = { since: now(), refused: 0 };
      }
      if (away) away.refused += refused;
      throw error;
    }
  }

  const seen = async () => {
    await told(look, 0);
    if (!away) return;
    logState({ state: 'back', seconds: now() - away.since, refused: away.refused });
    away = undefined;
    returns++;
  };

  /** One request that is answered again says nothing of others, as one that counts nothing on a full disk. */
  async function lookAgain(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    // That it is away still has been told.
    await seen().catch(() => undefined);
    isLooking = false;
  }

  return {
    // What it knows, it may know from before.
    knows: (credential) => told(() => visits.knows(credential), 1),
    async visit(visit) {
      const wasAway = away !== undefined;
      const visitor = await told(() => visits.visit(visit), 1);
      if (wasAway && away) void lookAgain();
      return visitor;
    },
    look: seen,
  };
}
