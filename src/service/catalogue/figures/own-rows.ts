import { isDeepStrictEqual } from 'node:util';
import type { Dated } from '../../../core/dated.ts';
import type { Levy, Scope, Vat } from '../../../pricing/book.ts';
import { Contradiction } from '../place.ts';

/** A row whose rates hold in a scope. */
interface ScopedRates {
  readonly scope?: Scope;
  readonly rates: readonly Dated<number>[];
}

/**
 * Levies of a user's folder over those of the catalogue: from its first day on, an own row replaces the rates of the row with
 * the same name and scope.
 * @throws Contradiction for a row that is given twice, or whose basis or component differs from the row that it replaces.
 */
export function leviesOver(base: readonly Levy[], own: readonly Levy[]): Levy[] {
  return over(base, own, (a, b) => a.name === b.name && sameScope(a, b), {
    checkPair(held, { name, basis, component }) {
      if (held.basis === basis && held.component === component) return;
      const place = `basis "${held.basis}" and component "${held.component}"`;
      throw new Contradiction(`levy "${name}" must have ${place}, as the row that it replaces`, ['name'], name);
    },
    twice: ({ name }) => new Contradiction(`levy "${name}" must be given once for its scope`, ['name'], name),
  });
}

/** Rates of VAT of a user's folder over those of the catalogue, by scope. @throws Contradiction for a scope that is given twice. */
export function vatOver(base: readonly Vat[], own: readonly Vat[]): Vat[] {
  return over(base, own, sameScope, {
    checkPair: () => undefined,
    twice: () => new Contradiction('VAT must be given once for its scope', ['vat']),
  });
}

interface Checks<T> {
  checkPair(held: T, own: T): void;
  twice(row: T): Contradiction;
}

function over<T extends ScopedRates>(
  base: readonly T[],
  own: readonly T[],
  isSame: (a: T, b: T) => boolean,
  { checkPair, twice }: Checks<T>,
): T[] {
  for (const [i, row] of own.entries()) if (own.slice(0, i).some((other) => isSame(row, other))) throw twice(row);
  const replaced = base.map((held) => {
    const row = own.find((each) => isSame(held, each));
    if (!row) return held;
    checkPair(held, row);
    const [first] = row.rates;
    return { ...held, ...row, rates: [...held.rates.filter(({ from }) => !first || from < first.from), ...row.rates] };
  });
  return [...replaced, ...own.filter((row) => !base.some((held) => isSame(held, row)))];
}

export const sameScope = (a: Pick<ScopedRates, 'scope'>, b: Pick<ScopedRates, 'scope'>): boolean =>
  isDeepStrictEqual(sorted(a.scope), sorted(b.scope));

/** Order has no meaning in a scope. */
const sorted = ({ operators = [], postalCodes = [] }: Scope = {}) => [operators.toSorted(), postalCodes.toSorted()];
