import type { Json } from './openapi-parameters.ts';
import type { SchemaName } from './openapi-schemas.ts';

/** The answers of the service in its OpenAPI description: their headers and what is refused. */

const text = { type: 'string' };
const number = { schema: { type: 'integer' } };

const described: Readonly<Record<string, Json>> = {
  'X-Request-Id': { description: 'To be quoted to support.' },
  Link: { description: 'Where the sources are that must be credited, rel="license".' },
  ETag: { description: 'A hash of the whole body, next included.' },
  'WWW-Authenticate': { description: 'Tells no credential, invalid_request and invalid_token apart.' },
  'Retry-After': { ...number, description: 'Seconds until it is worth asking again.' },
  'X-RateLimit-Limit': { ...number, description: 'New things a day on this endpoint; to testing tokens only.' },
  'X-RateLimit-Remaining': { ...number, description: 'New things that are left today.' },
  'X-RateLimit-Reset': { ...number, description: 'When the day ends, in UNIX seconds.' },
  'X-Testing-Companies-Remaining': { ...number, description: 'Different companies that are left in total.' },
  'X-Testing-Tariffs-Remaining': { ...number, description: 'Different tariffs that are left in total.' },
};

const always = ['X-Request-Id', 'Link'];
/** The headers that tell a testing token how much it has left. */
export const limits: readonly string[] = Object.keys(described).filter(
  (name) => name.startsWith('X-RateLimit') || name.startsWith('X-Testing'),
);

/** The answer of a status; `headers` beside those of every answer. */
interface Answer {
  readonly description: string;
  readonly schema: Json;
  readonly headers?: readonly string[];
}

const refused: Readonly<Record<number, Answer>> = {
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
  503: {
    description: 'Requests cannot be counted at the moment: of a service whose accounts are in a database.',
    schema: schemaRef('Error'),
    headers: ['Retry-After'],
  },
};

export function schemaRef(name: SchemaName): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** The headers of all answers, by name. */
export const headers = (): Json =>
  Object.fromEntries(Object.entries(described).map(([name, header]) => [name, { schema: text, ...header }]));

/** The answers to what is refused, by status. */
export const refusals = (): Json =>
  Object.fromEntries(Object.entries(refused).map(([status, refusal]) => [status, refusalOf(refusal)]));

const refusalOf = (answer: Answer): Json => answerOf({ ...answer, headers: [...limits, ...(answer.headers ?? [])] });

export const answerOf = ({ description, schema, headers: more = [] }: Answer): Json => ({
  description,
  headers: Object.fromEntries([...always, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  content: { 'application/json': { schema } },
});
