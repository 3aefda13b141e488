import { type Instant, type LocalDate, localDate } from '../core/time.ts';
import { englishMark, markTexts } from '../messages/provenance.ts';
import type { MeterFinding, RecognisedMeter } from '../metering/types.ts';
import type { BillSums, Unpriced } from '../pricing/comparison/types.ts';
import type { ContractCost, ContractCosts } from '../runtime/comparison/contract-costs.ts';
import { aligned } from './day-table.ts';

interface ReportedMeter {
  readonly files: readonly RecognisedMeter[];
  readonly findings: readonly MeterFinding[];
  /** The zone of a file whose layout is of another country. */
  readonly otherZone?: string;
}

/** A comparison as it is read: what was metered, the contracts by component and by month, and what is missing. */
export function compareReport({ files, findings, otherZone }: ReportedMeter, costs: ContractCosts): string[] {
  const { start, end, kWh, feedInKwh, timeZone, currency, contracts, feedins, missingDays, doubtfulYear } = costs;
  const days = spanText(start, end, timeZone);
  return [
    `${[...new Set(files.map(({ format }) => format))].join(', ')}: ${days}, ${kWh} kWh bought, ${feedInKwh} kWh fed in`,
    ...(doubtfulYear === undefined
      ? []
      : [`that would be ${doubtfulYear} kWh a year, more than a household uses: is the unit right (--unit)?`]),
    ...(otherZone === undefined ? [] : [`the times in the file are in ${otherZone} time: is --country right?`]),
    ...foundText(findings),
    ...namesText(
      'without the network charge, which needs --postal-code or --grid',
      contracts.filter(({ withoutNetwork }) => withoutNetwork),
    ),
    ...namesText('without a payment for feed-in, unlike the others', unpaidAmong(contracts)),
    ...tables(contracts, `${currency} in all`, costs),
    ...tables(feedins, `${currency} for what is fed in`, costs),
    ...costs.refused.map(({ id, reason }) => `${id}: ${reason}`),
    ...missingDays.map(({ zone, days: dates }) => {
      const [first = '', last = first] = [dates[0], dates.at(-1)];
      return `no price for ${zone} on ${dates.length} days from ${first} to ${last}: dayahead-service fetch --zone ${zone} --from ${first} --to ${last}`;
    }),
  ];
}

const namesText = (text: string, rows: readonly ContractCost[]) =>
  rows.length === 0 ? [] : [`${text}: ${rows.map(({ id }) => id).join(', ')}`];

/** The contracts without a payment for feed-in, where others have one. */
const unpaidAmong = (rows: readonly ContractCost[]) =>
  rows.some(({ sum }) => sum.feedin !== undefined) ? rows.filter(({ sum }) => sum.feedin === undefined) : [];

const spanText = (start: Instant, end: Instant, zone: string) =>
  `${localDate(start, zone)} to ${localDate(end - 1, zone)}`;

function foundText(findings: readonly MeterFinding[]): string[] {
  const days = new Map<string, Set<LocalDate>>();
  for (const { kind, reason, date } of findings) {
    const what = [kind, reason].filter(Boolean).join(', ');
    days.set(what, (days.get(what) ?? new Set()).add(date));
  }
  return [...days].map(([what, dates]) => `${what}: on ${dates.size} days, first on ${[...dates][0]}`);
}

const columns = ['energy', 'grid', 'fees', 'vat', 'monthly', 'peak', 'feedin', 'total'] as const;

function tables(rows: readonly ContractCost[], heading: string, { timeZone }: ContractCosts): string[] {
  const [first] = rows;
  if (!first) return [];
  const shown = columns.filter((name) => rows.some(({ sum }) => sum[name] !== undefined));
  const amounts = ({ sum, shifted, share }: ContractCost) => [
    ...shown.map((name) => (share === 0 ? '-' : money(sum[name]))),
    ...(first.shifted ? [share === 0 ? '-' : money(shifted?.total)] : []),
    shareText(share),
  ];
  const months = first.months.map(({ month }) => month);
  return [
    '',
    ...aligned([
      [heading, ...shown, ...(first.shifted ? ['shifted'] : []), ''],
      ...rows.map((row) => [nameOf(row), ...amounts(row)]),
    ]).map((line) => line.trimEnd()),
    '',
    ...aligned([
      ['by month', ...months],
      ...rows.map((row) => [row.id, ...row.months.map((sums) => (row.share === 0 ? '-' : monthText(sums)))]),
    ]),
    ...rows.flatMap((row) => notes(row, timeZone)),
  ];
}

const money = (amount: number | undefined) => (amount === undefined ? '' : amount.toFixed(2));
/** The energy that a total is of, where it is not all. */
const shareText = (share: number) =>
  share === 0 || share === 1 ? '' : `for ${Math.max(1, Math.floor(share * 100))} % of the kWh`;
/** Nothing where no reading of the month has a price. */
const monthText = ({ kWh, feedInKwh, total }: BillSums) => (kWh + feedInKwh + total === 0 ? '' : money(total));
const nameOf = ({ id, name, company }: ContractCost) => `${id}: ${[company, name].filter(Boolean).join(', ')}`;

/** The things that a row does not sum up, and those that it takes as given. */
function notes({ id, unpriced, since, peakSince, provisional }: ContractCost, zone: string): string[] {
  return [
    ...(provisional ? [`${id}: ${provisionalText(provisional)}`] : []),
    ...lackTexts(unpriced, zone).map((text) => `${id}: not included: ${text}`),
    ...(peakSince ? [`${id}: its sums include no charge for peaks before ${peakSince}`] : []),
    ...(since ? [`${id}: its terms from ${since} are also used for the time before`] : []),
  ];
}

const provisionalText = ({ days, first, last, marks }: NonNullable<ContractCost['provisional']>) =>
  `provisional on ${days} days, ${first} to ${last}: ${markTexts(marks, englishMark).join(', ')}`;

const lacks: Readonly<Record<Unpriced['reason'], string>> = {
  'no-price': 'without a price',
  'no-network-charge': 'without a known network charge',
  coarse: 'in readings that cover several prices',
};

function lackTexts(unpriced: readonly Unpriced[], zone: string): string[] {
  return [...new Set(unpriced.map(({ reason }) => reason))].map((reason) => {
    const stretches = unpriced.filter((each) => each.reason === reason);
    const kWh = stretches.reduce((sum, each) => sum + each.kWh, 0);
    const [start, end] = [
      Math.min(...stretches.map((each) => each.start)),
      Math.max(...stretches.map((each) => each.end)),
    ];
    return `${kWh.toFixed(3)} kWh ${lacks[reason]}, ${spanText(start, end, zone)}`;
  });
}
