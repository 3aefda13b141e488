import type { BillSums, Unpriced } from '../../../src/pricing/comparison/types.ts';
import type { CostsAnswer } from '../../../src/runtime/comparison/answer-costs.ts';
import type { ContractCost, ContractCosts } from '../../../src/runtime/comparison/contract-costs.ts';
import { createMonthsChart, lineColours } from '../chart/months.ts';
import { chartWord } from '../chart/words.ts';
import { energyText, moneyIn } from '../common/amounts.ts';
import { append } from '../common/element.ts';
import { language } from '../common/words.ts';
import { costsWord } from './words.ts';

/** Draws what contracts would have cost: what was metered, a chart by month of the cheapest, and all of them as a table. */
export function showCosts(
  place: HTMLElement,
  { costs, formats = [], oddDays = 0 }: CostsAnswer & { readonly costs: ContractCosts },
): void {
  const { start, end, kWh, feedInKwh, timeZone, currency, contracts, feedins } = costs;
  const days = daysIn(timeZone);
  const line = (text: string, className = 'dayahead-note') => append(place, 'p', className, text);
  line(
    costsWord('metered', {
      ...{ formats: formats.join(', '), from: days(start), until: days(end - 1) },
      ...{ bought: energyText(kWh), sold: energyText(feedInKwh) },
    }),
  );
  if (oddDays > 0) line(costsWord('odd', { days: oddDays }), 'dayahead-warning');
  for (const { zone, days: missing } of costs.missingDays)
    line(costsWord('missing', { zone, days: missing.length }), 'dayahead-warning');
  const money = moneyIn(currency);
  const drawn = contracts.length > 0 ? contracts : feedins;
  const months = drawn[0]?.months.map(({ month }) => month) ?? [];
  createMonthsChart(append(place, 'div', 'dayahead-months'), {
    ...{ months, label: costsWord('chart') },
    rows: drawn.slice(0, lineColours.length).map(({ name, months }) => ({ name, totals: months.map(totalIn) })),
  });
  for (const rows of [contracts, feedins]) if (rows.length > 0) table(place, rows, money, days, rows === drawn);
  for (const { name, reason } of costs.refused) line(`${name}: ${reason}`);
}

/** Nothing where no reading of the month has a price. */
const totalIn = ({ kWh, feedInKwh, total }: BillSums) => (kWh + feedInKwh === 0 ? null : total);

function table(
  place: HTMLElement,
  rows: readonly ContractCost[],
  money: (amount: number) => string,
  days: (at: number) => string,
  isDrawn: boolean,
): void {
  const element = append(place, 'table', 'dayahead-costs');
  const head = append(append(element, 'thead'), 'tr');
  const isShifted = rows.some(({ shifted }) => shifted);
  for (const key of ['contract', 'total', ...(isShifted ? ['shifted'] : [])]) append(head, 'th', '', costsWord(key));
  const body = append(element, 'tbody');
  for (const [i, row] of rows.entries()) {
    const { name, company, sum, unpriced, since, shifted, withoutNetwork } = row;
    const line = append(body, 'tr');
    const cell = append(line, 'td');
    const colour = isDrawn ? lineColours[i] : undefined;
    if (colour) append(cell, 'span', 'dayahead-swatch').style.background = colour;
    append(cell, 'b', '', ` ${[...new Set([company, name])].filter(Boolean).join(', ')}`);
    append(cell, 'div', 'dayahead-note', partsOf(sum, money));
    if (withoutNetwork) append(cell, 'div', 'dayahead-warning', costsWord('noNetwork'));
    const [lacking] = unpriced;
    if (lacking) append(cell, 'div', 'dayahead-warning', lackText(unpriced, lacking, days));
    if (since) append(cell, 'div', 'dayahead-note', costsWord('since', { since }));
    append(line, 'td', '', money(sum.total));
    if (isShifted) append(line, 'td', '', shifted ? money(shifted.total) : '');
  }
}

const parts = ['energy', 'grid', 'fees', 'vat', 'feedin'] as const;
const charged = ['monthly', 'peak'] as const;

function partsOf(sum: BillSums, money: (amount: number) => string): string {
  const said = (amount: number | undefined, name: string) => (amount === undefined ? [] : `${name} ${money(amount)}`);
  return [
    ...parts.flatMap((name) => said(sum[name], chartWord(`part.${name}`))),
    ...charged.flatMap((name) => said(sum[name], costsWord(name))),
  ].join(' · ');
}

function lackText(unpriced: readonly Unpriced[], first: Unpriced, days: (at: number) => string): string {
  const kWh = unpriced.reduce((sum, each) => sum + each.kWh, 0);
  const { end } = unpriced.at(-1) ?? first;
  return costsWord('lacks', { energy: energyText(kWh), from: days(first.start), until: days(end - 1) });
}

function daysIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat(language(), { timeZone, dateStyle: 'medium' });
  return (at) => format.format(at * 1000);
}
