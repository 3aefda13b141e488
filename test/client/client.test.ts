import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import type { Fetch } from '../../src/client/transport.ts';

const T = 1_763_593_200;
const series = { currency: 'EUR', next: T + 60, consumption: { prices: [{ from_utc: T, energy: 0.1 }] } };
const statistics = {
  companies: { consumption: 2, feedin: 0, grid: 1, total: 2 },
  tariffs: { consumption: 3, feedin: 0, grid: 1 },
  hasTariffs: true,
  postalCodes: 0,
  hasFees: true,
  feeCoverageComplete: true,
  hasLocationScopedFees: false,
};

/** A client whose service answers everything with `body`, and what it was asked. */
function asking(body: unknown, baseUrl = 'https://prices.example') {
  const requests: { url: string; headers: Readonly<Record<string, string>>; redirect: string }[] = [];
  const fetch: Fetch = async (url, { headers, redirect }) => {
    requests.push({ url, headers, redirect });
    return Response.json(body);
  };
  return { client: createClient({ baseUrl, token: 'dayahead_prod_sk_x', fetch }), requests };
}

describe('the origin of prices', () => {
  it.each([
    ['as the header says it', 'live; feed=smard', { kind: 'live', feed: 'smard' }],
    ['unknown without one', undefined, undefined],
  ])('is %s', async (_, header, origin) => {
    const headers = header === undefined ? {} : { 'Price-Source': header };
    const fetch: Fetch = async () => Response.json(series, { headers });
    const client = createClient({ baseUrl: 'https://prices.example', token: 'dayahead_prod_sk_x', fetch });
    expect((await client.dayAhead({ country: 'DE', consumption: 'SPOT' })).origin).toEqual(origin);
  });
});

describe('what the client asks', () => {
  it.each([
    [{ consumption: 'SPOT' }, '?consumption_tariff=SPOT'],
    [{ consumption: 'A/B c&d', postalCode: '10 115' }, '?consumption_tariff=A%2FB+c%26d&postal_code=10+115'],
    [{ consumption: 'A', postalCode: '' }, '?consumption_tariff=A'],
    [{ consumption: 'A', include: [] }, '?consumption_tariff=A'],
    [{ consumption: 'A', historicDays: 0 }, '?consumption_tariff=A&historic_days=0'],
    [
      {
        consumption: 'A',
        feedin: 'B',
        grid: 'C',
        version: '20260101',
        historicDays: 3,
        include: ['fees', 'vat'] as const,
        resolution: 900 as const,
        postalCode: '1012',
      },
      '?consumption_tariff=A&feedin_tariff=B&grid_tariff=C&version=20260101&historic_days=3&include=fees%2Cvat&resolution=900&postal_code=1012',
    ],
  ])('turns %j into a query with only what is given', async (question, query) => {
    const { client, requests } = asking({ ...series, feedin: series.consumption });
    await client.dayAhead({ country: 'DE', ...question });
    expect(requests.map(({ url }) => url)).toEqual([`https://prices.example/v2/de/dayahead${query}`]);
  });

  it.each([
    [
      'companies',
      '/v2/dk/grid/companies?postal_code=1050',
      ({ client }: Asking) => client.companies('DK', 'grid', { postalCode: '1050' }),
    ],
    [
      'companies everywhere',
      '/v2/dk/consumption/companies',
      ({ client }: Asking) => client.companies('DK', 'consumption'),
    ],
    ['tariffs', '/v2/dk/grid/N%2F1/tariffs', ({ client }: Asking) => client.tariffs('DK', 'grid', 'N/1')],
    [
      'filtered tariffs',
      '/v2/dk/grid/N1/tariffs?type=static&available=false',
      ({ client }: Asking) => client.tariffs('DK', 'grid', 'N1', { type: 'static', available: false }),
    ],
    [
      'versions',
      '/v2/gb/consumption/V-22/versions',
      ({ client }: Asking) => client.versions('GB', 'consumption', 'V-22'),
    ],
  ])('lists %s at their path', async (_, path, ask) => {
    const asked = asking([]);
    expect(await ask(asked)).toEqual([]);
    expect(asked.requests.map(({ url }) => url)).toEqual([`https://prices.example${path}`]);
  });

  it.each(['https://prices.example/api', 'https://prices.example/api/'])('keeps the path of %s', async (baseUrl) => {
    const { client, requests } = asking([], baseUrl);
    await client.versions('DE', 'grid', 'X');
    expect(requests[0]?.url).toBe('https://prices.example/api/v2/de/grid/X/versions');
  });

  it('sends the token to the endpoints that need one, and follows no redirect', async () => {
    const { client, requests } = asking([]);
    await client.companies('DE', 'grid');
    expect(requests).toEqual([
      {
        url: 'https://prices.example/v2/de/grid/companies',
        headers: { accept: 'application/json', authorization: 'Bearer dayahead_prod_sk_x' },
        redirect: 'manual',
      },
    ]);
  });

  // Promise P-490 operate/reactions: this time is 30 s
  it('has thirty seconds for an answer, as long as nothing else is said', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await createClient({ baseUrl: 'https://prices.example', fetch: async () => Response.json([]) }).versions(
      ...(['DE', 'grid', 'X'] as const),
    );
    expect(timeout).toHaveBeenCalledExactlyOnceWith(30_000);
    timeout.mockRestore();
  });

  it('sends the public endpoints no token', async () => {
    const statisticsOf = asking({ DE: statistics });
    expect(await statisticsOf.client.countryStatistics()).toEqual({ DE: statistics });
    const sources = asking({ sources: [] });
    await sources.client.attribution();
    await sources.client.attribution('DK');
    const requests = [...statisticsOf.requests, ...sources.requests];
    expect(requests.map(({ url }) => url.replace('https://prices.example/public/', ''))).toEqual([
      'country-stats',
      'attribution',
      'attribution?country=dk',
    ]);
    expect(requests.every(({ headers }) => !('authorization' in headers))).toBe(true);
  });
});
type Asking = ReturnType<typeof asking>;

describe('what the client reads', () => {
  it('gives each point the length of the resolution asked, an hour by default', async () => {
    const { client } = asking(series);
    const lengths = [];
    for (const resolution of [{}, { resolution: 1800 as const }, { resolution: 900 as const }]) {
      const read = await client.dayAhead({ country: 'DE', consumption: 'A', ...resolution });
      lengths.push(...(read.consumption?.points ?? []).map((point) => point.end - point.start));
    }
    expect(lengths).toEqual([3600, 1800, 900]);
  });

  it('drops the keys of a listing that it does not know', async () => {
    const company = { id: 'N1', name: 'Netz Eins', country: 'DE' };
    const { client } = asking([{ ...company, logo: 'n1.svg' }]);
    expect(await client.companies('DE', 'grid')).toEqual([company]);
  });

  it.each([
    ['as it is', (json: string) => json],
    ['in escapes', (json: string) => json.replaceAll('dayahead', '\\u0064ayahead')],
  ])('blots out its token, should the service echo it %s in an id, a name or a key', async (_, written) => {
    const token = 'dayahead_prod_sk_x';
    const echo = async (body: unknown) => new Response(written(JSON.stringify(body)));
    const answering = (body: unknown) =>
      createClient({ baseUrl: 'https://prices.example', token, fetch: () => echo(body) });
    const company = { id: token, name: `N ${token}`, country: 'DE' };
    expect(await answering([company]).companies('DE', 'grid')).toEqual([
      { id: '[token]', name: 'N [token]', country: 'DE' },
    ]);
    const priced = { ...series, consumption: { ...series.consumption, tariff: { id: `A-${token}`, type: null } } };
    expect((await answering(priced).dayAhead({ country: 'DE' })).consumption?.tariff).toEqual({
      id: 'A-[token]',
      type: null,
    });
    expect(Object.keys(await answering({ [token]: statistics }).countryStatistics())).toEqual(['[token]']);
  });

  it('leaves an answer as it is for a token of a letter or two, which no service gives out', async () => {
    const company = { id: 'tt', name: 'Netz Eins', country: 'DE' };
    const fetch = async () => new Response(JSON.stringify([company]));
    const client = createClient({ baseUrl: 'https://prices.example', token: 'tt', fetch });
    expect(await client.companies('DE', 'grid')).toEqual([company]);
  });
});

describe('what the client refuses to work with', () => {
  it.each([
    'prices.example',
    'ftp://prices.example',
    'https://me:secret@prices.example',
    'https://prices.example/?key=secret',
    'https://prices.example/#secret',
    '',
  ])('the address "%s", which it does not quote', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(
      new TypeError('baseUrl: an http or https address without user, password, query and fragment is needed'),
    );
  });

  it.each(['two words', 'line\nbreak', 'naïve'])('the token "%s", which it does not quote', (token) => {
    expect(() => createClient({ baseUrl: 'https://prices.example', token })).toThrow(
      new TypeError('token: only printable ASCII without spaces is allowed'),
    );
  });
});

describe('requests of one token', () => {
  /** How many requests were running at once, at the most, when three were asked together and the first one failed. */
  async function mostAtOnce(token: string): Promise<number> {
    let [running, most, count] = [0, 0, 0];
    const fetch: Fetch = async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      if (count++ === 0) throw new Error('reset');
      return Response.json([]);
    };
    const client = createClient({ baseUrl: 'https://prices.example', token, fetch });
    const ends = await Promise.allSettled(['A', 'B', 'C'].map((id) => client.versions('DE', 'grid', id)));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    return most;
  }

  // Promise P-476 operate/reactions: with a testing token one request runs at a time
  it.each([
    ['a testing token', 'dayahead_test_sk_1', 1],
    ['a production token', 'dayahead_prod_sk_1', 3],
  ])('run together as far as %s allows', async (_, token, expected) => {
    expect(await mostAtOnce(token)).toBe(expected);
  });
});

describe('a request of a token that is refused as busy', () => {
  const busy = { statusCode: 429, message: 'busy', error: 'Too Many Requests' };
  const rateLimit = { limit: 5, remaining: 0, resetAt: '2026-11-21T00:00:00Z' };

  /** Two requests of a token not known to be limited, the second one refused while the first runs; what was sent when. */
  async function askedTogether(refusal: object, refusals = 1) {
    const sent: string[] = [];
    let release: () => void = () => {};
    const fetch: Fetch = async (url) => {
      const tariff = url.split('/').at(-2) ?? '';
      sent.push(tariff);
      if (tariff === 'A') await new Promise<void>((resolve) => (release = resolve));
      else if (sent.filter((one) => one === 'B').length <= refusals) return Response.json(refusal, { status: 429 });
      return Response.json([]);
    };
    const client = createClient({ baseUrl: 'https://prices.example', token: 'dayahead_prod_sk_x', fetch });
    const first = client.versions('DE', 'grid', 'A').then(() => sent.push('A ended'));
    const second = client.versions('DE', 'grid', 'B').catch((error: Error) => error.name);
    await new Promise(setImmediate);
    release();
    await first;
    return { sent, second: await second };
  }

  // Promise P-484 operate/reactions: a 429 because of another request of our own is repeated when that request has
  //   ended
  it('because another one of ours runs is asked again when that has ended', async () => {
    expect(await askedTogether(busy)).toEqual({ sent: ['A', 'B', 'A ended', 'B'], second: [] });
  });

  it('is refused to who asks when that did not help', async () => {
    const { sent, second } = await askedTogether(busy, 2);
    expect(sent.filter((one) => one === 'B')).toHaveLength(2);
    expect(second).toBe('RateLimitError');
  });

  it('for the new things of the day is not asked again', async () => {
    const { sent, second } = await askedTogether({ ...busy, rateLimit });
    expect(sent).toEqual(['A', 'B', 'A ended']);
    expect(second).toBe('RateLimitError');
  });

  it('alone is not asked again', async () => {
    let requests = 0;
    const fetch: Fetch = async () => {
      requests++;
      return Response.json(busy, { status: 429 });
    };
    const client = createClient({ baseUrl: 'https://prices.example', token: 'dayahead_prod_sk_x', fetch });
    await expect(client.versions('DE', 'grid', 'X')).rejects.toMatchObject({ kind: 'rate-limit' });
    expect(requests).toBe(1);
  });
});
