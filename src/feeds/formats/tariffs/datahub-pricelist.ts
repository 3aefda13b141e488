import { z } from 'zod';
import type { Dated } from '../../../core/dated.ts';
import { isLocalDate, type LocalDate } from '../../../core/time.ts';
import type { Rate } from '../../../pricing/tariff.ts';
import { jsonOf, many } from '../feed-reading.ts';

/**
 * https://www.energidataservice.dk, `DatahubPricelist`: a row per charge and stretch of days, in kroner per kWh without VAT.
 * `Price1` is that of the first hour on the clock; a row of `P1D` has no other. `ValidTo` is the first day without it.
 */
const HOURS = 24;
const price = z.number().nullish();
/** Kroner per kWh, far beyond what any has. */
const MOST = 10;
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT00:00:00$/)
  .transform((time) => time.slice(0, 10))
  .refine(isLocalDate);
const prices = Object.fromEntries(Array.from({ length: HOURS }, (_, i) => [`Price${i + 1}`, price]));
const answer = z.object({
  records: many(
    z
      .looseObject({
        GLN_Number: z.string(),
        ChargeTypeCode: z.string(),
        ValidFrom: day,
        ValidTo: day.nullable(),
        ResolutionDuration: z.string(),
      })
      .and(z.object(prices)),
  ),
});

/** A charge over some days, in each hour of the clock. */
export interface DatahubCharge {
  readonly owner: string;
  readonly code: string;
  readonly from: LocalDate;
  /** The first day without it; none is known where it is left out. */
  readonly until: LocalDate | undefined;
  /** Left out where they are none that we can read. */
  readonly hours: readonly number[] | undefined;
}

export function readDatahubCharges(body: string): DatahubCharge[] {
  return jsonOf(body, answer).records.map((record) => {
    const listed = Object.keys(prices).map((name) => record[name as keyof typeof record]);
    return {
      owner: record.GLN_Number,
      code: record.ChargeTypeCode,
      from: record.ValidFrom,
      until: record.ValidTo ?? undefined,
      hours: hoursOf(listed, record.ResolutionDuration),
    };
  });
}

function hoursOf(listed: readonly unknown[], resolution: string): number[] | undefined {
  const known = listed.filter((each): each is number => typeof each === 'number' && Math.abs(each) <= MOST);
  const [first] = known;
  if (resolution === 'P1D' && first !== undefined && listed[0] === first) return new Array<number>(HOURS).fill(first);
  return resolution === 'PT1H' && known.length === HOURS ? known : undefined;
}

type ReadCharge = DatahubCharge & { readonly hours: readonly number[] };
const isRead = (charge: DatahubCharge): charge is ReadCharge => charge.hours !== undefined;

/** Of several charges that are valid on a day that which began last; two that began together contradict each other. */
function chargeOn(charges: readonly DatahubCharge[], date: LocalDate): ReadCharge | undefined {
  const valid = charges.filter(({ from, until }) => from <= date && (until === undefined || date < until));
  const [last, second] = valid.toSorted((a, b) => (a.from < b.from ? 1 : -1));
  const contradicts = last?.from === second?.from && String(last?.hours) !== String(second?.hours);
  return last && !contradicts && isRead(last) ? last : undefined;
}

/** The rates of a charge on a day; none where it is not valid or cannot be read. */
export function chargedRates(charges: readonly DatahubCharge[], date: LocalDate): [Rate, ...Rate[]] | undefined {
  const charge = chargeOn(charges, date);
  return charge && ratesBy(charge.hours);
}

/** The clock of a day: a rate for each price, that of the most hours last and without a condition. */
function ratesBy(hours: readonly number[]): [Rate, ...Rate[]] {
  const ranges = new Map<number, string[]>();
  for (const [i, value] of hours.entries()) {
    const known = ranges.get(value) ?? [];
    const [open = '', from = `${clock(i)}`] = [known.at(-1), known.at(-1)?.slice(0, 5)];
    ranges.set(
      value,
      open.endsWith(clock(i))
        ? [...known.slice(0, -1), `${from}-${clock(i + 1)}`]
        : [...known, `${clock(i)}-${clock(i + 1)}`],
    );
  }
  const [usual = 0] = [...ranges.keys()].toSorted((a, b) => count(hours, b) - count(hours, a));
  ranges.delete(usual);
  const rest: Rate = { price: usual };
  const [first, ...others] = [...ranges].map(([value, at]): Rate => ({ price: value, when: { hours: at } }));
  return first ? [first, ...others, rest] : [rest];
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const count = (hours: readonly number[], value: number) => hours.filter((each) => each === value).length;

/** The values of a charge by the day from which each holds; nothing where the last one ends or cannot be read. */
export function datedValues(charges: readonly DatahubCharge[], today: LocalDate): Dated<number>[] {
  const sorted = charges.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  if (!chargeOn(charges, today) || sorted.at(-1)?.until !== undefined || !sorted.every(isRead)) return [];
  return [...new Map(sorted.map(({ from, hours }) => [from, { from, value: hours[0] ?? Number.NaN }])).values()];
}
