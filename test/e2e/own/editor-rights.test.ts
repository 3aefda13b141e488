import { once } from 'node:events';
import RED from 'node-red';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../../src/service/server.ts';
import { createService } from '../../../src/service/service.ts';
import { startOwnDemo } from '../../support/node-red/own-node-red.ts';

const SECRETS = { token: 'dayahead_prod_sk_stored', brokerPassword: 'hunter2-stored' };
const site = {
  id: 'site',
  type: 'dayahead-config',
  service: 'remote',
  url: 'http://127.0.0.1:2',
  broker: 'typed',
  brokerUrl: 'mqtt://127.0.0.1:2',
  brokerUser: 'me',
};
const price = { node: { country: 'DK', consumption: { id: 'dk-example-spot-dk2' } } };

const VARIABLE = 'DAYAHEAD_TEST_SECRET';
const VALUE = 'value-of-a-variable';

/** By what they may do; each is its own token. */
const users: Readonly<Record<string, string>> = {
  stranger: 'settings.read',
  reader: 'dayahead.read',
  writer: 'dayahead.write',
  owner: '*',
};

interface Route {
  readonly path: string;
  readonly method: 'GET' | 'POST';
}

/** An Express app, router or route, as far as they hold one another. */
interface Layer {
  readonly stack?: readonly Layer[];
  readonly _router?: Layer;
  readonly handle?: Layer;
  readonly route?: { readonly path: string; readonly methods: object };
}

function routesIn({ stack = [], _router, handle, route }: Layer): Route[] {
  const inside = [...stack, ...[_router, handle].flatMap((layer) => layer ?? [])].flatMap(routesIn);
  // An app has a method of that name.
  if (typeof route?.path !== 'string') return inside;
  return Object.keys(route.methods).map((method) => ({
    path: route.path,
    method: method.toUpperCase() as 'GET' | 'POST',
  }));
}

describe('the endpoints of the dialogs with adminAuth', () => {
  let demo: Awaited<ReturnType<typeof startOwnDemo>>;
  let tested: RunningServer;
  beforeAll(async () => {
    demo = await startOwnDemo('2026-01-14T10:05:00+01:00', {
      adminAuth: {
        type: 'credentials',
        users: async () => null,
        authenticate: async () => null,
        default: async () => null,
        tokens: async (name: string) => ({ username: name, permissions: users[name] ?? '' }),
      } as never,
    });
    process.env[VARIABLE] = VALUE;
    const service = createService({ now: () => Date.parse('2026-01-14T10:05:00+01:00') / 1000 });
    tested = await startServer(service);
    const flows = [
      { ...site, credentials: SECRETS },
      { ...site, id: 'tested', broker: 'none', url: tested.url, credentials: { token: service.tokens.testing } },
      { id: 'broken', type: 'dayahead-config', service: 'embedded', catalogue: '/nowhere/at/all' },
    ];
    const started = once(RED.events, 'flows:started');
    const deployed = await ask({ path: '/flows', method: 'POST' }, 'owner', flows);
    expect(deployed.status).toBeLessThan(300);
    await started;
  });
  afterAll(async () => {
    delete process.env[VARIABLE];
    await demo?.stop();
    await tested?.stop();
  });

  function ask({ path, method }: Route, user?: string, body: unknown = {}, origin?: string): Promise<Response> {
    return fetch(new URL(path.slice(1), demo.editor.url), {
      method,
      headers: {
        'content-type': 'application/json',
        ...(user && { authorization: `Bearer ${user}` }),
        ...(origin && { origin }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
  }

  /** Every one that this package has put up, as Node-RED knows them. */
  const { runtime } = RED as unknown as { runtime: { httpAdmin: Layer } };
  const routes = () => routesIn(runtime.httpAdmin).filter(({ path }) => path.startsWith('/dayahead'));

  it('are known', () => {
    expect(routes().map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/dayahead/listings',
        '/dayahead/preview',
        '/dayahead/typed/listings',
        '/dayahead/typed/preview',
        '/dayahead/typed/service',
        '/dayahead/typed/broker',
        '/dayahead/overview',
      ]),
    );
  });

  it.each([
    ['nobody', undefined],
    ['someone unknown', 'whoever'],
    ['a user without the permission', 'stranger'],
  ])('answer nothing to %s', async (_, user) => {
    for (const route of routes()) {
      const answer = await ask(route, user);
      expect([route.path, answer.status, await answer.text()]).toEqual([
        route.path,
        401,
        expect.not.stringContaining('{'),
      ]);
    }
  });

  it('let who may only read ask a deployed site, and make this computer connect nowhere else', async () => {
    const own = await ask({ path: '/dayahead/preview', method: 'POST' }, 'reader', price);
    expect(await own.json()).toMatchObject({ currency: 'DKK' });
    for (const route of routes().filter(({ path }) => path.includes('/typed/'))) {
      expect([route.path, (await ask(route, 'reader')).status]).toEqual([route.path, 401]);
    }
  });

  it('answer no page of another site, whoever reads it', async () => {
    for (const route of routes()) {
      const answer = await ask(route, 'owner', {}, 'https://elsewhere.example');
      expect([route.path, answer.status, await answer.json()]).toEqual([
        route.path,
        403,
        { fault: { code: 'origin' } },
      ]);
    }
  });

  it.each([
    ['the same as stored', {}, 200, 'refused'],
    ['another address', { url: 'http://127.0.0.1:3', brokerUrl: 'mqtt://127.0.0.1:3' }, 403, 'retype'],
    ['a longer address', { url: `${site.url}/v2`, brokerUrl: `${site.brokerUrl}0` }, 403, 'retype'],
  ])('use stored secrets with %s: %#', async (_, changed, status, code) => {
    const typed = { ...site, ...changed };
    for (const what of ['service', 'broker']) {
      const answer = await ask({ path: `/dayahead/typed/${what}`, method: 'POST' }, 'writer', { typed });
      expect([what, answer.status]).toEqual([what, status]);
      expect(((await answer.json()) as { fault: { code: string } }).fault.code).toContain(code);
    }
  });

  const refused = async (answer: Response) => [answer.status, await answer.json()];
  const forbidden = [403, { fault: { code: 'permission' } }];

  it.each([
    [
      'a variable as an address',
      { service: 'remote', url: `\${${VARIABLE}}`, token: 'x', brokerUrl: `\${${VARIABLE}}` },
    ],
    ['a variable as a secret', { ...site, token: `\${${VARIABLE}}`, brokerPassword: `\${${VARIABLE}}` }],
    ['a variable as a path', { service: 'embedded', catalogue: `\${${VARIABLE}}`, broker: `\${${VARIABLE}}` }],
  ])('read %s for those alone who may write flows', async (_, typed) => {
    for (const what of ['service', 'broker', 'listings', 'preview']) {
      const route = { path: `/dayahead/typed/${what}`, method: 'POST' } as const;
      expect([what, ...(await refused(await ask(route, 'writer', { typed, list: 'countries', ...price })))]).toEqual([
        what,
        ...forbidden,
      ]);
    }
  });

  it('read a folder for those alone who may write flows', async () => {
    const typed = { service: 'embedded', catalogue: '/etc' };
    const route = { path: '/dayahead/typed/listings', method: 'POST' } as const;
    expect(await refused(await ask(route, 'writer', { typed, list: 'countries' }))).toEqual(forbidden);
    const answer = await (await ask(route, 'owner', { typed, list: 'countries' })).json();
    expect(answer).toEqual({ fault: { code: 'own-files', detail: expect.stringContaining('/etc/') } });
    expect(await refused(await ask(route, 'writer', { typed: { service: 'embedded' }, list: 'countries' }))).toEqual([
      200,
      { items: expect.arrayContaining(['DK']) },
    ]);
  });

  it('resolve a variable for who may write flows', async () => {
    const typed = { service: 'remote', url: `\${${VARIABLE}}`, token: 'x' };
    process.env[VARIABLE] = 'http://127.0.0.1:2';
    const answer = await ask({ path: '/dayahead/typed/service', method: 'POST' }, 'owner', { typed });
    process.env[VARIABLE] = VALUE;
    expect(await answer.json()).toEqual({ ok: false, fault: { code: 'refused' } });
  });

  it('name a path of this computer to those alone who may write flows', async () => {
    const question = { config: 'broken', list: 'countries' };
    const fault = async (user: string) =>
      (await ask({ path: '/dayahead/listings', method: 'POST' }, user, question)).json();
    expect(await fault('reader')).toEqual({ fault: { code: 'own-files' } });
    expect(await fault('owner')).toMatchObject({ fault: { detail: expect.stringContaining('/nowhere/at/all') } });
  });

  it('spend a testing token for those alone who may write', async () => {
    const danish = { config: 'tested', country: 'DK', sector: 'consumption' };
    const asked = [
      ['listings', { ...danish, list: 'companies' }],
      ['listings', { ...danish, list: 'tariffs', company: 'dk-example-spot' }],
      ['listings', { ...danish, list: 'versions', tariff: 'dk-example-spot-dk2' }],
      ['preview', { config: 'tested', ...price }],
    ] as const;
    for (const [what, question] of asked) {
      const route = { path: `/dayahead/${what}`, method: 'POST' } as const;
      expect(await refused(await ask(route, 'reader', question))).toEqual(forbidden);
    }
    const free = { path: '/dayahead/listings', method: 'POST' } as const;
    const countries = await (await ask(free, 'reader', { config: 'tested', list: 'countries' })).json();
    expect(countries).toMatchObject({ allowance: { requestsToday: 0, newToday: {} } });
    const paid = await (await ask(free, 'owner', { ...danish, list: 'companies' })).json();
    expect(paid).toMatchObject({ allowance: { requestsToday: 1 } });
  });

  it('never answer with a secret', async () => {
    const questions = [
      { config: 'site', list: 'companies', country: 'DK', sector: 'grid', ...price },
      { typed: site, list: 'companies', country: 'DK', sector: 'grid', ...price },
      { typed: { ...site, url: 'x', brokerUrl: 'x' }, list: 'x' },
      { typed: { ...site, ...SECRETS, url: 'http://me:secret@127.0.0.1:2' } },
    ];
    for (const route of routes()) {
      for (const question of questions) {
        const text = await (await ask(route, 'owner', question)).text();
        for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
      }
    }
    const flows = await (await ask({ path: '/flows', method: 'GET' }, 'owner')).text();
    for (const secret of Object.values(SECRETS)) expect(flows).not.toContain(secret);
  });
});
