import { z } from 'zod';
import { type CountryCode, countryCodes, markets } from '../../core/markets.ts';
import type { LocalDate } from '../../core/time.ts';
import { hundredths } from '../../core/vocabulary.ts';
import { date } from '../catalogue/rule.ts';
import { figure, optionalFigure } from './figure.ts';
import { type ContractProblem, faultIssue, problemsIn } from './problem.ts';

/**
 * A contract of the user's own as the fields of its form hold it: every figure is the text that was typed. Read, the
 * figures are numbers, in the unit and with or without VAT as they were typed.
 */

const country = z.custom<CountryCode>((code) => countryCodes.includes(String(code)), faultIssue('needed'));
const text = (most: number) =>
  z
    .string()
    .trim()
    .refine((typed) => typed !== '', faultIssue('needed'))
    .refine((typed) => typed.length <= most, faultIssue('length', { most }));

/** In the unit of the form; beyond it is no price per kWh in any currency. */
const bounds = { min: -100_000, max: 100_000 };
const factor = { min: 0, max: 10 };

/** `6`, `6:00`, `6.00`, `6 h` and `06:00` as `06:00`. */
const time = z.string().transform((typed, context) => {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:\s*[:.h]\s*(00|15|30|45))?(?:\s*h)?$/i.exec(typed.trim()) ?? [];
  const at = `${hour.padStart(2, '0')}:${minute}`;
  if (hour !== '' && at <= '24:00') return at;
  context.addIssue(typed.trim() === '' ? faultIssue('needed') : faultIssue('time', { typed: typed.trim() }));
  return z.NEVER;
});

const day = z.string().transform((typed, context): LocalDate => {
  const { success, data } = date.safeParse(typed.trim());
  if (success) return data;
  context.addIssue(typed.trim() === '' ? faultIssue('needed') : faultIssue('day', { typed: typed.trim() }));
  return z.NEVER;
});

/** Every day, a set of weekdays by their numbers (1 is Monday), or days with regard to public holidays. */
const days = z.union([z.enum(['all', 'working', 'rest']), z.string().regex(/^(?=.)1?2?3?4?5?6?7?$/)]);

const row = z
  .strictObject({ days, from: time, to: time, price: figure(bounds) })
  .refine(({ from, to }) => from !== to && from !== '24:00' && to !== '00:00', {
    ...faultIssue('same-time'),
    path: ['to'],
  });

const fixed = z.strictObject({ kind: z.literal('fixed'), price: figure(bounds) });
/** Of the rows the first that applies counts, `otherwise` at all other times. */
const clock = z.strictObject({
  kind: z.literal('clock'),
  rows: z.tuple([row], row),
  otherwise: figure(bounds),
});

/** The exchange price, which is without VAT, times the factor and plus the margin. */
const exchange = z
  .strictObject({
    kind: z.literal('exchange'),
    zone: text(32),
    factor: figure(factor),
    margin: figure(bounds),
    cap: optionalFigure(bounds),
    floor: optionalFigure(bounds),
    /** Seconds. */
    settlement: z
      .enum(['900', '1800', '3600'])
      .transform(Number)
      .pipe(z.literal([900, 1800, 3600])),
  })
  .refine(({ cap, floor }) => cap === undefined || floor === undefined || floor <= cap, {
    ...faultIssue('cap-below-floor'),
    path: ['cap'],
  });

/** A grid tariff of the catalogue; its names are for the dialog alone. */
const listed = z
  .strictObject({
    kind: z.literal('listed'),
    tariff: text(32),
    ...{ name: z.string().optional(), companyId: z.string().optional(), companyName: z.string().optional() },
  })
  .transform(({ kind, tariff }) => ({ kind, tariff }));

const none = z.strictObject({ kind: z.literal('none') });
/** A price from a bill may hold the levies per kWh; left out, it is that of the network alone. */
const contains = z.enum(['network', 'levies']).optional();
/** Id of the network tariff that is priced before the contract's day; left out or empty, the typed price is. */
const before = z.string().max(32).optional();
const network = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('address') }),
  listed,
  fixed.extend({ contains, before }),
  clock.extend({ contains, before }),
]);

export const typedContract = z
  .strictObject({
    /** Stays what it is when the contract is renamed. */
    id: z.string().regex(/^own-[a-z0-9]{1,20}$/, 'must be "own-" and 1 to 20 of a-z and 0-9'),
    name: text(60),
    country,
    /** The day that the figures hold from. */
    from: day,
    /** `hundredth`: cents, öre or pence. */
    unit: z.enum(['hundredth', 'major']),
    /** Whether VAT is in the figures; never in those of a feed-in. */
    vat: z.enum(['in', 'out']),
    /** `all`: the price is that of energy, network and levies together. */
    includes: z.enum(['energy', 'all']),
    /** `none`: the network charge or the feed-in alone, beside a listed supplier. */
    energy: z.discriminatedUnion('kind', [none, exchange, fixed, clock]),
    network,
    feedin: z.discriminatedUnion('kind', [none, exchange, fixed, clock]),
    /** Charged every month, in the currency. */
    monthly: optionalFigure({ min: 0, max: 1_000_000 }),
  })
  .refine(({ energy, network, feedin }) => energy.kind !== 'none' || feedin.kind !== 'none' || isTyped(network), {
    ...faultIssue('needed'),
    path: ['energy', 'kind'],
  })
  .transform(({ monthly, ...contract }) => ({
    ...contract,
    ...withoutIdle(contract),
    unit: hundredths[markets[contract.country].currency] ? contract.unit : ('major' as const),
    ...(monthly !== undefined && { monthly }),
  }));

type Network = z.output<typeof network>;
type TypedNetwork = Extract<Network, { readonly kind: 'fixed' | 'clock' }>;

const isTyped = (network: Network): network is TypedNetwork => network.kind === 'fixed' || network.kind === 'clock';

interface Networked {
  readonly includes: 'energy' | 'all';
  readonly energy: { readonly kind: string };
  readonly network: Network;
}

/** What changes no price, as it stands where nothing was chosen: so that a contract is written in one way. */
function withoutIdle({ includes, energy, network }: Networked): Pick<Networked, 'includes' | 'network'> {
  const address = { kind: 'address' } as const;
  if (energy.kind === 'none') return { includes: 'energy', network: isTyped(network) ? network : address };
  const isInPrice = includes === 'all' && network.kind === 'fixed' && network.price === 0;
  return { includes, network: isInPrice ? address : network };
}

/** What the form holds, and a flow keeps. */
export type ContractForm = z.input<typeof typedContract>;
export type TypedContract = z.output<typeof typedContract>;
export type TypedPrice = Exclude<TypedContract['energy'], { readonly kind: 'none' }>;
export type ClockRow = z.output<typeof row>;

/** The contract of a form, or what is wrong with it. */
export function readContract(
  form: unknown,
): { readonly contract: TypedContract } | { readonly problems: readonly ContractProblem[] } {
  const { success, data, error } = typedContract.safeParse(form);
  return success ? { contract: data } : { problems: problemsIn(error) };
}
