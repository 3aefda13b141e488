import type { Standing } from '../../core/dated.ts';
import { markets } from '../../core/markets.ts';
import type { PricePoint, PriceSeries } from '../../core/series.ts';
import { addDays, dashedDate, type LocalDate, localDate, type Span } from '../../core/time.ts';
import type { BillRow, EnergyLine, Issuer, LineRule, TaxLine, TimeLine } from '../bill-lines.ts';
import type { Book, Levy, SpotPoint, StandingRow } from '../book.ts';
import { leviesInForce, vatInForce } from '../charges.ts';
import type { PastBook, PastPlace } from '../comparison/past-prices.ts';
import { chargedPlaces } from '../day-charges.ts';
import { type FiguresOn, gridFigures, rateFigures, tariffFigures, unratedDays } from '../marks.ts';
import { mostSpecificFirst, type SupplyPoint } from '../place/scope.ts';
import type { Tariff, When } from '../tariff.ts';
import { canLower } from './bill.ts';
import { ownLevies, standingAt } from './choices.ts';
import type { BillQuestion, UnknownLine } from './types.ts';

/** A household's contracts, and what it has chosen. */
export interface HouseholdContract {
  readonly consumption: Tariff;
  /** `unknown`: energy is fed in, and no contract pays for it. */
  readonly feedin?: Tariff | 'unknown';
  /** Choices that lines of the market depend on, such as `module-1` or `norgespris`. */
  readonly options?: readonly string[];
  /** The bidding zone of lines that are a share of the exchange price; left out, that of the contract. */
  readonly zone?: string;
}

/** Facts beside the book of a market. */
export interface BillFacts {
  readonly past: PastBook;
  readonly pointsOf: (zone: string, span: Span) => readonly SpotPoint[];
}

/**
 * The lines of a household's bill at a place: its contract, the network, the standing lines of the market, levies and VAT.
 * @throws a `CannotPrice` where switching times are missing or do not fit.
 */
export function householdLines(
  book: Book,
  place: PastPlace,
  contract: HouseholdContract,
  facts: BillFacts,
): Pick<BillQuestion, 'lines' | 'vat' | 'unknown' | 'spot' | 'holidays' | 'timeZone'> {
  const { consumption } = contract;
  const { past } = facts;
  const { timeZone } = markets[book.country];
  const dates = datesOf(place.span, timeZone);
  // A bundled price stays one line, as the household pays it.
  const { bundled, ...plain } = consumption;
  const { points, gridTariff } = past.consumption(plain);
  const { gridLevies, feeLevies, network, levied, address } = chargedPlaces(place, book, gridTariff);
  const offered = standingAt(book, network, gridTariff);
  const standing = chosenOf(offered, contract.options);
  // Where the network company sends an invoice of its own, the data has lines of it.
  const issuer = (book.standing ?? []).some((line) => line.issuer === 'network') ? 'network' : 'supplier';
  const names = new Set(standing.map(({ name }) => name));
  const isInRate = ({ part }: LineRule) => Boolean(bundled) && part === 'grid';
  const levies = [
    ...levyLines(bundled || !gridTariff ? [] : gridLevies, network, dates, issuer),
    ...levyLines(bundled === true ? [] : feeLevies, levied, dates, issuer),
  ].filter(({ name }) => !names.has(name));
  const lines: LineRule[] = [
    ...supplyLines(book, place, contract, facts, { points, dates, standing }),
    ...(bundled || !gridTariff ? [] : networkLines(book, gridTariff, { points, gridLevies, network, dates, issuer })),
    // The rate of a bundled contract contains the network charge.
    ...standing.filter((line) => !isInRate(line)),
    ...levies,
  ];
  const needed = mostSpecificFirst(book.needed ?? [], network)[0]?.lines ?? ['standing charges'];
  const isSupplierFee = ({ issuer, part, kind }: LineRule) =>
    issuer === 'supplier' && part === 'energy' && (kind === 'time' || kind === 'power');
  const others = [...(standing.some(isSupplierFee) ? [] : ['supplier fee']), ...(bundled ? [] : ['network'])];
  const known = new Set([...lines, ...standing].map(({ name }) => name));
  const scoped = ownLevies(place, book, gridTariff);
  const unknown = [...others, ...needed].flatMap((name): UnknownLine[] => {
    const rows = offered.filter((row) => row.name === name);
    const choices = [...new Set(rows.flatMap(({ option }) => option ?? []))];
    const isUnchosen = choices.length > 0 && !names.has(name) && !scoped.has(name);
    // A bundled price contains the levy.
    if (isUnchosen ? bundled === true : known.has(name)) return [];
    const isCredit = (book.standing ?? []).some((line) => line.name === name && canLower(line));
    return [{ name, ...(isUnchosen && { choices }), ...(isCredit && { isCredit }) }];
  });
  return {
    lines: linesOnBases(lines),
    vat: rowsByDay(dates, (date) => vatInForce(book.vat, address, date)),
    unknown,
    ...{ spot: exchangePrices(contract, past), holidays: book.holidays, timeZone },
  };
}

/** Taxes and caps follow the lines that they are on; one without any such line is left out. */
export function linesOnBases(lines: readonly LineRule[]): LineRule[] {
  const bases = new Set(lines.flatMap(({ name, part }) => [name, part]));
  const shares = lines.flatMap((line) => {
    const on = 'on' in line ? line.on.filter((each) => bases.has(each)) : [];
    return on.length > 0 ? [{ ...line, on }] : [];
  });
  return [...lines.filter((line) => !('on' in line)), ...shares];
}

function datesOf({ start, end }: Span, timeZone: string): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = localDate(start, timeZone); date <= localDate(end - 1, timeZone); date = addDays(date, 1))
    dates.push(date);
  return dates;
}

/** Rows of what holds on each day; a day without a value has a row that is no figure. */
function rowsByDay(
  dates: readonly LocalDate[],
  valueOn: (date: LocalDate) => (Standing & { value: number }) | undefined,
) {
  const rows: BillRow<number>[] = [];
  for (const date of dates) {
    const { value, until, grade, status } = valueOn(date) ?? { value: 0, grade: 'X' as const };
    const last = rows.at(-1);
    if (last?.value === value && last.until === until && last.grade === grade && last.status === status) continue;
    rows.push({ from: date, value, ...(until && { until }), ...(grade && { grade }), ...(status && { status }) });
  }
  return rows;
}

/** Rows of the standing of a tariff's figures; the weakest counts. */
const standingRows = (dates: readonly LocalDate[], figures: readonly FiguresOn[], value = 0) =>
  rowsByDay(dates, (date) => {
    const all = figures.flatMap((figuresOn) => figuresOn(date));
    return { ...(all.find(({ grade }) => grade === 'X') ?? all.find(({ status }) => status) ?? all[0]), value };
  });

/** The first line of each name that applies with the choices of a household. */
function chosenOf(offered: readonly StandingRow[], options: readonly string[] = []): readonly LineRule[] {
  const byName = new Map<string, LineRule>();
  for (const row of offered) {
    const { scope, tariffs, option, unless, ...line } = row as StandingRow & { name: string };
    if ((option && !options.includes(option)) || unless?.some((each) => options.includes(each))) continue;
    if (!byName.has(line.name)) byName.set(line.name, line);
  }
  return [...byName.values()];
}

interface Supplied {
  readonly points: PriceSeries;
  readonly dates: readonly LocalDate[];
  readonly standing: readonly LineRule[];
}

/** Energy, monthly charge and feed-in of a contract. */
function supplyLines(
  book: Book,
  { span }: PastPlace,
  { consumption, feedin }: HouseholdContract,
  { past, pointsOf }: BillFacts,
  { points, dates, standing }: Supplied,
): LineRule[] {
  const { type } = consumption;
  const rated = (tariff: Tariff) => {
    const rates = rateFigures(tariff, book, (zone) => unratedDays(pointsOf(zone, span), book.country));
    return standingRows(dates, [tariffFigures(tariff), rates]);
  };
  const netting = standing.flatMap((line) => (line.kind === 'energy' && line.netting ? [line.netting] : []))[0];
  const registers = registersOf(consumption);
  // A contract at exchange prices settles both ways by the hour, so that only taxes are netted.
  const own = netting?.map((row) => ({ ...row, value: { ...row.value, ...(registers && { registers }) } }));
  const supply = { issuer: 'supplier', part: 'energy' } as const;
  const energy: EnergyLine = {
    ...{ kind: 'energy', name: 'energy', ...supply, flow: 'consumption', rows: rated(consumption) },
    series: seriesOfPrices(points, ({ energy }) => energy),
    ...(own && type === 'static' && { netting: own }),
  };
  const sold = (feed: Tariff | 'unknown'): LineRule[] => {
    const paid: EnergyLine = {
      ...{ kind: 'energy', name: 'feed-in', issuer: 'supplier', part: 'feed-in', flow: 'feed-in', vatFree: true },
      ...(feed === 'unknown'
        ? { rows: rowsByDay(dates, () => undefined) }
        : { rows: rated(feed), series: seriesOfPrices(past.feedin(feed), (point) => -(point.energy ?? 0)) }),
    };
    if (!own) return [paid];
    const { vatFree, ...taxed } = paid;
    return [
      ...(type === 'static' ? [] : [{ ...taxed, name: 'feed-in, netted', netting: own, netted: true as const }]),
      { ...paid, netting: own },
    ];
  };
  return [
    energy,
    ...monthlyLine('supplier fee', 'supplier', consumption, dates),
    ...(feedin ? sold(feedin) : []),
    ...(feedin && feedin !== 'unknown' ? monthlyLine('feed-in fee', 'supplier', feedin, dates) : []),
  ];
}

/** The clocks of a price that differs by register. */
function registersOf({ versions }: Tariff): readonly When[] | undefined {
  const price = versions.at(-1)?.price;
  return price?.kind === 'clock' && price.rates.length > 1 ? price.rates.map(({ when = {} }) => when) : undefined;
}

interface NetworkCharged extends Pick<Supplied, 'points' | 'dates'> {
  readonly gridLevies: readonly Levy[];
  readonly network: SupplyPoint;
  readonly issuer: Issuer;
}

function networkLines(
  book: Book,
  gridTariff: Tariff,
  { points, gridLevies, network, dates, issuer }: NetworkCharged,
): LineRule[] {
  const { timeZone } = markets[book.country];
  const levied = new Map(
    dates.map((date) => [
      date,
      leviesInForce(gridLevies, network, date).reduce((sum, { rate }) => sum + rate.value, 0),
    ]),
  );
  const energy: EnergyLine = {
    ...{ kind: 'energy', name: 'network', issuer, part: 'grid', flow: 'consumption' },
    rows: standingRows(dates, [gridFigures(gridTariff, book)]),
    series: seriesOfPrices(points, ({ start, grid }) =>
      grid === undefined ? undefined : grid - (levied.get(localDate(start, timeZone)) ?? 0),
    ),
  };
  return [energy, ...monthlyLine('network fee', issuer, gridTariff, dates)];
}

function monthlyLine(name: string, issuer: Issuer, tariff: Tariff, dates: readonly LocalDate[]): TimeLine[] {
  const { monthly, versions } = tariff;
  if (monthly === undefined) return [];
  const since = dashedDate(versions[0].version);
  const isNetwork = tariff.sector === 'grid';
  const rows = standingRows(dates, [tariffFigures(tariff)], monthly).map((row) => ({
    ...row,
    ...(isNetwork && row.from < since && { grade: 'X' as const }),
  }));
  return [{ kind: 'time', name, issuer, part: isNetwork ? 'grid' : 'energy', per: 'month', rows }];
}

const seriesOfPrices = (points: PriceSeries, priceOf: (point: PricePoint) => number | undefined): PriceSeries =>
  points.flatMap((point) => {
    const energy = priceOf(point);
    return energy === undefined ? [] : { start: point.start, end: point.end, energy };
  });

/** A line for each levy by its name; shares are taxes on energy and network. */
function levyLines(
  levies: readonly Levy[],
  place: SupplyPoint,
  dates: readonly LocalDate[],
  issuer: Issuer,
): (EnergyLine | TaxLine)[] {
  const first = new Map<string, Levy>();
  const rates = new Map<string, Map<LocalDate, Standing & { value: number }>>();
  for (const { name, ...levy } of mostSpecificFirst(levies, place))
    if (!first.has(name)) first.set(name, { name, ...levy });
  for (const date of dates)
    for (const { levy, rate } of leviesInForce(levies, place, date))
      rates.set(levy.name, (rates.get(levy.name) ?? new Map()).set(date, rate));
  return [...first.values()].map(({ name, component, basis, vatFree, minimum }): EnergyLine | TaxLine => {
    const rows = rowsByDay(dates, (date) => rates.get(name)?.get(date));
    const common = { name, issuer, part: component, ...(vatFree && { vatFree }), rows } as const;
    if (basis === 'kwh') return { kind: 'energy', flow: 'consumption', ...common };
    return { kind: 'tax', on: ['energy', 'grid'], ...common, ...(minimum !== undefined && { minimumPerKwh: minimum }) };
  });
}

/** The exchange prices in the market's currency. */
function exchangePrices({ consumption, zone }: HouseholdContract, past: PastBook): PriceSeries {
  const { price } = consumption.versions.at(-1) ?? consumption.versions[0];
  const followed = zone ?? (price.kind === 'spot' ? price.zone : undefined);
  if (followed === undefined) return [];
  const spot = { kind: 'spot', zone: followed, settlement: 900, coefficient: 1, margin: 0 } as const;
  return past.feedin({ ...consumption, versions: [{ version: '20000101', available: true, price: spot }] });
}
