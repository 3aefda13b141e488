import { markets } from '../../core/markets.ts';
import { isPostalCode } from '../../core/postal-code.ts';
import type { Book } from '../../pricing/book.ts';
import { ownNetworkOf } from '../../pricing/network.ts';
import { resolveAddress } from '../../pricing/place/address.ts';
import type { PriceRule, When } from '../../pricing/tariff.ts';
import { Contradiction } from './place.ts';

/** Throws a `Contradiction` for the first row of a book which speaks of something that is not there. */
export function checkReferences(book: Book): void {
  checkExchangeRates(book);
  checkOperators(book);
  checkGridTariffs(book);
  checkStanding(book);
  checkRegions(book);
  checkHolidays(book);
}

function fail(problem: string, keys: readonly string[], value?: string): never {
  throw new Contradiction(problem, keys, value);
}

const RATES = '{ "source": "…", "rates": [{ "from": "2026-01-01", "value": 1.5 }] }';

function checkExchangeRates({ country, tariffs, exchangeRates }: Book): void {
  const isSpot = [...tariffs.values()].some(({ versions }) => versions.some(({ price }) => price.kind === 'spot'));
  if (isSpot && exchangeRates.length === 0 && markets[country].currency !== 'EUR')
    fail(
      `exchangeRates must be given, as ${RATES}: exchange prices are in EUR, those here in ${markets[country].currency}`,
      [],
    );
}

function checkOperators(book: Book): void {
  const { country, companies, areas, taxAreas, regions, levies, vat, schedules, standing = [], needed = [] } = book;
  for (const { postalCode } of taxAreas)
    if (!isPostalCode(country, postalCode) || 'refusal' in resolveAddress(book, { code: postalCode }))
      fail(`"${postalCode}" must be a postal code that is served`, ['postalCode'], postalCode);

  const scoped = [...levies, ...vat, ...schedules, ...standing, ...needed].flatMap(
    ({ scope }) => scope?.operators ?? [],
  );
  const named = [
    ...areas.map(({ operator }) => operator),
    ...[...regions, ...taxAreas].flatMap(({ operators = [] }) => [...operators]),
    ...scoped,
  ];
  for (const id of named)
    if (!companies.has(id)) fail(`"${id}" must be the id of a company`, ['operator', 'operators'], id);
}

/** An address and a national price name their grid tariff in an answer, so it must be one that a listing shows. */
function checkGridTariffs({ companies, tariffs, network }: Book): void {
  const gridTariff = (id: string) => {
    const tariff = tariffs.get(id);
    return tariff?.sector === 'grid' && tariff.household ? tariff : undefined;
  };
  if (network !== 'operator' && !gridTariff(network.national))
    fail(`"${network.national}" must be the id of a listed grid tariff`, ['national'], network.national);
  for (const company of companies.values())
    for (const key of ['householdTariff', 'spotTariff'] as const) {
      const own = company[key];
      if (own !== undefined && gridTariff(own)?.companyId !== company.id)
        fail(`"${own}" must be the id of a listed grid tariff of company "${company.id}"`, [key], own);
    }
  for (const tariff of tariffs.values())
    for (const key of ['gridTariff', 'before'] as const) {
      const named = tariff[key];
      if (named !== undefined && tariffs.get(named)?.sector !== 'grid')
        fail(`"${named}" must be the id of a grid tariff`, [key], named);
    }
}

/** Standing lines name grid tariffs, and taxes name lines and parts of the bill. */
function checkStanding({ tariffs, standing = [] }: Book): void {
  const taxable = new Set(['energy', 'network', 'grid', 'fees', ...standing.flatMap(({ name, part }) => [name, part])]);
  for (const row of standing) {
    for (const id of row.tariffs ?? [])
      if (tariffs.get(id)?.sector !== 'grid') fail(`"${id}" must be the id of a grid tariff`, ['tariffs'], id);
    for (const on of 'on' in row ? row.on : [])
      if (!taxable.has(on))
        fail(`"${on}" must be the name or part of a standing line, or energy, network, grid or fees`, ['on'], on);
  }
}

function checkRegions(book: Book): void {
  for (const tariff of book.tariffs.values()) {
    const { id, region, bundled, sector } = tariff;
    if (region !== undefined && !book.regions.some((known) => known.id === region))
      fail(`"${region}" must be the id of a region`, ['region'], region);
    if (bundled && sector !== 'grid' && !ownNetworkOf(tariff, book))
      fail(`tariff "${id}" is bundled: its region or the country must have a network charge`, ['id'], id);
  }
}

/** Working days and rest days need to know the holidays of the market. */
function checkHolidays({ holidays, tariffs, schedules }: Book): void {
  const rules = [...tariffs.values()].flatMap(({ versions }) => versions.map(({ price }) => price));
  const clocks = [...rules.flatMap(ratesIn), ...schedules.flatMap(({ registers }) => registers)];
  if (holidays.rules.length === 0 && clocks.some(({ when }) => when?.days))
    fail('"days" needs the holidays of the country, as "holidays": ["01-01", "easter-2", "12-25"]', ['days']);
}

function ratesIn(rule: PriceRule): readonly { readonly when?: When }[] {
  switch (rule.kind) {
    case 'clock':
      return rule.rates;
    case 'periods':
      return rule.periods.flatMap(({ rates }) => rates ?? []);
    case 'calendar':
      return Object.values(rule.clocks).flat();
    default:
      return [];
  }
}
