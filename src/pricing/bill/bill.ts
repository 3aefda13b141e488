import { round6 } from '../../core/components.ts';
import { rowOn } from '../../core/dated.ts';
import { addDays } from '../../core/time.ts';
import type { BillRow, CapLine, LineRule, TaxLine } from '../bill-lines.ts';
import { type BillContext, billContext, sumKwh } from './bill-context.ts';
import { checkBillQuestion } from './checks.ts';
import { type Charge, energyCharges } from './energy-amounts.ts';
import { contractedCharges, peakCharges, timeCharges } from './fixed-amounts.ts';
import type { Slice } from './slices.ts';
import type {
  BilledLine,
  BilledMonth,
  BillQuestion,
  BillRounding,
  HouseholdBill,
  MissingLine,
  ProvisionalLine,
} from './types.ts';

/** A line with its charges by slice. */
interface ChargedLine {
  readonly line: LineRule;
  readonly charges: readonly (Charge | undefined)[];
}

/**
 * A household's bill line by line: energy, standing charges, power, credits, taxes and VAT. Where a figure, a price or a reading
 * is not known, the line is in `missing` and the status is `at-least`, or `incomplete` if the line can lower the total.
 *
 * @throws RangeError or TypeError naming the argument that is wrong, and what is allowed
 */
export function bill(question: BillQuestion): HouseholdBill {
  checkBillQuestion(question);
  const context = billContext(question);
  const { from, to, lines, vat, rounding = {}, unknown = [] } = question;
  const charged: ChargedLine[] = [];
  for (const line of lines) charged.push({ line, charges: chargesOf(line, context, charged) });
  const capped = charged.map((each) => underCap(each, charged));
  for (const each of capped) checkFinite(each);
  const vatRates = context.slices.map((slice) => usable(vat, slice));
  const invoice = { slices: context.slices, vatRates, rounding };
  const billed = capped.map((each) => billedLine(each, invoice));
  const net = billed.reduce((sum, { amount }) => sum + amount, 0);
  const taxed = rounding.vat === 'line' ? billed.reduce((sum, line) => sum + line.vat, 0) : vatOnSum(capped, invoice);
  const total = roundedTo(net + taxed, rounding.total ?? 0.01, rounding.down);
  const vatLine = {
    name: 'vat',
    rows: vat,
    charges: vatRates.map((rate) => (rate === undefined ? undefined : { amount: 0 })),
  };
  const figures = [...capped.map(({ line, charges }) => ({ name: line.name, rows: line.rows, charges })), vatLine];
  const unknownLines = unknown.map((line) => (typeof line === 'string' ? { name: line } : line));
  const missing = [
    ...unknownLines.map(
      ({ name, choices }): MissingLine => ({
        ...{ name, from, to, reason: choices ? 'household' : 'figure' },
        ...(choices && { choices }),
      }),
    ),
    ...figures.flatMap((figure) => missingIn(figure, context.slices)),
  ];
  const credits = new Set(
    [...unknownLines.filter(({ isCredit }) => isCredit), ...lines.filter(canLower)].map(({ name }) => name),
  );
  const incomplete = missing.some(({ name }) => credits.has(name)) ? 'incomplete' : 'at-least';
  return {
    ...{
      from,
      to,
      kWh: round6(sumKwh(context.readings.consumption.flat())),
      feedInKwh: round6(sumKwh(context.readings['feed-in'].flat())),
    },
    ...{
      lines: billed,
      net: round6(net),
      vat: round6(taxed),
      rounding: round6(total - net - taxed),
      total: round6(total),
    },
    status: missing.length > 0 ? incomplete : 'complete',
    missing,
    provisional: figures.flatMap((figure) => provisionalIn(figure, context.slices)),
  };
}

/** A figure or price that is not finite must not become an amount of 0. */
function checkFinite(charged: ChargedLine): void {
  if (!Number.isFinite(sumOf(charged)))
    throw new RangeError(`line ${JSON.stringify(charged.line.name)} must have finite figures and prices`);
}

/** @param before the lines before it, which a tax may be on. */
function chargesOf(line: LineRule, context: BillContext, before: readonly ChargedLine[]): (Charge | undefined)[] {
  switch (line.kind) {
    case 'energy':
      return energyCharges(line, context);
    case 'power':
      return contractedCharges(line, context);
    case 'peak':
      return peakCharges(line, context);
    case 'tax':
      return taxCharges(line, context, before);
    case 'cap':
      return capCharges(line, context, before);
    default:
      return timeCharges(line, context);
  }
}

function taxCharges(
  { rows, on, minimumPerKwh = 0 }: TaxLine,
  { slices, readings }: BillContext,
  before: readonly ChargedLine[],
) {
  const taxed = before.filter(({ line }) => on.includes(line.name) || on.includes(line.part));
  return slices.map((slice, i): Charge | undefined => {
    const rate = usable(rows, slice);
    if (rate === undefined) return undefined;
    const base = taxed.reduce((sum, { charges }) => sum + (charges[i]?.amount ?? 0), 0);
    return { amount: Math.max(rate * base, minimumPerKwh * sumKwh(readings.consumption[i] ?? [])) };
  });
}

function capCharges({ rows, on }: CapLine, { slices, readings }: BillContext, before: readonly ChargedLine[]) {
  const capped = before.filter(({ line }) => on.includes(line.name) || on.includes(line.part));
  const rates = slices.map((slice) => usable(rows, slice));
  const sums = slices.map((_, i) => capped.reduce((sum, { charges }) => sum + (charges[i]?.amount ?? 0), 0));
  const least = capped.flatMap(({ charges }) => charges).reduce((sum, charge) => sum + (charge?.least ?? 0), 0);
  const most = rates.reduce<number>((sum, rate = 0, i) => sum + rate * sumKwh(readings.consumption[i] ?? []), 0);
  const sum = sums.reduce((all, each) => all + each, 0);
  const part = sum > 0 ? Math.max(0, sum - Math.max(most, least)) / sum : 0;
  return rates.map((rate, i): Charge | undefined =>
    rate === undefined ? undefined : { amount: -part * (sums[i] ?? 0) },
  );
}

/** Whether a line can lower the total: a credit, paid feed-in, a cap, or a negative figure. */
export const canLower = (line: LineRule): boolean =>
  line.kind === 'credit' ||
  line.kind === 'cap' ||
  (line.kind === 'energy' && line.flow === 'feed-in') ||
  line.rows.some(({ value }) => hasNegative(value));

const hasNegative = (value: unknown): boolean =>
  typeof value === 'number' ? value < 0 : typeof value === 'object' && Object.values(value ?? {}).some(hasNegative);

/** The value of the row in force; `undefined` where there is none, or an example only. */
function usable<T>(rows: readonly BillRow<T>[], slice: Slice): T | undefined {
  const row = rowOn(rows, slice.from);
  return row?.grade === 'X' ? undefined : row?.value;
}

/** A credit that is larger than the sum of its part is reduced to it. */
function underCap(each: ChargedLine, all: readonly ChargedLine[]): ChargedLine {
  const cap = 'cappedBy' in each.line ? each.line.cappedBy : undefined;
  if (cap === undefined) return each;
  const others = all.filter(({ line }) => line.part === cap && line !== each.line);
  const [credit, most] = [
    -sumOf(each),
    Math.max(
      0,
      others.reduce((sum, other) => sum + sumOf(other), 0),
    ),
  ];
  if (credit <= most) return each;
  return {
    ...each,
    charges: each.charges.map((charge) => charge && { ...charge, amount: (charge.amount * most) / credit }),
  };
}

const sumOf = ({ charges }: ChargedLine) => charges.reduce((sum, charge) => sum + (charge?.amount ?? 0), 0);

/** What the lines of a bill share when they are rounded and taxed. */
interface Invoice {
  readonly slices: readonly Slice[];
  readonly vatRates: readonly (number | undefined)[];
  readonly rounding: BillRounding;
}

function billedLine(charged: ChargedLine, { slices, vatRates, rounding }: Invoice): BilledLine {
  const { line, charges } = charged;
  const { name, kind, issuer, part } = line;
  const isByLine = rounding.lines === 'bill';
  const withVat = rounding.vat === 'line';
  const amounts = roundedAmounts(charged, slices, rounding);
  const exact = amounts.reduce((sum, amount) => sum + amount, 0);
  const taxes = amounts.map((amount, i) => (line.vatFree ? 0 : (vatRates[i] ?? 0) * amount));
  const vat = taxes.reduce((sum, tax) => sum + tax, 0);
  const net = isByLine && !withVat ? cents(exact, rounding) : exact;
  const gross = isByLine && withVat ? cents(exact + vat, rounding) : net + vat;
  const kw = Math.max(...charges.map((charge) => charge?.kw ?? Number.NEGATIVE_INFINITY));
  return {
    ...{ name, kind, issuer, part, amount: round6(net), vat: round6(gross - net) },
    ...(kind === 'energy' && { kWh: round6(charges.reduce((sum, charge) => sum + (charge?.kWh ?? 0), 0)) }),
    ...(Number.isFinite(kw) && { kw: round6(kw) }),
    months: byMonth(slices, amounts, taxes),
  };
}

function byMonth(slices: readonly Slice[], amounts: readonly number[], taxes: readonly number[]): BilledMonth[] {
  return [...new Set(slices.map(({ month }) => month))].map((month) => {
    const inMonth = (values: readonly number[]) =>
      round6(values.reduce((sum, value, i) => (slices[i]?.month === month ? sum + value : sum), 0));
    return { month, amount: inMonth(amounts), vat: inMonth(taxes) };
  });
}

/** The amounts of a line by slice; of monthly invoices each row of each month is rounded, and is in the first of its slices. */
function roundedAmounts({ line, charges }: ChargedLine, slices: readonly Slice[], rounding: BillRounding): number[] {
  const amounts = charges.map((charge) => charge?.amount ?? 0);
  if (rounding.lines !== 'month') return amounts;
  const rows = slices.map((slice) => `${slice.month} ${rowOn<BillRow<unknown>>(line.rows, slice.from)?.from}`);
  return amounts.map((_, i) => {
    if (rows.indexOf(rows[i] ?? '') < i) return 0;
    return cents(
      amounts.reduce((sum, amount, j) => sum + (rows[j] === rows[i] ? amount : 0), 0),
      rounding,
    );
  });
}

/** VAT on the sum of the lines that bear it, of the bill or of each monthly invoice. */
function vatOnSum(lines: readonly ChargedLine[], { slices, vatRates, rounding }: Invoice): number {
  const byMonth = new Map<string, number>();
  for (const charged of lines)
    if (!charged.line.vatFree)
      for (const [i, amount] of roundedAmounts(charged, slices, rounding).entries()) {
        const month = (rounding.lines === 'month' && slices[i]?.month) || '';
        byMonth.set(month, (byMonth.get(month) ?? 0) + amount * (vatRates[i] ?? 0));
      }
  const amounts = [...byMonth.values()].map((vat) => (rounding.lines ? cents(vat, rounding) : vat));
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

const cents = (amount: number, { down }: BillRounding): number => roundedTo(amount, 0.01, down);

/** Half a step is rounded away from 0; float noise does not decide. */
function roundedTo(amount: number, step: number, down = false): number {
  const steps = amount / step;
  const whole = down ? Math.floor(steps + 1e-6) : Math.sign(steps) * Math.floor(Math.abs(steps) + 0.5 + 1e-6);
  return round6(whole * step);
}

/** A line's name and rows with its charges by slice. */
interface Figure {
  readonly name: string;
  readonly rows: readonly BillRow<unknown>[];
  readonly charges: readonly (Charge | undefined)[];
}

const missingIn = ({ name, charges }: Figure, slices: readonly Slice[]): MissingLine[] =>
  neighboursJoined(
    slices.flatMap(({ from, to }, i) => {
      const charge = charges[i];
      const reason = charge ? charge.missing : 'figure';
      return reason ? { name, from, to, reason } : [];
    }),
  );

const provisionalIn = ({ name, rows }: Figure, slices: readonly Slice[]): ProvisionalLine[] =>
  neighboursJoined(
    slices.flatMap((slice): ProvisionalLine[] => {
      const { until, status, grade } = rowOn(rows, slice.from) ?? { grade: 'X' };
      const first = until !== undefined && until >= slice.from ? addDays(until, 1) : slice.from;
      const { to } = slice;
      if (grade === 'X') return [];
      return [
        ...(until !== undefined && first <= to ? [{ name, from: first, to, reason: 'expired' as const }] : []),
        ...(status ? [{ name, from: slice.from, to, reason: status }] : []),
      ];
    }),
  );

/** Stretches of days that follow each other with one reason are one. */
function neighboursJoined<T extends MissingLine | ProvisionalLine>(stretches: readonly T[]): T[] {
  const all: T[] = [];
  for (const next of stretches) {
    const same = all.findLastIndex(({ reason, to }) => reason === next.reason && addDays(to, 1) === next.from);
    const before = all[same];
    if (before) all[same] = { ...before, to: next.to };
    else all.push(next);
  }
  return all;
}
