import type { CostsAnswer } from '../../../../src/runtime/comparison/answer-costs.ts';
import { billCsv } from '../../../../src/runtime/comparison/bill-csv.ts';
import { createMonthStacks, type StackPart, stackColour, stackParts } from '../../chart/months.ts';
import { append } from '../../common/element.ts';
import { billLackText, billLineName } from '../../common/plan-words.ts';
import { costsWord, sidebarWord } from '../words.ts';

type Bill = NonNullable<CostsAnswer['bills']>[number];
type Line = Bill['lines'][number];

/** The lines of each bill with a stack for each month, closed at first, and a link to all of them by month as CSV. */
export function showBills(
  place: HTMLElement,
  bills: readonly Bill[],
  currency: string,
  money: (amount: number) => string,
): void {
  for (const { id, contract, company, lines, total, status, missing } of bills) {
    const details = append(place, 'details', 'dayahead-bill-lines');
    const name = [...new Set([company, contract || id])].filter(Boolean).join(', ');
    append(details, 'summary', '', `${sidebarWord('bill.lines')}: ${name}`);
    const chart = append(details, 'div', 'dayahead-months');
    // A chart has the width of its place, which a closed element does not have.
    details.addEventListener('toggle', () => drawStacks(chart, lines), { once: true });
    const body = append(append(details, 'table', 'dayahead-costs'), 'tbody');
    const row = (label: string, amount: number, colour?: string) => {
      const line = append(body, 'tr');
      const cell = append(line, 'td');
      if (colour) append(cell, 'span', 'dayahead-swatch').style.background = colour;
      append(cell, 'span', '', ` ${label}`);
      append(line, 'td', '', money(amount));
    };
    for (const line of lines) row(billLineName(line.name), line.amount + line.vat, stackColour(partOf(line)));
    row('', total);
    const lack = billLackText(
      status,
      missing.map(({ name }) => name),
    );
    if (lack) append(details, 'div', 'dayahead-warning', lack);
  }
  if (bills.length === 0) return;
  const link = append(place, 'a', '', 'CSV');
  link.href = `data:text/csv;charset=utf-8,${encodeURIComponent(billCsv({ bills }, currency).join('\r\n'))}`;
  link.download = 'bills.csv';
}

function partOf({ part }: Line): StackPart {
  if (part === 'feed-in') return 'feedin';
  return stackParts.find((each) => each === part) ?? 'fees';
}

/** The lines by part and month, with VAT. */
function drawStacks(place: HTMLElement, lines: readonly Line[]): void {
  const months = lines[0]?.months.map(({ month }) => month) ?? [];
  const sumIn = (part: StackPart, i: number) =>
    lines.reduce((sum, line) => {
      const { amount = 0, vat = 0 } = line.months[i] ?? {};
      return partOf(line) === part ? sum + amount + vat : sum;
    }, 0);
  const rows = stackParts.map((name) => ({ name, totals: months.map((_, i) => sumIn(name, i)) }));
  createMonthStacks(place, { months, label: costsWord('chart'), rows });
}
