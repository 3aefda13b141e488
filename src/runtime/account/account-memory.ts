import { z } from 'zod';
import { parse } from '../../messages/parse.ts';
import type { AccountState } from './account-state.ts';

const instant = z.number();
const sums = { energyKwh: z.number(), pricedKwh: z.number(), cost: z.number(), baselineCost: z.number() };
const by = z.enum(['plan', 'hand', 'off']);

/** By place, as there are many: `at`, `baseline`, kWh, `day`, `run` and `period`. */
const portion = z
  .tuple([instant, instant.nullable(), z.number(), z.string(), instant, instant.nullable()])
  .transform(([at, baseline, kWh, day, run, period]) => ({ at, baseline, kWh, day, run, period }));

const account = z.object({
  since: instant,
  currency: z.string().nullable(),
  prices: z.object({ from: instant, values: z.array(z.number().nullable()) }),
  portions: z.array(portion),
  quarters: z.object({ from: instant, values: z.array(z.number()) }).optional(),
  runs: z.array(z.object({ start: instant, end: instant, by, currency: z.string().nullable(), ...sums })),
  days: z.record(z.string(), z.object(sums)),
  months: z.record(z.string(), z.object(sums)),
  total: z.object(sums),
});

const memory = z.object({
  schema: z.literal(1),
  account,
  until: instant,
  on: z.boolean(),
  asking: z.object({ period: instant.nullable(), pointer: instant }).nullable(),
  sense: z.enum(['cost', 'revenue']),
  reading: z.object({ kWh: z.number(), at: instant }).nullable(),
  unread: z.array(
    z.object({
      start: instant,
      end: instant,
      on: z.boolean(),
      by,
      baseline: instant.nullable(),
      period: instant.nullable(),
    }),
  ),
  bill: z.object({ since: instant, energyKwh: z.number(), cost: z.number() }).optional(),
});

/** The account that a store kept. Throws a `MessageError` on what no version of ours has written. */
export function readAccount(kept: unknown): AccountState {
  const { schema: _, ...state } = parse(memory, kept);
  return state;
}

/** An account as a store keeps it. */
export function keptAccount({ account: { portions, ...account }, ...state }: AccountState): object {
  const rows = portions.map(({ at, baseline, kWh, day, run, period }) => [at, baseline, kWh, day, run, period]);
  return { schema: 1, ...state, account: { ...account, portions: rows } };
}
