import { componentNames } from '../../../src/core/components.ts';
import type { Allowance } from '../../../src/core/vocabulary.ts';
import { priceUnit } from '../../../src/messages/price-text.ts';
import type { PricePreview } from '../../../src/runtime/editor/price-preview.ts';
import { priceIn } from '../common/amounts.ts';
import { errorText } from '../common/ask.ts';
import { askSite } from '../common/site.ts';
import { language } from '../common/words.ts';
import { pickerWord } from './words.ts';

interface PreviewOptions {
  /** The node as it would be saved; nothing while no tariff is chosen. */
  readonly question: () => object | undefined;
  /** True where a price may be asked for without a click. */
  readonly live: () => boolean;
  readonly tell: (left: Allowance | undefined) => void;
}

/** Milliseconds in which several changes are one. */
const SETTLE = 400;

/** The price of the chosen contract right now, below `place`; what is returned says that something else is chosen. */
export function pricePreview(place: JQuery, { question, live, tell }: PreviewOptions): () => void {
  const result = $('<div class="dayahead-price" role="status">');
  const button = $('<button type="button" class="red-ui-button" id="dayahead-ask-price">');
  button.append($('<i class="fa fa-refresh">'), ' ', $('<span>').text(pickerWord('price.ask')));
  place.append(result, button);
  let asked = 0;
  let timer = 0;

  async function ask(): Promise<void> {
    const node = question();
    const mine = ++asked;
    if (!node) return;
    result.addClass('dayahead-busy');
    const shown = await askSite<PricePreview>('preview', { node }).then(
      (preview) => {
        tell(preview.allowance);
        return tableOf(preview);
      },
      (error) => $('<div class="dayahead-fault">').text(errorText(error)),
    );
    if (mine === asked) result.removeClass('dayahead-busy').empty().append(shown);
  }
  button.on('click', () => void ask());
  return () => {
    window.clearTimeout(timer);
    const chosen = question() !== undefined;
    button.toggle(chosen && !live());
    if (chosen && live()) {
      timer = window.setTimeout(() => void ask(), SETTLE);
      return;
    }
    asked++;
    result.removeClass('dayahead-busy').text(pickerWord(chosen ? 'price.click' : 'price.none'));
  };
}

function tableOf({ currency, missing, warnings = [], consumption, feedin, now, source }: PricePreview): JQuery {
  const { name } = priceUnit(currency);
  const price = priceIn(currency, language());
  const money = (perKwh: number) => `${price(perKwh)} ${name}`;
  const table = $('<table>');
  const row = (label: string, value: string, kind = '') =>
    table.append($('<tr>').addClass(kind).append($('<th scope="row">').text(label), $('<td>').text(value)));
  if (consumption) {
    for (const component of componentNames) {
      const part = consumption[component];
      if (part !== undefined) row(pickerWord(`price.${component}`), money(part));
      else if (missing.includes(component))
        row(pickerWord(`price.${component}`), pickerWord('price.missing'), 'dayahead-lacking');
    }
    row(pickerWord('price.total'), `${money(consumption.total)}/kWh`, 'dayahead-total');
  }
  if (feedin) row(pickerWord('price.feedin'), `${money(feedin.total)}/kWh`, 'dayahead-total');
  const lines = [
    ...(source.kind === 'service' ? [] : [pickerWord(`origin.${source.kind}`, { feed: source.feed ?? '' })]),
    ...warnings.map((warning) => pickerWord(`warning.${warning}`)),
    now
      ? pickerWord('price.day', {
          rank: now.rank,
          slots: now.slots,
          from: now.start.slice(11, 16),
          to: now.end.slice(11, 16),
          min: money(now.min),
          max: money(now.max),
        })
      : pickerWord('price.unknown'),
  ];
  return $('<div>').append(table, ...lines.map((line) => $('<div class="dayahead-line">').text(line)));
}
