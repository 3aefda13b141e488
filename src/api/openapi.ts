import { answerOf, headers, limits, refusals, schemaRef } from './openapi-answers.ts';
import { anyPostalCode, inPath, type Json, queryParameters } from './openapi-parameters.ts';
import { type SchemaName, schemas } from './openapi-schemas.ts';
import { attributionQuery, seriesQuery, tariffsQuery } from './queries.ts';

/** The service as OpenAPI 3.1, from the schemas that read its queries and write its bodies. */
export const openApi = (): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Electricity tariffs and day-ahead prices',
    version: '2.0.0',
    description: 'Tariffs of European suppliers and network operators, and what a kWh costs, by component.',
  },
  servers: [{ url: '/' }],
  paths: paths(),
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A testing or a production token.' } },
    headers: headers(),
    responses: refusals(),
    schemas: schemas(),
  },
});

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly Json[];
  readonly schema: Json;
  readonly headers?: readonly string[];
  readonly statuses?: readonly number[];
}

const refusedWith = (statuses: readonly number[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));

/** A path without a token. */
const open = ({ summary, parameters = [], schema, headers: more = [], statuses = [] }: Operation) => ({
  get: {
    summary,
    parameters,
    responses: {
      200: answerOf({ description: 'What was asked for.', schema, headers: more }),
      ...refusedWith(statuses),
    },
  },
});

/** A path that needs one. */
function withToken({ headers: more = [], statuses = [], ...operation }: Operation) {
  const { get } = open({
    ...operation,
    headers: [...limits, ...more],
    statuses: [400, 401, 403, 429, 503, ...statuses],
  });
  return { get: { ...get, security: [{ token: [] }] } };
}

const isOk: Json = { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] };

const listOf = (name: SchemaName): Json => ({ type: 'array', items: schemaRef(name) });

const paths = (): Json => ({
  '/v2/{country}/{sector}/companies': withToken({
    summary: 'Companies with a household tariff in a sector',
    parameters: [inPath('country'), inPath('sector'), anyPostalCode],
    schema: listOf('Company'),
  }),
  '/v2/{country}/{sector}/{company}/tariffs': withToken({
    summary: "A company's household tariffs",
    parameters: [inPath('country'), inPath('sector'), inPath('company'), ...queryParameters(tariffsQuery)],
    schema: listOf('Tariff'),
  }),
  '/v2/{country}/{sector}/{tariff}/versions': withToken({
    summary: 'The versions of a tariff, newest first',
    parameters: [inPath('country'), inPath('sector'), inPath('tariff')],
    schema: listOf('TariffVersion'),
  }),
  '/v2/{country}/dayahead': withToken({
    summary: "Today's and tomorrow's prices, by component",
    parameters: [inPath('country'), ...queryParameters(seriesQuery)],
    schema: schemaRef('DayAhead'),
    headers: ['ETag'],
    statuses: [500],
  }),
  '/public/country-stats': open({
    summary: 'What is held of each country',
    schema: schemaRef('CountryStatistics'),
    headers: limits,
    statuses: [503],
  }),
  '/public/attribution': open({
    summary: 'The sources to credit',
    parameters: queryParameters(attributionQuery),
    schema: schemaRef('Attribution'),
    headers: limits,
    statuses: [400, 503],
  }),
  '/healthz': open({
    summary: 'Whether the service runs',
    schema: isOk,
  }),
  '/readyz': open({
    summary: 'Whether it can count and answer requests',
    schema: isOk,
    statuses: [503],
  }),
  '/v1/{path}': {
    get: {
      summary: 'Deprecated: none of its paths is known here, and testing tokens are refused',
      deprecated: true,
      parameters: [inPath('path')],
      responses: refusedWith([403, 404, 503]),
    },
  },
  '/openapi.json': open({ summary: 'This description', schema: { type: 'object' } }),
});
