import { describe, expect, it } from 'vitest';
import { attributionQuery, seriesQuery, tariffsQuery } from '../../../src/api/queries.ts';
import { markets } from '../../../src/core/markets.ts';
import { StateAway } from '../../../src/service/errors.ts';
import { validator } from '../../support/service/json-schema.ts';
import { at, openService, steadyPrices } from '../../support/service/service-fixture.ts';

interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: { readonly enum?: unknown[] };
  }[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string } & Answer>>;
  readonly security?: readonly unknown[];
}
interface Answer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content: { readonly 'application/json': { readonly schema: object } };
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>> };
}

const describedBy = async () => (await (await openService().fetch('/openapi.json')).json()) as Document;
const document = await describedBy();
const operation = (path: string): Operation => document.paths[path]?.get ?? raise(path);
const raise = (path: string): never => {
  throw new Error(`${path} is not described`);
};
const queryOf = (path: string) =>
  operation(path)
    .parameters.filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);
const statusesOf = (path: string) => Object.keys(operation(path).responses).map(Number);

const COMPANIES = '/v2/{country}/{sector}/companies';
const TARIFFS = '/v2/{country}/{sector}/{company}/tariffs';
const VERSIONS = '/v2/{country}/{sector}/{tariff}/versions';
const DAYAHEAD = '/v2/{country}/dayahead';

describe('the description of the service', () => {
  it('is OpenAPI 3.1, and public', async () => {
    expect(document.openapi).toBe('3.1.0');
    const response = await openService().fetch('/openapi.json');
    expect([response.status, response.headers.get('X-Request-Id')]).toEqual([200, expect.any(String)]);
  });

  it('has every route of the service, and no other', () => {
    const routes = openService().app.routes.filter(({ path }) => path !== '/*');
    const paths = routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}'));
    expect([...new Set(paths)].sort()).toEqual(Object.keys(document.paths).sort());
  });

  it.each([
    [DAYAHEAD, Object.keys(seriesQuery.shape)],
    [COMPANIES, ['postal_code']],
    [TARIFFS, Object.keys(tariffsQuery.shape)],
    [VERSIONS, []],
    ['/public/attribution', Object.keys(attributionQuery.shape)],
    ['/public/country-stats', []],
  ])('has of %s every query parameter: %s', (path, names) => {
    expect(queryOf(path)).toEqual(names);
  });

  it.each([
    [COMPANIES, [200, 400, 401, 403, 429, 503]],
    [TARIFFS, [200, 400, 401, 403, 429, 503]],
    [VERSIONS, [200, 400, 401, 403, 429, 503]],
    [DAYAHEAD, [200, 400, 401, 403, 429, 500, 503]],
    ['/public/country-stats', [200, 503]],
    ['/public/attribution', [200, 400, 503]],
    ['/v1/{path}', [403, 404, 503]],
  ])('has of %s every status: %s', (path, statuses) => {
    expect(statusesOf(path)).toEqual(statuses);
  });

  it('says which paths need a token', () => {
    const secured = Object.entries(document.paths).filter(([, { get }]) => get.security);
    expect(secured.map(([path]) => path).sort()).toEqual([COMPANIES, TARIFFS, VERSIONS, DAYAHEAD].sort());
  });

  it('says what is allowed', () => {
    const schemaOf = (name: string) => operation(DAYAHEAD).parameters.find((each) => each.name === name)?.schema;
    expect(schemaOf('country')?.enum).toEqual(Object.keys(markets));
    expect(schemaOf('resolution')).toEqual({ type: 'string', enum: ['900', '1800', '3600'], default: '3600' });
    expect(schemaOf('consumption_tariff')).toEqual({ type: 'string', minLength: 1, maxLength: 32 });
    expect(schemaOf('postal_code')).toEqual({ type: 'string', maxLength: 16 });
    expect(schemaOf('version')).toEqual({ type: 'string', pattern: '^\\d{8}$' });
    expect(operation(DAYAHEAD).parameters.find(({ name }) => name === 'include')).toMatchObject({
      ...{ style: 'form', explode: false },
      schema: { type: 'array', items: { type: 'string', enum: ['fees', 'vat'] } },
    });
  });
});

describe('an answer is as it is described', () => {
  const NO_PRICES = { prices: steadyPrices(at('2026-04-10T22:00:00Z')) };
  const ON_TRIAL = { allowances: { newThings: 1, tariffs: 1 } };
  const OF_DE = '/v2/de';

  it.each<[string, string, number, string[], object?]>([
    [COMPANIES, `${OF_DE}/grid/companies?postal_code=10115`, 200, []],
    [COMPANIES, `${OF_DE}/wind/companies`, 400, []],
    [COMPANIES, '/v2/dk/grid/companies', 429, [`${OF_DE}/grid/companies`], ON_TRIAL],
    [TARIFFS, `${OF_DE}/consumption/stromer/tariffs`, 200, []],
    [TARIFFS, `${OF_DE}/consumption/stromer/tariffs?type=fast`, 400, []],
    [VERSIONS, `${OF_DE}/consumption/de-fixed/versions`, 200, []],
    [VERSIONS, `${OF_DE}/consumption/nobody/versions`, 400, []],
    [VERSIONS, `${OF_DE}/grid/house/versions`, 403, [`${OF_DE}/dayahead?consumption_tariff=de-spot`], ON_TRIAL],
    [
      DAYAHEAD,
      `${OF_DE}/dayahead?consumption_tariff=de-spot&feedin_tariff=sun&postal_code=10115&include=fees,vat`,
      200,
      [],
    ],
    [DAYAHEAD, `${OF_DE}/dayahead?grid_tariff=house`, 200, []],
    [DAYAHEAD, `${OF_DE}/dayahead?include=gold&resolution=1`, 400, []],
    [DAYAHEAD, `${OF_DE}/dayahead?consumption_tariff=de-spot`, 500, [], NO_PRICES],
    ['/public/country-stats', '/public/country-stats', 200, []],
    ['/public/attribution', '/public/attribution', 200, []],
    ['/public/attribution', '/public/attribution?country=XX', 400, []],
    ['/v1/{path}', '/v1/prices', 403, []],
    ['/healthz', '/healthz', 200, []],
    ['/readyz', '/readyz', 200, []],
    ['/openapi.json', '/openapi.json', 200, []],
  ])('%s: %s is %d', async (path, request, status, before, options = {}) => {
    const service = openService(options);
    for (const earlier of before) await service.get(earlier, service.testing);
    const response = await service.get(request, service.testing);
    expect(response.status).toBe(status);
    await expectDescribed(path, response);
  });

  it('401 too, on every path that needs a token', async () => {
    const response = await openService().fetch(`${OF_DE}/dayahead`);
    expect(response.status).toBe(401);
    await expectDescribed(DAYAHEAD, response);
    expect(response.headers.get('WWW-Authenticate')).not.toBeNull();
  });

  it.each([
    [DAYAHEAD, `${OF_DE}/dayahead`],
    ['/public/attribution', '/public/attribution'],
    ['/v1/{path}', '/v1/prices'],
    ['/readyz', '/readyz'],
  ])('503 too, of %s, while what counts requests is away', async (path, request) => {
    const away = () => Promise.reject(new StateAway('gone'));
    const service = openService({ visits: { knows: away, visit: away, look: away } });
    const response = await service.get(request, service.testing);
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
    await expectDescribed(path, response);
  });

  it('and no other is', () => {
    const answer = operation(DAYAHEAD).responses[200];
    const point = { from_utc: 1776204000, energy: 0.1 };
    const body = {
      currency: 'EUR',
      next: 1776250800,
      consumption: { tariff: { id: 'a', type: null }, prices: [point] },
    };
    const without = { ...body, next: undefined };
    const withText = { ...body, consumption: { ...body.consumption, prices: [{ ...point, energy: '0.1' }] } };
    const [right, ...wrong] = [body, without, withText, { ...body, colour: 'red' }].map((one) =>
      problemsOf(answer, one),
    );
    expect([right?.length, ...wrong.map(({ length }) => length)]).toEqual([0, 1, 1, 1]);
  });

  function problemsOf(answer: Answer | undefined, body: unknown): readonly unknown[] {
    const ajv = validator('2020');
    ajv.addSchema({ ...document, $id: 'openapi' }, 'openapi');
    const { schema } = answer?.content['application/json'] ?? raise('the body');
    ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'openapi#/components')), body);
    return ajv.errors ?? [];
  }

  async function expectDescribed(path: string, response: Response): Promise<void> {
    const entry = operation(path).responses[response.status] ?? raise(`${path} ${response.status}`);
    const answer = entry.$ref ? document.components.responses[response.status] : entry;
    for (const name of ['X-Request-Id', 'Link']) expect(Object.keys(answer?.headers ?? {})).toContain(name);
    for (const [name] of response.headers)
      if (/^(x-|link|etag|www-|retry-)/.test(name))
        expect(Object.keys(answer?.headers ?? {}).map((header) => header.toLowerCase())).toContain(name);
    expect(problemsOf(answer, await response.json())).toEqual([]);
  }
});
