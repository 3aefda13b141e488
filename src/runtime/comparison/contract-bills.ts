import { localDate, type Span } from '../../core/time.ts';
import type { MeterFile } from '../../metering/types.ts';
import { bill } from '../../pricing/bill/bill.ts';
import { type HouseholdContract, householdLines } from '../../pricing/bill/household.ts';
import type { BillQuestion, HouseholdBill } from '../../pricing/bill/types.ts';
import type { LineRule } from '../../pricing/bill-lines.ts';
import type { Book } from '../../pricing/book.ts';
import { CannotPrice } from '../../pricing/calendar/registers.ts';
import { meteredSpan } from '../../pricing/comparison/compare.ts';
import { pastBook } from '../../pricing/comparison/past-prices.ts';
import type { Tariff } from '../../pricing/tariff.ts';
import type { HeldPrices } from '../../service/exchange/held-prices.ts';
import { billedFeedin, type CostQuestion, CostQuestionError, contractsAt, costPlace } from './cost-place.ts';

/** Facts of a household that its bill depends on, beside its contract. */
export interface BilledHome extends Pick<BillQuestion, 'contractedKw' | 'fuseA'>, Pick<CostQuestion, 'grid'> {
  /** Choices of the market, such as `norgespris`. */
  readonly choices?: readonly string[];
  /** Whether feed-in is deducted from consumption where the market nets it; `true` if left out. */
  readonly netting?: boolean;
}

/** The facts of a household in a country. */
export interface CountryHome extends BilledHome {
  readonly country: unknown;
}

/** A fact that is different, with the words that the user stated it in. */
export interface Alternative {
  readonly instead: string;
  readonly home: BilledHome;
}

/** A bill of the same readings and contract with one fact changed. */
interface AlternativeBill extends HouseholdBill {
  readonly instead: string;
}

/** The bill of a household with a contract. */
export interface ContractBill extends HouseholdBill {
  readonly id: string;
  readonly contract: string;
  readonly company: string;
  readonly alternatives: readonly AlternativeBill[];
}

/** The bills of a household, the complete and cheapest first. */
export interface ContractBills {
  readonly bills: readonly ContractBill[];
  /** Ids of contracts whose energy has no price on any day: they have no bill. */
  readonly unpriced: readonly string[];
  /** All choices that lines of the market depend on. */
  readonly choices: readonly string[];
  /** The highest power of a reading, in kW. */
  readonly highestKw: number;
}

/**
 * The bill of each contract on consumption. Alternatives are calculated for the contracts of the question, or for the first of
 * all. Throws a `CostQuestionError` for an address, an id or a choice that the book does not know.
 */
export function contractBills(
  question: CostQuestion & {
    readonly home?: BilledHome;
    readonly alternatives?: readonly Alternative[];
    /** Whether example contracts have a bill; `true` if left out. */
    readonly examples?: boolean;
  },
  book: Book,
  { consumption, feedIn }: Pick<MeterFile, 'consumption' | 'feedIn'>,
  { pointsOf }: Pick<HeldPrices, 'pointsOf'>,
): ContractBills {
  const { home: now = {}, alternatives = [] } = question;
  const choices = choicesOf(book);
  for (const choice of [now, ...alternatives.map(({ home }) => home)].flatMap(({ choices: own = [] }) => own))
    if (!choices.includes(choice))
      throw new CostQuestionError(
        `the choice "${choice}" is none of: ${choices.join(', ') || '(the market has none)'}`,
      );
  const span = meteredSpan(consumption, feedIn);
  const at = (grid: string | undefined) => billsAt({ ...question, grid }, book, span, pointsOf);
  const contracts = contractsAt(question, book, costPlace(question, book));
  const sold = question.tariffs && contracts.find(({ sector }) => sector === 'feedin');
  const feedinOf = ({ id }: Tariff) => (feedIn.length > 0 ? (sold ?? billedFeedin(id, book, feedIn)) : undefined);
  const billed = at(question.grid);
  const metered = { consumption, feedIn };
  const isBilled = (contract: Tariff) =>
    contract.sector === 'consumption' && (question.examples !== false || !isExample(contract));
  const bought = consumption.length > 0 ? contracts.filter(isBilled) : [];
  const calculated = bought.flatMap((contract) => {
    const found = unlessRefused(() => billed(contract, feedinOf(contract), now, metered));
    return found ? [{ contract, bill: found }] : [];
  });
  const bills = calculated
    .filter((each) => isPriced(each.bill))
    .sort((a, b) => lacking(a.bill) - lacking(b.bill) || a.bill.total - b.bill.total);
  return {
    bills: bills.map(({ contract, bill: found }, i) => ({
      ...{ id: contract.id, contract: contract.name, company: book.companies.get(contract.companyId)?.name ?? '' },
      ...found,
      alternatives: (question.tariffs || i === 0 ? alternatives : []).flatMap(({ instead, home }) => {
        const changed = { ...now, ...home };
        const billedThere = home.grid === undefined ? billed : at(home.grid);
        const other = unlessRefused(() => billedThere(contract, feedinOf(contract), changed, metered));
        return other ? [{ instead, ...other }] : [];
      }),
    })),
    unpriced: calculated.flatMap(({ contract, bill: found }) => (isPriced(found) ? [] : contract.id)),
    choices,
    highestKw: consumption.reduce((most, { start, end, kWh }) => Math.max(most, (3600 * kWh) / (end - start)), 0),
  };
}

const choicesOf = ({ standing = [] }: Book) => [
  ...new Set(standing.flatMap(({ option, unless = [] }) => [option ?? [], unless].flat())),
];

/** The facts that count in the market of `book`: none of a household in another country, and no choice or network charge that it does not have. */
export function homeIn(book: Book, { country, choices = [], grid, ...home }: CountryHome): BilledHome {
  if (country !== book.country) return {};
  const isGrid = book.tariffs.get(grid ?? '')?.sector === 'grid';
  return {
    ...home,
    ...(isGrid && { grid }),
    choices: choices.filter((choice) => choicesOf(book).includes(choice)),
  };
}

const isExample = ({ grade: common, versions }: Tariff) => versions.every(({ grade = common }) => grade === 'X');

/** Bills of one place and time, whose prices are calculated once. */
export function billsAt(...facts: Parameters<typeof billQuestionsAt>) {
  const questionOf = billQuestionsAt(...facts);
  return (...household: Parameters<typeof questionOf>): HouseholdBill => bill(questionOf(...household));
}

/** Everything that the bills of one place and time are calculated from. */
export function billQuestionsAt(question: CostQuestion, book: Book, span: Span, pointsOf: HeldPrices['pointsOf']) {
  const place = { span, ...costPlace(question, book) };
  const facts = { past: pastBook(book, place, pointsOf), pointsOf };
  return (
    contract: Tariff,
    feedin: HouseholdContract['feedin'],
    { choices: options = [], netting, contractedKw, fuseA }: BilledHome,
    metered: Pick<MeterFile, 'consumption' | 'feedIn'>,
  ): BillQuestion => {
    const paired = { consumption: contract, options, ...(feedin && { feedin }) };
    const { lines, timeZone, ...others } = householdLines(book, place, paired, facts);
    return {
      ...{ from: localDate(span.start, timeZone), to: localDate(span.end - 1, timeZone), timeZone, ...others },
      ...{ ...metered, lines: netting === false ? withoutNetting(lines) : lines },
      ...(contractedKw !== undefined && { contractedKw }),
      ...(fuseA !== undefined && { fuseA }),
    };
  };
}

/** False if the energy has no price on any day. */
const isPriced = ({ lines, missing }: HouseholdBill) =>
  !missing.some(({ name, reason }) => name === 'energy' && reason !== 'readings') ||
  lines.some(({ name, amount }) => name === 'energy' && amount !== 0);

/** The number of lines of which something is missing. */
const lacking = ({ missing }: HouseholdBill) => new Set(missing.map(({ name }) => name)).size;

/** Feed-in is paid in full, and consumption is charged in full. */
const withoutNetting = (lines: readonly LineRule[]): LineRule[] =>
  lines.flatMap((line) => {
    if (line.kind !== 'energy') return line;
    const { netting: _, netted, ...whole } = line;
    return netted ? [] : whole;
  });

/** The comparison of contracts reports a contract that cannot be priced. */
function unlessRefused(calculate: () => HouseholdBill): HouseholdBill | undefined {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof CannotPrice) return undefined;
    throw error;
  }
}
