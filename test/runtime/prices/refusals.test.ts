import { describe, expect, it } from 'vitest';
import { createAllowanceBook } from '../../../src/client/allowance.ts';
import { type Client, createClient, type DayAheadQuestion } from '../../../src/client/client.ts';
import { type ClientError, isClientError } from '../../../src/client/errors.ts';
import { createRequests } from '../../../src/client/requests.ts';
import type { Fetch } from '../../../src/client/transport.ts';
import { createPoller } from '../../../src/runtime/polling/poller.ts';
import type { Allowances } from '../../../src/service/accounts/accounts.ts';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { marketCatalogue } from '../../support/service/markets.ts';
import { at, NOON, openService, steadyPrices } from '../../support/service/service-fixture.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const MIDNIGHT = at('2026-04-16T00:00:00Z') - NOON;
const spot: DayAheadQuestion = { country: 'DE', consumption: 'de-spot', include: ['fees', 'vat'], resolution: 900 };

const baseUrl = 'http://service.test';

type Service = ReturnType<typeof openService>;

/** What a row of the specification's tables is about; where nothing is said, all is well. */
interface Case {
  readonly question?: Partial<DayAheadQuestion>;
  /** Asked instead, where no question leads to it. */
  readonly path?: string;
  readonly catalogue?: Catalogue;
  readonly allowances?: Partial<Allowances>;
  /** How the token comes about. */
  readonly token?: (service: Service) => string;
  /** What has happened before the first request, or happens to the prices. */
  readonly before?: (service: Service, token: string) => unknown;
  /** Prices are published at this second after the start. */
  readonly publishedAt?: number;
  /** Seconds since the tokens were issued. */
  readonly age?: number;
  /** What happens on the way to the service. */
  readonly way?: (fetch: Fetch, request: number) => Fetch;
}

const production = ({ production }: Service) => production;
const testing = ({ testing }: Service) => testing;

/** Lets a poller follow the service for a day: what it asked, at which second, and what came of it. */
async function follow(given: Case) {
  const start = NOON + (given.age ?? 0);
  const clock = manualClock(start);
  const service = openService({
    now: () => clock.now(),
    prices: pricesFrom(clock, start + (given.publishedAt ?? 0)),
    ...(given.allowances && { allowances: given.allowances }),
    ...(given.catalogue && { catalogue: given.catalogue }),
  });
  const token = (given.token ?? production)(service);
  await given.before?.(service, token);
  const urls = new Set<string>();
  const events: [second: number, outcome: string][] = [];
  const texts: string[] = [];
  let requests = 0;
  const direct: Fetch = async (url, init) => service.app.fetch(new Request(url, init), { clientAddress: '192.0.2.1' });
  const fetch: Fetch = (url, init) => {
    urls.add(url);
    requests++;
    return (given.way?.(direct, requests) ?? direct)(url, init);
  };
  const client =
    given.path === undefined ? createClient({ baseUrl, token, fetch }) : rawClient(token, fetch, given.path);
  const question = { ...spot, ...given.question };
  const poller = createPoller({ client, clock, random: () => 0 }, question, {
    soon: false,
    onUpdate: () => events.push([clock.now() - start, 'answer']),
    onTrouble({ error }) {
      events.push([clock.now() - start, isClientError(error) ? kindOf(error) : error.name]);
      texts.push(error.message);
    },
  });
  poller.start();
  await clock.advanceTo(start + DAY);
  poller.stop();
  expect(requests).toBe(events.length);
  expect(urls.size).toBe(1);
  return { events, texts };
}

/** What the typed client cannot be made to ask, through the same requests. */
function rawClient(token: string, fetch: Fetch, path: string): Pick<Client, 'dayAhead'> {
  const allowances = createAllowanceBook(() => 0);
  const { authorised } = createRequests({ baseUrl, token, fetch, deadline: 10_000, allowances });
  return { dayAhead: () => authorised(path, {}, () => ({ currency: 'EUR', next: at('2026-04-17T10:00:00Z') })) };
}

const kindOf = (error: ClientError) => (error.kind === 'credential' ? `${error.kind} ${error.challenge}` : error.kind);

/** Nothing is published before `instant`. */
function pricesFrom(clock: ManualClock, instant: number): ReturnType<typeof steadyPrices> {
  const published = steadyPrices(at('2026-04-16T22:00:00Z'));
  return {
    ...published,
    pointsOf: (...asked) => (clock.now() < instant ? [] : published.pointsOf(...asked)),
  };
}

const dayahead = (query: string) => `/v2/de/dayahead?${query}`;

/** A question to a market of rules that the small catalogue does not have. */
const market = (country: string, consumption: string, postalCode: string): Case => ({
  catalogue: marketCatalogue,
  path: `/v2/${country}/dayahead?consumption_tariff=${consumption}&postal_code=${postalCode}`,
});

describe('every row of the error table', () => {
  // Promise P-478 operate/reactions: 400, 401, 404, and 403 with `testingLimit`: nothing until something changes
  it.each<[string, string, Case]>([
    ['400', 'an id that does not exist', { question: { consumption: 'nothing' } }],
    ['400', 'an id that differs in case', { question: { consumption: 'DE-SPOT' } }],
    ['400', 'an id of more than 32 characters', { question: { consumption: 'x'.repeat(33) } }],
    ['400', 'an id of another country', { question: { consumption: 'dk2-spot' } }],
    ['400', 'an id of another sector', { question: { consumption: 'sun' } }],
    ['400', 'a company for a tariff', { question: { consumption: 'stromer' } }],
    ['400', 'no tariff id', { path: '/v2/de/dayahead' }],
    ['400', 'an unknown country', { path: '/v2/xx/dayahead?consumption_tariff=de-spot' }],
    ['400', 'an undefined parameter', { path: dayahead('consumption_tariff=de-spot&zone=DE') }],
    ['400', 'a malformed version', { question: { version: '20250230' } }],
    ['400', 'too many historic days', { question: { historicDays: 4 } }],
    ['400', 'half a historic day', { question: { historicDays: 0.5 } }],
    ['400', 'a malformed include', { path: dayahead('consumption_tariff=de-spot&include=levies') }],
    ['400', 'a malformed resolution', { path: dayahead('consumption_tariff=de-spot&resolution=60') }],
    ['400', 'a postal code of more than 16 characters', { question: { postalCode: '1'.repeat(17) } }],
    ['400', 'a postal code that names another country', { question: { postalCode: 'CH-8001' } }],
    ['400', 'a postal code that no operator serves', { question: { postalCode: '99999' } }],
    ['400', 'a postal code in a territory of its own', market('fr', 'fr-own-clock', '20000')],
    ['400', 'a British tariff of another region', market('gb', 'gb-fix-a', 'SW1A')],
    ['400', 'a Belgian product of another region', market('be', 'be-dual-w', '2000')],
    ['400', 'a list of an unknown country', { path: '/v2/xx/grid/companies' }],
    ['400', 'a list of an unknown sector', { path: '/v2/de/solar/companies' }],
    ['400', 'tariffs of an unknown company', { path: '/v2/de/consumption/nobody/tariffs' }],
    ['400', 'tariffs of a company of another country', { path: '/v2/de/consumption/elskab/tariffs' }],
    ['400', 'tariffs of a tariff', { path: '/v2/de/consumption/de-spot/tariffs' }],
    ['400', 'tariffs of a company of the other kind', { path: '/v2/de/consumption/netz/tariffs' }],
    ['400', 'tariffs of a malformed type', { path: '/v2/de/consumption/stromer/tariffs?type=spot' }],
    ['400', 'tariffs of a malformed availability', { path: '/v2/de/consumption/stromer/tariffs?available=maybe' }],
    ['400', 'versions of an unknown tariff', { path: '/v2/de/consumption/nothing/versions' }],
    ['400', 'versions of a tariff of another country', { path: '/v2/de/consumption/dk2-spot/versions' }],
    ['400', 'versions of a tariff of another sector', { path: '/v2/de/consumption/house/versions' }],
    ['400', 'versions of a company', { path: '/v2/de/consumption/stromer/versions' }],
    ['404', 'a path that does not exist', { path: '/v2/de/nothing' }],
    ['401 missing', 'no token', { token: () => '' }],
    ['401 rejected', 'an unknown token', { token: () => 'dayahead_prod_sk_unknown' }],
    [
      '401 malformed',
      'a malformed header',
      { way: (fetch) => (url, init) => fetch(url, { ...init, headers: { authorization: 'x' } }) },
    ],
    ['401 rejected', 'a revoked token', { before: ({ accounts }, token) => accounts.revoke(token) }],
    [
      '401 rejected',
      'a testing token that was renewed',
      { token: testing, before: ({ accounts, account }) => accounts.renewTesting(account.id, NOON) },
    ],
    [
      '403',
      'a testing token beyond its total of tariffs',
      {
        token: testing,
        allowances: { tariffs: 1 },
        question: { feedin: 'sun' },
        before: ({ get }, token) => get(dayahead('consumption_tariff=de-fixed'), token),
      },
    ],
    [
      '403',
      'a testing token beyond its total of companies',
      { token: testing, allowances: { companies: 0 }, path: '/v2/de/consumption/stromer/tariffs' },
    ],
  ])('%s for %s: not asked again before someone changes something', async (status, _, given) => {
    const { events, texts } = await follow(given);
    const [code = '', challenge] = status.split(' ');
    const kinds: Record<string, string> = { 400: 'configuration', 404: 'configuration', 403: 'forbidden' };
    expect(events).toEqual([[0, kinds[code] ?? `credential ${challenge}`]]);
    expect(texts[0]).toContain(`answered ${code}`);
  });

  it.each<[string, string, Case]>([
    ['inactive', '403', { before: ({ accounts, account }) => accounts.setActive(account.id, false) }],
    ['expired', '403', { token: testing, age: 7 * DAY }],
    ['a testing token on /v1', '403', { token: testing, path: '/v1/prices' }],
    ['without a published price', '500', { publishedAt: 2 * DAY }],
    ['without switching times for the location', '500', market('cz', 'cz-registers', '40000')],
    ['with tariffs that cannot be combined', '500', market('cz', 'cz-registers', '30000')],
  ])('%s: %s is asked again every half hour', async (_, status, given) => {
    const { events, texts } = await follow(given);
    expect(events.map(([second]) => second)).toEqual(Array.from({ length: 49 }, (_, i) => i * 1800));
    expect(texts.every((text) => text.includes(`answered ${status}`))).toBe(true);
  });

  // Promise P-481 operate/reactions: the log and the report have the `X-Request-Id` to quote
  it('500: has the prices half an hour after they are published, at the latest, and shows ids to quote until then', async () => {
    const { events, texts } = await follow({ publishedAt: 2 * HOUR - 1 });
    expect(events).toEqual([
      [0, 'service'],
      [1800, 'service'],
      [3600, 'service'],
      [5400, 'service'],
      [7200, 'answer'],
    ]);
    expect(new Set(texts.map((text) => /X-Request-Id (\S+)\)$/.exec(text)?.[1])).size).toBe(4);
  });

  // Promise P-479 operate/reactions: the report names what is blocked and what remains
  it('403 beyond the total of tariffs: names what is blocked and what is left', async () => {
    const { texts } = await follow({
      token: testing,
      allowances: { tariffs: 2 },
      question: { feedin: 'sun', grid: 'house' },
      before: ({ get }, token) => get(dayahead('consumption_tariff=de-spot'), token),
    });
    expect(texts[0]).toContain("(beyond the testing token's total: house; tariffs left: 1)");
  });
});

describe('a listing beyond a limit of a testing token', () => {
  it.each<[string, Partial<Allowances>, object]>([
    [
      'companies in total',
      { companies: 0 },
      { kind: 'forbidden', testingLimit: { kind: 'companies', remaining: 0, blocked: ['stromer'] } },
    ],
    ['new things of the day', { newThings: 0 }, { kind: 'rate-limit', rateLimit: { resetAt: '2026-04-16T00:00:00Z' } }],
    ['requests of the day', { requests: 0 }, { kind: 'rate-limit', rateLimit: undefined }],
  ])('is refused to who asks for it: %s', async (_, allowances, expected) => {
    const service = openService({ allowances });
    const client = createClient({
      baseUrl: 'http://service.test',
      token: service.testing,
      fetch: async (url, init) => service.app.fetch(new Request(url, init), {}),
    });
    await expect(client.tariffs('DE', 'consumption', 'stromer')).rejects.toMatchObject(expected);
  });
});

describe('every row of the limit table', () => {
  const steps = [0, 5, 65, 665];
  const cap: [number, string][] = [
    ...steps.map((second): [number, string] => [second, 'rate-limit']),
    [MIDNIGHT, 'answer'],
  ];

  it.each<[string, Case, [number, string][]]>([
    [
      'one request at a time: another one of this token is running once',
      {
        token: testing,
        way: (fetch, request) => (url, init) => {
          if (request === 1) void fetch(url, init);
          return fetch(url, init);
        },
      },
      [
        [0, 'rate-limit'],
        [5, 'answer'],
      ],
    ],
    [
      'new things of the day: waits for the reset that the answer names',
      {
        token: testing,
        allowances: { newThings: 1 },
        before: ({ get }, token) => get(dayahead('consumption_tariff=de-fixed'), token),
      },
      [
        [0, 'rate-limit'],
        [MIDNIGHT, 'answer'],
      ],
    ],
    ...(
      [
        ['companies', '/v2/dk/grid/companies', '/v2/de/grid/companies'],
        ['tariffs', '/v2/de/grid/netz/tariffs', '/v2/de/consumption/stromer/tariffs'],
        ['versions', '/v2/de/consumption/de-fixed/versions', '/v2/de/consumption/de-spot/versions'],
      ] as const
    ).map(([endpoint, earlier, path]): [string, Case, [number, string][]] => [
      `new things of the day on ${endpoint}: the same`,
      { token: testing, allowances: { newThings: 1 }, path, before: ({ get }, token) => get(earlier, token) },
      [
        [0, 'rate-limit'],
        [MIDNIGHT, 'answer'],
      ],
    ]),
    [
      'asked already today: free',
      {
        token: testing,
        allowances: { newThings: 1 },
        before: ({ get }, token) => get(dayahead('consumption_tariff=de-spot'), token),
      },
      [[0, 'answer']],
    ],
    [
      'requests per day and account: tries three times, then at midnight UTC',
      {
        token: testing,
        allowances: { requests: 1 },
        before: ({ get }, token) => get('/v2/de/consumption/companies', token),
      },
      cap,
    ],
    [
      'requests per day and client address: the same',
      {
        token: testing,
        allowances: { requests: 1000 },
        async before({ fetch }, token) {
          for (let request = 0; request < 300; request++) {
            await fetch('/v2/de/grid/companies', { Authorization: `Bearer ${token}` }, '192.0.2.1');
          }
        },
      },
      cap,
    ],
    ['a production token: no limit', { allowances: { requests: 0, newThings: 0, tariffs: 0 } }, [[0, 'answer']]],
  ])('%s', async (_, given, expected) => {
    expect((await follow(given)).events).toEqual(expected);
  });
});
