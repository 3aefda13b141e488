import type { Instant } from '../../core/time.ts';
import { StateAway } from '../errors.ts';
import type { Visits } from './visits.ts';

/** What a log says of a store that does not answer: once when it goes, once when it is back. */
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

/** The same visits, which tell when the store goes away and when it is back. One of this process is never away. */
export function watchedVisits(visits: Visits, { now, logState }: WatchOptions): Required<Visits> {
  const { look } = visits;
  if (!look) return { ...visits, look: async () => undefined };
  let away: { readonly since: Instant; refused: number } | undefined;

  async function told<T>(ask: () => T | Promise<T>, refused: number): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StateAway)) throw error;
      if (!away) logState({ state: 'away', reason: error.message });
      away ??= { since: now(), refused: 0 };
      away.refused += refused;
      throw error;
    }
  }

  function back(): void {
    if (!away) return;
    logState({ state: 'back', seconds: now() - away.since, refused: away.refused });
    away = undefined;
  }

  return {
    // What it knows, it may know from before.
    knows: (credential) => told(() => visits.knows(credential), 1),
    async visit(visit) {
      const visitor = await told(() => visits.visit(visit), 1);
      back();
      return visitor;
    },
    async look() {
      await told(look, 0);
      back();
    },
  };
}
