import { z } from 'zod';
import * as bodies from './bodies.ts';
import { type Descriptions, described, type Schema } from './described.ts';

/** The bodies that the service writes, as the schemas of its OpenAPI description. */

const fields: Descriptions = {
  from_utc: 'The beginning of the interval, in UNIX seconds; it lasts the asked resolution.',
  energy: 'Per kWh.',
  grid: 'The network charge per kWh; absent where it was not priced.',
  fees: 'Levies per kWh; absent where they were not asked for.',
  vat: 'VAT on the other components of this answer; absent where it was not asked for.',
  next: 'When to ask again, in UNIX seconds; drawn anew with every answer.',
  currency: 'ISO 4217; prices are in its major unit.',
  grid_tariff: 'The grid tariff that is priced in grid.',
  type: 'dynamic: read from a price that is published day by day; static: known in advance.',
  available: 'Whether the source still publishes it.',
  version: 'The day from which it counts, YYYYMMDD.',
  message: 'For people, and no stable identifier.',
  blocked: 'Ids of this request that are beyond the allowance.',
  notice: 'What to show with the data.',
};

/** `schema` as JSON Schema, for what travels as `io` says. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return json;
}

const { errorBody } = bodies;

const named = {
  Company: bodies.companyBody,
  Tariff: bodies.tariffBody,
  TariffVersion: bodies.tariffVersion,
  DayAhead: bodies.dayAheadBody,
  CountryStatistics: z.record(z.string(), bodies.countryStatistics),
  Attribution: z.object({ sources: z.array(bodies.attributionSource) }),
  Error: errorBody.pick({ statusCode: true, message: true }),
  Forbidden: errorBody.omit({ rateLimit: true }).required({ error: true }),
  RateLimit: errorBody.omit({ testingLimit: true }).required({ error: true }),
} as const;
export type SchemaName = keyof typeof named;

export const schemas = (): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, described(jsonSchemaOf(schema, 'output'), fields)]),
  );
