import type { Book, StandingRow } from '../book.ts';
import type { PastPlace } from '../comparison/past-prices.ts';
import { chargedPlaces } from '../day-charges.ts';
import { gridTariffOf } from '../network.ts';
import { mostSpecificFirst, type SupplyPoint } from '../place/scope.ts';
import type { Tariff } from '../tariff.ts';

/** Options of a household, of which one applies, or none. */
interface HouseholdChoice {
  /** The lines of the bill that depend on it. */
  readonly lines: readonly string[];
  readonly options: readonly string[];
  /** Without an option a line has no figure. */
  readonly isNeeded?: true;
}

/** The facts of a household that its bill depends on at a place. */
export interface HouseholdChoices {
  readonly choices: readonly HouseholdChoice[];
  /** Main fuses in amperes; empty if no line depends on them. */
  readonly fuses: readonly number[];
}

/** The standing lines of a place, whatever the household has chosen, the most specific first. */
export const standingAt = ({ standing = [] }: Book, place: SupplyPoint, gridTariff: Tariff | undefined) =>
  mostSpecificFirst(standing, place).filter(({ tariffs }) => !tariffs || tariffs.includes(gridTariff?.id ?? ''));

/** The levies that an operator or a place has a rate of its own for: they need no choice. */
export const ownLevies = (...[place, book, gridTariff]: Parameters<typeof chargedPlaces>): ReadonlySet<string> => {
  const { feeLevies, levied } = chargedPlaces(place, book, gridTariff);
  return new Set(mostSpecificFirst(feeLevies, levied).flatMap(({ name, scope }) => (scope ? name : [])));
};

export function householdChoices(book: Book, place: Omit<PastPlace, 'span'>, contract: Tariff): HouseholdChoices {
  const gridTariff = gridTariffOf({ ...place, consumption: contract }, book);
  const { network } = chargedPlaces(place, book, gridTariff);
  const known = ownLevies(place, book, gridTariff);
  const isInPrice = ({ part }: StandingRow) =>
    Boolean(contract.bundled) && (part === 'grid' || (contract.bundled === true && part === 'fees'));
  const rows = standingAt(book, network, gridTariff).filter((row) => !known.has(row.name) && !isInPrice(row));
  const needed = mostSpecificFirst(book.needed ?? [], network)[0]?.lines ?? [];
  const choices = new Map<string, HouseholdChoice>();
  for (const { name } of rows) {
    const all = rows.filter((row) => row.name === name);
    const last = all.findIndex(({ option, unless }) => !option && !unless);
    // The rows behind one that always applies have no effect.
    const named = last < 0 ? all : all.slice(0, last + 1);
    const options = named.flatMap(({ option, unless = [] }) => [option ?? [], unless].flat());
    if (options.length === 0) continue;
    const isNeeded = needed.includes(name) && named.every(({ option }) => option);
    const joined = [...choices.values()].filter((choice) => options.some((each) => choice.options.includes(each)));
    for (const choice of joined) choices.delete(choice.lines.join());
    const lines = [...new Set([...joined.flatMap((choice) => choice.lines), name])];
    choices.set(lines.join(), {
      lines,
      options: [...new Set([...joined.flatMap((choice) => choice.options), ...options])],
      ...((isNeeded || joined.some((choice) => choice.isNeeded)) && { isNeeded: true }),
    });
  }
  const fuses = rows.flatMap(({ rows: figures }) =>
    figures.flatMap(({ value }) =>
      typeof value === 'object' && 'by' in value && value.by === 'A'
        ? value.steps.flatMap(({ upTo }) => upTo ?? [])
        : [],
    ),
  );
  return { choices: [...choices.values()], fuses: [...new Set(fuses)].sort((a, b) => a - b) };
}
