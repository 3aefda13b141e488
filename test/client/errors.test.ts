import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { type ClientError, isClientError } from '../../src/client/errors.ts';
import type { Fetch } from '../../src/client/transport.ts';

const token = 'dayahead_test_sk_0123456789';
const url = 'https://prices.example/v2/de/dayahead?consumption_tariff=SPOT&grid_tariff=HOUSE';

/** The error of asking a service that answers with `reply`. */
async function errorOf(reply: Response | Error | (() => Promise<Response>), deadline?: number): Promise<ClientError> {
  const fetch: Fetch = async () => {
    if (reply instanceof Error) throw reply;
    return reply instanceof Response ? reply : reply();
  };
  const client = createClient({ baseUrl: 'https://prices.example', token, fetch, ...(deadline && { deadline }) });
  const error = await client
    .dayAhead({ country: 'DE', consumption: 'SPOT', grid: 'HOUSE' })
    .catch((error: unknown) => error);
  if (!isClientError(error)) throw new Error('no error of the client', { cause: error });
  return error;
}

const refusal = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  Response.json({ statusCode: status, message: 'why', ...body }, { status, headers });

describe('the error of a refusal', () => {
  const testingLimit = { kind: 'tariffs', limit: 20, used: 20, remaining: 0, blocked: ['SPOT', 'SUN'] };
  const rateLimit = { limit: 5, remaining: 0, resetAt: '2026-11-21T00:00:00.000Z' };
  const challenge = (text: string) => ({ 'www-authenticate': `Bearer realm="dayahead"${text}` });

  it('is short, whatever the service says: 100,000 ids, or a moment that is none', async () => {
    const ids = Array.from({ length: 100_000 }, (_, i) => `id-${i}`);
    const total = await errorOf(
      refusal(403, { testingLimit: { ...testingLimit, blocked: ['x'.repeat(70_000), ...ids] } }),
    );
    expect(total).toMatchObject({ testingLimit: { blocked: ['x'.repeat(64), ...ids.slice(0, 9)], remaining: 0 } });
    const day = await errorOf(refusal(429, { rateLimit: { ...rateLimit, resetAt: '9'.repeat(70_000) } }));
    expect(day).toMatchObject({ rateLimit: { resetAt: '9'.repeat(64) } });
    for (const { message } of [total, day]) expect(message.length).toBeLessThan(500);
  });

  it.each([
    [400, refusal(400), { kind: 'configuration', name: 'ConfigurationError' }],
    [404, refusal(404), { kind: 'configuration', name: 'ConfigurationError' }],
    [401, refusal(401, {}, challenge('')), { kind: 'credential', challenge: 'missing' }],
    [401, refusal(401, {}, challenge(', error="invalid_request"')), { kind: 'credential', challenge: 'malformed' }],
    [401, refusal(401, {}, challenge(', error="invalid_token"')), { kind: 'credential', challenge: 'rejected' }],
    [401, refusal(401), { kind: 'credential', challenge: 'missing' }],
    [403, refusal(403, { error: 'Forbidden' }), { kind: 'forbidden', testingLimit: undefined }],
    [403, refusal(403, { error: 'Forbidden', testingLimit }), { kind: 'forbidden', testingLimit }],
    [429, refusal(429, { error: 'Too Many Requests' }), { kind: 'rate-limit', rateLimit: undefined }],
    [429, refusal(429, { error: 'Too Many Requests', rateLimit }), { kind: 'rate-limit', rateLimit }],
    [500, refusal(500, {}, { 'x-request-id': 'req-7' }), { kind: 'service', requestId: 'req-7' }],
    [503, new Response('<h1>Down</h1>', { status: 503 }), { kind: 'service' }],
    [418, refusal(418), { kind: 'service' }],
    [204, new Response(null, { status: 204 }), { kind: 'service' }],
    [304, new Response(null, { status: 304 }), { kind: 'service' }],
  ])('client rules 5 and 6: tells %i for what it is: %#', async (status, reply, expected) => {
    expect(await errorOf(reply)).toMatchObject({ status, method: 'GET', url, ...expected });
  });

  it.each([
    [
      refusal(400, { message: ['resolution must be one of 3600', 'foo is unknown'] }),
      'answered 400: resolution must be one of 3600; foo is unknown',
    ],
    [refusal(500, {}, { 'x-request-id': 'req-7' }), 'answered 500: why (X-Request-Id req-7)'],
    [
      refusal(403, { testingLimit }),
      "answered 403: why (beyond the testing token's total: SPOT, SUN; tariffs left: 0)",
    ],
    [new Response('<h1>Bad gateway</h1>', { status: 502 }), 'answered 502'],
    [refusal(400, { message: 'x'.repeat(5000) }), `answered 400: ${'x'.repeat(199)}…`],
  ])('says the verb, the address, the status and why: %#', async (reply, text) => {
    expect((await errorOf(reply)).message).toBe(`GET ${url}: ${text}`);
  });

  it.each([
    ['another text', 'something else altogether'],
    ['that of a 400', 'one of consumption_tariff, feedin_tariff and grid_tariff must be given'],
    ['that of a 401', 'the access token is not accepted'],
    ['that of a 403', 'the subscription is not active'],
    ['that of a 429', 'another request with this token is still running'],
    ['that of a 500', 'no price is published yet for the consumption tariff "SPOT" in this period'],
    ['several texts', ['this', 'and that']],
    ['none', undefined],
    ['no text at all', { code: 7 }],
  ])('client rule 1: is of one kind whatever the message says: %s', async (_, message) => {
    const kinds = await Promise.all(
      [400, 401, 403, 429, 500].map(async (status) => (await errorOf(refusal(status, { message }))).kind),
    );
    expect(kinds).toEqual(['configuration', 'credential', 'forbidden', 'rate-limit', 'service']);
  });

  it.each([301, 302, 303, 307, 308])('says where a %i points to, and goes nowhere', async (status) => {
    const headers = { location: 'https://elsewhere.example/v2/de/dayahead?x=1' };
    const error = await errorOf(new Response(null, { status, headers }));
    expect(error).toMatchObject({ kind: 'redirect', status });
    expect(error.message).toContain('wants to be asked at https://elsewhere.example: set the address that answers');
  });
});

describe('the error of a body', () => {
  // Promise P-492 operate/reactions: unreadable prices are reported with the keys that were found
  it.each([
    ['no JSON', new Response('<html>Log in</html>'), 'no JSON: "<html>Log in</html>"'],
    ['half a body', new Response('{"currency":"EUR","ne'), 'no JSON: "{"currency":"EUR","ne"'],
    ['nothing', new Response(null, { status: 200 }), 'no JSON: ""'],
    ['another shape', Response.json({ hours: [{ start: 1 }] }), 'keys seen: hours[].start'],
    [
      'no series of the sector asked',
      Response.json({ currency: 'EUR', next: 1_763_593_200, feedin: [{ from_utc: 1_763_593_200, energy: 0 }] }),
      'no consumption series found; keys seen: currency, next, feedin[].from_utc, feedin[].energy',
    ],
    [
      'the prices of another tariff',
      Response.json({
        currency: 'EUR',
        next: 1_763_593_200,
        consumption: { tariff: { id: 'OTHER', type: null }, prices: [{ from_utc: 1_763_593_200, energy: 0 }] },
      }),
      'consumption tariff "SPOT" was asked, "OTHER" is answered',
    ],
    [
      'the network charge of another tariff',
      Response.json({
        currency: 'EUR',
        next: 1_763_593_200,
        consumption: { prices: [{ from_utc: 1_763_593_200, energy: 0, grid: 0 }] },
        grid_tariff: { id: 'OTHER', type: null },
      }),
      'grid tariff "HOUSE" was asked, "OTHER" is answered',
    ],
  ])('names what is wrong with %s', async (_, reply, text) => {
    const error = await errorOf(reply);
    expect(error).toMatchObject({ kind: 'unreadable', status: 200 });
    expect(error.message).toContain(text);
  });

  it('gives up on a body without end', async () => {
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(32)),
      cancel: () => {
        cancelled = true;
      },
    });
    const error = await errorOf(new Response(endless));
    expect(error).toMatchObject({ kind: 'unreadable' });
    expect(error.message).toContain('no JSON: a body without end');
    expect(cancelled).toBe(true);
  });
});

// Promise P-491 operate/reactions: more than 2 MiB is not read
it.each([
  ['2 MiB', 0, undefined],
  ['more', 1, 'unreadable'],
])('an answer of %s is read or not', async (_, more, kind) => {
  const text = JSON.stringify({ currency: 'EUR', next: 1_763_593_200, consumption: { prices: [] } });
  const prices = [{ from_utc: 1_763_593_200, energy: 0.1 }];
  const body = text.replace('[]', JSON.stringify(prices)).padEnd(2 * 1024 * 1024 + more);
  const client = createClient({ baseUrl: 'https://prices.example', token, fetch: async () => new Response(body) });
  const asked = client.dayAhead({ country: 'DE', consumption: 'SPOT' });
  if (kind) await expect(asked).rejects.toMatchObject({ kind });
  else expect((await asked).consumption?.points).toMatchObject([{ energy: 0.1 }]);
});

describe('the error of the network', () => {
  it('names the reason at the bottom, with its code', async () => {
    const reason = Object.assign(new Error('getaddrinfo ENOTFOUND prices.example'), { code: 'ENOTFOUND' });
    const error = await errorOf(new TypeError('fetch failed', { cause: reason }));
    expect(error).toMatchObject({ kind: 'network', url, cause: { code: 'ENOTFOUND' } });
    expect(error.message).toBe(`GET ${url}: getaddrinfo ENOTFOUND prices.example`);
    expect(error.status).toBeUndefined();
  });

  it('shows the code of a reason without words', async () => {
    const reason = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    expect((await errorOf(new TypeError('fetch failed', { cause: reason }))).message).toBe(`GET ${url}: ECONNREFUSED`);
  });

  it('is that of a body that breaks off', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('other side closed')),
    });
    expect(await errorOf(new Response(broken))).toMatchObject({
      kind: 'network',
      cause: { message: 'other side closed' },
    });
  });
});

describe('a token', () => {
  const echo = `Authorization: Bearer ${token}`;
  const hidden = Object.assign(new Error('bad answer'), { data: echo });
  const location = `https://${token}.example/${token}`;
  it.each([
    ['the text of a refusal', () => refusal(400, { message: [echo, echo] })],
    [
      'a text that escapes it',
      () => new Response(`{"statusCode":400,"message":"\\u0064${token.slice(1)}"}`, { status: 400 }),
    ],
    [
      'the ids of a refusal',
      () => refusal(403, { testingLimit: { kind: 'tariffs', limit: 1, used: 1, remaining: 0, blocked: [token] } }),
    ],
    ['the request id', () => refusal(500, {}, { 'x-request-id': token })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location } })],
    ['a page that is no JSON', () => new Response(`${'<'.repeat(70)}${echo}`)],
    ['a page that is no JSON, where it is cut', () => new Response(`${'<'.repeat(64)}${token}`)],
    ['a page that is no JSON, twice', () => new Response(`${token}<${token}`)],
    ['what is thrown and is no error', () => () => Promise.reject(`${echo}, ${echo}`)],
    ['headers, twice', () => refusal(500, {}, { 'x-request-id': `${token} ${token}` })],
    ['the reason of the network, twice', () => new TypeError('no', { cause: new Error(`${echo}; ${echo}`) })],
    [
      'the ids of a refusal, twice',
      () =>
        refusal(403, {
          testingLimit: { kind: 'tariffs', limit: 1, used: 1, remaining: 0, blocked: [`${token}${token}`, token] },
        }),
    ],
    ['the keys of a body', () => Response.json({ [token]: 1, [echo]: { [token]: 2 } })],
    [
      'the id of another tariff',
      () =>
        Response.json({
          currency: 'EUR',
          next: 1_763_593_200,
          consumption: { tariff: { id: token, type: null }, prices: [{ from_utc: 1_763_593_200, energy: 0 }] },
        }),
    ],
    ['the reason of the network', () => new TypeError(echo, { cause: new Error(echo) })],
    ['what a library hides in its error', () => new TypeError('fetch failed', { cause: hidden })],
  ])('that is echoed in %s is in no error', async (_, reply) => {
    const error = await errorOf(reply());
    const shown = `${inspect(error, { depth: null, showHidden: true })}${JSON.stringify(error)}${error.stack}`;
    expect(shown).not.toContain(token);
    // Nor a part of it that some cut left over.
    expect(shown).not.toContain(token.slice(0, 14));
  });

  it('cannot be seen in a client', () => {
    const client = createClient({ baseUrl: 'https://prices.example', token });
    expect(inspect(client, { depth: null, showHidden: true })).not.toContain(token);
  });
});
