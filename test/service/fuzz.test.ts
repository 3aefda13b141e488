import fc from 'fast-check';
import { expect, it } from 'vitest';
import { errorBody } from '../../src/api/bodies.ts';
import { openService } from '../support/service-fixture.ts';

/** What a real request has in this place, or anything at all. */
const like = (...words: string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  );

const ids = ['de-spot', 'de-fixed', 'sun', 'house', 'stromer', 'netz', 'dk2-spot', 'national', 'g1'];
const sector = like('consumption', 'feedin', 'grid');
const segments = fc.oneof(
  fc.tuple(like('v2'), like('de', 'DK', 'gr', 'mt', 'uk'), like('dayahead')),
  fc.tuple(like('v2'), like('de', 'DK', 'gr', 'mt'), sector, like('companies')),
  fc.tuple(like('v2'), like('de', 'DK', 'gr', 'mt'), sector, like(...ids), like('tariffs', 'versions')),
  fc.tuple(like('public', 'v1'), like('attribution', 'country-stats')),
);
const parameter = fc.oneof(
  fc.tuple(like('consumption_tariff', 'feedin_tariff', 'grid_tariff'), like(...ids)),
  fc.tuple(like('postal_code'), like('10115', 'CH-8001', '')),
  fc.tuple(like('resolution', 'historic_days'), like('900', '3600', '3')),
  fc.tuple(
    like('include', 'version', 'type', 'available', 'country'),
    like('fees,vat', '20260101', 'static', 'true', 'de'),
  ),
);

it('whatever is asked, the answer is a documented one', async () => {
  const { get, testing, production } = openService();
  const seen = new Map<number, number>();
  const question = fc.record({
    segments,
    parameters: fc.array(parameter, { maxLength: 5 }),
    token: fc.constantFrom(testing, production, production, production),
  });
  await fc.assert(
    fc.asyncProperty(question, async ({ segments, parameters, token }) => {
      const path = `/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`;
      const response = await get(`${path}?${new URLSearchParams(parameters)}`, token);
      const body = await response.json();
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
      if (response.status !== 200) expect(errorBody.strict().parse(body).statusCode).toBe(response.status);
    }),
    { seed: 20261120, numRuns: 3000 },
  );
  expect([...seen.keys()].sort()).toEqual([200, 400, 403, 404, 429]);
});
