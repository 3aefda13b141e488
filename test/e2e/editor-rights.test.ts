import { once } from 'node:events';
import RED from 'node-red';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Demo, startDemo } from '../support/demo.ts';

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
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo('2026-01-14T10:05:00+01:00', {
      adminAuth: {
        type: 'credentials',
        users: async () => null,
        authenticate: async () => null,
        default: async () => null,
        tokens: async (name: string) => ({ username: name, permissions: users[name] ?? '' }),
      } as never,
    });
    const flows = [{ ...site, credentials: SECRETS }];
    const started = once(RED.events, 'flows:started');
    const deployed = await ask({ path: '/flows', method: 'POST' }, 'owner', flows);
    expect(deployed.status).toBeLessThan(300);
    await started;
  });
  afterAll(() => demo?.stop());

  function ask({ path, method }: Route, user: string | undefined, body: unknown = {}): Promise<Response> {
    return fetch(new URL(path.slice(1), demo.editor.url), {
      method,
      headers: { 'content-type': 'application/json', ...(user && { authorization: `Bearer ${user}` }) },
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
