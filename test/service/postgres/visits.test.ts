import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts, digestOf } from '../../../src/service/accounts/accounts.ts';
import { createLedger, type Endpoint } from '../../../src/service/accounts/ledger.ts';
import { createVisits } from '../../../src/service/accounts/table-visits.ts';
import type { Visit } from '../../../src/service/accounts/visits.ts';
import type { StateNews } from '../../../src/service/accounts/watched-visits.ts';
import { StateAway, StateError } from '../../../src/service/errors.ts';
import type { AccessRecord } from '../../../src/service/http/access-record.ts';
import { openPostgres, type PostgresState } from '../../../src/service/postgres/state.ts';
import { type MqttProxy, startMqttProxy } from '../../support/mqtt/mqtt-proxy.ts';
import { askOnce, type Cluster, startPostgres } from '../../support/service/postgres.ts';
import { NOON, openServiceOn } from '../../support/service/service-fixture.ts';

/** Several instances on one PostgreSQL, and what becomes of their counts. */

const DAY = 86_400;

let cluster: Cluster;
let proxy: MqttProxy;
const opened: PostgresState[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
  proxy = await startMqttProxy(cluster.port);
});
beforeEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
  await sql('DROP SCHEMA IF EXISTS dayahead CASCADE');
});
afterAll(async () => {
  await Promise.all(opened.map(({ close }) => close()));
  proxy.close();
  await cluster.remove();
});

const sql = <T extends object>(text: string) => askOnce<T>(cluster.address(), text);

async function open(options: Parameters<typeof openPostgres>[1] = {}, address = cluster.address()) {
  const state = await openPostgres(address, options);
  opened.push(state);
  return state;
}

const throughProxy = () => open({}, cluster.address(Number(new URL(proxy.url).port)));

/** Requests of the day that the database has of an account. */
async function countOf(accountId: string): Promise<number> {
  const rows = await sql<{ who: string; count: number }>('SELECT who, count FROM dayahead.requests');
  return rows.find(({ who }) => who === accountId)?.count ?? 0;
}

const companies = (country: string) => `/v2/${country}/consumption/companies`;

describe('instances on one database', () => {
  // Promise P-397 operate/service: services on one database may start at the same moment
  it('eight that start at once make its tables once, and have the same tokens', async () => {
    const states = await Promise.all(Array.from({ length: 8 }, () => open()));
    const tokens = await Promise.all(states.map((state) => state.ownTokens(NOON)));
    expect(new Set(tokens.map((pair) => JSON.stringify(pair))).size).toBe(1);
    expect(await states[0]?.accounts.list()).toHaveLength(1);
    expect(await sql('SELECT version FROM dayahead.versions')).toEqual([{ version: 1 }]);
  });

  it('a token that a command has ended is not among theirs any more', async () => {
    const state = await open();
    const { testing, production } = await state.ownTokens(NOON);
    await state.accounts.revoke(production ?? '');
    expect(await state.ownTokens(NOON)).toEqual({ testing });
  });

  // Promise P-395 operate/service: services on one database run one request of a token at a time
  it('hold one request of a token at a time between them, until its answer is complete', async () => {
    const [first, second] = [await open(), await open()];
    const { id } = await first.accounts.open();
    const credential = await first.accounts.renewTesting(id, NOON);
    const visit: Visit = { credential, now: NOON, endpoint: 'companies', isAlone: true };
    const running = await first.visits.visit(visit);
    const beside = await second.visits.visit(visit);
    await running?.release?.();
    const after = await second.visits.visit(visit);
    await after?.release?.();
    expect([running, beside, after].map((one) => one?.spending?.isAlone)).toEqual([true, false, true]);
  });

  // Promise P-394 operate/service: services on one database count every request once, and give away no allowance
  //   twice
  it('count every request of 40 clients once, and give away no allowance twice', async () => {
    const states = await Promise.all([open(), open(), open(), open()]);
    const accounts = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { id } = await (states[0] as PostgresState).accounts.open({ newThings: 2 });
        return { id, token: await (states[0] as PostgresState).accounts.renewTesting(id, NOON) };
      }),
    );
    const services = await Promise.all(states.map((state) => openServiceOn(state)));
    const asked = await Promise.all(
      accounts.map(async ({ id, token }) => {
        const countries = ['de', 'dk', 'gr', 'gb'];
        const answers = await Promise.all(
          countries.map((country, i) => services[i]?.get(companies(country), token).then(({ status }) => status)),
        );
        return { id, granted: answers.filter((status) => status === 200).length };
      }),
    );
    const counts = await sql<{ count: number }>('SELECT count FROM dayahead.requests');
    expect(counts.map(({ count }) => count)).toEqual(accounts.map(() => 4));
    const things = await sql<{ account: string; used: number }>(
      'SELECT account, cardinality(things) AS used FROM dayahead.things',
    );
    expect(Object.fromEntries(things.map(({ account, used }) => [account, used]))).toEqual(
      Object.fromEntries(asked.map(({ id, granted }) => [id, granted])),
    );
    expect(Math.max(...asked.map(({ granted }) => granted))).toBeLessThanOrEqual(2);
  });

  // Promise P-410 operate/service: addresses of clients stay until the day after the next begins
  it('forget which addresses asked the day before the last', async () => {
    const [first, second] = [await open(), await open()];
    const credential = await first.accounts.renewTesting((await first.accounts.open()).id, NOON);
    const addresses = async () =>
      (await sql<{ who: string }>("SELECT who FROM dayahead.requests WHERE who LIKE '%.%' ORDER BY who")).map(
        ({ who }) => who,
      );
    await first.visits.visit({ credential, address: '192.0.2.1', now: NOON, isAlone: true });
    await second.visits.visit({ credential, address: '192.0.2.2', now: NOON + DAY, isAlone: true });
    expect(await addresses()).toEqual(['192.0.2.1', '192.0.2.2']);
    await first.visits.visit({ credential, address: '192.0.2.3', now: NOON + 2 * DAY, isAlone: true });
    expect(await addresses()).toEqual(['192.0.2.2', '192.0.2.3']);
  });

  // Promise P-402 operate/service: what a clock has counted that is days ahead is dropped
  it('count anew what a clock has counted that was days ahead, and keep from it what others count today', async () => {
    const [first, ahead] = [await open(), await open()];
    const credential = await first.accounts.renewTesting((await first.accounts.open()).id, NOON);
    const [{ now } = { now: 0 }] = await sql<{ now: number }>('SELECT extract(epoch FROM now())::int AS now');
    const count = async ({ visits }: PostgresState, at: number, address: string) =>
      (await visits.visit({ credential, address, now: at, isAlone: true }))?.spending?.requests;
    expect(await count(first, now, '192.0.2.1')).toEqual({ account: 1, address: 1 });
    expect(await count(ahead, now + 365 * DAY, '192.0.2.2')).toEqual({ account: 1, address: 1 });
    expect(await count(ahead, now + 365 * DAY, '192.0.2.2')).toEqual({ account: 2, address: 2 });
    expect(await count(first, now, '192.0.2.2')).toEqual({ account: 1, address: 1 });
    expect(await count(first, now, '192.0.2.1')).toEqual({ account: 2, address: 2 });
  });

  // Promise P-400 operate/service: a service whose clock is not the database's does not start
  it.each([
    ['an hour ahead of', 3600, '60 minutes ahead of'],
    ['a day behind', -DAY, '1440 minutes behind'],
  ])('are not opened by a clock that is %s the database', async (_, off, told) => {
    const clock = () => Math.floor(Date.now() / 1000) + off;
    await expect(open({ clock })).rejects.toThrow(`: the clock of this computer is ${told} the database's`);
  });

  // Promise P-401 operate/service: a service whose clock is not the database's is not ready
  it('are not ready while the clock is off that of the database', async () => {
    let off = 240;
    const { visits } = await open({ clock: () => Math.floor(Date.now() / 1000) + off });
    await visits.look?.();
    off = 600;
    await expect(visits.look?.()).rejects.toThrow(
      new StateAway("the clock of this computer is 10 minutes ahead of the database's"),
    );
  });

  it('hold no token but the two of their own, only digests that open nothing', async () => {
    const { accounts, visits } = await open();
    const { id } = await accounts.open();
    const values = [await accounts.renewTesting(id, NOON), await accounts.issueProduction(id)];
    const kept = JSON.stringify(await sql('SELECT * FROM dayahead.tokens'));
    for (const value of values) {
      expect(kept).toContain(digestOf(value));
      expect(kept).not.toContain(value);
      expect(await visits.visit({ credential: digestOf(value), now: NOON, isAlone: true })).toBeUndefined();
    }
  });

  // Promise P-409 operate/service: a service refuses tables that are newer than itself
  // Promise P-853 operate/upgrades: the service's `--state postgres://…`: tables in the schema `dayahead`
  it('refuse the tables of a newer version', async () => {
    await open();
    await sql('INSERT INTO dayahead.versions VALUES (2)');
    await expect(open()).rejects.toThrow(
      new StateError('the state was written by a newer version of this service (format 2)'),
    );
  });
});

// Promise P-396 operate/service: services on one database keep the rules that a state file keeps
it('the rules in the database are those of a ledger in memory, whatever is asked', async () => {
  const state = await open();
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 });
  const step = fc.record({
    days: fc.constantFrom(0, 0, 0, 1, 6, -400),
    address: fc.constantFrom(undefined, '192.0.2.1', '192.0.2.2'),
    endpoint: fc.constantFrom<Endpoint | undefined>(undefined, 'tariffs', 'dayahead', 'dayahead'),
    asked: fc.constantFrom('nothing', 'a thing', 'companies', 'tariffs'),
    ids,
    isAlone: fc.constantFrom(true, true, true, false),
    isActive: fc.constantFrom(true, true, true, false),
  });
  const allowances = fc.record({
    newThings: fc.nat(3),
    requests: fc.integer({ min: 3, max: 9 }),
    companies: fc.nat(3),
    tariffs: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(allowances, fc.array(step, { maxLength: 12 }), async (allowed, steps) => {
      const table = createAccounts();
      const visits = createVisits(table, createLedger());
      const here = table.open(allowed);
      const there = await state.accounts.open(allowed);
      let now = NOON;
      const tokens = [table.renewTesting(here.id, now), await state.accounts.renewTesting(there.id, now)] as const;
      for (const { days, isActive, address, asked, ids: named, ...rest } of steps) {
        now += days * DAY;
        table.setActive(here.id, isActive);
        await state.accounts.setActive(there.id, isActive);
        const kind = asked === 'companies' || asked === 'tariffs' ? asked : undefined;
        const question = { thing: named.join(), ...(kind && { named: { kind, ids: named } }) };
        const visit = {
          ...rest,
          address: address && `${address} ${there.id}`,
          now,
          asked: asked === 'nothing' ? undefined : question,
        };
        const expected = await visits.visit({ ...visit, credential: tokens[0] });
        const found = await state.visits.visit({ ...visit, credential: tokens[1] });
        await found?.release?.();
        expect(found?.spending).toEqual(expected?.spending);
      }
    }),
    { seed: 20261122, numRuns: 40 },
  );
});

describe('a database that is away', () => {
  // Promise P-382 operate/service: `GET /readyz` is 503 with `Retry-After` while the database is away
  // Promise P-398 operate/service: a database that is away is 503 with `Retry-After`; what needs no token goes on
  it('is 503 with Retry-After, and 200 again when it is back; every 200 was counted once', async () => {
    const states = [await open(), await open()] as const;
    const { id } = await states[0].accounts.open({ requests: 100_000, newThings: 100 });
    const testing = await states[0].accounts.renewTesting(id, NOON);
    const news: StateNews[] = [];
    const records: AccessRecord[] = [];
    const logs = { log: (one: AccessRecord) => records.push(one), logState: (one: StateNews) => news.push(one) };
    const services = [await openServiceOn(states[0], logs), await openServiceOn(states[1])] as const;
    const isReady = async () => [
      (await services[0].fetch('/healthz')).status,
      (await services[0].fetch('/readyz')).status,
    ];
    const seen = { 200: 0, 503: 0 };
    let turn = 0;
    async function ask() {
      const answer = await services[turn++ % 2 === 0 ? 0 : 1].get(companies('de'), testing);
      seen[answer.status as 200 | 503]++;
      if (answer.status === 503) {
        expect(answer.headers.get('Retry-After')).toBe('5');
        expect(await answer.json()).toEqual({ statusCode: 503, message: expect.any(String) });
      }
      return answer.status;
    }
    for (let i = 0; i < 20; i++) await ask();
    expect(await isReady()).toEqual([200, 200]);
    const stopped = cluster.crash();
    while ((await ask()) === 200);
    await stopped;
    expect([await ask(), await ask()]).toEqual([503, 503]);
    expect((await services[0].fetch('/public/country-stats')).status).toBe(200);
    expect(await isReady()).toEqual([200, 503]);
    expect((await services[0].fetch('/readyz')).headers.get('Retry-After')).toBe('5');
    await cluster.start();
    await expect.poll(isReady).toEqual([200, 200]);
    expect(news.at(0)).toEqual({ state: 'away', reason: expect.stringMatching(/\w/) });
    const refused = records.filter(({ path, status }) => status === 503 && path !== '/readyz').length;
    expect(news.at(-1)).toEqual({ state: 'back', seconds: 0, refused });
    expect(news).toHaveLength(2);
    expect(records.filter(({ error }) => error !== undefined)).toEqual([]);
    while ((await ask()) !== 200);
    for (let i = 0; i < 20; i++) await ask();
    const count = await countOf(id);
    expect(Object.keys(seen)).toEqual(['200', '503']);
    expect(count).toBeGreaterThanOrEqual(seen[200]);
    // Of a request whose answer got lost on the way nobody knows: it was told 503, and may have counted.
    expect(count).toBeLessThanOrEqual(seen[200] + 1);
  });

  // Promise P-399 operate/service: the same for a database that is read-only; one log entry reports it
  it.each([
    [
      'that may be read alone',
      'ALTER ROLE house SET default_transaction_read_only = on',
      'BEGIN READ WRITE; ALTER ROLE house RESET default_transaction_read_only; COMMIT',
    ],
    ['without a table', 'ALTER TABLE dayahead.requests RENAME TO lost', 'ALTER TABLE dayahead.lost RENAME TO requests'],
  ])('one %s counts as away: not ready, said once, until it is mended', async (_, spoil, mend) => {
    const state = await open();
    const testing = await state.accounts.renewTesting((await state.accounts.open()).id, NOON);
    const news: StateNews[] = [];
    const service = await openServiceOn(state, { logState: (one) => news.push(one) });
    const looks = async () => [
      (await service.get(companies('de'), testing)).status,
      (await service.fetch('/readyz')).status,
    ];
    const change = async (text: string) => {
      await sql(text);
      await sql(
        'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user',
      );
    };
    expect(await looks()).toEqual([200, 200]);
    await change(spoil);
    expect([...(await looks()), ...(await looks())]).toEqual([503, 503, 503, 503]);
    await change(mend);
    expect(await looks()).toEqual([200, 200]);
    expect(news).toEqual([
      { state: 'away', reason: expect.stringMatching(/read-only|does not exist/) },
      { state: 'back', seconds: 0, refused: 2 },
    ]);
  });

  // Promise P-404 operate/service: a connection that breaks between a count and its answer: 503, counted once
  it('a connection that is cut between the count and its answer: 503, counted once, and the next request is answered', async () => {
    const state = await throughProxy();
    const { id } = await state.accounts.open();
    const testing = await state.accounts.renewTesting(id, NOON);
    const service = await openServiceOn(state);
    expect((await service.get(companies('de'), testing)).status).toBe(200);
    proxy.hold();
    const lost = service.get(companies('de'), testing);
    await expect.poll(() => countOf(id)).toBe(2);
    proxy.cut();
    expect((await lost).status).toBe(503);
    expect((await service.get(companies('de'), testing)).status).toBe(200);
    expect(await countOf(id)).toBe(3);
  });

  it('a slot whose connection is cut is free, and its answer is given all the same', async () => {
    const [cut, other] = [await throughProxy(), await open()];
    const { id } = await other.accounts.open();
    const credential = await other.accounts.renewTesting(id, NOON);
    const visit: Visit = { credential, now: NOON, endpoint: 'companies', isAlone: true };
    const running = await cut.visits.visit(visit);
    expect((await other.visits.visit(visit))?.spending?.isAlone).toBe(false);
    proxy.cut();
    await expect
      .poll(async () => {
        const next = await other.visits.visit(visit);
        await next?.release?.();
        return next?.spending?.isAlone;
      })
      .toBe(true);
    await running?.release?.();
  });

  it('is told with neither password nor token', async () => {
    const state = await throughProxy();
    const credential = await state.accounts.renewTesting((await state.accounts.open()).id, NOON);
    proxy.down();
    const error = await Promise.resolve(state.visits.visit({ credential, now: NOON, isAlone: true })).catch(
      (thrown) => thrown,
    );
    proxy.up();
    expect(error).toBeInstanceOf(StateAway);
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/cret|_sk_/);
  });
});
