import type * as body from '../../api/bodies.ts';
import type { TariffsQuery } from '../../api/queries.ts';
import type { CountryCode } from '../../core/markets.ts';
import { normalisePostalCode } from '../../core/postal-code.ts';
import type { Sector } from '../../core/vocabulary.ts';
import type { Company } from '../../pricing/book.ts';
import { gridTariffOf } from '../../pricing/network.ts';
import { servingOperator } from '../../pricing/place/address.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import type { Directory } from './directory.ts';

/**
 * The companies of a sector. On `grid` a postal code leaves the operator that serves the address, if it files the tariff
 * that the series is priced on there: an address that is not mapped, or of another country, has none ("`postal_code` rules
 * on this route"). An empty code is as omitted.
 */
export function companiesAt(
  directory: Directory | undefined,
  sector: Sector,
  postalCode: string | undefined,
): readonly Company[] {
  const companies = directory?.companies(sector) ?? [];
  if (!directory || sector !== 'grid' || postalCode === undefined) return companies;
  const { book } = directory;
  const address = normalisePostalCode(book.country, postalCode);
  if (address.code === '') return companies;
  const operator = servingOperator(book, address);
  const priced = gridTariffOf({ ...(operator !== undefined && { operator }) }, book)?.companyId;
  return companies.filter(({ id }) => id === operator && id === priced);
}

export const companyAsListed = (country: CountryCode, { id, name, url }: Company): body.CompanyBody => ({
  id,
  name,
  country,
  ...(url !== undefined && { url }),
});

export const tariffAsListed = ({
  id,
  companyId,
  name,
  link,
  description,
  type,
  available,
}: Tariff): body.TariffBody => ({
  id,
  companyid: companyId,
  name,
  link,
  description,
  type,
  available,
});

/**
 * Newest first, up to `today` (`YYYYMMDD`): what is to take effect later is not shown, unless there is nothing else, as
 * the series then prices the oldest. The newest is on offer when the tariff is.
 */
export function versionsAsListed({ versions, available }: Tariff, today: string): body.TariffVersion[] {
  const inEffect = versions.filter(({ version }) => version <= today).toReversed();
  const shown = inEffect.length > 0 ? inEffect : versions.slice(0, 1);
  return shown.map((each, i) => ({ version: each.version, available: i === 0 ? available : each.available }));
}

/** The test for a tariff that passes the filters; one left out lets everything through. */
export const passes =
  ({ type, available }: TariffsQuery) =>
  (tariff: Tariff): boolean =>
    (type === undefined || tariff.type === type) && (available === undefined || tariff.available === available);
