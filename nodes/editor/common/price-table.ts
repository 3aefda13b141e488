import { componentNames } from '../../../src/core/components.ts';
import { priceUnit } from '../../../src/messages/price-text.ts';
import { markTexts } from '../../../src/messages/provenance.ts';
import type { PricePreview } from '../../../src/runtime/editor/price-preview.ts';
import { priceIn } from './amounts.ts';
import { shownTimes } from './quantities.ts';
import { language, wordsOf } from './words.ts';

const word = wordsOf('tariff-select', 'picker');
const seriesWord = wordsOf('price-series');

/** As bills print cents and øre. */
const BILL_DECIMALS = 2;

/** The price of this moment part by part, and what is to be said of it. */
export function priceTable({
  currency,
  missing,
  warnings = [],
  consumption,
  feedin,
  now,
  source,
  network,
  concessionFee,
}: PricePreview): JQuery {
  const { name } = priceUnit(currency);
  const price = priceIn(currency, language(), BILL_DECIMALS);
  const money = (perKwh: number) => `${price(perKwh)} ${name}`;
  const table = $('<table>');
  const row = (label: string, value: string, kind = '') =>
    table.append($('<tr>').addClass(kind).append($('<th scope="row">').text(label), $('<td>').text(value)));
  if (consumption) {
    for (const component of componentNames) {
      const part = consumption[component];
      if (part !== undefined) row(word(`price.${component}`), money(part));
      else if (missing.includes(component)) row(word(`price.${component}`), word('price.missing'), 'dayahead-lacking');
    }
    row(word('price.total'), `${money(consumption.total)}/kWh`, 'dayahead-total');
  }
  if (feedin) row(word('price.feedin'), `${money(feedin.total)}/kWh`, 'dayahead-total');
  const lines = [
    ...(concessionFee === undefined ? [] : [word('price.concessionFee', { fee: money(concessionFee) })]),
    ...(source.kind === 'service' ? [] : [word(`origin.${source.kind}`, { feed: source.feed ?? '' })]),
    ...markTexts(source, seriesWord),
    ...(network ? [[network.name, network.description].filter(Boolean).join(' · ')] : []),
    ...(network?.forSpot ? [word('price.forSpot')] : []),
    ...dayLine(now),
  ];
  /** A price that is the same all day has no rank, nor has one of a day of which a part is unknown. */
  function dayLine(of: PricePreview['now']): string[] {
    if (!of) return [word('price.unknown')];
    if (of.level === null || of.min === of.max) return [];
    const { rank, slots, start, end, min, max } = of;
    const time = (iso: string) => shownTimes(iso.slice(11, 16), language());
    return [word('price.day', { rank, slots, from: time(start), to: time(end), min: money(min), max: money(max) })];
  }
  const hints = warnings.map((warning) =>
    $('<div class="dayahead-line dayahead-warning">').text(word(`warning.${warning}`)),
  );
  return $('<div>').append(table, ...hints, ...lines.map((line) => $('<div class="dayahead-line">').text(line)));
}
