import { z } from 'zod';
import { isLocalDate, type LocalDate } from '../../../core/time.ts';
import type { Rate } from '../../../pricing/tariff.ts';
import { jsonOf, many } from '../feed-reading.ts';

/**
 * The tariffs of a Swedish network operator by the industry's common interface, in kronor per kWh. What is called `tax` is the
 * state's, which the catalogue has as a levy. A tariff that follows the exchange or a clock is left out.
 */
const day = z.string().refine(isLocalDate);
const period = z.object({ fromIncluding: day, toExcluding: day });
const component = z.looseObject({
  type: z.string(),
  reference: z.string(),
  validPeriod: period,
  unit: z.literal('kWh'),
  // Of what follows the exchange it is there without a figure.
  price: z
    .object({ priceExVat: z.number().min(-10).max(10), currency: z.literal('SEK') })
    .partial()
    .optional(),
  recurringPeriods: z.unknown().optional(),
});
const product = z.object({
  direction: z.literal('consumption'),
  validPeriod: period,
  energyPrice: z.object({
    costFunction: z.literal('sum(energy(c)*price(c))'),
    components: z.array(component).max(100),
  }),
});
export type EltariffProduct = z.output<typeof product>;

const answer = z.object({ tariffs: many(z.looseObject({ product: z.string().optional() })) });

/** The tariffs of a product, one for each stretch of days. */
export function readEltariffProduct(body: string, name: string): EltariffProduct[] {
  const ours = jsonOf(body, answer).tariffs.filter((tariff) => tariff.product === name);
  return ours.map((tariff) => jsonOf(JSON.stringify(tariff), product));
}

const isValid = ({ validPeriod }: { readonly validPeriod: z.output<typeof period> }, date: LocalDate) =>
  validPeriod.fromIncluding <= date && date < validPeriod.toExcluding;

/** The operator's rate on a day; none where several tariffs are valid, or one that is not the same all day. */
export function eltariffRates(products: readonly EltariffProduct[], date: LocalDate): [Rate] | undefined {
  const [tariff, second] = products.filter((each) => isValid(each, date));
  if (!tariff || second) return undefined;
  const parts = tariff.energyPrice.components.filter((each) => each.reference !== 'tax' && isValid(each, date));
  const prices = parts.map(({ type, price, recurringPeriods: times }) =>
    type === 'fixed' && Object.keys(times ?? {}).length === 0 ? price?.currency && price.priceExVat : undefined,
  );
  const sum = prices.reduce<number | undefined>((total, price) => plus(total, price), 0);
  return parts.length === 0 || sum === undefined ? undefined : [{ price: Number(sum.toFixed(6)) }];
}

const plus = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? undefined : a + b);
