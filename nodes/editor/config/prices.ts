import { EVERY_SOURCE } from '../../../src/feeds/source-names.ts';
import { isKept } from '../common/site.ts';
import { configWord } from './words.ts';

/** The origins of prices that the embedded service offers; empty in a node that nobody has opened yet. */
export type PriceChoice = '' | 'live' | 'replay' | 'own';

interface SavedPrices {
  readonly schema?: number;
  readonly prices?: PriceChoice;
  readonly catalogue?: string;
  readonly sources?: string;
}

const field = (name: string) => $(`#node-config-input-${name}`);

/** Shows the choice as the node takes it, and says what it means. What 0.1 saved is no live price. */
export function offerPrices({ schema = 1, prices, catalogue, sources }: SavedPrices): void {
  const unsaid = schema > 1 ? 'live' : catalogue ? 'own' : 'replay';
  const explain = () => $('#dayahead-prices-note').text(configWord(`pricesNote.${field('prices').val()}`));
  field('prices')
    .val(prices || unsaid)
    .on('change', () => {
      explain();
      field('catalogue').trigger('change');
    });
  explain();
  if (sources) showSources();
  $('#dayahead-all-sources').on('click', () => {
    const named = String(field('sources').val() ?? '').trim();
    const lines = named.split('\n').filter((line) => line && line !== EVERY_SOURCE);
    field('sources')
      .val([...lines, EVERY_SOURCE].join('\n'))
      .trigger('change');
  });
}

/** Shows the sources, which are below what most households need. */
export const showSources = () => $('#dayahead-sources').prop('open', true);

/** A token goes only to the address it was typed in for: for another one it has to be typed in again. */
export function keepTokenAt(name: 'token' | 'entsoeToken', before: string, present: string): void {
  const token = field(name);
  if (isKept(token.val()) && present !== before) token.val('');
  field(name === 'token' ? 'tokenUrl' : 'entsoeUrl').val(token.val() ? present : '');
}
