import type { z } from 'zod';
import { countryCodes } from '../core/markets.ts';
import { sectors } from '../core/vocabulary.ts';
import type { Descriptions } from './described.ts';
import { jsonSchemaOf } from './openapi-schemas.ts';
import { extras } from './queries.ts';

export type Json = Readonly<Record<string, unknown>>;

const texts: Descriptions = {
  country: 'ISO 3166-1 alpha-2, in either case.',
  sector: 'consumption and feedin list suppliers, grid lists network operators.',
  company: 'Id of a company, as a list returned it.',
  tariff: 'Id of a tariff, as a list returned it.',
  path: 'Anything.',
  consumption_tariff: 'Id of a consumption tariff.',
  feedin_tariff: 'Id of a feed-in tariff.',
  grid_tariff: 'Id of a grid tariff, priced into the consumption series.',
  version: 'Day the contract was signed, YYYYMMDD.',
  historic_days: 'Whole days before today to include.',
  include: 'Components beside energy and grid: fees, vat or both.',
  resolution: 'Seconds of an interval.',
  postal_code: 'The address: it selects the network operator.',
  type: 'Only tariffs of this type.',
  available: 'Only tariffs that the source still publishes, or only the others.',
};

const text: Json = { type: 'string' };
const known: Readonly<Record<string, Json>> = {
  country: { type: 'string', enum: countryCodes },
  sector: { type: 'string', enum: sectors },
  include: { type: 'array', items: { type: 'string', enum: extras } },
};

export const inPath = (name: string): Json => ({
  ...{ name, in: 'path', required: true, description: texts[name] },
  schema: known[name] ?? text,
});

const inQuery = (name: string, schema: Json): Json => ({
  ...{ name, in: 'query', description: texts[name], schema },
  ...(schema.type === 'array' && { style: 'form', explode: false }),
});

/** The parameters that `query` reads. */
export const queryParameters = (query: z.ZodObject): Json[] =>
  Object.entries(jsonSchemaOf(query, 'input').properties ?? {}).map(([name, schema]) =>
    inQuery(name, known[name] ?? (schema as Json)),
  );

/** Of a list, where nothing is wrong with any code: what maps to no operator lists none. */
export const anyPostalCode = inQuery('postal_code', text);
