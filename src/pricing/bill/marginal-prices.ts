import type { Components } from '../../core/components.ts';
import { rowOn } from '../../core/dated.ts';
import type { MeterReading, PriceSeries } from '../../core/series.ts';
import { addDays, DAY_SECONDS, daysBetween, HOUR_SECONDS, localDate, type Span } from '../../core/time.ts';
import type { EnergyLine } from '../bill-lines.ts';
import { readingPrices } from '../comparison/priced-energy.ts';
import { bill } from './bill.ts';
import { billContext, type SlicedReadings, sumKwh } from './bill-context.ts';
import { linesOnBases } from './household.ts';
import type { BillQuestion, HouseholdBill } from './types.ts';

/** The price of one more kWh in an interval; a part is left out where it is not known. */
export interface MarginalPrice extends Span {
  readonly consumption?: Required<Components>;
  /** Earned by one more kWh of feed-in, with VAT where it bears any. */
  readonly feedIn?: number;
}

/**
 * The price of one more kWh in each interval: the bill with it minus the bill without it, so that tiers, netting and support are
 * those at the present count. Measured peaks are left out, as they are charged by kW.
 * @param intervals by time, after all readings.
 */
export function marginalPrices(question: BillQuestion, intervals: readonly Span[]): MarginalPrice[] {
  const { from, to } = question;
  const { readings } = billContext(question);
  const [consumption, feedIn] = [condensed(readings.consumption), condensed(readings['feed-in'])];
  // One kWh changes no step of a year.
  const yearKwh = question.yearKwh ?? Math.max(1, (sumKwh(consumption) * 365) / daysBetween(from, addDays(to, 1)));
  const lines = linesOnBases(question.lines.filter(({ kind }) => kind !== 'peak'));
  const billOf = (more: Pick<BillQuestion, 'consumption' | 'feedIn'>) => bill({ ...question, lines, yearKwh, ...more });
  const before = billOf({ consumption, feedIn });
  const [buys, sells] = [
    pricedIntervals('consumption', question, intervals),
    pricedIntervals('feed-in', question, intervals),
  ];
  return intervals.map(({ start, end }, i) => {
    const more = { start, end, kWh: 1 };
    const sold = sells[i] && billOf({ consumption, feedIn: [...feedIn, more] });
    return {
      ...{ start, end },
      ...(buys[i] && { consumption: increase(before, billOf({ consumption: [...consumption, more], feedIn })) }),
      ...(sold && { feedIn: before.net + before.vat - sold.net - sold.vat }),
    };
  });
}

const WEEK_HOURS = (7 * DAY_SECONDS) / HOUR_SECONDS;

/** One reading for each hour of the week: a bill of so few is fast, and the clocks of registers still apply. */
function condensed(readings: SlicedReadings): MeterReading[] {
  return readings.flatMap((slice) => {
    const byHour = new Map<number, MeterReading>();
    for (const reading of slice) {
      const hour = Math.floor(reading.start / HOUR_SECONDS) % WEEK_HOURS;
      const before = byHour.get(hour);
      byHour.set(hour, before ? { ...before, kWh: before.kWh + reading.kWh } : reading);
    }
    return [...byHour.values()];
  });
}

/** Whether all energy lines of a flow have a price in each interval; never where there is no line. */
function pricedIntervals(flow: EnergyLine['flow'], question: BillQuestion, intervals: readonly Span[]): boolean[] {
  const lines = question.lines.filter((line): line is EnergyLine => line.kind === 'energy' && line.flow === flow);
  const priced = lines.map((line) => {
    const covers = (series: PriceSeries = []) =>
      readingPrices(
        intervals.map((interval) => ({ ...interval, kWh: 1 })),
        series,
        ['energy'],
      ).map((price) => typeof price !== 'string');
    const ownPrices = line.series && covers(line.series);
    const spot = covers(question.spot);
    return intervals.map(({ start }, i) => {
      const row = rowOn(line.rows, localDate(start, question.timeZone));
      if (!row || row.grade === 'X') return false;
      return ownPrices ? ownPrices[i] === true : !followsSpot(row.value) || spot[i] === true;
    });
  });
  return intervals.map((_, i) => priced.length > 0 && priced.every((each) => each[i]));
}

const followsSpot = (value: EnergyLine['rows'][number]['value']): boolean =>
  typeof value === 'object' &&
  ('coefficient' in value ||
    ('tiers' in value && value.tiers.some(({ price }) => followsSpot(price))) ||
    ('freeKwh' in value && followsSpot(value.price)));

function increase(before: HouseholdBill, after: HouseholdBill): Required<Components> {
  const sums = { energy: 0, grid: 0, fees: 0 };
  for (const [i, { part, amount }] of after.lines.entries())
    sums[part === 'grid' || part === 'fees' ? part : 'energy'] += amount - (before.lines[i]?.amount ?? 0);
  return { ...sums, vat: after.vat - before.vat };
}
