import { componentNames, round6 } from '../../core/components.ts';
import { valueOn } from '../../core/dated.ts';
import type { MeterReading, PricePoint } from '../../core/series.ts';
import { isTimeZone, type Span } from '../../core/time.ts';
import { checkList, checkNumber, checkObject, shown } from '../../planner/arguments.ts';
import { dailyMaximaOf, monthPeak, peakCharge } from '../../planner/house/peak.ts';
import { daysOf, monthsOf } from './months.ts';
import { pricedMonths, type ReadingPrice, readingPrices } from './priced-energy.ts';
import { shiftedReadings } from './shifted.ts';
import type { BillSums, ComparedTariff, Comparison, Metered, MeteredMonth, MonthSums, TariffCost } from './types.ts';

/**
 * The cost that each contract would have had over the metered time, by month and component. A reading whose price is not
 * known is in no sum; its time is said. With `shiftKwh` also the cost with so many kWh of each day in its cheapest hours.
 * Tariffs are gone through once, so that a generator need not hold the prices of all of them.
 *
 * @throws RangeError or TypeError naming the argument that is wrong, and what is allowed
 */
export function compareTariffs(
  metered: Metered,
  tariffs: Iterable<ComparedTariff>,
  { shiftKwh = 0 }: { readonly shiftKwh?: number } = {},
): Comparison {
  checkObject('metered', metered);
  const { consumption, feedIn = [], timeZone } = metered;
  checkList('metered.consumption', consumption);
  checkList('metered.feedIn', feedIn);
  if (!isTimeZone(timeZone))
    throw new RangeError(`metered.timeZone must be an IANA zone such as Europe/Berlin, got ${shown(timeZone)}`);
  checkNumber('shiftKwh', shiftKwh, 'a number that is not below 0', (kWh) => kWh >= 0);
  const ids = new Set<string>();
  const span = meteredSpan(consumption, feedIn);
  const scene = { consumption, feedIn, months: monthsOf(span, timeZone), days: daysOf(span, timeZone) };
  const costs = Array.from(tariffs, (tariff): TariffCost => {
    if (ids.has(tariff.id))
      throw new RangeError(`each tariff must have an id of its own, got ${shown(tariff.id)} twice`);
    ids.add(tariff.id);
    const prices = tariff.prices ? readingPrices(consumption, tariff.prices, tariff.components ?? ['energy']) : [];
    const plain = costOf(tariff, scene, prices);
    if (shiftKwh <= 0 || !tariff.prices) return plain;
    const { readings, movedKwh } = shiftedReadings(consumption, prices, scene.days, shiftKwh);
    const { total } = costOf(tariff, { ...scene, consumption: readings }, prices).sum;
    return { ...plain, shifted: { movedKwh: round6(movedKwh), total, saving: round6(plain.sum.total - total) } };
  });
  const unpricedKwh = ({ unpriced }: TariffCost) => round6(energyOf(unpriced));
  costs.sort((a, b) => unpricedKwh(a) - unpricedKwh(b) || a.sum.total - b.sum.total || (a.id < b.id ? -1 : 1));
  return { ...span, kWh: round6(energyOf(consumption)), feedInKwh: round6(energyOf(feedIn)), tariffs: costs };
}

interface Scene {
  readonly consumption: readonly MeterReading[];
  readonly feedIn: readonly MeterReading[];
  readonly months: readonly MeteredMonth[];
  readonly days: readonly Span[];
}

const energyOf = (readings: readonly { readonly kWh: number }[]) => readings.reduce((sum, { kWh }) => sum + kWh, 0);

/** From the first to the last of all readings. */
export function meteredSpan(...lists: readonly (readonly MeterReading[])[]): Span {
  const starts = lists.flatMap(([first]) => first?.start ?? []);
  const ends = lists.flatMap((list) => list.at(-1)?.end ?? []);
  return starts.length > 0 ? { start: Math.min(...starts), end: Math.max(...ends) } : { start: 0, end: 0 };
}

function costOf(tariff: ComparedTariff, scene: Scene, prices: readonly ReadingPrice[]): TariffCost {
  const { id, name } = tariff;
  const bought = pricedMonths(scene.consumption, prices, scene.months, 'consumption');
  const earnings = tariff.feedin ? readingPrices(scene.feedIn, tariff.feedin.map(paidPoint), ['energy']) : [];
  const sold = pricedMonths(scene.feedIn, earnings, scene.months, 'feed-in');
  const peaks = peakCosts(tariff, scene);
  const months = scene.months.map((month, i): MonthSums => {
    const { kWh = 0, ...money } = bought.months[i] ?? { kWh: 0 };
    const earned = sold.months[i];
    const fixed = fixedCosts(tariff, month, peaks?.[i]);
    return {
      month: month.month,
      ...billOf({
        ...{ kWh, feedInKwh: earned?.kWh ?? 0 },
        ...money,
        ...fixed,
        ...((money.vat ?? fixed.vat) !== undefined && { vat: (money.vat ?? 0) + (fixed.vat ?? 0) }),
        ...(tariff.feedin && { feedin: earned?.energy ?? 0 }),
      }),
    };
  });
  return { id, name, months, sum: sumOf(months), unpriced: [...bought.unpriced, ...sold.unpriced] };
}

/** A feed-in price by its total, if it has one. */
const paidPoint = (point: PricePoint): PricePoint =>
  point.total === undefined ? point : { start: point.start, end: point.end, energy: point.total };

const sumNames = [...componentNames, 'other', 'monthly', 'peak', 'feedin'] as const;
type Money = Omit<BillSums, 'total'>;

function billOf(money: Money): BillSums {
  const bill: { -readonly [name in keyof BillSums]: BillSums[name] } = {
    ...{ kWh: round6(money.kWh), feedInKwh: round6(money.feedInKwh), total: 0 },
  };
  for (const name of sumNames) {
    const amount = money[name];
    // A total that equals its components leaves float noise.
    if (amount === undefined || (name === 'other' && round6(amount) === 0)) continue;
    bill[name] = round6(amount);
    bill.total += name === 'feedin' ? -amount : amount;
  }
  return { ...bill, total: round6(bill.total) };
}

function sumOf(months: readonly MonthSums[]): BillSums {
  const sum: { -readonly [name in keyof Money]: Money[name] } = { kWh: 0, feedInKwh: 0 };
  for (const month of months)
    for (const name of ['kWh', 'feedInKwh', ...sumNames] as const)
      if (month[name] !== undefined) sum[name] = (sum[name] ?? 0) + month[name];
  return billOf(sum);
}

/** The charges by month, with the VAT on them. */
function fixedCosts({ monthly, vat = [] }: ComparedTariff, { share, from }: MeteredMonth, peak: number | undefined) {
  const base = (monthly ?? 0) * share + (peak ?? 0);
  const rate = base > 0 ? valueOn(vat, from) : undefined;
  return {
    ...(monthly !== undefined && { monthly: monthly * share }),
    ...(peak !== undefined && { peak }),
    ...(rate !== undefined && { vat: rate * base }),
  };
}

/** The charge for peaks of each month in which one is known. */
function peakCosts({ peak }: ComparedTariff, { consumption, months, days }: Scene): (number | undefined)[] | undefined {
  if (!peak) return undefined;
  const peaks: number[] = [];
  return months.map(({ start, end, share, from }) => {
    const rule = 'measure' in peak ? peak : valueOn(peak, from);
    if (!rule) return undefined;
    const metered = consumption
      .filter((reading) => start <= reading.start && reading.start < end)
      .map((reading) => ({ ...reading, kw: (reading.kWh * 3600) / (reading.end - reading.start) }));
    const ofMonth = days.filter((day) => day.start < end && day.end > start);
    peaks.push(monthPeak(rule, dailyMaximaOf(rule, metered, ofMonth)));
    return share * peakCharge(rule, peaks);
  });
}
