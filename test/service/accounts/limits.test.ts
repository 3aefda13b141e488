import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, book, flat, NOON, openService, openServiceOn, tariff } from '../../support/service/service-fixture.ts';
import { type Store, stores } from '../../support/service/stores.ts';

const companies = (country: string) => `/v2/${country}/consumption/companies`;
const series = (query: string) => `/v2/de/dayahead?${query}`;

/** A catalogue of many companies with one tariff each: `c0/t0`, `c1/t1`… */
const wide = {
  catalogue: {
    books: new Map([
      [
        'DE',
        book(
          'DE',
          Array.from({ length: 30 }, (_, i) => tariff(`c${i}/t${i}`, 'consumption', flat(i / 100))),
        ),
      ],
    ] as const),
    sources: [],
  },
};

const remaining = (response: Response) =>
  ['X-RateLimit-Remaining', 'X-Testing-Companies-Remaining', 'X-Testing-Tariffs-Remaining'].map((name) =>
    response.headers.get(name),
  );

describe.each(stores)('accounts and counters %s', (_, start) => {
  let store: Store | undefined;
  beforeAll(async () => {
    store = await start();
  });
  afterAll(() => store?.stop());

  async function open(options: Parameters<typeof openServiceOn>[1] = {}) {
    if (!store) throw new Error('no store');
    return openServiceOn(await store.open(), options);
  }

  describe('new things per endpoint and day', () => {
    it('limits rule 3, errors rule 3: the sixth country of a day is 429 with rateLimit; those asked before stay free', async () => {
      const { get, testing } = await open();
      for (const country of ['DE', 'DK', 'GR', 'GB', 'FI'])
        expect((await get(companies(country), testing)).status).toBe(200);
      const refused = await get(companies('PT'), testing);
      expect(refused.status).toBe(429);
      expect(await refused.json()).toEqual({
        statusCode: 429,
        error: 'Too Many Requests',
        message: expect.any(String),
        rateLimit: { limit: 5, remaining: 0, resetAt: '2026-04-16T00:00:00Z' },
      });
      expect((await get('/v2/dk/grid/companies', testing)).status).toBe(200);
    });

    it('limits rule 3: the day is a UTC day', async () => {
      const { get, clock, testing } = await open();
      for (const country of ['DE', 'DK', 'GR', 'GB', 'FI']) await get(companies(country), testing);
      clock.now = at('2026-04-15T23:59:59Z');
      expect((await get(companies('PT'), testing)).status).toBe(429);
      clock.now = at('2026-04-16T00:00:00Z');
      expect((await get(companies('PT'), testing)).status).toBe(200);
    });

    it.each([
      ['tariffs', (i: number) => `/v2/de/consumption/c${i}/tariffs`],
      ['versions', (i: number) => `/v2/de/consumption/t${i}/versions`],
      ['dayahead', (i: number) => series(`consumption_tariff=t${i}`)],
    ])('limits rule 3: %s counts for itself', async (_endpoint, path) => {
      const { get, testing } = await open(wide);
      await get(companies('DE'), testing);
      for (let i = 0; i < 5; i++) expect((await get(path(i), testing)).status).toBe(200);
      expect((await get(path(5), testing)).status).toBe(429);
      expect((await get(path(0), testing)).status).toBe(200);
    });

    it('limits rule 3: dayahead counts the combination of ids, whatever their order and the other parameters', async () => {
      const { get, testing } = await open();
      const left = async (query: string) => (await get(series(query), testing)).headers.get('X-RateLimit-Remaining');
      expect(await left('consumption_tariff=de-fixed&feedin_tariff=sun')).toBe('4');
      expect(await left('feedin_tariff=sun&resolution=900&consumption_tariff=de-fixed&include=vat')).toBe('4');
      expect(await left('consumption_tariff=de-fixed')).toBe('3');
      expect(await left('consumption_tariff=de-fixed&grid_tariff=house')).toBe('2');
    });

    it('limits rule 3: a 500 consumes, a refusal does not', async () => {
      const { get, testing } = await open({
        prices: { publication: () => ({ until: NOON, next: NOON }), pointsOf: () => [] },
      });
      const status = async (query: string) => {
        const response = await get(series(query), testing);
        return [response.status, response.headers.get('X-RateLimit-Remaining')];
      };
      expect(await status('consumption_tariff=unknown')).toEqual([400, '5']);
      expect(await status('consumption_tariff=de-fixed&postal_code=99999')).toEqual([400, '5']);
      expect(await status('consumption_tariff=de-spot')).toEqual([500, '4']);
    });

    it('limits rule 9: an allowance can be raised', async () => {
      const { get, testing } = await open({ allowances: { newThings: 7 } });
      const response = await get(companies('DE'), testing);
      expect(response.headers.get('X-RateLimit-Limit')).toBe('7');
      expect(response.headers.get('X-RateLimit-Remaining')).toBe('6');
    });
  });

  describe('totals over the life of an account', () => {
    const raised = { ...wide, allowances: { newThings: 100 } };

    it('limits rule 6, states rule 5, auth rule 5, errors rule 3: the twenty-first company is 403 with testingLimit, and renewing the token changes nothing', async () => {
      const { get, testing, accounts, account } = await open(raised);
      for (let i = 0; i < 20; i++) expect((await get(`/v2/de/consumption/c${i}/tariffs`, testing)).status).toBe(200);
      const renewed = await accounts.renewTesting(account.id, NOON);
      const refused = await get('/v2/de/consumption/c20/tariffs', renewed);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toEqual({
        statusCode: 403,
        error: 'Forbidden',
        message: expect.any(String),
        testingLimit: { kind: 'companies', limit: 20, used: 20, remaining: 0, blocked: ['c20'] },
      });
      expect((await get('/v2/de/consumption/c19/tariffs', renewed)).status).toBe(200);
    });

    it('limits rule 7: versions and dayahead share the total of tariffs, on every day', async () => {
      const { get, testing, clock } = await open({ ...raised, allowances: { newThings: 100, tariffs: 2 } });
      await get('/v2/de/consumption/t0/versions', testing);
      await get(series('consumption_tariff=t1'), testing);
      clock.now = NOON + 86_400;
      const refused = await get('/v2/de/consumption/t2/versions', testing);
      expect(await refused.json()).toMatchObject({ testingLimit: { kind: 'tariffs', used: 2, blocked: ['t2'] } });
      expect((await get(series('consumption_tariff=t0'), testing)).status).toBe(200);
    });

    it('limits rule 7: only the ids beyond the allowance are blocked, and none of a refused request counts', async () => {
      const { get, testing } = await open({ allowances: { tariffs: 2 } });
      await get(series('consumption_tariff=de-fixed'), testing);
      const refused = await get(series('consumption_tariff=de-fixed&feedin_tariff=sun&grid_tariff=house'), testing);
      expect(await refused.json()).toMatchObject({ testingLimit: { used: 1, remaining: 1, blocked: ['house'] } });
      expect(remaining(refused)).toEqual(['4', '20', '1']);
      expect((await get(series('feedin_tariff=sun'), testing)).status).toBe(200);
    });

    it('over both limits, the 429 of the day comes first', async () => {
      const { get, testing } = await open({ ...wide, allowances: { newThings: 1, companies: 1 } });
      await get('/v2/de/consumption/c0/tariffs', testing);
      expect((await get('/v2/de/consumption/c1/tariffs', testing)).status).toBe(429);
    });
  });

  describe('requests per day', () => {
    it('limits rule 4: a path that does not exist is 404 and counts all the same', async () => {
      const { get, testing } = await open();
      for (let i = 0; i < 100; i++) expect((await get('/v2/nowhere', testing)).status).toBe(404);
      expect((await get(companies('DE'), testing)).status).toBe(429);
      expect((await get('/v2/nowhere', testing)).status).toBe(404);
    });

    it('limits rule 4: the 101st of an account is 429 without rateLimit, whatever the answers before were', async () => {
      const { get, testing } = await open();
      for (let i = 0; i < 99; i++) expect((await get('/v2/xx/consumption/companies', testing)).status).toBe(400);
      expect((await get(companies('DE'), testing)).status).toBe(200);
      const refused = await get(companies('DE'), testing);
      expect(refused.status).toBe(429);
      expect(await refused.json()).toEqual({
        statusCode: 429,
        error: 'Too Many Requests',
        message: expect.any(String),
      });
    });

    it('limits rule 5: the 301st of a client address is 429, over all accounts; another address goes on', async () => {
      const { fetch, accounts } = await open();
      const tokens: string[] = [];
      for (let i = 0; i < 4; i++) tokens.push(await accounts.renewTesting((await accounts.open()).id, NOON));
      const ask = async (token: string | undefined, address: string) =>
        (await fetch(companies('DE'), { Authorization: `Bearer ${token}` }, address)).status;
      for (const token of tokens.slice(0, 3)) {
        for (let i = 0; i < 100; i++) expect(await ask(token, '192.0.2.1')).toBe(200);
      }
      expect(await ask(tokens[3], '192.0.2.1')).toBe(429);
      expect(await ask(tokens[3], '192.0.2.2')).toBe(200);
    });
  });

  describe('one request at a time', () => {
    it('limits rule 2, errors rule 3: a second request beside a running one is 429; the slot is free when the answer is complete', async () => {
      const { get, testing } = await open({ delayMs: 1 });
      const [first, second] = await Promise.all([get(companies('DE'), testing), get(companies('DE'), testing)]);
      expect([first.status, second.status]).toEqual([200, 429]);
      expect(await second.json()).toEqual({ statusCode: 429, error: 'Too Many Requests', message: expect.any(String) });
      expect((await get(companies('DE'), testing)).status).toBe(200);
    });

    it('limits rule 2: a refused request frees its slot too', async () => {
      const { get, testing } = await open();
      expect((await get('/v2/de/dayahead', testing)).status).toBe(400);
      expect((await get(companies('DE'), testing)).status).toBe(200);
    });
  });

  describe('headers of a testing token', () => {
    it('limits rule 8: they show what remains after this request, on a refusal too', async () => {
      const { get, testing } = await open();
      const listed = await get('/v2/de/grid/netz/tariffs', testing);
      expect(remaining(listed)).toEqual(['4', '19', '20']);
      expect(listed.headers.get('X-RateLimit-Limit')).toBe('5');
      expect(listed.headers.get('X-RateLimit-Reset')).toBe(String(at('2026-04-16T00:00:00Z')));
      expect(remaining(await get(series('consumption_tariff=de-fixed&feedin_tariff=sun'), testing))).toEqual([
        '4',
        '19',
        '18',
      ]);
      expect(remaining(await get('/v2/de/grid/nobody/tariffs', testing))).toEqual(['4', '19', '18']);
    });
  });

  describe('a testing token on paths that need none', () => {
    const openPaths = ['/public/country-stats', '/public/attribution?country=de'];

    it.each(openPaths)('limits rule 4: a request to %s counts, and is never refused', async (path) => {
      const { get, testing } = await open({ allowances: { requests: 2 } });
      expect((await get(path, testing)).status).toBe(200);
      expect((await get(companies('DE'), testing)).status).toBe(200);
      expect((await get(companies('DE'), testing)).status).toBe(429);
      expect((await get(path, testing)).status).toBe(200);
    });

    it.each(openPaths)('auth rule 1, limits rule 8: %s asks no token for anything but its count', async (path) => {
      const { get, fetch, accounts, account, clock, testing } = await open();
      for (const credential of ['', 'Bearer unknown', 'Basic abc'])
        expect((await fetch(path, { Authorization: credential })).status).toBe(200);
      expect((await get(path)).status).toBe(200);
      await accounts.setActive(account.id, false);
      clock.now = NOON + 10 * 86_400;
      const answer = await get(path, testing);
      expect([answer.status, ...remaining(answer)]).toEqual([200, '5', '20', '20']);
    });

    it.each(['/v1/prices', '/v2/nowhere', '/nowhere'])(
      'limits rule 8: %s, which asks about nothing new, leaves the allowance of the day as it is',
      async (path) => {
        const { get, testing } = await open({ allowances: { newThings: 7 } });
        await get(companies('DE'), testing);
        const { headers } = await get(path, testing);
        expect(
          ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => headers.get(name)),
        ).toEqual(['7', '7', String(at('2026-04-16T00:00:00Z'))]);
      },
    );
  });

  describe('a production token', () => {
    it('auth rule 6: is not limited and carries no such header', async () => {
      const { get, fetch, production } = await open(wide);
      for (let i = 0; i < 30; i++) expect((await get(`/v2/de/consumption/c${i}/tariffs`)).status).toBe(200);
      const headers = { Authorization: `Bearer ${production}` };
      const many = await Promise.all(Array.from({ length: 301 }, () => fetch(companies('DE'), headers, '192.0.2.1')));
      expect(new Set(many.map((response) => response.status))).toEqual(new Set([200]));
      expect(remaining(many[300] ?? new Response())).toEqual([null, null, null]);
    });
  });
});

describe('the address of a request', () => {
  it.each([
    [false, '198.51.100.7, 203.0.113.9', '192.0.2.1'],
    [true, '198.51.100.7, 203.0.113.9', '203.0.113.9'],
    [true, '2001:db8::9', '2001:db8::9'],
    [true, '203.0.113.9:50123', '203.0.113.9'],
    [true, '[2001:db8::9]:50123', '2001:db8::9'],
    [true, '203.0.113.9, somebody', '192.0.2.1'],
  ])('with trustProxy %s and X-Forwarded-For %j, the address of a request is %s', async (trustProxy, said, counted) => {
    const added: string[] = [];
    const ledger = {
      addRequest: (who: string) => added.push(who),
      asked: () => new Set<string>(),
      named: () => new Set<string>(),
      add: () => undefined,
    };
    const { fetch, testing } = openService({ trustProxy, ledger });
    const headers = { Authorization: `Bearer ${testing}`, 'X-Forwarded-For': said };
    await fetch(companies('DE'), headers, '192.0.2.1');
    expect(added.at(-1)).toBe(counted);
  });
});

describe('the bounds of the parameters', () => {
  const statusOf = async (query: string) => (await openService().get(series(query))).status;

  it.each([
    ['consumption_tariff', 32],
    ['feedin_tariff', 32],
    ['grid_tariff', 32],
    ['postal_code', 16],
  ])('limits rule 10, dayahead parameters rule 2: %s has at most %d characters', async (name, most) => {
    const messageOf = async (length: number) =>
      (await (await openService().get(series(`${name}=${'x'.repeat(length)}`))).json()).message;
    expect(await messageOf(most)).toEqual(expect.any(String));
    expect(await messageOf(most + 1)).toEqual([expect.stringMatching(`^${name} must be given once, .* ${most} char`)]);
  });

  it.each([
    ['historic_days=0', 200],
    ['historic_days=3', 200],
    ['historic_days=4', 400],
    ['historic_days=-1', 400],
    ['historic_days=1.5', 400],
    ['historic_days=', 400],
    ['resolution=3600', 200],
    ['resolution=900', 200],
    ['resolution=86400', 400],
  ])('limits rule 10: %s is %d', async (query, status) => {
    expect(await statusOf(`consumption_tariff=de-fixed&${query}`)).toBe(status);
  });

  it('limits rule 10: nothing older than three days is served', async () => {
    const { get } = openService();
    const { consumption } = await (await get(series('consumption_tariff=de-fixed&historic_days=3'))).json();
    expect(consumption.prices[0].from_utc).toBe(at('2026-04-11T22:00:00Z'));
  });
});
