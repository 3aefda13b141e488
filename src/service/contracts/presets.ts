import { join } from 'node:path';
import { z } from 'zod';
import type { CountryCode } from '../../core/markets.ts';
import { parsed, readJsonc } from '../catalogue/file.ts';
import { nonEmptyText } from '../catalogue/rule.ts';
import type { ContractForm } from './typed-contract.ts';

/** A contract as its supplier has published it, to start one's own from. */
export interface ContractPreset {
  readonly name: string;
  /** The card and the month that its figures are of. */
  readonly card: string;
  readonly source: string;
  /** Some of the fields of the form. */
  readonly form: Partial<ContractForm>;
}

const file = z.strictObject({
  presets: z.array(
    z.strictObject({
      country: nonEmptyText,
      ...{ name: nonEmptyText, card: nonEmptyText, source: nonEmptyText },
      form: z.custom<Partial<ContractForm>>((form) => typeof form === 'object' && form !== null),
    }),
  ),
});

/** The presets of a country in the file at `path`. Throws a `FileError`. */
export const presetsOf = (country: CountryCode, path: string): readonly ContractPreset[] =>
  parsed(path, readJsonc(path), file)
    .presets.filter((preset) => preset.country === country)
    .map(({ country, ...preset }) => preset);

/** The file that this package ships, which lies from `dist/src/` as it does from `src/`. */
export const shippedPresets = join(__dirname, '../../../data/presets.jsonc');
