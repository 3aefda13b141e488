import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Visits } from '../../../src/service/accounts/visits.ts';
import { type StateNews, watchedVisits } from '../../../src/service/accounts/watched-visits.ts';
import { StateAway } from '../../../src/service/errors.ts';
import { NOON, openService } from '../../support/service/service-fixture.ts';

const VISIT = { credential: 'a', now: NOON, isAlone: true };

/** Visits to a store that is away while `store.error` is set, and of which a look says so while `store.unseen` is. */
function watched() {
  const store: { error?: Error | undefined; unseen?: Error | undefined } = {};
  const clock = { now: NOON };
  const news: StateNews[] = [];
  async function answer() {
    if (store.error) throw store.error;
  }
  const visits: Visits = {
    knows: () => answer().then(() => true),
    visit: () => answer().then(() => undefined),
    async look() {
      if (store.unseen) throw store.unseen;
      await answer();
    },
  };
  const { knows, visit, look } = watchedVisits(visits, { now: () => clock.now, logState: (one) => news.push(one) });
  const ask = { knows: () => knows('a'), visit: () => visit(VISIT), look };
  return { store, clock, news, ask };
}

const isAway = (error: unknown) => error instanceof StateAway;

describe('a state that goes away and comes back', () => {
  // Promise P-383 operate/service: a database that goes away and comes back is one line each in the log
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
    await setImmediate();
    expect(news.slice(1)).toEqual([{ state: 'back', seconds: 42, refused: 3 }]);
  });

  it('is not back by one request that is answered while others cannot be', async () => {
    const { store, news, ask } = watched();
    store.error = new StateAway('the disk is full');
    store.unseen = store.error;
    for (let i = 0; i < 5; i++) {
      store.error = store.unseen;
      await expect(ask.visit()).rejects.toSatisfy(isAway);
      store.error = undefined;
      await ask.visit();
      await setImmediate();
    }
    expect(news).toEqual([{ state: 'away', reason: 'the disk is full' }]);
    store.unseen = undefined;
    await ask.visit();
    await setImmediate();
    expect(news.slice(1)).toEqual([{ state: 'back', seconds: 0, refused: 5 }]);
  });

  it('is told once where many connections are cut at once, some of which are noticed when it is back', async () => {
    const late: ((error: Error) => void)[] = [];
    const news: StateNews[] = [];
    const lost = () => new Promise<undefined>((_, reject) => late.push(reject));
    const visits = { knows: () => true, visit: lost, look: async () => undefined };
    const { visit, look } = watchedVisits(visits, { now: () => NOON, logState: (one) => news.push(one) });
    const asked = Array.from({ length: 8 }, async () => visit(VISIT));
    const cut = new StateAway('terminating connection');
    for (const reject of late.splice(0, 4)) reject(cut);
    await Promise.allSettled(asked.slice(0, 4));
    await look();
    for (const reject of late) reject(cut);
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
    expect(news).toEqual([
      { state: 'away', reason: 'terminating connection' },
      { state: 'back', seconds: 0, refused: 4 },
    ]);
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
