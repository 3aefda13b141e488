import { join } from 'node:path';
import { z } from 'zod';
import type { Dated } from '../../core/dated.ts';
import type { PeakRule } from '../../planner/house/peak.ts';
import { parsed, readJsonc } from '../catalogue/file.ts';
import { nonEmptyText } from '../catalogue/rule.ts';

/** What an operator charges for peaks, VAT included: the rules by the local days from which each holds, the oldest first. */
export interface PeakTariff {
  /** Its id in the catalogue. */
  readonly operator: string;
  readonly country: string;
  readonly name: string;
  readonly rules: readonly (PeakRule & { readonly from: string })[];
}

const amount = z.number().nonnegative();
const rule = z.strictObject({
  from: z.iso.date(),
  measure: z.literal([15, 60]),
  pick: z.int().positive(),
  per: z.enum(['month', 'year']),
  months: z.int().positive().exactOptional(),
  floor: amount.exactOptional(),
  steps: z.array(z.strictObject({ fromKw: amount, amount })).exactOptional(),
  perKw: amount.exactOptional(),
});
const file = z.strictObject({
  operators: z.array(
    z.strictObject({
      ...{ operator: nonEmptyText, country: nonEmptyText, name: nonEmptyText, source: nonEmptyText },
      /** The share that is added to the amounts. */
      vat: amount,
      rules: z.array(rule).nonempty(),
    }),
  ),
});

const operatorsIn = (path: string) => parsed(path, readJsonc(path), file).operators;

/** What each operator charges for peaks, without VAT. Throws a `FileError`. */
export const peaksBeforeVat = (path: string): ReadonlyMap<string, readonly Dated<PeakRule>[]> =>
  new Map(
    operatorsIn(path).map(({ operator, rules }) => [operator, rules.map(({ from, ...value }) => ({ from, value }))]),
  );

/** The operators that charge for peaks, in the file at `path`. Throws a `FileError`. */
export const peakTariffsIn = (path: string): readonly PeakTariff[] =>
  operatorsIn(path).map(({ vat, source, rules, ...operator }) => ({
    ...operator,
    rules: rules.map((each) => withVat(each, 1 + vat)),
  }));

const withVat = <Of extends PeakRule>(rule: Of, factor: number): Of => ({
  ...rule,
  ...(rule.perKw !== undefined && { perKw: rule.perKw * factor }),
  ...(rule.steps && { steps: rule.steps.map(({ fromKw, amount }) => ({ fromKw, amount: amount * factor })) }),
});

/** The file that this package ships, which lies from `dist/src/` as it does from `src/`. */
export const shippedPeaks = join(__dirname, '../../../data/peaks.jsonc');

/** The operators whose charge for peaks this package knows, by country. */
export const peakOperators = (): readonly Omit<PeakTariff, 'rules'>[] =>
  peakTariffsIn(shippedPeaks).map(({ rules, ...operator }) => operator);
