import { rowOn } from '../../core/dated.ts';
import type { Span } from '../../core/time.ts';
import { dailyMaximaOf, type MeteredSpan, monthPeak, type PeakRule, peakCharge } from '../../planner/house/peak.ts';
import type { AmountSteps, ContractedLine, PeakLine, TimeLine } from '../bill-lines.ts';
import { daysOf } from '../comparison/months.ts';
import { onceEach } from '../marks.ts';
import type { When } from '../tariff.ts';
import { type BillContext, clockAt } from './bill-context.ts';
import type { Charge } from './energy-amounts.ts';
import { shareOfPeriod } from './slices.ts';

/** What a line charges for time in each slice; `undefined` where no figure is known. */
export function timeCharges({ rows, per }: TimeLine, context: BillContext): (Charge | undefined)[] {
  return context.slices.map((slice) => {
    const row = rowOn(rows, slice.from);
    if (!row || row.grade === 'X') return undefined;
    const amount = typeof row.value === 'number' ? row.value : stepAmount(row.value, context);
    if (typeof amount !== 'number') return amount;
    return { amount: amount * shareOfPeriod(slice, per) };
  });
}

/** The amount of the step that a fact of the household is on; `undefined` where no step has it. */
function stepAmount({ by, steps }: AmountSteps, { question, yearKwh }: BillContext): number | Charge | undefined {
  const { contractedKw, fuseA } = question;
  const facts = { kWh: yearKwh, kW: typeof contractedKw === 'number' ? contractedKw : undefined, A: fuseA };
  const fact = facts[by];
  if (fact === undefined) return { amount: 0, missing: 'household' };
  return steps.find(({ over = 0, upTo = Number.POSITIVE_INFINITY }) => over < fact && fact <= upTo)?.amount;
}

/** What a line charges for contracted power in each slice. */
export function contractedCharges({ rows, per, contracted }: ContractedLine, { question, slices }: BillContext) {
  const { contractedKw } = question;
  const kw = typeof contractedKw === 'object' ? contractedKw[contracted ?? ''] : contractedKw;
  return slices.map((slice): Charge | undefined => {
    const row = rowOn(rows, slice.from);
    if (!row || row.grade === 'X') return undefined;
    if (kw === undefined) return { amount: 0, missing: 'household' };
    return { amount: row.value * kw * shareOfPeriod(slice, per), kw };
  });
}

/** What a line charges for measured peaks in each slice. */
export function peakCharges({ rows }: PeakLine, context: BillContext): (Charge | undefined)[] {
  const months = [...new Set(context.slices.map(({ month }) => month))];
  const peakOf = onceEach((rule: PeakLine['rows'][number]['value']) =>
    onceEach((month: string) => peakOfMonth(rule, month, context)),
  );
  return context.slices.map((slice) => {
    const row = rowOn(rows, slice.from);
    if (!row || row.grade === 'X') return undefined;
    const rule = row.value;
    const until = months.slice(0, months.indexOf(slice.month) + 1).slice(-(rule.months ?? 1));
    const peaks = until.map(peakOf(rule));
    const byDays = rule.per === 'year' && !rule.steps;
    const share = byDays ? 12 * shareOfPeriod(slice, 'year') : shareOfPeriod(slice, 'month');
    const amountOf = (kws: readonly number[]) => share * peakCharge(rule, kws);
    const [amount, least] = [amountOf(peaks.map(({ kw }) => kw)), amountOf([rule.floor ?? 0])];
    const kw = peaks.at(-1)?.kw ?? 0;
    return { amount, kw, least, ...(peaks.some(({ isWhole }) => !isWhole) && { missing: 'readings' }) };
  });
}

function peakOfMonth({ clock, ...rule }: PeakRule & { readonly clock?: When }, month: string, context: BillContext) {
  const isOfMonth = context.slices.map((slice) => slice.month === month);
  const slices = context.slices.filter((_, i) => isOfMonth[i]);
  const span = { start: slices[0]?.start ?? 0, end: slices.at(-1)?.end ?? 0 };
  const readings = context.readings.consumption.filter((_, i) => isOfMonth[i]).flat();
  const metered: MeteredSpan[] = readings.map(({ start, end, kWh }) => ({
    start,
    end,
    kw: (3600 * kWh) / (end - start),
  }));
  const counted = clock ? { ...rule, when: countedSpans(clock, span, context) } : rule;
  const isFine = readings.every(({ start, end, kWh }) => kWh === 0 || end - start <= 60 * rule.measure);
  return {
    kw: monthPeak(counted, dailyMaximaOf(counted, metered, daysOf(span, context.question.timeZone))),
    isWhole: isFine && !context.holes.consumption.some((hole, i) => hole && isOfMonth[i]),
  };
}

/** The quarter hours of `span` in which a clock applies. */
function countedSpans(clock: When, { start, end }: Span, context: BillContext): readonly Span[] {
  const at = clockAt(context, [clock]);
  return context
    .quarters()
    .filter((quarter) => start <= quarter.start && quarter.start < end && at(quarter.start) !== undefined)
    .map((quarter) => ({ start: quarter.start, end: quarter.start + 900 }));
}
