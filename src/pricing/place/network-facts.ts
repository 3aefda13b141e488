import type { Book, Levy, TaxArea } from '../book.ts';
import type { Tariff } from '../tariff.ts';

/** The facts that decide about the network charge of a market, beyond the listings of the service. */
export interface NetworkFacts {
  /** The company that files the one national charge; left out where the operator decides. */
  readonly national?: Operator;
  /** The map of postal codes has at least half of the listed operators. */
  readonly isMapped: boolean;
  /** The tariffs of most households, by the id of their operator. */
  readonly defaults: Readonly<Record<string, DefaultTariffs>>;
  readonly taxAreas: readonly TaxArea[];
  /** Tariffs with which no class of municipality changes a levy: their rates hold the levies, or the operator's own is held. */
  readonly settled: readonly string[];
  /** Operators by the ids of their grid tariffs, and of the supply tariffs that are sold in the region of one operator alone. */
  readonly operators: Readonly<Record<string, Operator>>;
}

interface Operator {
  readonly id: string;
  readonly name: string;
}

interface DefaultTariffs {
  readonly household: string;
  /** For contracts that follow the exchange, where they have another. */
  readonly spot?: string;
}

/** The levy whose amount follows the size of the municipality, in the book of each market that has one. */
const MUNICIPAL = 'Konzessionsabgabe';

const known = new WeakMap<Book, NetworkFacts>();

export function networkFactsOf(book: Book): NetworkFacts {
  const facts = known.get(book) ?? readFacts(book);
  known.set(book, facts);
  return facts;
}

function readFacts(book: Book): NetworkFacts {
  const { companies, tariffs, network, areas, taxAreas, levies, regions } = book;
  const owner = network === 'operator' ? undefined : companies.get(tariffs.get(network.national)?.companyId ?? '');
  const operators = new Set(
    [...tariffs.values()].flatMap(({ sector, companyId }) => (sector === 'grid' ? companyId : [])),
  );
  const mapped = new Set(areas.map(({ operator }) => operator).filter((operator) => operators.has(operator)));
  const soleOperator = new Map(
    regions.flatMap(({ id, operators: [only, another] }) => (only && !another ? [[id, only] as const] : [])),
  );
  function operatorOf({ sector, companyId, region = '' }: Tariff): readonly Operator[] {
    const { id, name } = companies.get((sector === 'grid' ? companyId : soleOperator.get(region)) ?? '') ?? {};
    return id && name ? [{ id, name }] : [];
  }
  const own = new Set(levies.filter(isMunicipal).flatMap(({ scope }) => scope?.operators ?? []));
  return {
    ...(owner && { national: { id: owner.id, name: owner.name } }),
    isMapped: mapped.size > 0 && 2 * mapped.size >= operators.size,
    defaults: Object.fromEntries(
      [...companies.values()].flatMap(({ id, householdTariff, spotTariff }) =>
        householdTariff ? [[id, { household: householdTariff, ...(spotTariff && { spot: spotTariff }) }]] : [],
      ),
    ),
    taxAreas,
    settled: [...tariffs.values()].flatMap(({ id, bundled, sector, companyId }) =>
      bundled === true || (sector === 'grid' && own.has(companyId)) ? id : [],
    ),
    operators: Object.fromEntries(
      [...tariffs.values()].flatMap((tariff) => operatorOf(tariff).map((operator) => [tariff.id, operator] as const)),
    ),
  };
}

const isMunicipal = ({ name }: Levy) => name === MUNICIPAL;

/** The tax areas to choose from at a listed operator; of a typed or national network charge, those of the whole country. */
export const taxAreasAt = (taxAreas: readonly TaxArea[], operator: string | undefined): readonly TaxArea[] =>
  operator === undefined ? taxAreas : taxAreas.filter(({ operators }) => operators?.includes(operator));
