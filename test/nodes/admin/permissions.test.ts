import { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { describe, expect, it } from 'vitest';
import { offerEndpoint } from '../../../nodes/admin/endpoint.ts';
import battery from '../../../nodes/battery.ts';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import config from '../../../nodes/config.ts';
import forecast from '../../../nodes/forecast.ts';
import priceSeries from '../../../nodes/price-series.ts';
import sidebar from '../../../nodes/sidebar.ts';
import tariffSelect from '../../../nodes/tariff-select.ts';
import { FileError } from '../../../src/core/file-error.ts';
import { MessageError } from '../../../src/messages/parse.ts';
import { FaultError, SourceError } from '../../../src/runtime/problems.ts';

type Permission = 'dayahead.read' | 'dayahead.write' | 'flows.write';
type Handler = (request: unknown, response: unknown, next?: () => void) => unknown;

/** A runtime whose user has these permissions, and the endpoints that it has been given. */
function runtime(granted: readonly Permission[] = ['dayahead.read', 'dayahead.write', 'flows.write'], site?: object) {
  const endpoints = new Map<string, { readonly permission: Permission; readonly handle: Handler }>();
  const permissions = new Map<Handler, Permission>();
  const needsPermission = (permission: Permission): Handler => {
    const guard: Handler = (_, response, next = () => {}) =>
      granted.includes(permission) ? next() : (response as Answer).status(401).end();
    permissions.set(guard, permission);
    return guard;
  };
  const offer =
    (method: string) =>
    (path: string, ...handlers: readonly Handler[]) => {
      const permission = handlers.map((each) => permissions.get(each)).find(Boolean) as Permission;
      const call = (index: number, ...asked: [unknown, unknown]): unknown =>
        handlers[index]?.(...asked, () => call(index + 1, ...asked));
      endpoints.set(`${method} ${path}`, { permission, handle: (...asked) => call(0, asked[0], asked[1]) });
    };
  const RED = {
    auth: { needsPermission },
    httpAdmin: { get: offer('GET'), post: offer('POST') },
    httpNode: { get: () => {}, post: () => {} },
    events: new EventEmitter(),
    log: { WARN: 30, ERROR: 20, FATAL: 10, addHandler: () => {}, warn: () => {} },
    nodes: { registerType: () => {}, getNode: () => site ?? null },
    settings: {},
    util: { evaluateNodeProperty: () => 'of the environment' },
  } as unknown as NodeAPI;
  return { RED, endpoints };
}

interface Answer {
  setHeader(): void;
  getHeader(): undefined;
  status(code: number): Answer;
  json(body: unknown): void;
  end(): void;
}

/** The status and the body that a handler answers with. */
async function answered(handle: Handler, request: object = {}): Promise<[status: number, body: unknown]> {
  let [status, sent]: [number, unknown] = [0, undefined];
  const response: Answer = {
    setHeader: () => {},
    getHeader: () => undefined,
    status(code) {
      status = code;
      return response;
    },
    json: (body) => {
      sent = body;
    },
    end: () => {},
  };
  const plain = { method: 'POST', headers: { host: 'house.lan' }, is: () => 'json', query: {}, body: {} };
  await handle({ ...plain, ...request }, response);
  return [status, sent];
}

function everything(granted?: readonly Permission[], site?: object) {
  const { RED, endpoints } = runtime(granted, site);
  for (const node of [config, priceSeries, tariffSelect, cheapestWindow, battery, forecast, sidebar]) node(RED);
  return endpoints;
}

/** `read` shows the running nodes; `write` switches them, and connects to addresses that were only typed in. */
const needed: Readonly<Record<string, Permission>> = {
  'GET /dayahead/account': 'dayahead.read',
  'GET /dayahead/overview': 'dayahead.read',
  'GET /dayahead/page-addresses': 'dayahead.read',
  'GET /dayahead/report': 'dayahead.read',
  'GET /dayahead/week': 'dayahead.read',
  'POST /dayahead/battery': 'dayahead.read',
  'POST /dayahead/choices': 'dayahead.read',
  'POST /dayahead/contract/start': 'dayahead.read',
  'POST /dayahead/costs': 'dayahead.read',
  'POST /dayahead/figures': 'dayahead.read',
  'POST /dayahead/figures/confirm': 'dayahead.write',
  'POST /dayahead/listings': 'dayahead.read',
  'POST /dayahead/override': 'dayahead.write',
  'POST /dayahead/peaks': 'dayahead.read',
  'POST /dayahead/plan': 'dayahead.read',
  'POST /dayahead/power': 'dayahead.read',
  'POST /dayahead/preview': 'dayahead.read',
  'POST /dayahead/typed/broker': 'dayahead.write',
  'POST /dayahead/typed/contract': 'dayahead.write',
  'POST /dayahead/typed/listings': 'dayahead.write',
  'POST /dayahead/typed/preview': 'dayahead.write',
  'POST /dayahead/typed/service': 'dayahead.write',
};

describe('the endpoints of the editor', () => {
  it('need these permissions', () => {
    const permissions = [...everything()].map(([endpoint, { permission }]) => [endpoint, permission]);
    expect(Object.fromEntries(permissions)).toEqual(needed);
  });

  it.each(Object.keys(needed))('answer no page of another origin: %s', async (endpoint) => {
    const { handle } = everything().get(endpoint) ?? expect.unreachable(endpoint);
    const foreign = { headers: { origin: 'https://elsewhere.example', host: 'house.lan' } };
    expect(await answered(handle, foreign)).toEqual([403, { fault: { code: 'origin' } }]);
  });

  it.each(Object.keys(needed).filter((endpoint) => endpoint.startsWith('POST')))(
    'take JSON alone: %s',
    async (endpoint) => {
      const { handle } = everything().get(endpoint) ?? expect.unreachable(endpoint);
      const fault = { code: 'settings', detail: 'expected JSON' };
      expect(await answered(handle, { is: () => false })).toEqual([415, { fault }]);
    },
  );

  const variable = `\${HOME}`;
  // An endpoint reads one half of the dialog: the service or the broker.
  const ofService = [
    { service: 'remote', url: variable },
    { service: 'remote', token: variable },
    { catalogue: '/etc' },
  ];
  const ofBroker = [
    { broker: 'typed', brokerUrl: variable },
    { broker: 'typed', brokerUser: variable },
  ];
  const risky: Readonly<Record<string, readonly object[]>> = {
    ...{ listings: ofService, preview: ofService, contract: ofService, service: ofService },
    broker: ofBroker,
  };
  it.each(Object.entries(risky).flatMap(([path, all]) => all.map((fields) => [path, fields] as const)))(
    'read no variable and no folder for users who may not write flows: typed/%s with %j',
    async (path, fields) => {
      const permission = { code: 'permission' };
      for (const [granted, refused] of [
        [['dayahead.read', 'dayahead.write'], true],
        [['dayahead.read', 'dayahead.write', 'flows.write'], false],
      ] as const) {
        const { handle } = everything(granted).get(`POST /dayahead/typed/${path}`) ?? expect.unreachable(path);
        const body = { typed: fields, list: 'none', country: 'XX' };
        const [status, answer] = await answered(handle, { body });
        if (refused) expect([status, answer]).toEqual([403, { fault: permission }]);
        else expect([path, answer]).not.toEqual([path, { fault: permission }]);
      }
    },
  );
});

describe('a site with a testing token', () => {
  /** A stand-in for the first request of a user who may spend the allowance. */
  const asked = () => Promise.reject(new MessageError('asked'));
  const client = { allowance: () => ({ requestsToday: 1 }), companies: asked, dayAhead: asked };
  const site = { site: Promise.resolve({ client: async () => client, resolution: 900 }) };
  const selection = { country: 'DK', consumption: { id: 'spot' } };

  it.each([
    ['listings', { list: 'companies', country: 'DK', sector: 'grid' }],
    ['preview', { node: { schema: 2, ...selection } }],
  ])('answers new questions only to users who may write: %s', async (path, question) => {
    for (const [granted, answer] of [
      [['dayahead.read'], [403, { fault: { code: 'permission' } }]],
      [
        ['dayahead.read', 'dayahead.write'],
        [400, { fault: { code: 'settings', detail: 'asked' } }],
      ],
    ] as const) {
      const { handle } = everything(granted, site).get(`POST /dayahead/${path}`) ?? expect.unreachable(path);
      expect(await answered(handle, { body: { config: 'site', ...question } })).toEqual(answer);
    }
  });
});

describe('an error of an endpoint', () => {
  const secret = 'in /home/house/prices';
  const reader = ['dayahead.read'] as const;
  const writer = ['dayahead.read', 'flows.write'] as const;
  it.each<[string, Error, readonly Permission[], number, object]>([
    ['a refusal', new FaultError('retype-token', 'type it again'), writer, 403, { code: 'retype-token' }],
    ['a wrong field', new MessageError('url: wrong'), reader, 400, { code: 'settings', detail: 'url: wrong' }],
    ['an internal error, for users who may not write flows', new Error(secret), reader, 200, { code: 'internal' }],
    ['an internal error', new Error(secret), writer, 200, { code: 'internal', detail: secret }],
    ['a file, for users who may not write flows', new FileError('a', secret), reader, 200, { code: 'own-files' }],
    ['a file', new FileError('a', secret), writer, 200, { code: 'own-files', detail: `a: ${secret}` }],
    [
      'a source',
      new SourceError({ code: 'source-failed', detail: 'answers 500' }, 'no price'),
      reader,
      200,
      { code: 'source-failed', detail: 'answers 500' },
    ],
  ])('shows its detail only to users who may know it: %s', async (_, error, granted, status, fault) => {
    const { RED, endpoints } = runtime(granted);
    offerEndpoint(RED, 'get', 'tried', 'dayahead.read', () => Promise.reject(error));
    const { handle } = endpoints.get('GET /dayahead/tried') ?? expect.unreachable();
    expect(await answered(handle)).toEqual([status, { fault }]);
  });
});
