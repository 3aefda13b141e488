import { markTexts } from '../../../../src/messages/provenance.ts';
import type { BillSums, Unpriced } from '../../../../src/pricing/comparison/types.ts';
import type { CostsAnswer } from '../../../../src/runtime/comparison/answer-costs.ts';
import type { ContractCost, ContractCosts } from '../../../../src/runtime/comparison/contract-costs.ts';
import { createMonthsChart, lineColours } from '../../chart/months.ts';
import { chartWord } from '../../chart/words.ts';
import { energyText, moneyIn } from '../../common/amounts.ts';
import { append } from '../../common/element.ts';
import { billLackText } from '../../common/plan-words.ts';
import { language, nameOf, wordsOf } from '../../common/words.ts';
import { costsWord } from '../words.ts';
import { showBills } from './bills-shown.ts';

const priceWord = wordsOf('price-series');

/** Draws what contracts would have cost: what was metered, a chart by month of the cheapest, and all of them as a table. */
export function showCosts(
  place: HTMLElement,
  { costs, formats = [], oddDays = 0, ...answer }: CostsAnswer & { readonly costs: ContractCosts },
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
  for (const text of doubts(costs, answer)) line(text, 'dayahead-warning');
  // The typed postal code has no network charge: the user is not asked for another.
  const lackNetwork = answer.withoutAddress ? billLackText('at-least', ['network']) : costsWord('noNetwork');
  const money = moneyIn(currency);
  for (const { zone, days: missing } of costs.missingDays)
    line(costsWord('missing', { zone, days: missing.length }), 'dayahead-warning');
  const drawn = contracts.length > 0 ? contracts : feedins;
  drawMonths(place, drawn);
  for (const rows of [contracts, feedins])
    if (rows.length > 0) table(place, rows, { money, days, lackNetwork, isDrawn: rows === drawn });
  if (answer.bills?.length) line(costsWord('billed'));
  showBills(place, answer.bills ?? [], currency, money);
  const isMixed = contracts.some(({ withoutNetwork, share }) => withoutNetwork || share < 1);
  if (isMixed && contracts.length > 1) line(costsWord('order'));
  for (const { name, reason } of costs.refused) line(`${name}: ${reason}`);
}

/** What may be wrong with the question. */
function doubts(
  { doubtfulYear }: ContractCosts,
  { otherZone, startOrEnd, country, withoutAddress }: CostsAnswer,
): string[] {
  const name = (country && new Intl.DisplayNames([language()], { type: 'region' }).of(country)) ?? '';
  return [
    ...(otherZone === undefined ? [] : [costsWord('otherZone', { zone: otherZone, country: name })]),
    ...(startOrEnd ? [costsWord('startOrEnd')] : []),
    ...(withoutAddress ? [costsWord('withoutAddress', { country: name })] : []),
    ...(doubtfulYear === undefined ? [] : [costsWord('doubtfulYear', { energy: energyText(doubtfulYear) })]),
  ];
}

function drawMonths(place: HTMLElement, contracts: readonly ContractCost[]): void {
  const drawn = contracts.filter(({ share }) => share > 0).slice(0, lineColours.length);
  if (!drawn[0]) return;
  createMonthsChart(append(place, 'div', 'dayahead-months'), {
    ...{ months: drawn[0].months.map(({ month }) => month), label: costsWord('chart') },
    rows: drawn.map((row) => ({ name: nameOf(row), totals: row.months.map(totalIn) })),
  });
}

/** Nothing where no reading of the month has a price. */
const totalIn = ({ kWh, feedInKwh, total }: BillSums) => (kWh + feedInKwh === 0 ? null : total);

interface Shown {
  readonly money: (amount: number) => string;
  readonly days: (at: number) => string;
  /** The text of a row without a network charge. */
  readonly lackNetwork: string;
  readonly isDrawn: boolean;
}

function table(place: HTMLElement, rows: readonly ContractCost[], { money, days, lackNetwork, isDrawn }: Shown): void {
  const element = append(place, 'table', 'dayahead-costs');
  const head = append(append(element, 'thead'), 'tr');
  // Contracts that pay for the feed-in stand among others that do not.
  const isMixed = rows.some(({ sum }) => sum.feedin !== undefined);
  const isShifted = rows.some(({ shifted }) => shifted);
  for (const key of ['contract', 'total', ...(isShifted ? ['shifted'] : [])]) append(head, 'th', '', costsWord(key));
  const body = append(element, 'tbody');
  for (const [i, row] of rows.entries()) {
    const { id, name, company, sum, unpriced, provisional, since, peakSince, shifted, withoutNetwork, share } = row;
    const line = append(body, 'tr');
    const cell = append(line, 'td');
    const colour = isDrawn && share > 0 ? lineColours[i] : undefined;
    if (colour) append(cell, 'span', 'dayahead-swatch').style.background = colour;
    const names = [...new Set([company, name])].filter(Boolean).map((one) => nameOf({ id, name: one }));
    append(cell, 'b', '', ` ${names.join(', ')}`);
    if (share > 0) append(cell, 'div', 'dayahead-note', partsOf(sum, money));
    if (withoutNetwork) append(cell, 'div', 'dayahead-warning', lackNetwork);
    if (isMixed && share > 0 && sum.feedin === undefined)
      append(cell, 'div', 'dayahead-warning', billLackText('incomplete', ['feed-in']));
    for (const text of lackTexts(unpriced, days)) append(cell, 'div', 'dayahead-warning', text);
    if (provisional) append(cell, 'div', 'dayahead-note', provisionalText(provisional));
    if (peakSince) append(cell, 'div', 'dayahead-note', costsWord('peakSince', { since: dayText(peakSince) }));
    if (since) append(cell, 'div', 'dayahead-note', costsWord('since', { since: dayText(since) }));
    const total = append(line, 'td', '', share > 0 ? money(sum.total) : '–');
    if (share > 0 && share < 1)
      append(total, 'div', 'dayahead-warning', costsWord('share', { percent: percentOf(share) }));
    if (isShifted) append(line, 'td', '', share > 0 && shifted ? money(shifted.total) : '–');
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

const provisionalText = ({ days, first, last, marks }: NonNullable<ContractCost['provisional']>): string =>
  costsWord('provisional', {
    days,
    from: dayText(first),
    until: dayText(last),
    notes: markTexts(marks, priceWord).join(' · '),
  });

/** Never 100 of what is not all. */
const percentOf = (share: number) => Math.max(1, Math.floor(share * 100));

/** What was bought and what was fed in each by itself: the one lacks in what is paid, the other in what is earned. */
function lackTexts(unpriced: readonly Unpriced[], days: (at: number) => string): string[] {
  return (['lacks', 'lacksNetwork'] as const).flatMap((key) =>
    (['consumption', 'feedIn'] as const).flatMap((part) => {
      const lacking = unpriced.filter(
        ({ reason, direction }) =>
          (reason === 'no-network-charge') === (key === 'lacksNetwork') &&
          (direction === 'consumption') === (part === 'consumption'),
      );
      if (lacking.length === 0) return [];
      const energy = energyText(lacking.reduce((sum, { kWh }) => sum + kWh, 0));
      return costsWord(key, {
        energy: `${energy} (${costsWord(`columns.${part}`)})`,
        from: days(Math.min(...lacking.map(({ start }) => start))),
        until: days(Math.max(...lacking.map(({ end }) => end)) - 1),
      });
    }),
  );
}

const dayText = (date: string) => daysIn('UTC')(Date.parse(date) / 1000);

function daysIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat(language(), { timeZone, dateStyle: 'medium' });
  return (at) => format.format(at * 1000);
}
