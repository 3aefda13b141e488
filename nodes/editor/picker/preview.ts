import type { Allowance } from '../../../src/core/vocabulary.ts';
import type { PricePreview } from '../../../src/runtime/editor/price-preview.ts';
import { errorText, isFault } from '../common/ask.ts';
import { priceTable } from '../common/price-table.ts';
import { askSite } from '../common/site.ts';
import { pickerWord } from './words.ts';

interface PreviewOptions {
  /** The node as it would be saved; nothing while no tariff is chosen. */
  readonly question: () => object | undefined;
  /** True where a price may be asked for without a click. */
  readonly live: () => boolean;
  /** The way out where the network charge is missing. */
  readonly typeNetwork: () => readonly JQuery[];
  /** The way out where the zone has only sources for one's own household. */
  readonly useSources: () => readonly JQuery[];
  readonly tell: (left: Allowance | undefined) => void;
  /** Receives the price that is shown; nothing while there is none. */
  readonly onPrice: (preview: PricePreview | undefined) => void;
}

/** Milliseconds in which several changes are one. */
const SETTLE = 150;
/** Milliseconds until sources that are being asked may have answered. */
const AGAIN = 500;

/** The price of the chosen contract right now, below `place`; what is returned says that something else is chosen. */
export function pricePreview(
  place: JQuery,
  { question, live, tell, typeNetwork, useSources, onPrice }: PreviewOptions,
): () => void {
  const result = $('<div class="dayahead-price" role="status">');
  const byHand = $('<button type="button" class="red-ui-button" id="dayahead-ask-price">');
  byHand.append($('<i class="fa fa-refresh">'), ' ', $('<span>').text(pickerWord('price.ask')));
  place.append(result, byHand);
  let asked = 0;
  let timer = 0;

  async function ask(): Promise<void> {
    const node = question();
    const mine = ++asked;
    if (!node) return;
    result.addClass('dayahead-busy');
    let priced: PricePreview | undefined;
    const shown = await askSite<PricePreview>('preview', { node }).then(
      (preview) => {
        tell(preview.allowance);
        priced = preview;
        return $('<div>').append(priceTable(preview), ...(preview.missing.includes('grid') ? typeNetwork() : []));
      },
      (error) => {
        if (isFault(error, 'source-asking')) askAgain(mine);
        return $('<div>').append(
          $('<div class="dayahead-fault">').text(errorText(error)),
          ...(isFault(error, 'source-none') ? useSources() : []),
        );
      },
    );
    if (mine !== asked) return;
    result.removeClass('dayahead-busy').empty().append(shown);
    onPrice(priced);
  }
  /** While the dialog is open. */
  function askAgain(mine: number): void {
    timer = window.setTimeout(() => mine === asked && document.contains(result[0] ?? null) && void ask(), AGAIN);
  }
  byHand.on('click', () => void ask());
  return () => {
    window.clearTimeout(timer);
    const chosen = question() !== undefined;
    byHand.toggle(chosen && !live());
    if (chosen && live()) {
      timer = window.setTimeout(() => void ask(), SETTLE);
      return;
    }
    asked++;
    result.removeClass('dayahead-busy').text(pickerWord(chosen ? 'price.click' : 'price.none'));
    onPrice(undefined);
  };
}
