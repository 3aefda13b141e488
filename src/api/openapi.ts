import { anyPostalCode, inPath, type Json, queryOf } from './openapi-parameters.ts';
import { type SchemaName, schemas } from './openapi-schemas.ts';
import { attributionQuery, dayAheadQuery, tariffsQuery } from './queries.ts';

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
    headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, { schema: text, ...header }])),
    responses: Object.fromEntries(Object.entries(refusals).map(([status, refusal]) => [status, refusalOf(refusal)])),
    schemas: schemas(),
  },
});

const text = { type: 'string' };
const number = { schema: { type: 'integer' } };

const headers: Readonly<Record<string, Json>> = {
  'X-Request-Id': { description: 'To be quoted to support.' },
  Link: { description: 'Where the sources are that must be credited, rel="license".' },
  ETag: { description: 'A hash of the whole body, next included.' },
  'WWW-Authenticate': { description: 'Tells no credential, invalid_request and invalid_token apart.' },
  'X-RateLimit-Limit': { ...number, description: 'New things a day on this endpoint; to testing tokens only.' },
  'X-RateLimit-Remaining': { ...number, description: 'New things that are left today.' },
  'X-RateLimit-Reset': { ...number, description: 'When the day ends, in UNIX seconds.' },
  'X-Testing-Companies-Remaining': { ...number, description: 'Different companies that are left in total.' },
  'X-Testing-Tariffs-Remaining': { ...number, description: 'Different tariffs that are left in total.' },
};

const always = ['X-Request-Id', 'Link'];
const limits = Object.keys(headers).filter((name) => name.startsWith('X-RateLimit') || name.startsWith('X-Testing'));

interface Answer {
  readonly description: string;
  readonly schema: Json;
  readonly headers?: readonly string[];
}

const refusals: Readonly<Record<number, Answer>> = {
  400: { description: 'Something is wrong with the path or the query.', schema: schemaRef('Error') },
  401: {
    description: 'The token is missing, malformed or unknown.',
    schema: schemaRef('Error'),
    headers: ['WWW-Authenticate'],
  },
  403: {
    description: 'The token is known and not entitled: the subscription, its age, or a total of a testing token.',
    schema: schemaRef('Forbidden'),
  },
  404: { description: 'The path does not exist.', schema: schemaRef('Error') },
  429: { description: 'A limit of testing tokens.', schema: schemaRef('RateLimit') },
  500: { description: 'No price is published yet, or it cannot be worked out.', schema: schemaRef('Error') },
};

function schemaRef(name: SchemaName): Json {
  return { $ref: `#/components/schemas/${name}` };
}

const refusalOf = (answer: Answer): Json => answerOf({ ...answer, headers: [...limits, ...(answer.headers ?? [])] });

const answerOf = ({ description, schema, headers: more = [] }: Answer): Json => ({
  description,
  headers: Object.fromEntries([...always, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  content: { 'application/json': { schema } },
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
  const { get } = open({ ...operation, headers: [...limits, ...more], statuses: [400, 401, 403, 429, ...statuses] });
  return { get: { ...get, security: [{ token: [] }] } };
}

const listOf = (name: SchemaName): Json => ({ type: 'array', items: schemaRef(name) });

const paths = (): Json => ({
  '/v2/{country}/{sector}/companies': withToken({
    summary: 'Companies with a household tariff in a sector',
    parameters: [inPath('country'), inPath('sector'), anyPostalCode],
    schema: listOf('Company'),
  }),
  '/v2/{country}/{sector}/{company}/tariffs': withToken({
    summary: "A company's household tariffs",
    parameters: [inPath('country'), inPath('sector'), inPath('company'), ...queryOf(tariffsQuery)],
    schema: listOf('Tariff'),
  }),
  '/v2/{country}/{sector}/{tariff}/versions': withToken({
    summary: 'The versions of a tariff, newest first',
    parameters: [inPath('country'), inPath('sector'), inPath('tariff')],
    schema: listOf('TariffVersion'),
  }),
  '/v2/{country}/dayahead': withToken({
    summary: "Today's and tomorrow's prices, by component",
    parameters: [inPath('country'), ...queryOf(dayAheadQuery)],
    schema: schemaRef('DayAhead'),
    headers: ['ETag'],
    statuses: [500],
  }),
  '/public/country-stats': open({ summary: 'What is held of each country', schema: schemaRef('CountryStatistics') }),
  '/public/attribution': open({
    summary: 'The sources to credit',
    parameters: queryOf(attributionQuery),
    schema: schemaRef('Attribution'),
    statuses: [400],
  }),
  '/healthz': open({
    summary: 'Whether the service runs',
    schema: { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] },
  }),
  '/v1/{path}': {
    get: {
      summary: 'Deprecated: none of its paths is known here, and testing tokens are refused',
      deprecated: true,
      parameters: [inPath('path')],
      responses: refusedWith([403, 404]),
    },
  },
  '/openapi.json': open({ summary: 'This description', schema: { type: 'object' } }),
});
