import { z } from 'zod';
import { type Notice, sectors, type TariffInfo, type TariffType } from '../core/vocabulary.ts';

/** The service's bodies as they travel (specification, "Resources and their fields"). */

const tariffType = z.enum(['static', 'dynamic']).nullable() satisfies z.ZodType<TariffType>;

export const companyBody = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  url: z.string().optional(),
});
export type CompanyBody = z.infer<typeof companyBody>;

export const tariffBody = z.object({
  id: z.string(),
  companyid: z.string(),
  name: z.string(),
  link: z.string().nullable(),
  description: z.string().nullable(),
  type: tariffType,
  available: z.boolean(),
});
export type TariffBody = z.infer<typeof tariffBody>;

export const tariffVersion = z.object({ version: z.string().regex(/^\d{8}$/), available: z.boolean() });
export type TariffVersion = z.infer<typeof tariffVersion>;

export const tariffInfo = z.object({ id: z.string(), type: tariffType }) satisfies z.ZodType<TariffInfo>;

const component = z.number().exactOptional();

/** `from_utc` in UNIX seconds, components per kWh; the interval's length is the asked resolution. */
const pointBody = z.object({ from_utc: z.int(), energy: component, grid: component, fees: component, vat: component });
export type PointBody = z.infer<typeof pointBody>;

const seriesBody = z.object({ tariff: tariffInfo, prices: z.array(pointBody) });
export type SeriesBody = z.infer<typeof seriesBody>;

/** `next` in UNIX seconds: the recommended time of the next call. */
export const dayAheadBody = z.object({
  currency: z.string(),
  next: z.int(),
  consumption: seriesBody.exactOptional(),
  feedin: seriesBody.exactOptional(),
  grid_tariff: tariffInfo.exactOptional(),
});
export type DayAheadBody = z.infer<typeof dayAheadBody>;

const testingLimit = z.object({
  kind: z.enum(['companies', 'tariffs']),
  limit: z.number(),
  used: z.number(),
  remaining: z.number(),
  blocked: z.array(z.string()),
});
export type TestingLimit = z.infer<typeof testingLimit>;

const rateLimit = z.object({ limit: z.number(), remaining: z.number(), resetAt: z.string() });
export type RateLimit = z.infer<typeof rateLimit>;

/** Every refusal: 400, 401 and 500 carry the first two fields, 403 and 429 may carry the others. */
export const errorBody = z.object({
  statusCode: z.number(),
  message: z.union([z.string(), z.array(z.string())]),
  error: z.string().optional(),
  testingLimit: testingLimit.optional(),
  rateLimit: rateLimit.optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

const perSector = z.object(
  Object.fromEntries(sectors.map((sector) => [sector, z.number()])) as Record<(typeof sectors)[number], z.ZodNumber>,
);

/** One country of `/public/country-stats`; the body is an object of these, keyed by country code. */
export const countryStatistics = z.object({
  companies: perSector.extend({ total: z.number() }),
  tariffs: perSector,
  hasTariffs: z.boolean(),
  postalCodes: z.number(),
  hasFees: z.boolean(),
  feeCoverageComplete: z.boolean(),
  hasLocationScopedFees: z.boolean(),
});
export type CountryStatistics = z.infer<typeof countryStatistics>;

/** A data source to credit where its figures are shown. */
export const attributionSource = z.object({
  name: z.string().optional(),
  publisher: z.string(),
  licence: z.string(),
  notice: z.string(),
  countries: z.array(z.string()).optional(),
  updated: z.string().optional(),
  shareAlike: z.boolean().optional(),
}) satisfies z.ZodType<Notice>;
export type AttributionSource = z.infer<typeof attributionSource>;
