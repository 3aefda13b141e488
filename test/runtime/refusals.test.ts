import { describe, expect, it } from 'vitest';
import { createClient, type DayAheadQuestion } from '../../src/client/client.ts';
import { isClientError } from '../../src/client/errors.ts';
import type { Fetch } from '../../src/client/transport.ts';
import { createPoller } from '../../src/runtime/poller.ts';
import type { Allowances } from '../../src/service/accounts.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { at, NOON, openService, steadyPrices } from '../support/service-fixture.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const MIDNIGHT = at('2026-04-16T00:00:00Z') - NOON;
const spot: DayAheadQuestion = { country: 'DE', consumption: 'de-spot', include: ['fees', 'vat'], resolution: 900 };

type Service = ReturnType<typeof openService>;

/** What a row of the specification's tables is about; where nothing is said, all is well. */
interface Case {
  readonly question?: Partial<DayAheadQuestion>;
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
  });
  const token = (given.token ?? production)(service);
  await given.before?.(service, token);
  const urls = new Set<string>();
  const events: [second: number, outcome: string][] = [];
  const texts: string[] = [];
  let requests = 0;
  const direct: Fetch = async (url, init) => service.app.fetch(new Request(url, init), { clientAddress: '192.0.2.1' });
  const poller = createPoller({
    clock,
    random: () => 0,
    soon: () => false,
    question: { ...spot, ...given.question },
    client: createClient({
      baseUrl: 'http://service.test',
      token,
      fetch(url, init) {
        urls.add(url);
        requests++;
        return (given.way?.(direct, requests) ?? direct)(url, init);
      },
    }),
    onAnswer: () => events.push([clock.now() - start, 'answer']),
    onProblem({ error }) {
      events.push([clock.now() - start, isClientError(error) ? error.kind : error.name]);
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

/** Nothing is published before `instant`. */
function pricesFrom(clock: ManualClock, instant: number): ReturnType<typeof steadyPrices> {
  const published = steadyPrices(at('2026-04-16T22:00:00Z'));
  return {
    ...published,
    pointsOf: (...asked) => (clock.now() < instant ? [] : published.pointsOf(...asked)),
  };
}

const dayahead = (query: string) => `/v2/de/dayahead?${query}`;

describe('every row of the error table', () => {
  it.each<[string, string, Case]>([
    ['400', 'an id that does not exist', { question: { consumption: 'nothing' } }],
    ['400', 'an id of another country', { question: { consumption: 'dk2-spot' } }],
    ['400', 'an id of another sector', { question: { consumption: 'sun' } }],
    ['400', 'a company for a tariff', { question: { consumption: 'stromer' } }],
    ['400', 'a malformed version', { question: { version: '20250230' } }],
    ['400', 'too many historic days', { question: { historicDays: 4 } }],
    ['400', 'a postal code that names another country', { question: { postalCode: 'CH-8001' } }],
    ['400', 'a postal code that no operator serves', { question: { postalCode: '99999' } }],
    ['401', 'no token', { token: () => '' }],
    ['401', 'an unknown token', { token: () => 'dayahead_prod_sk_unknown' }],
    [
      '401',
      'a malformed header',
      { way: (fetch) => (url, init) => fetch(url, { ...init, headers: { authorization: 'x' } }) },
    ],
    ['401', 'a revoked token', { before: ({ accounts }, token) => accounts.revoke(token) }],
    [
      '401',
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
  ])('%s for %s: not asked again before someone changes something', async (status, _, given) => {
    const { events, texts } = await follow(given);
    const kinds: Record<string, string> = { 400: 'configuration', 401: 'credential', 403: 'forbidden' };
    expect(events).toEqual([[0, kinds[status]]]);
    expect(texts[0]).toContain(`answered ${status}`);
  });

  it.each<[string, string, Case]>([
    ['inactive', '403', { before: ({ accounts, account }) => accounts.setActive(account.id, false) }],
    ['expired', '403', { token: testing, age: 7 * DAY }],
    ['without a published price', '500', { publishedAt: 2 * DAY }],
  ])('%s: %s is asked again every half hour', async (_, status, given) => {
    const { events, texts } = await follow(given);
    expect(events.map(([second]) => second)).toEqual(Array.from({ length: 49 }, (_, i) => i * 1800));
    expect(texts.every((text) => text.includes(`answered ${status}`))).toBe(true);
  });

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

  it('403 beyond the total of tariffs: names what is blocked and what is left', async () => {
    const { texts } = await follow({
      token: testing,
      allowances: { tariffs: 2 },
      question: { feedin: 'sun', grid: 'house' },
      before: ({ get }, token) => get(dayahead('consumption_tariff=de-spot'), token),
    });
    expect(texts[0]).toContain("(beyond the testing token's total: house; 1 tariffs left)");
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
