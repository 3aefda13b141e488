import { priceUnit } from '../../../src/messages/price-text.ts';
import type { ChartSeries } from '../../../src/runtime/editor/chart-series.ts';
import { priceIn } from '../common/amounts.ts';
import { numberIn, shownNumber, typedNumber } from '../common/numbers.ts';
import { shownTimes, typedMinutes, typedPrice, typedTimes } from '../common/quantities.ts';
import { language } from '../common/words.ts';
import { deviceWord } from './words.ts';

const durations = ['minutes', 'minOnMinutes', 'minOffMinutes', 'maxOffMinutes', 'preconditionMinutes'] as const;
const prices = ['maxPrice', 'alsoBelowPrice', 'minSpread'] as const;
const times = ['earliest', 'readyBy'] as const;
const numbers = ['energyKwh', 'targetSoc', 'batteryKwh', 'powerKw', 'maxStarts'] as const;
/** Fields that may be typed in more ways than they are kept. */
export const written = [...durations, ...prices, ...times, ...numbers] as const;

const isIn = <T extends string>(list: readonly T[], field: string): field is T => list.some((one) => one === field);

/** The prices that the open dialog is about stand at its form, which goes with it. */
const form = () => $('#dialog-form');
const currency = (): string => form().attr('data-currency') ?? '';
const dearest = (): number => Number(form().attr('data-dearest') ?? Number.NaN);

const input = (field: string) => $<HTMLInputElement>(`#node-input-${field}`);
const typedIn = (field: string) => String(input(field).val() ?? '');

/**
 * Takes its currency, and the dearest price where any are known. Prices in the fields are shown in its usual unit, which is that of
 * the chart.
 */
export function tellMarket(its: string, series?: ChartSeries): void {
  const kept = prices.map((field) => [field, keptText(field, typedIn(field))] as const);
  const isSameUnit = priceUnit(its).perMajor === priceUnit(currency()).perMajor;
  form().attr('data-currency', its);
  if (!isSameUnit) for (const [field, text] of kept) input(field).val(shownText(field, text));
  if (series) form().attr('data-dearest', Math.max(...series.prices.map(({ total }) => Math.abs(total))));
}

/** The text of `field` as it is kept: minutes, major units per kWh, or times with days by their English names. */
export function keptText(field: string, text: string): string {
  if (isIn(durations, field)) return typedMinutes(text);
  if (isIn(times, field)) return typedTimes(text, language());
  if (isIn(numbers, field)) return typedNumber(text, language(), field);
  return isIn(prices, field) ? typedPrice(text, currency(), priceUnit(currency()).perMajor) : text;
}

/** The kept text of `field` as the dialog shows it: prices in the unit of the chart, numbers in the writing of the editor's language. */
export function shownText(field: string, kept: string): string {
  if (isIn(times, field)) return shownTimes(kept, language());
  const isPrice = isIn(prices, field) && kept !== '' && Number.isFinite(Number(kept));
  const price = isPrice ? Number(kept) * priceUnit(currency()).perMajor : undefined;
  return shownNumber(price === undefined ? kept : String(Math.round(price * 1e6) / 1e6), language());
}

/** Says beside each of them what its number means. */
export function showUnits(): void {
  for (const field of [...durations, ...prices]) {
    const label = $(`.dayahead-unit[for="node-input-${field}"]`);
    const typed = typedIn(field);
    label.text(isIn(durations, field) ? durationUnit(keptText(field, typed)) : pricesUnit(field, typed));
  }
}

function durationUnit(text: string): string {
  const minutes = Number(text);
  if (!(minutes >= 60)) return deviceWord('unit.minutes');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return deviceWord('unit.hours', { duration: rest === 0 ? `${hours} h` : `${hours} h ${rest} min` });
}

function pricesUnit(field: string, typed: string): string {
  const kept = keptText(field, typed);
  if (kept.endsWith('%')) return deviceWord('unit.percent');
  const price = priceUnitOf(typed.trim(), Number(kept));
  return field === 'minSpread' ? deviceWord('unit.orOff', { price }) : price;
}

/** `ct/kWh`, or `= 15.0 ct/kWh` of what was typed in another unit; of what cannot be meant, how the other one is written. */
function priceUnitOf(typed: string, perKwh: number): string {
  const its = currency();
  const { name, perMajor } = priceUnit(its);
  if (its === '') return deviceWord('unit.price');
  const unit = `${name}/kWh`;
  if (perMajor === 1 || typed === '' || Number.isNaN(perKwh)) return unit;
  if (!/^\S*\d$/.test(typed)) return `= ${priceIn(its, language())(perKwh)} ${unit}`;
  const amount = Math.abs(numberIn(typed));
  const isOfCurrency = amount > 0 && amount <= dearest();
  return isOfCurrency ? deviceWord('unit.low', { price: unit, typed: `${typed} ${its}` }) : unit;
}
