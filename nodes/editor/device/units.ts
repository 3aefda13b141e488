import { priceUnit } from '../../../src/messages/price-text.ts';
import type { ChartSeries } from '../../../src/runtime/editor/chart-series.ts';
import { priceIn } from '../common/amounts.ts';
import { shownNumber, typedNumber } from '../common/numbers.ts';
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

/** Its currency, and the dearest price where any are known. */
export function tellMarket(its: string, series?: ChartSeries): void {
  form().attr('data-currency', its);
  if (series) form().attr('data-dearest', Math.max(...series.prices.map(({ total }) => Math.abs(total))));
}

/** The text of `field` as it is kept: minutes, major units per kWh, or times with days by their English names. */
export function keptText(field: string, text: string): string {
  if (isIn(durations, field)) return typedMinutes(text);
  if (isIn(times, field)) return typedTimes(text, language());
  if (isIn(numbers, field)) return typedNumber(text, language(), field);
  return isIn(prices, field) ? typedPrice(text, currency()) : text;
}

/** What is kept of `field` as it is shown: in the writing of the language of the editor. */
export const shownText = (field: string, kept: string): string =>
  isIn(times, field) ? shownTimes(kept, language()) : shownNumber(kept, language());

/** Says beside each of them what its number means. */
export function showUnits(): void {
  for (const field of [...durations, ...prices]) {
    const label = $(`.dayahead-unit[for="node-input-${field}"]`);
    const text = keptText(field, String($(`#node-input-${field}`).val() ?? ''));
    label.text(isIn(durations, field) ? durationUnit(text) : pricesUnit(field, text));
  }
}

function durationUnit(text: string): string {
  const minutes = Number(text);
  if (!(minutes >= 60)) return deviceWord('unit.minutes');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return deviceWord('unit.hours', { duration: rest === 0 ? `${hours} h` : `${hours} h ${rest} min` });
}

function pricesUnit(field: string, text: string): string {
  if (text.endsWith('%')) return deviceWord('unit.percent');
  const told = priceUnitOf(text);
  return field === 'minSpread' ? deviceWord('unit.orOff', { price: told }) : told;
}

/** `EUR/kWh = 15.0 ct/kWh`; of what cannot be meant, how the other thing is written. */
function priceUnitOf(text: string): string {
  const its = currency();
  const { name, perMajor } = priceUnit(its);
  if (its === '') return deviceWord('unit.price');
  const value = Number(text);
  if (text === '' || Number.isNaN(value) || perMajor === 1) return `${its}/kWh`;
  const price = `${its}/kWh = ${priceIn(its, language())(value)} ${name}/kWh`;
  const isMeant = !(Math.abs(value) >= 3 * dearest());
  return isMeant ? price : deviceWord('unit.high', { price, typed: `${text} ${name}` });
}
