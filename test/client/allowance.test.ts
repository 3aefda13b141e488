import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import type { Fetch } from '../../src/client/transport.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z') / 1000;
const MIDNIGHT = NOON + 12 * 3600;

const headers = {
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '4',
  'x-ratelimit-reset': String(MIDNIGHT),
  'x-testing-companies-remaining': '20',
  'x-testing-tariffs-remaining': '18',
};

/** A client of `token` whose answers carry `replies` in turn, at a time that the test sets; the last again and again. */
function asking(token: string, ...replies: (Record<string, string> | Error)[]) {
  const time = { now: NOON };
  let requests = 0;
  const fetch: Fetch = async () => {
    const reply = replies[Math.min(requests++, replies.length - 1)];
    if (reply instanceof Error) throw reply;
    return Response.json([], { ...(reply && { headers: reply }) });
  };
  const client = createClient({ baseUrl: 'https://prices.example', token, fetch, now: () => time.now });
  return { client, time };
}

describe('what a testing token has left', () => {
  it('is nothing known before it is used', () => {
    expect(asking('dayahead_test_sk_1').client.allowance()).toEqual({ requestsToday: 0, newToday: {} });
  });

  it.each([
    ['in UNIX seconds', String(MIDNIGHT)],
    ['in ISO 8601', '2026-11-21T00:00:00.000Z'],
  ])('is read from the headers, with the reset %s', async (_, reset) => {
    const { client } = asking('dayahead_test_sk_1', { ...headers, 'x-ratelimit-reset': reset });
    await client.versions('DE', 'grid', 'X');
    expect(client.allowance()).toEqual({
      requestsToday: 1,
      newToday: { versions: { limit: 5, remaining: 4 } },
      companiesLeft: 20,
      tariffsLeft: 18,
    });
  });

  it('is told apart by endpoint', async () => {
    const { client } = asking('dayahead_test_sk_1', headers, { ...headers, 'x-ratelimit-remaining': '0' });
    await client.versions('DE', 'grid', 'X');
    await client.companies('DE', 'grid');
    expect(client.allowance()?.newToday).toEqual({
      versions: { limit: 5, remaining: 4 },
      companies: { limit: 5, remaining: 0 },
    });
  });

  it('counts the requests of a day, those without an answer too, and not those without the token', async () => {
    const { client } = asking('dayahead_test_sk_1', headers, new Error('reset'), headers);
    await client.versions('DE', 'grid', 'X');
    await expect(client.versions('DE', 'grid', 'X')).rejects.toThrow('reset');
    await client.attribution();
    expect(client.allowance()).toMatchObject({ requestsToday: 2, tariffsLeft: 18 });
  });

  it('begins anew at midnight UTC, but for the totals', async () => {
    const { client, time } = asking('dayahead_test_sk_1', headers);
    await client.versions('DE', 'grid', 'X');
    time.now = MIDNIGHT - 1;
    expect(client.allowance()).toMatchObject({ requestsToday: 1, newToday: { versions: { remaining: 4 } } });
    time.now = MIDNIGHT;
    expect(client.allowance()).toEqual({ requestsToday: 0, newToday: {}, companiesLeft: 20, tariffsLeft: 18 });
  });

  it.each([
    ['no headers', {}],
    ['a word for a number', { ...headers, 'x-ratelimit-remaining': 'many', 'x-testing-tariffs-remaining': '' }],
    ['no time of the reset', { ...headers, 'x-ratelimit-reset': 'soon' }],
  ])('is not made up from %s', async (_, reply) => {
    const { client } = asking('dayahead_test_sk_1', reply);
    await client.versions('DE', 'grid', 'X');
    expect(client.allowance()?.newToday).toEqual({});
  });

  it('is said of no production token', async () => {
    const { client } = asking('dayahead_prod_sk_1', headers);
    await client.versions('DE', 'grid', 'X');
    expect(client.allowance()).toBeUndefined();
  });
});
