import { z } from 'zod';
import { type CountryCode, countryCode, countryCodes } from '../core/markets.ts';
import { calendarDay } from '../core/time.ts';
import { type Resolution, resolutions, sectors } from '../core/vocabulary.ts';

/**
 * The service's parameters (specification, "Endpoints"). Each schema reads what `parametersOf` makes of a query;
 * the messages of a refusal name the parameter and what is allowed.
 */

/** A parameter that came more than once is an array, which no schema accepts. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

export function parametersOf(search: URLSearchParams): Parameters {
  return Object.fromEntries([...new Set(search.keys())].map((name) => [name, onlyOrAll(search.getAll(name))]));
}

const onlyOrAll = (values: string[]): string | string[] => (values.length === 1 ? values.join() : values);

const oneOf = (values: readonly unknown[]) => `must be one of ${values.join(', ')}`;

/** ISO 3166-1 alpha-2 in either case. */
const country = z.string(`country ${oneOf(countryCodes)}`).transform((text, context): CountryCode => {
  const code = countryCode(text);
  if (code) return code;
  context.addIssue(`country ${oneOf(countryCodes)}`);
  return z.NEVER;
});

const sector = z.enum(sectors, `sector ${oneOf(sectors)}`);

/** The segments of a path. */
export const countryPath = z.object({ country });
export const sectorPath = countryPath.extend({ sector });

const tariffId = (name: string) => {
  const message = `${name} must be given once, as a tariff id of 1 to 32 characters`;
  return z.string(message).min(1, message).max(32, message).optional();
};

export const extras = ['fees', 'vat'] as const;
/** A component that is priced only when it is asked for. */
export type Extra = (typeof extras)[number];

const includeMessage = `include must be a comma-separated list of ${extras.join(', ')}`;
const include = z
  .string(includeMessage)
  .transform((list) => list.split(','))
  .pipe(z.array(z.enum(extras, includeMessage)))
  .transform((list): ReadonlySet<Extra> => new Set(list));

const versionMessage = 'version must be a date in the form YYYYMMDD';

const historicDays = ['0', '1', '2', '3'] as const;
const postalCodeMessage = 'postal_code must be given once, with at most 16 characters';

/** The query of `GET /v2/{country}/dayahead`; any other parameter is refused there. */
export const seriesQuery = z.strictObject({
  consumption_tariff: tariffId('consumption_tariff'),
  feedin_tariff: tariffId('feedin_tariff'),
  grid_tariff: tariffId('grid_tariff'),
  version: z
    .string(versionMessage)
    .regex(/^\d{8}$/, { error: versionMessage, abort: true })
    .refine(calendarDay, versionMessage)
    .optional(),
  historic_days: z
    .enum(historicDays, `historic_days ${oneOf(historicDays)}`)
    .default('0')
    .transform(Number),
  include: include.default(new Set<Extra>()),
  resolution: z
    .enum(resolutions.map(String), `resolution ${oneOf(resolutions)}`)
    .default(String(resolutions[0]))
    .transform((seconds) => Number(seconds) as Resolution),
  postal_code: z.string(postalCodeMessage).max(16, postalCodeMessage).optional(),
});
export type SeriesQuery = z.output<typeof seriesQuery>;

/** The filters of `/{company}/tariffs`; other parameters are ignored. */
export const tariffsQuery = z.object({
  type: z.enum(['dynamic', 'static'], `type ${oneOf(['dynamic', 'static'])}`).optional(),
  available: z
    .enum(['true', 'false'], `available ${oneOf(['true', 'false'])}`)
    .transform((text) => text === 'true')
    .optional(),
});
export type TariffsQuery = z.output<typeof tariffsQuery>;

/** `/public/attribution` may be narrowed to one market. */
export const attributionQuery = z.object({ country: country.optional() });
