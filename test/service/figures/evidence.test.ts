import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../../../src/core/jsonc.ts';

/**
 * Every shipped figure names its source, its grade and, for a network charge, its validity. The files are read as they
 * are written, without the schema, so that a default of the schema cannot hide a gap.
 */

interface Evidence {
  readonly source?: string;
  readonly grade?: string;
}
interface Levy extends Evidence {
  readonly name?: string;
  readonly rates: readonly Evidence[];
}
interface Period extends Evidence {
  readonly from: string;
}
interface Version extends Evidence {
  readonly version: string;
  readonly price: { readonly kind: string; readonly periods?: readonly Period[] };
}
interface Tariff extends Evidence {
  readonly id: string;
  readonly sector: string;
  readonly versions: readonly Version[];
}
interface File {
  readonly levies?: readonly Levy[];
  readonly vat?: readonly Levy[];
  readonly companies?: readonly { readonly tariffs?: readonly Tariff[] }[];
}

const root = 'data/catalogue';
const countries = readdirSync(root).filter((name) => /^[a-z]{2}$/.test(name));
const filesOf = (country: string) =>
  readdirSync(`${root}/${country}`).map(
    (name) => parseJsonc(readFileSync(`${root}/${country}/${name}`, 'utf8')) as File,
  );

/** The parts of a row that have no `key`, where the row itself has none either. */
const lacking = (key: keyof Evidence, row: Evidence, parts: readonly Evidence[]): boolean =>
  row[key] === undefined && (parts.length === 0 || parts.some((part) => part[key] === undefined));

describe.each(countries)('the figures of %s', (country) => {
  const files = filesOf(country);
  const tariffs = files.flatMap(({ companies = [] }) => companies).flatMap(({ tariffs = [] }) => tariffs);
  const levies = files.flatMap(({ levies = [], vat = [] }) => [...levies, ...vat]);

  it.each(['source', 'grade'] as const)('have a %s', (key) => {
    const ofLevies = levies.filter((levy) => lacking(key, levy, levy.rates)).map(({ name = 'VAT' }) => name);
    const ofTariffs = tariffs
      .filter((tariff) => {
        const parts = tariff.versions.flatMap((version): readonly Evidence[] =>
          version[key] ? [version] : (version.price.periods ?? [version]),
        );
        return lacking(key, tariff, parts);
      })
      .map(({ id }) => id);
    expect([...ofLevies, ...ofTariffs]).toEqual([]);
  });

  it('are dated where they are network charges', () => {
    const grid = tariffs.filter(({ sector }) => sector === 'grid');
    const undated = grid.filter(({ versions }) =>
      versions.some(({ price: { kind } }) => !['periods', 'spot'].includes(kind)),
    );
    expect(undated.map(({ id }) => id)).toEqual([]);
  });
});
