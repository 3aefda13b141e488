import { round6 } from '../../core/components.ts';
import { markets } from '../../core/markets.ts';
import type { MeterReading } from '../../core/series.ts';
import {
  addDays,
  DAY_SECONDS,
  type Instant,
  type LocalDate,
  localDate,
  localDay,
  nextMonth,
  type Span,
  utcTime,
} from '../../core/time.ts';
import { QUARTER_HOUR, quarterOf } from '../../core/vocabulary.ts';
import type { SiteHousehold } from '../../messages/selection.ts';
import { causedCosts } from '../../pricing/bill/caused-costs.ts';
import { marginalPrices } from '../../pricing/bill/marginal-prices.ts';
import type { BilledLine, HouseholdBill } from '../../pricing/bill/types.ts';
import type { MonthBill, MonthReadings } from '../power/running-bill.ts';
import { billedPlace } from './billed-place.ts';
import { type BilledHome, billQuestionsAt, billsAt } from './contract-bills.ts';
import type { CostPlaces } from './cost-holdings.ts';
import { billedFeedin } from './cost-place.ts';

/** The meter and the contract of a household in a month. */
export interface MonthQuestion extends MonthReadings {
  readonly household: SiteHousehold;
  readonly home: BilledHome;
}

/** Seconds without a reading after which the time is a hole. */
const SILENT = 7200;
/** Days after today whose prices may be known. */
const PRICED_DAYS = 2;

/**
 * The bill of the month of `now` so far; `undefined` where the household has no contract of the embedded service. Standing
 * charges of today count in full. The rest of the month is expected at the mean consumption so far, with the peak so far.
 */
export function monthBill(question: MonthQuestion, places: CostPlaces, now: Instant): MonthBill | undefined {
  const billed = billedPlace(question.household, places, now);
  if (!billed) return undefined;
  const { country, selection, place, contract, book, exchange } = billed;
  const { timeZone, currency } = markets[country];
  const today = localDate(now, timeZone);
  const month = today.slice(0, 7);
  const endOfMonth = (date: LocalDate) => localDay(nextMonth(date), timeZone).start;
  const span = { start: localDay(`${month}-01`, timeZone).start, end: endOfMonth(today) };
  const inMonth = (readings: readonly MeterReading[]) => readings.filter(({ start }) => start >= span.start);
  const [consumption, feedIn] = [inMonth(question.consumption), inMonth(question.feedIn)];
  const feedin = book.tariffs.get(selection.feedin?.id ?? '') ?? billedFeedin(contract.id, book, feedIn);
  const meteredUntil = (end: Instant) => ({
    consumption: padded(consumption, now, end),
    feedIn: padded(feedIn, now, end),
  });
  const billsUntil = (end: Instant) => {
    const billOf = billsAt(place, book, { start: span.start, end }, exchange.pointsOf);
    return (metered: MonthReadings) => billOf(contract, feedin, question.home, metered);
  };
  const billUntil = (end: Instant) => billsUntil(end)(meteredUntil(end));
  const { end } = localDay(today, timeZone);
  const soFar = billUntil(end);
  const metered = consumption.reduce((sum, { start, end }) => sum + end - start, 0);
  const expected =
    metered < DAY_SECONDS ? undefined : expectedLines(billUntil(span.end), soFar, (span.end - span.start) / metered);
  const peaks = soFar.lines.flatMap(({ kw }) => kw ?? []);
  const pricesOfBill = () => {
    const until = { start: span.start, end: endOfMonth(addDays(today, PRICED_DAYS)) };
    const questionOf = billQuestionsAt(place, book, until, exchange.pointsOf);
    const asked = questionOf(contract, feedin, question.home, { consumption, feedIn });
    return { contract: contract.id, prices: marginalPrices(asked, quartersAfter(now)) };
  };
  return {
    ...{ month, currency, soFar: soFar.total, importKwh: soFar.kWh, exportKwh: soFar.feedInKwh },
    ...(expected && { expected: cents([...expected.values()].reduce((sum, amount) => sum + amount, 0)) }),
    peakKw: round6(Math.max(0, ...(peaks.length > 0 ? peaks : quarterPowers(consumption)))),
    status: soFar.status,
    missing: [...new Set(soFar.missing.map(({ name }) => name))],
    lines: soFar.lines.map(({ name, issuer, amount, vat }) => {
      const whole = expected?.get(name);
      return { name, issuer, amount: cents(amount + vat), ...(whole !== undefined && { expected: cents(whole) }) };
    }),
    until: utcTime(consumption.at(-1)?.end ?? now),
    devices: causedCosts(billsUntil(end), meteredUntil(end), question.devices ?? new Map()),
    ...(question.marginal && { marginal: pricesOfBill() }),
  };
}

const quartersAfter = (now: Instant): Span[] =>
  Array.from({ length: (PRICED_DAYS * DAY_SECONDS) / QUARTER_HOUR }, (_, i) => {
    const start = quarterOf(now) + i * QUARTER_HOUR;
    return { start, end: start + QUARTER_HOUR };
  });

/** Quarter hours without energy up to `end`, so that time to come is no hole. A meter without readings for long has one. */
function padded(readings: readonly MeterReading[], now: Instant, end: Instant): MeterReading[] {
  const last = readings.at(-1)?.end;
  if (last === undefined) return [];
  const result = [...readings];
  let from = now - last > SILENT ? quarterOf(now) : last;
  while (from < end) {
    const to = Math.min(end, quarterOf(from) + QUARTER_HOUR);
    result.push({ start: from, end: to, kWh: 0 });
    from = to;
  }
  return result;
}

/** Lines by time are those of the whole month; lines by energy, and taxes on them, grow by `factor`. */
function expectedLines(whole: HouseholdBill, soFar: HouseholdBill, factor: number): Map<string, number> {
  const withVat = ({ amount, vat }: BilledLine) => amount + vat;
  const isByEnergy = ({ kind }: BilledLine) => kind === 'energy' || kind === 'tax';
  const byName = new Map(whole.lines.map((line) => [line.name, line]));
  return new Map(
    soFar.lines.map((line) => [
      line.name,
      isByEnergy(line) ? withVat(line) * factor : withVat(byName.get(line.name) ?? line),
    ]),
  );
}

const quarterPowers = (readings: readonly MeterReading[]) =>
  readings.flatMap(({ start, end, kWh }) => (end - start <= QUARTER_HOUR ? (kWh * 3600) / QUARTER_HOUR : []));

const cents = (amount: number) => Math.round(amount * 100) / 100;
