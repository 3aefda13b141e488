import { componentNames } from '../../../src/core/components.ts';
import { priceUnit } from '../../../src/messages/price-text.ts';
import { markTexts } from '../../../src/messages/provenance.ts';
import type { PricePreview } from '../../../src/runtime/editor/price-preview.ts';
import { priceIn } from './amounts.ts';
import { shownTimes } from './quantities.ts';
import { language, wordsOf } from './words.ts';

const word = wordsOf('tariff-select', 'picker');
const seriesWord = wordsOf('price-series');

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
}: PricePreview): JQuery {
  const { name } = priceUnit(currency);
  const price = priceIn(currency, language());
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
    ...(source.kind === 'service' ? [] : [word(`origin.${source.kind}`, { feed: source.feed ?? '' })]),
    ...markTexts(source, seriesWord),
    ...(network ? [[network.name, network.description].filter(Boolean).join(' · ')] : []),
    ...(network?.forSpot ? [word('price.forSpot')] : []),
    now
      ? word('price.day', {
          rank: now.rank,
          slots: now.slots,
          from: shownTimes(now.start.slice(11, 16), language()),
          to: shownTimes(now.end.slice(11, 16), language()),
          min: money(now.min),
          max: money(now.max),
        })
      : word('price.unknown'),
  ];
  const hints = warnings.map((warning) =>
    $('<div class="dayahead-line dayahead-warning">').text(word(`warning.${warning}`)),
  );
  return $('<div>').append(table, ...hints, ...lines.map((line) => $('<div class="dayahead-line">').text(line)));
}
