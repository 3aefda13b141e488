import type { BilledLine, HouseholdBill } from '../../pricing/bill/types.ts';
import type { ContractBill, ContractBills } from '../../runtime/comparison/contract-bills.ts';
import { aligned } from '../day-table.ts';

/** The bills by month, then the lines of the first, or of each. */
export function billReport(
  { bills, unpriced, choices, highestKw }: ContractBills,
  currency: string,
  isEach: boolean,
): string[] {
  const [first] = bills;
  const refused = unpriced.map((id) => `${id}: no bill, because no price for its energy is known`);
  if (!first) return refused;
  const months = monthsOf(first);
  return [
    '',
    ...table([
      [`bill in ${currency}, with VAT`, ...months, 'total', ''],
      ...bills.map((bill) => [nameOf(bill), ...totalsOf(bill, months), statusText[bill.status]]),
    ]),
    ...refused,
    ...(isEach ? bills : [first]).flatMap((bill) => {
      const notes = notesOf(bill);
      return [
        '',
        ...table([[bill.id, ...months, 'total'], ...linesOf(bill, months)]),
        ...notes.map((note) => `${bill.id}: ${note}`),
        ...alternativesText(bill, months),
        ...bill.alternatives.flatMap(({ instead, ...other }) =>
          notesOf(other).flatMap((note) => (notes.includes(note) ? [] : `${bill.id} with ${instead}: ${note}`)),
        ),
      ];
    }),
    ...(choices.length > 0 ? [`choices of this market (--choice): ${choices.join(', ')}`] : []),
    `highest power of a reading: ${highestKw.toFixed(2)} kW`,
  ];
}

const nameOf = ({ id, company, contract }: ContractBill) => `${id}: ${[company, contract].filter(Boolean).join(', ')}`;

const totalsOf = (bill: HouseholdBill, months: readonly string[]) => [
  ...months.map((month) => money(bill.lines.reduce((sum, line) => sum + inMonth(line, month), 0))),
  money(bill.total),
];

const statusText = { complete: '', 'at-least': 'at least', incomplete: 'incomplete' } as const;

function alternativesText(bill: ContractBill, months: readonly string[]): string[] {
  if (bill.alternatives.length === 0) return [];
  const rows = bill.alternatives.map((other) => {
    const difference = money(other.total - bill.total);
    const signed = difference.startsWith('-') ? difference : `+${difference}`;
    return [other.instead, ...totalsOf(other, months), signed, statusText[other.status]];
  });
  return ['', ...table([[`${bill.id} instead with`, ...months, 'total', 'difference', ''], ...rows])];
}

const money = (amount: number) => (Math.round(amount * 100) / 100 + 0).toFixed(2);
const table = (rows: readonly (readonly string[])[]) => aligned(rows).map((line) => line.trimEnd());
const monthsOf = ({ lines }: HouseholdBill) => lines[0]?.months.map(({ month }) => month) ?? [];

const inMonth = ({ months }: BilledLine, month: string) =>
  months.reduce((sum, each) => (each.month === month ? sum + each.amount + each.vat : sum), 0);

/** The lines of each company under its name, with their sum. */
function linesOf({ lines }: HouseholdBill, months: readonly string[]): string[][] {
  return (['supplier', 'network'] as const).flatMap((issuer) => {
    const own = lines.filter((line) => line.issuer === issuer);
    if (own.length === 0) return [];
    const sum = (some: readonly BilledLine[]) => [
      ...months.map((month) => money(some.reduce((all, line) => all + inMonth(line, month), 0))),
      money(some.reduce((all, { amount, vat }) => all + amount + vat, 0)),
    ];
    return [[issuer, ...sum(own)], ...own.map((line) => [`  ${line.name}`, ...sum([line])])];
  });
}

const reasons = {
  figure: 'no figure is known',
  price: 'no price is known',
  readings: 'readings are missing',
  household: 'a fact about the household is missing (--contracted, --fuse)',
  expired: 'provisional, the figure has expired',
  proposed: 'provisional, the figure is proposed',
} as const;

/** The lines that are not complete or not final, by reason and days. */
function notesOf({ missing, provisional }: HouseholdBill): string[] {
  const names = new Map<string, string[]>();
  for (const line of [...missing, ...provisional]) {
    const { name, reason, from, to } = line;
    const options = 'choices' in line && line.choices?.map((choice) => `--choice ${choice}`).join(' or ');
    const why = `${options ? `the choice is not stated (${options})` : reasons[reason]}, ${from} to ${to}`;
    names.set(why, [...(names.get(why) ?? []), name]);
  }
  return [...names].map(([why, lines]) => `${why}: ${lines.join('; ')}`);
}
