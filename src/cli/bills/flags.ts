import { z } from 'zod';
import type { Alternative, BilledHome } from '../../runtime/comparison/contract-bills.ts';

/** The flags of `compare` on the household's bill. */

const amount = /^(?:(\w+)=)?(\d{1,3}(?:[.,]\d{1,3})?)$/;
const numberIn = (typed: string) => Number(typed.replace(',', '.'));
const isAbove0 = (typed: string) => amount.test(typed) && numberIn(amount.exec(typed)?.[2] ?? '') > 0;
const CONTRACTED = 'must be kW above 0, e.g. 6 or P1=4.6';
const FUSE = 'must be amperes above 0, e.g. 25';
const INSTEAD =
  '--instead must be choice=NAME, contracted=KW, fuse=A, grid=TARIFF or netting=no; choice= for no choice';

const insteadError = ({ input }: { readonly input?: unknown }) => `${INSTEAD}; got ${JSON.stringify(input)}`;

export const billFlags = {
  bill: z.boolean().optional(),
  csv: z.boolean().optional(),
  choice: z.array(z.string().min(1, '--choice must not be empty')).optional(),
  contracted: z.array(z.string().refine(isAbove0, `--contracted ${CONTRACTED}`)).optional(),
  fuse: z
    .string()
    .refine((typed) => /^[\d.,]+$/.test(typed) && isAbove0(typed), `--fuse ${FUSE}`)
    .optional(),
  instead: z.array(z.string().refine(isAlternative, { error: insteadError })).optional(),
};

const string = { type: 'string' } as const;
const boolean = { type: 'boolean' } as const;
const several = { type: 'string', multiple: true } as const;
export const billOptions = {
  ...{ bill: boolean, csv: boolean, choice: several, contracted: several },
  ...{ fuse: string, instead: several },
} as const;

type BillFlags = z.output<z.ZodObject<typeof billFlags>>;

export function homeOf({ choice, contracted, fuse }: BillFlags): BilledHome {
  return {
    ...(choice && { choices: choice }),
    ...(contracted && { contractedKw: contractedOf(contracted) }),
    ...(fuse !== undefined && { fuseA: numberIn(fuse) }),
  };
}

export const alternativesOf = ({ instead = [] }: BillFlags): Alternative[] =>
  instead.map((typed) => {
    const [key = '', value = ''] = typed.split(/=(.*)/s);
    return { instead: typed, home: changes[key as keyof typeof changes](value) };
  });

const changes = {
  choice: (value: string): BilledHome => ({ choices: value === '' ? [] : value.split(',') }),
  contracted: (value: string): BilledHome => ({ contractedKw: contractedOf(value.split(';')) }),
  fuse: (value: string): BilledHome => ({ fuseA: numberIn(value) }),
  grid: (value: string): BilledHome => ({ grid: value }),
  netting: (): BilledHome => ({ netting: false }),
};

function isAlternative(typed: string): boolean {
  const [key = '', value = ''] = typed.split(/=(.*)/s);
  if (key === 'contracted') return value.split(';').every(isAbove0);
  if (key === 'fuse') return isAbove0(value);
  if (key === 'netting') return value === 'no';
  return key === 'choice' ? typed.includes('=') : key === 'grid' && value !== '';
}

/** One power for all lines, or one for each name. */
function contractedOf(typed: readonly string[]): number | Record<string, number> {
  const named = typed.map((each) => amount.exec(each) ?? []);
  const [, name, kw = ''] = named[0] ?? [];
  if (named.length === 1 && name === undefined) return numberIn(kw);
  return Object.fromEntries(named.map(([, each = '', value = '']) => [each, numberIn(value)]));
}
