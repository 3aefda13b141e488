import { describe, expect, it } from 'vitest';
import type { Visits } from '../../../src/service/accounts/visits.ts';
import { type StateNews, watchedVisits } from '../../../src/service/accounts/watched-visits.ts';
import { StateAway } from '../../../src/service/errors.ts';
import { NOON, openService } from '../../support/service-fixture.ts';

const VISIT = { credential: 'a', now: NOON, isAlone: true };

/** Visits to a store that is away while `store.error` is set. */
function watched() {
  const store: { error?: Error | undefined } = {};
  const clock = { now: NOON };
  const news: StateNews[] = [];
  async function answer() {
    if (store.error) throw store.error;
  }
  const visits: Visits = {
    knows: () => answer().then(() => true),
    visit: () => answer().then(() => undefined),
    look: answer,
  };
  const { knows, visit, look } = watchedVisits(visits, { now: () => clock.now, logState: (one) => news.push(one) });
  const ask = { knows: () => knows('a'), visit: () => visit(VISIT), look };
  return { store, clock, news, ask };
}

const isAway = (error: unknown) => error instanceof StateAway;

describe('a state that goes away and comes back', () => {
  it('is told once each, with how long it was and how many requests were refused', async () => {
    const { store, clock, news, ask } = watched();
    await ask.visit();
    expect(news).toEqual([]);
    store.error = new StateAway('connect ECONNREFUSED 127.0.0.1:5432');
    for (const one of [ask.visit, ask.knows, ask.look, ask.visit]) await expect(one()).rejects.toSatisfy(isAway);
    expect(news).toEqual([{ state: 'away', reason: 'connect ECONNREFUSED 127.0.0.1:5432' }]);
    clock.now += 42;
    store.error = undefined;
    // A token that is known from before says nothing of the store.
    await ask.knows();
    expect(news).toHaveLength(1);
    await ask.visit();
    await ask.visit();
    expect(news.slice(1)).toEqual([{ state: 'back', seconds: 42, refused: 3 }]);
  });

  it('is back also by a look at it, and away again another time', async () => {
    const { store, news, ask } = watched();
    for (let i = 0; i < 2; i++) {
      store.error = new StateAway('gone');
      await expect(ask.look()).rejects.toSatisfy(isAway);
      store.error = undefined;
      await ask.look();
    }
    const [away, back] = [
      { state: 'away', reason: 'gone' },
      { state: 'back', seconds: 0, refused: 0 },
    ];
    expect(news).toEqual([away, back, away, back]);
  });

  it('is not what another error means', async () => {
    const { store, news, ask } = watched();
    store.error = new Error('a mistake of ours');
    await expect(ask.visit()).rejects.toBe(store.error);
    expect(news).toEqual([]);
  });

  it('of this process is always there', async () => {
    expect((await openService().fetch('/readyz')).status).toBe(200);
  });
});
