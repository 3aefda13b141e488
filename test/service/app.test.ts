import { describe, expect, it } from 'vitest';
import type { AccessRecord } from '../../src/service/http/access-record.ts';
import { openService } from '../support/service/service-fixture.ts';

const paths = ['/v2/de/grid/companies', '/v2/de/dayahead', '/public/attribution', '/healthz', '/readyz', '/nowhere'];

describe('every answer', () => {
  it.each(paths)(
    'errors rule 6, attribution rule 3: %s carries a request id of its own and the licence link',
    async (path) => {
      const { get } = openService();
      const [first, second] = [await get(path), await get(path)];
      expect(first.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
      expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'));
      expect(first.headers.get('Link')).toBe('</public/attribution>; rel="license"');
      expect(first.headers.get('Content-Type')).toBe('application/json');
    },
  );

  it('is the same to HEAD, without its body', async () => {
    const { app, production } = openService();
    const headers = { Authorization: `Bearer ${production}` };
    const response = await app.request('/v2/de/grid/companies', { method: 'HEAD', headers });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

it('a delay holds every answer back, a refusal too', async () => {
  const [delayed, prompt] = [openService({ delayMs: 20 }), openService()];
  for (const path of ['/v2/de/grid/companies', '/nowhere']) {
    const late = delayed.get(path).then(() => 'delayed');
    expect(await Promise.race([late, prompt.get(path).then(() => 'prompt')])).toBe('prompt');
    await late;
  }
});

describe('the order of checks', () => {
  it.each([
    '/',
    '/v2',
    '/v2/de',
    '/v2/de/dayahead/',
    '/v3/de/dayahead',
    '/v2/de/grid//tariffs',
    '/V2/de/dayahead',
    '/public',
  ])('errors rule 1: %s is 404 before any credential is checked', async (path) => {
    const response = await openService().fetch(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ statusCode: 404, message: 'this path does not exist' });
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is no method of any path: 404', async (method) => {
    expect((await openService().app.request('/v2/de/dayahead', { method })).status).toBe(404);
  });

  it('a credential comes before the query: 401 for an unknown country', async () => {
    expect((await openService().fetch('/v2/xx/grid/companies')).status).toBe(401);
  });

  it('the account comes before the caps: 403 on an inactive one that has used its requests', async () => {
    const { accounts, account, get, testing } = openService({ allowances: { requests: 0 } });
    expect((await get('/v2/de/grid/companies', testing)).status).toBe(429);
    accounts.setActive(account.id, false);
    expect((await get('/v2/de/grid/companies', testing)).status).toBe(403);
  });

  it('the caps come before the query, the query before the allowances', async () => {
    const none = { newThings: 0, companies: 0 };
    const { get, testing } = openService({ allowances: { ...none, requests: 1 } });
    expect((await get('/v2/xx/grid/companies', testing)).status).toBe(400);
    expect((await get('/v2/xx/grid/companies', testing)).status).toBe(429);
  });

  it('the country comes before the parameters of dayahead, those before its ids', async () => {
    const { get } = openService();
    const messageOf = async (path: string) => (await (await get(path)).json()).message;
    expect(await messageOf('/v2/xx/dayahead?bad=1')).toMatch(/^country/);
    expect(await messageOf('/v2/de/dayahead?bad=1&consumption_tariff=nothing')).toEqual([
      'bad is not a parameter of this path',
    ]);
  });
});

describe('versions of the API', () => {
  it.each(['companies', 'de-fixed/versions', 'stromer/tariffs'])(
    'versioning rule 1: v2 serves %s, and no later one does',
    async (path) => {
      const { get } = openService();
      expect((await get(`/v2/de/consumption/${path}`)).status).toBe(200);
      expect((await get(`/v3/de/consumption/${path}`)).status).toBe(404);
    },
  );

  it('versioning rule 3: a tariff’s versions are days and no version of the API', async () => {
    const { get } = openService();
    const versions = await (await get('/v2/de/consumption/de-fixed/versions')).json();
    expect(versions.map(({ version }: { version: string }) => version)).toEqual(['20250401', '20250101']);
    expect((await get('/v2/de/dayahead?consumption_tariff=de-fixed&version=2')).status).toBe(400);
  });
});

describe('/v1', () => {
  // Promise P-389 operate/service: `/v1` is 403 to a testing token
  it('versioning rule 2: is refused to a testing token with 403, which counts as a request', async () => {
    const { get, testing } = openService({ allowances: { requests: 1 } });
    const response = await get('/v1/anything', testing);
    expect(response.status).toBe(403);
    expect(response.headers.get('X-Testing-Tariffs-Remaining')).toBe('20');
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('5');
    expect((await get('/v2/de/grid/companies', testing)).status).toBe(429);
  });

  // Promise P-390 operate/service: `/v1` is 404 without a testing token
  it('is 404 to everybody else: its paths are not known', async () => {
    const { get, fetch } = openService();
    expect((await get('/v1/anything')).status).toBe(404);
    expect((await get('/v1')).status).toBe(404);
    expect((await fetch('/v1/anything')).status).toBe(404);
    expect((await get('/v1/anything', 'unknown')).status).toBe(404);
  });
});

describe('the log', () => {
  // Promise P-371 operate/service: its log has no tokens, queries and addresses
  it('has a record per answer, with neither token nor query', async () => {
    const records: AccessRecord[] = [];
    const { get, testing } = openService({ log: (record) => records.push(record) });
    const response = await get('/v2/de/grid/companies?postal_code=10115', testing);
    expect(records).toEqual([
      {
        requestId: response.headers.get('X-Request-Id'),
        method: 'GET',
        path: '/v2/de/grid/companies',
        status: 200,
        milliseconds: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/sk_|10115/);
  });

  // Promise P-388 operate/service: an unforeseen error is a 500 whose body has no details
  it('keeps what an unforeseen error said; the answer is a plain 500', async () => {
    const records: AccessRecord[] = [];
    const broken = () => {
      throw new Error('secret detail at /home/somebody');
    };
    const { get } = openService({
      log: (record) => records.push(record),
      prices: { publication: broken, pointsOf: broken },
    });
    const response = await get('/v2/de/dayahead?consumption_tariff=de-spot');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      statusCode: 500,
      message: 'internal error: quote the X-Request-Id header to support',
    });
    expect(records[0]?.error).toMatchObject({ message: 'secret detail at /home/somebody' });
  });
});

// Promise P-381 operate/service: `GET /healthz` is 200 while it runs
it('GET /healthz says that it runs', async () => {
  expect(await (await openService().fetch('/healthz')).json()).toEqual({ status: 'ok' });
});
