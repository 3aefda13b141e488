import type { z } from 'zod';

/** Codes of what can be wrong in a field of a contract, with the values that the words for it need. */
const texts = {
  needed: () => 'must be given',
  figure: ({ typed }) => `"${typed}" is no number: expected one as 2.5 or 2,5`,
  grouped: ({ typed }) => `"${typed}" can be read in two ways: write it without a separator of thousands, as 1234.5`,
  range: ({ min, max }) => `must be from ${min} to ${max}`,
  decimals: ({ most }) => `must have at most ${most} decimals`,
  length: ({ most }) => `must have at most ${most} characters`,
  time: ({ typed }) => `"${typed}" is no time: expected a quarter hour as 22:15`,
  'same-time': () => 'must not end when it begins',
  day: ({ typed }) => `"${typed}" is no day: expected one as 2026-01-31`,
  'cap-below-floor': () => 'must not be below the floor',
  'unknown-country': ({ country }) => `levies and VAT of ${country} are not known`,
  'unknown-vat': ({ since }) => `the VAT of that day is not known; expected a day from ${since} on`,
  'unknown-network': ({ typed }) => `"${typed}" is no network tariff of the country`,
  invalid: () => 'cannot be used',
} as const satisfies Record<string, (values: Values) => string>;

type Values = Readonly<Record<string, string | number>>;
export type ContractFault = keyof typeof texts;

/** A thing that is wrong in the form of a contract: a stable code for the words of a dialog, and a text. */
export interface ContractProblem {
  /** The field as a path: `energy.rows.0.price`. */
  readonly field: string;
  readonly code: ContractFault;
  readonly values: Values;
  readonly text: string;
}

export const contractProblem = (field: string, code: ContractFault, values: Values = {}): ContractProblem => ({
  field,
  code,
  values,
  text: texts[code](values),
});

/** The same as an issue of zod. */
export const faultIssue = (code: ContractFault, values: Values = {}) => ({
  code: 'custom' as const,
  message: texts[code](values),
  params: { fault: code, values },
});

/** The problems that zod found; what is told by no code of ours is told by its own text. */
export const problemsIn = ({ issues }: z.core.$ZodError): ContractProblem[] =>
  issues.map((issue) => {
    const { fault, values = {} } = issue.code === 'custom' ? (issue.params ?? {}) : {};
    const [code, known] = isFault(fault) ? [fault, {}] : (['invalid', { text: issue.message }] as const);
    return { ...contractProblem(issue.path.join('.'), code, values), ...known };
  });

const isFault = (code: unknown): code is ContractFault => typeof code === 'string' && Object.hasOwn(texts, code);
