import { markTexts } from '../../../src/messages/provenance.ts';
import type { SeriesPayload } from '../../../src/messages/series.ts';
import type { Named, Overview } from '../../../src/runtime/editor/overview.ts';
import { faultText } from '../../../src/runtime/problem-text.ts';
import type { ChartData } from '../chart/drawing.ts';
import { formatOf } from '../chart/format.ts';
import { runsShown } from '../chart/runs-shown.ts';
import { moneyIn } from '../common/amounts.ts';
import { brokerText, faultWord } from '../common/ask.ts';
import { append } from '../common/element.ts';
import { billLineName, billTexts, peakText } from '../common/plan-words.ts';
import { secondsOf, timesIn } from '../common/times.ts';
import { language, wordsOf } from '../common/words.ts';
import { expectedLines } from './expected.ts';
import { labelOf, placeOf, statusOf } from './nodes.ts';
import { sidebarWord } from './words.ts';

const priceWord = wordsOf('price-series');

/** Offers the nodes with prices; a choice among one is none. */
export function drawChoices(select: HTMLSelectElement, choices: readonly Named[], chosen = ''): void {
  select.hidden = choices.length < 2;
  const options = choices.map((choice) => new Option(placeOf(choice), choice.id, false, choice.id === chosen));
  const known = [...select.options].map(({ value, text }) => value + text);
  if (options.map(({ value, text }) => value + text).join() !== known.join()) select.replaceChildren(...options);
  select.value = chosen;
}

/** Everything in the way of prices, or of fresh ones; empty where nothing is. */
export function trouble({ prices, broker }: Overview): string {
  return [prices && priceTrouble(prices), broker && brokerText(broker)].filter(Boolean).join('; ');
}

function priceTrouble(prices: NonNullable<Overview['prices']>): string {
  const { series, problem, conflict } = prices;
  const parts = [
    problem && faultText(problem, faultWord),
    !series && !problem && statusOf(prices),
    series?.stale && priceWord('status.stale'),
    conflict && `${priceWord('status.conflict')} ${conflict}`,
  ];
  return parts.filter(Boolean).join('; ') || (series ? '' : priceWord('status.waiting'));
}

export function chartData({ now, prices, given, devices }: Overview): ChartData | undefined {
  const series = prices?.series ?? given;
  if (!series) return undefined;
  const { timeZone, currency, feedin, forecast, source } = series;
  const known = series.prices.length > 0 ? series.prices : feedin;
  const planned = devices.map((device) => ({ name: labelOf(device), runs: runsShown(device, now, known ?? []) }));
  return { timeZone, currency, prices: series.prices, feedin, forecast, devices: planned, source, now };
}

/** Lines below the chart: how the price stands, what it lacks, and how fresh it is. */
export function drawFacts(place: HTMLElement, { now, prices, given, devices, dimmed, peak, bill }: Overview): void {
  const isOpen = place.querySelector('details')?.open ?? false;
  place.replaceChildren();
  const line = (text: string, className = '') => {
    if (text) append(place, 'div', className, text);
  };
  if (dimmed) {
    const timeZone = prices?.series?.timeZone ?? devices.find((device) => device.timeZone)?.timeZone ?? 'UTC';
    const until = timesIn(timeZone, secondsOf(now)).at(dimmed.until);
    line(sidebarWord('dimmed', { kw: dimmed.kw.toLocaleString(language()), until }), 'dayahead-warning');
  }
  if (!prices?.series) {
    if (!given) return;
    line(sidebarWord('given', { fetched: timesIn(given.timeZone, secondsOf(now)).at(given.source.fetchedAt) }));
    for (const { text, className } of sourceLines(given.source)) line(text, className);
    return;
  }
  const { series, now: present, demo } = prices;
  if (present?.level) {
    const { level, rank, slots, min, max, average } = present;
    const { price } = formatOf(series.currency, series.timeZone, language());
    const standing = sidebarWord('rank', { cheaper: String(rank - 1), slots: String(slots) });
    line(`${priceWord(`level.${level}`)} · ${standing}`);
    line(sidebarWord('range', { min: price(min), max: price(max), average: price(average) }));
  }
  if (series.source.kind === 'external') line(originText(series.source));
  for (const { text, className } of sourceLines(series.source)) line(text, className);
  if (demo) line(priceWord('status.demo'));
  line(lacking(series), 'dayahead-warning');
  if (!series.coverage.tomorrow) line(sidebarWord('tomorrow'));
  for (const text of expectedLines(series)) line(text);
  if (peak) line(peakText(peak, series.currency));
  if (bill) drawBill(place, bill, isOpen);
  const { at } = timesIn(series.timeZone, secondsOf(now));
  line(
    sidebarWord(series.source.kind === 'external' ? 'came' : 'fresh', {
      fetched: at(series.fetchedAt),
      next: at(series.nextPoll),
    }),
  );
}

function drawBill(place: HTMLElement, bill: NonNullable<Overview['bill']>, isOpen: boolean): void {
  for (const text of billTexts(bill)) append(place, 'div', '', text);
  const details = append(place, 'details');
  details.open = isOpen;
  append(details, 'summary', '', sidebarWord('bill.lines'));
  const money = moneyIn(bill.currency);
  for (const { name, amount, expected } of bill.lines)
    append(details, 'div', '', `${billLineName(name)}: ${[amount, expected ?? []].flat().map(money).join(' → ')}`);
}

type Source = SeriesPayload['source'];

const originText = ({ kind, feed = '' }: Source): string => sidebarWord(`origin.${kind}`, { feed });

/** The origin and the marks of prices. A remote service need not name an origin, and prices of a message have a line of their own. */
function sourceLines(source: Source): { readonly text: string; readonly className?: string }[] {
  const { kind } = source;
  const isNamed = kind !== 'service' && kind !== 'external';
  return [
    ...(isNamed ? [{ text: originText(source), className: kind === 'replay' ? 'dayahead-replay' : '' }] : []),
    ...markTexts(source, priceWord).map((text) => ({ text })),
  ];
}

function lacking({ missing, warnings = [] }: SeriesPayload): string {
  const parts = missing.map((name) => priceWord(`missing.${name}`));
  const hints = warnings.map((warning) => priceWord(`warning.${warning}`));
  return [parts.join(', '), hints.join(', ')].filter(Boolean).join(': ');
}
