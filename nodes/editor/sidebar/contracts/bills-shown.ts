import type { CostsAnswer } from '../../../../src/runtime/comparison/answer-costs.ts';
import { billCsv } from '../../../../src/runtime/comparison/bill-csv.ts';
import { append } from '../../common/element.ts';
import { sidebarWord } from '../words.ts';

/** The lines of each bill, closed at first, and a link to all of them by month as CSV. */
export function showBills(
  place: HTMLElement,
  bills: NonNullable<CostsAnswer['bills']>,
  currency: string,
  money: (amount: number) => string,
): void {
  for (const { id, contract, company, lines, total, missing } of bills) {
    const details = append(place, 'details');
    const name = [...new Set([company, contract || id])].filter(Boolean).join(', ');
    append(details, 'summary', '', `${sidebarWord('bill.lines')}: ${name}`);
    const body = append(append(details, 'table', 'dayahead-costs'), 'tbody');
    for (const [label, amount] of [
      ...lines.map((line) => [line.name, line.amount + line.vat] as const),
      ['', total] as const,
    ]) {
      const row = append(body, 'tr');
      append(row, 'td', '', label);
      append(row, 'td', '', money(amount));
    }
    const incomplete = [...new Set(missing.map((each) => each.name))].join(', ');
    if (incomplete) append(details, 'div', 'dayahead-warning', sidebarWord('bill.atLeast', { lines: incomplete }));
  }
  if (bills.length === 0) return;
  const link = append(place, 'a', '', 'CSV');
  link.href = `data:text/csv;charset=utf-8,${encodeURIComponent(billCsv({ bills }, currency).join('\r\n'))}`;
  link.download = 'bills.csv';
}
