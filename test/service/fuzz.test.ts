import fc from 'fast-check';
import { expect, it } from 'vitest';
import { errorBody } from '../../src/api/bodies.ts';
import { loadCatalogue } from '../../src/service/catalogue/catalogue.ts';
import type { AccessRecord } from '../../src/service/http/access-record.ts';
import { createService } from '../../src/service/service.ts';
import { lawCases } from '../support/cases.ts';
import { at, NOON, steadyPrices } from '../support/service/service-fixture.ts';

/** The text that a real request has in this place, or anything at all. */
const like = (...words: string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  );

/** Markets with every rule of the catalogue in them, and prices that one zone has none of. */
const catalogue = loadCatalogue('test/support/service/markets');
const steady = steadyPrices(at('2026-04-16T22:00:00Z'));
const prices = {
  ...steady,
  pointsOf: (...[zone, span, now]: Parameters<typeof steady.pointsOf>) =>
    zone === 'NO4' ? [] : steady.pointsOf(zone, span, now),
};
const markets = [...catalogue.books.values()].map((book) => ({
  country: book.country,
  ids: [...book.tariffs.keys(), ...book.companies.keys()],
  codes: book.areas.flatMap((area) => area.codes),
}));

/** A path, and a query as it should be or a text that is none: mostly of one market, so that some are answered. */
const address = fc.constantFrom(...markets).chain(({ country: own, ids, codes }) => {
  const country = like(own, own.toLowerCase(), own, own, 'de', 'uk');
  const sector = like('consumption', 'feedin', 'grid');
  const id = like(...ids, 'no-spot-1', 'NO-SPOT-1');
  const parameter = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(like('consumption_tariff', 'feedin_tariff', 'grid_tariff'), id) },
    fc.tuple(like('postal_code'), like(...codes, 'CH-8001', 'BT1 1AA', '')),
    fc.tuple(like('resolution', 'historic_days'), like('900', '1800', '3', '-1', '1e3')),
    fc.tuple(
      like('include', 'version', 'type', 'available', 'country'),
      like('fees,vat', '20260101', '20250230', 'static', 'true', 'no'),
    ),
  );
  return fc.record({
    segments: fc.oneof(
      { weight: 3, arbitrary: fc.tuple(like('v2'), country, like('dayahead')) },
      fc.tuple(like('v2'), country, sector, like('companies')),
      fc.tuple(like('v2'), country, sector, id, like('tariffs', 'versions')),
      fc.tuple(like('public', 'v1', 'healthz', ''), like('attribution', 'country-stats', '..')),
    ),
    query: fc.oneof(
      { weight: 6, arbitrary: fc.array(parameter, { maxLength: 4 }).map((pairs) => `${new URLSearchParams(pairs)}`) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii' }).map((text) => text.replaceAll('#', '%')) },
    ),
  });
});

const name = like('Accept', 'If-None-Match', 'X-Forwarded-For', 'Content-Type', 'Range', 'Host', 'Cookie');
const header = fc.tuple(name, fc.string({ unit: 'binary-ascii' })).filter(isSendable);
const method = fc.oneof(
  { weight: 9, arbitrary: fc.constant('GET') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS') },
);

/** The test for a header that a request can carry at all. */
function isSendable(header: [string, string]): boolean {
  try {
    return new Headers([header]).has(header[0]);
  } catch {
    return false;
  }
}

/** The table of errors on a status, beside the 404 of a path that does not exist. */
const documented = [200, 400, 401, 403, 404, 429, 500];
const namedFailures = /^no price is published yet|switching times|cannot be combined/;

it('errors rule 2: whatever random requests ask, the answer is a documented one', async () => {
  const records: AccessRecord[] = [];
  const { fetch, tokens } = createService({
    catalogue,
    prices,
    now: () => NOON,
    trustProxy: true,
    log: (record) => records.push(record),
  });
  const production = `Bearer ${tokens.production}`;
  const testing = { Authorization: `Bearer ${tokens.testing}` };
  const authorization = fc.oneof(
    { weight: 9, arbitrary: fc.constant(production) },
    {
      weight: 1,
      arbitrary: like(`Bearer ${tokens.testing}`, 'Bearer unknown', 'Basic a', '').filter((text) =>
        isSendable(['Authorization', text]),
      ),
    },
  );
  const request = fc.record({ method, address, authorization, headers: fc.array(header, { maxLength: 2 }) });
  const seen = new Map<number, number>();
  // Most of the day's requests of the testing token, so that random ones use up the rest.
  for (let i = 0; i < 270; i++)
    await fetch(new Request('http://fuzz.test/v2/de/grid/companies', { headers: testing }), '192.0.2.2');
  const segments: [string, string, string] = ['v2', 'NO', 'dayahead'];
  const unpriced = { segments, query: 'consumption_tariff=no-spot-4' };
  await fc.assert(
    fc.asyncProperty(request, async ({ method, address: { segments, query }, authorization, headers }) => {
      const url = `http://fuzz.test/${segments.map((segment) => encodeURIComponent(segment)).join('/')}?${query}`;
      const response = await fetch(
        new Request(url, { method, headers: [...headers, ['Authorization', authorization]] }),
        '192.0.2.1',
      );
      const { status } = response;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      expect(documented).toContain(status);
      expect(response.headers.get('Content-Type')).toBe('application/json');
      if (method === 'HEAD') return;
      const body = await response.json();
      if (status === 200) return;
      expect(errorBody.strict().parse(body).statusCode).toBe(status);
      if (status === 500) expect(body.message).toMatch(namedFailures);
    }),
    {
      ...lawCases(4000, 20_000),
      examples: [[{ method: 'GET', address: unpriced, authorization: production, headers: [] }]],
    },
  );
  expect(records.filter(({ error }) => error !== undefined)).toEqual([]);
  expect([...seen.keys()].sort()).toEqual(documented);
});
