import { rowOn } from '../../core/dated.ts';
import type { MeterReading, PricePoint, PriceSeries } from '../../core/series.ts';
import { localDate } from '../../core/time.ts';
import type { EnergyLine, FreeQuantity, KwhPrice, SpotShare, TieredPrice } from '../bill-lines.ts';
import { ratesOver } from '../calendar/clock.ts';
import { inWinterTime, type Quarter, quartersOf } from '../calendar/quarters.ts';
import { readingPrices } from '../comparison/priced-energy.ts';
import { type BillContext, clockAt, type SlicedReadings, sumKwh } from './bill-context.ts';
import { type Slice, shareOfPeriod } from './slices.ts';
import type { MissingLine } from './types.ts';

/** The amount of a line in one slice. */
export interface Charge {
  readonly amount: number;
  readonly kWh?: number;
  readonly kw?: number;
  /** The amount of the lowest power that is charged. */
  readonly least?: number;
  readonly missing?: MissingLine['reason'];
}

type Value = EnergyLine['rows'][number]['value'];

/** What an energy line charges in each slice; `undefined` where no figure is known. */
export function energyCharges(line: EnergyLine, context: BillContext): (Charge | undefined)[] {
  const readings = afterNetting(line, context);
  const used = new Map<string, number>();
  return context.slices.map((slice, i) => {
    const row = rowOn(line.rows, slice.from);
    const own = readings[i] ?? [];
    const kWh = sumKwh(own);
    const hole = context.holes[line.flow][i];
    if (!row || row.grade === 'X')
      return line.flow === 'feed-in' && kWh === 0 && !hole ? { amount: 0, kWh } : undefined;
    if (line.series) return { kWh, ...(hole && { missing: 'readings' as const }), ...priced(own, line.series) };
    const { per, tiers, untilKwh = Number.POSITIVE_INFINITY } = tiersOf(row.value, readings, slice, context);
    const group = `${per}${per === 'month' ? slice.month : slice.year}`;
    let charge: Charge = { amount: 0, kWh, ...(hole && { missing: 'readings' }) };
    for (const [tier, { fromKwh, price }] of tiers.entries()) {
      const part = between(own, used.get(group) ?? 0, fromKwh, tiers[tier + 1]?.fromKwh ?? Number.POSITIVE_INFINITY);
      if (part.length === 0) continue;
      const isFlat = typeof price === 'number';
      const { amount, missing } = isFlat
        ? { amount: price * sumKwh(part) }
        : priced(part, seriesOf(price, part, slice, context));
      charge = { ...charge, amount: charge.amount + amount, ...(missing && { missing }) };
    }
    const changes = ({ end }: MeterReading) => rowOn(line.rows, localDate(end - 1, context.question.timeZone)) !== row;
    // How much of such a reading belongs to each price is not known.
    if (own.some((reading) => reading.kWh > 0 && reading.end > slice.end && changes(reading)))
      charge = { ...charge, missing: 'price' };
    const quantity = (used.get(group) ?? 0) + kWh;
    used.set(group, quantity);
    return quantity > untilKwh ? { ...charge, missing: 'figure' } : charge;
  });
}

function priced(readings: readonly MeterReading[], series: PriceSeries): Charge {
  let [amount, isWhole] = [0, true];
  for (const [i, price] of readingPrices(readings, series, ['energy']).entries()) {
    const kWh = readings[i]?.kWh ?? 0;
    if (typeof price !== 'string') amount += kWh * (price.energy ?? price.total ?? 0);
    else if (kWh !== 0) isWhole = false;
  }
  return { amount, ...(!isWhole && { missing: 'price' }) };
}

/** The parts of readings that lie between two quantities, where `used` kWh came before them. */
function between(
  readings: readonly MeterReading[],
  used: number,
  fromKwh: number,
  toKwh: number,
): readonly MeterReading[] {
  if (fromKwh === 0 && toKwh === Number.POSITIVE_INFINITY) return readings;
  let before = used;
  return readings.flatMap((reading) => {
    const kWh = Math.min(before + reading.kWh, toKwh) - Math.max(before, fromKwh);
    before += reading.kWh;
    return kWh > 0 ? { ...reading, kWh } : [];
  });
}

/** The tiers of a price in a slice, with thresholds for the billed days of its month or year. */
function tiersOf(value: Value, readings: SlicedReadings, slice: Slice, { slices }: BillContext): TieredPrice {
  const isSame = (per: TieredPrice['per']) => (other: Slice) => other[per] === slice[per];
  const billed = (per: TieredPrice['per']) => {
    const days = slices.filter(isSame(per)).reduce((sum, other) => sum + other.days, 0);
    return Math.min(1, shareOfPeriod({ days, month: slice.month }, per));
  };
  if (typeof value === 'object' && 'tiers' in value) {
    const share = billed(value.per);
    const { untilKwh } = value;
    return {
      ...value,
      ...(untilKwh !== undefined && { untilKwh: untilKwh * share }),
      tiers: value.tiers.map((tier) => ({ ...tier, fromKwh: tier.fromKwh * share })),
    };
  }
  if (typeof value === 'object' && 'freeKwh' in value)
    return freeTiers(value, monthKwh(readings, slice, slices), billed('month'));
  return { per: 'year', tiers: [{ fromKwh: 0, price: value }] };
}

const monthKwh = (readings: SlicedReadings, { month }: Slice, slices: readonly Slice[]): number =>
  slices.reduce((sum, slice, i) => sum + (slice.month === month ? sumKwh(readings[i] ?? []) : 0), 0);

function freeTiers({ price, freeKwh, shrinksAboveKwh }: FreeQuantity, kWh: number, share: number): TieredPrice {
  const free = Math.max(0, freeKwh * share - Math.max(0, kWh - shrinksAboveKwh * share));
  const charged = { fromKwh: free, price };
  return { per: 'month', tiers: free > 0 ? [{ fromKwh: 0, price: 0 }, charged] : [charged] };
}

/** The price of each moment of `readings`. */
function seriesOf(
  price: Exclude<KwhPrice, number>,
  readings: readonly MeterReading[],
  slice: Slice,
  context: BillContext,
): PriceSeries {
  const span = { start: slice.start, end: Math.max(slice.end, readings.at(-1)?.end ?? 0) };
  if ('rates' in price) {
    const { timeZone, holidays = new Set<string>() } = context.question;
    const wall = quartersOf(span, timeZone, holidays);
    const quarters = price.time === 'winter' ? inWinterTime(wall, timeZone, holidays) : wall;
    return joined(
      quarters,
      ratesOver(() => price.rates, quarters),
    );
  }
  const spot = (context.question.spot ?? []).filter((point) => point.end > span.start && point.start < span.end);
  return averaged(spot, price.settlement).map(({ start, end, energy = 0 }) => ({
    ...{ start, end },
    energy: spotShareOf(price, energy),
  }));
}

export const spotShareOf = ({ coefficient, margin = 0, above }: SpotShare, spot: number): number =>
  margin + coefficient * (above === undefined ? spot : Math.max(0, spot - above));

/** Neighbouring quarter hours of one price are one point. */
function joined(quarters: readonly Quarter[], prices: readonly (number | undefined)[]): PriceSeries {
  const points: PricePoint[] = [];
  quarters.forEach(({ start }, i) => {
    const [energy, last] = [prices[i], points.at(-1)];
    if (energy === undefined) return;
    if (last?.end === start && last.energy === energy) points[points.length - 1] = { ...last, end: start + 900 };
    else points.push({ start, end: start + 900, energy });
  });
  return points;
}

/** The means over clock intervals of `seconds`; an interval that is not priced as a whole has none. */
function averaged(points: PriceSeries, seconds: number | undefined): PriceSeries {
  const known = points.map(({ start, end, energy, total }) => ({ start, end, energy: energy ?? total ?? 0 }));
  const length = known[0] ? known[0].end - known[0].start : 0;
  if (seconds === undefined || length >= seconds) return known;
  const starts = [...new Set(known.map(({ start }) => start - (start % seconds)))];
  const intervals = starts.map((start) => ({ start, end: start + seconds, kWh: 1 }));
  return readingPrices(intervals, known, ['energy']).flatMap((price, i) =>
    typeof price === 'string' || !intervals[i]
      ? []
      : { start: intervals[i].start, end: intervals[i].end, energy: price.energy ?? 0 },
  );
}

/** The readings of a line's flow with the energy that netting leaves, or with the netted energy. */
function afterNetting(line: EnergyLine, context: BillContext): SlicedReadings {
  const { netting, netted: isNetted, flow } = line;
  const readings = context.readings[flow];
  if (!netting) return readings;
  const groups = nettingGroups(netting, context);
  const sums = new Map<string, Record<EnergyLine['flow'], number>>();
  for (const each of ['consumption', 'feed-in'] as const)
    for (const [i, own] of context.readings[each].entries())
      for (const { start, kWh } of own) {
        const key = groups[i]?.keyAt(start) ?? '';
        const sum = sums.get(key) ?? { consumption: 0, 'feed-in': 0 };
        sum[each] += kWh;
        sums.set(key, sum);
      }
  return readings.map((own, i) =>
    own.map((reading) => {
      const sum = sums.get(groups[i]?.keyAt(reading.start) ?? '');
      const all = sum?.[flow] ?? 0;
      const part = sum && all > 0 ? Math.min(sum.consumption, sum['feed-in'] * (groups[i]?.share ?? 0)) / all : 0;
      return { ...reading, kWh: reading.kWh * (isNetted ? part : 1 - part) };
    }),
  );
}

/** Netting in each slice: within a billing year, a row and a register. */
const nettingGroups = (netting: NonNullable<EnergyLine['netting']>, context: BillContext) =>
  context.slices.map(({ from, year }) => {
    const row = rowOn(netting, from);
    const { share = 0, registers } = row?.value ?? {};
    const registerAt = registers && clockAt(context, registers);
    return { share, keyAt: (instant: number) => `${year} ${row?.from} ${registerAt?.(instant) ?? ''}` };
  });
