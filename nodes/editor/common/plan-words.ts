import type { PlanPayload } from '../../../src/messages/plan.ts';
import type { HouseholdBill } from '../../../src/pricing/bill/types.ts';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { energyText, moneyIn, numberWith } from './amounts.ts';
import { secondsOf, timesIn } from './times.ts';
import { language, wordsOf } from './words.ts';

type Device = Overview['devices'][number];

const word = wordsOf('sidebar');

/** Why a device does what it does; empty before anybody knows. */
export function planReasonText({ reason, plan, finishes, isPart }: Device, now: number): string {
  if (!reason || !plan) return '';
  const why = word(finishes ? 'finishes' : `reason.${reason === plan.reason ? reasonKeyAt(plan, now) : reason}`);
  return isPart && reason === plan.reason ? `${why} · ${word('part')}` : why;
}

/** True with the end of the last run: the plan itself may be told as it was until it is made again. */
const isOver = ({ runs }: Pick<PlanPayload, 'runs'>, now: number): boolean =>
  runs.length > 0 && runs.every(({ end }) => secondsOf(end) <= now);

function reasonKeyAt(plan: PlanPayload, now: number): string {
  if (!isOver(plan, now)) return reasonKeyOf(plan);
  return plan.complete || plan.overrun ? 'satisfied' : reasonKeyOf({ ...plan, runs: [] });
}

/** The runs that are to come. */
export const runsAhead = ({ plan }: Device, now: number): PlanPayload['runs'] =>
  (plan?.runs ?? []).filter(({ start }) => secondsOf(start) > now);

/** The deadline, or the end of the day, that is missed by hand; empty where none is. */
export const lateText = ({ lateFor, timeZone = 'UTC' }: Device, now: number): string =>
  lateFor ? word('late', { time: timesIn(timeZone, now).at(lateFor) }) : '';

/** The energy of a plan, what it costs and what it saves; empty where nothing runs, or all of it has run. */
export function planCostText({ plan, perKw, needKwh }: Device, currency: string | undefined, now: number): string {
  if (!plan || plan.runs.length === 0 || isOver(plan, now)) return '';
  const { energyKwh, cost, expectedCost, saving } = plan;
  const amount = currency === undefined ? undefined : moneyIn(currency);
  const money = amount && ((value: number) => (perKw ? word('perKw', { amount: amount(value) }) : amount(value)));
  const parts = [
    // Of a device without a power nobody knows it.
    !perKw && energyKwh > 0 && energyText(isNeed(plan, needKwh) ? needKwh : energyKwh),
    ofSunText(plan),
    cost !== null && money?.(cost),
    expectedCost !== undefined && money && word('expectedCost', { amount: money(expectedCost) }),
    // Less than half a hundredth would be said as nothing.
    saving !== null && saving >= 0.005 && money && word('saving', { amount: money(saving) }),
    money && givesWayText(plan, money),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Whether a plan covers a need: it runs for whole minutes, so its energy may be that of a part of a minute more. */
const isNeed = ({ energyKwh, runs }: PlanPayload, needKwh: number | undefined): needKwh is number =>
  needKwh !== undefined && energyKwh > needKwh && energyKwh - needKwh < (runs.at(-1)?.kw ?? 0) / 60;

/** What a plan takes of the sun; empty where that is next to nothing. */
export const ofSunText = ({ solarKwh = 0 }: Pick<PlanPayload, 'solarKwh'>): string =>
  solarKwh >= 0.05 ? word('ofSun', { energy: energyText(solarKwh) }) : '';

/** What it costs a device to give way to others of its site; empty where it does not. */
export const givesWayText = (
  { limitCost = 0 }: Pick<PlanPayload, 'limitCost'>,
  money: (value: number) => string,
): string => (Math.abs(limitCost) >= 0.005 ? word('givesWay', { amount: money(limitCost) }) : '');

/** What a device has come to this month. */
export function monthText({ currency = '', month, billCost }: NonNullable<Device['account']>): string {
  const { energyKwh, pricedKwh, cost, saved } = month;
  const money = moneyIn(currency);
  // What is said as no energy is said to have cost nothing.
  const isPriced = pricedKwh >= 0.005;
  const parts = [
    energyText(energyKwh),
    isPriced && money(cost),
    isPriced && pricedKwh < energyKwh && word('account.priced', { energy: energyText(pricedKwh) }),
    // Less than half a hundredth would be said as nothing.
    Math.abs(saved) >= 0.005 && word('account.saved', { amount: money(saved) }),
    billCost !== undefined && word('account.bill', { amount: money(billCost) }),
  ];
  return word('account.month', { sums: parts.filter(Boolean).join(' · ') });
}

/** The month's peak so far, and with what is planned. */
export function peakText(peak: NonNullable<Overview['peak']>, currency: string): string {
  const [money, kw] = [moneyIn(currency), numberWith(1, language())];
  return word('peak', {
    ...{ month: kw.format(peak.monthKw), planned: kw.format(peak.plannedKw) },
    ...{ cost: money(peak.monthCost), plannedCost: money(peak.plannedCost) },
  });
}

const partWord = wordsOf('sidebar', 'chart.part');
const lineWord = wordsOf('sidebar', 'sidebar.bill.line');

/** Lines that the product names; all others have the words of their market. */
const lineWords: Readonly<Record<string, () => string>> = {
  energy: () => partWord('energy'),
  network: () => partWord('grid'),
  vat: () => partWord('vat'),
  'feed-in': () => partWord('feedin'),
  'supplier fee': () => lineWord('supplierFee'),
  'network fee': () => lineWord('networkFee'),
  'feed-in fee': () => lineWord('feedInFee'),
  'feed-in, netted': () => lineWord('feedInNetted'),
  'standing charges': () => lineWord('standing'),
};

/** The name of a line of a bill in the language of the editor. */
export const billLineName = (name: string): string => lineWords[name]?.() ?? name;

/** The names of the lines that a bill lacks; empty for a complete bill. */
export function billLackText(status: HouseholdBill['status'], names: readonly string[]): string {
  const lines = [...new Set(names.map(billLineName))].join(', ');
  return lines && word(status === 'incomplete' ? 'bill.without' : 'bill.atLeast', { lines });
}

/** The bill of this month so far, and the lines of it that are not complete. */
export function billTexts(bill: NonNullable<Overview['bill']>): string[] {
  const { currency, soFar, expected, peakKw, status, missing } = bill;
  const money = moneyIn(currency);
  const values = { soFar: money(soFar), kw: numberWith(1, language()).format(peakKw) };
  const total =
    expected === undefined ? word('bill.soFar', values) : word('bill.month', { ...values, expected: money(expected) });
  return [total, billLackText(status, missing)].filter(Boolean);
}

/** The word for a plan's reason: of one that may change with more prices, whether it has runs, and on which prices. */
export function reasonKeyOf({ reason, runs }: Pick<PlanPayload, 'reason' | 'runs'>): string {
  if (reason !== 'provisional' || runs.length === 0) return reason;
  return runs.some(({ cost }) => cost === null) ? 'expected' : 'known';
}
