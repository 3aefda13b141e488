import { z } from 'zod';
import type { Scope, StandingRow } from '../../../pricing/book.ts';
import { clockRatesIn, date, evidence, factor, nonEmptyText, when, winterTime } from '../rule.ts';
import { id, isAscending } from '../tariff.ts';

/** Standing lines of bills as the files of a catalogue write them: prices per kWh in the unit of the file, all else in the currency. */

const amount = z.number().min(-1_000_000).max(1_000_000);
const positive = z.number().positive();

const rowsOf = <T>(value: z.ZodType<T>) =>
  z
    .array(z.strictObject({ from: date, until: date.exactOptional(), value, ...evidence }))
    .min(1)
    .refine((rows) => isAscending(rows.map((row) => row.from)), 'must be sorted by from, each day once');

function kwhPrice(price: z.ZodType<number>) {
  const spot = z.strictObject({
    coefficient: factor,
    margin: price.exactOptional(),
    above: price.exactOptional(),
    settlement: z.literal([900, 1800, 3600]).exactOptional(),
  });
  const tier = z.strictObject({ fromKwh: z.number().min(0), price: z.union([price, spot]) });
  const tiers = z
    .array(tier)
    .min(1)
    .refine((list) => list[0]?.fromKwh === 0, 'must begin with fromKwh 0')
    .refine((list) => list.every(({ fromKwh }, i) => i === 0 || fromKwh > (list[i - 1]?.fromKwh ?? 0)), 'must ascend');
  return z.union([
    price,
    spot,
    z.strictObject({ rates: clockRatesIn(price), time: winterTime }),
    z.strictObject({ per: z.enum(['month', 'year']), tiers, untilKwh: positive.exactOptional() }),
    z.strictObject({ price, freeKwh: positive, shrinksAboveKwh: positive }),
  ]);
}

const steps = z
  .array(z.strictObject({ over: positive.exactOptional(), upTo: positive.exactOptional(), amount }))
  .min(1)
  .refine(
    (list) => list.every(({ over = 0 }, i) => i === 0 || over >= (list[i - 1]?.upTo ?? Infinity)),
    'must not overlap',
  );

const peakRule = z.strictObject({
  measure: z.literal([15, 60]),
  pick: z.int().positive(),
  per: z.enum(['month', 'year']),
  months: z.int().positive().exactOptional(),
  floor: positive.exactOptional(),
  freeKw: positive.exactOptional(),
  perKw: amount.exactOptional(),
  steps: z.array(z.strictObject({ fromKw: z.number().min(0), amount })).exactOptional(),
  clock: when.exactOptional(),
});

const per = z.enum(['day', 'month', 'year']);

/** A standing line; every rate has the grade of its row unless it has its own. Sources stay in the file. */
export function standingRow(price: z.ZodType<number>, scope: z.ZodType<Scope>): z.ZodType<StandingRow> {
  const common = {
    ...{ name: nonEmptyText, issuer: z.enum(['supplier', 'network']), part: nonEmptyText },
    ...{ vatFree: z.literal(true).exactOptional(), scope: scope.exactOptional() },
    ...{
      tariffs: z.array(id).min(1).exactOptional(),
      option: id.exactOptional(),
      unless: z.array(id).min(1).exactOptional(),
    },
    ...{ source: nonEmptyText, grade: evidence.grade },
  };
  const netting = z.strictObject({ share: z.number().min(0).max(1), registers: z.array(when).min(1).exactOptional() });
  const kinds = z.discriminatedUnion('kind', [
    z.strictObject({
      ...common,
      ...{ kind: z.literal('energy'), flow: z.enum(['consumption', 'feed-in']), rates: rowsOf(kwhPrice(price)) },
      ...{ netting: rowsOf(netting).exactOptional(), netted: z.literal(true).exactOptional() },
    }),
    z.strictObject({
      ...common,
      ...{ kind: z.enum(['time', 'credit']), per, cappedBy: nonEmptyText.exactOptional() },
      rates: rowsOf(z.union([amount, z.strictObject({ by: z.enum(['kWh', 'kW', 'A']), steps })])),
    }),
    z.strictObject({
      ...common,
      kind: z.literal('power'),
      per,
      contracted: nonEmptyText.exactOptional(),
      rates: rowsOf(amount),
    }),
    z.strictObject({ ...common, kind: z.literal('peak'), rates: rowsOf(peakRule) }),
    z.strictObject({ ...common, kind: z.literal('cap'), on: z.array(nonEmptyText).min(1), rates: rowsOf(price) }),
    z.strictObject({
      ...common,
      ...{
        kind: z.literal('tax'),
        on: z.array(nonEmptyText).min(1),
        minimumPerKwh: price.exactOptional(),
        rates: rowsOf(factor),
      },
    }),
  ]);
  return kinds.transform(({ source: _, grade, rates, ...row }) => ({
    ...row,
    rows: rates.map(({ source: __, ...rate }) => ({ ...(grade && { grade }), ...rate })),
  })) as unknown as z.ZodType<StandingRow>;
}
