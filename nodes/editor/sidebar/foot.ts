import type { SeriesPayload } from '../../../src/messages/series.ts';
import { allowanceText } from '../common/allowance-text.ts';
import { append } from '../common/element.ts';

/** The rest of a testing token's allowance, and the owners of the prices: their licences ask for it. */
export function drawFoot(place: HTMLElement, series: SeriesPayload | undefined): void {
  place.replaceChildren();
  if (!series) return;
  if (series.allowance) append(place, 'p', 'dayahead-allowance', allowanceText(series.allowance));
  for (const { publisher, notice, licence, updated } of series.attribution) {
    const text = [notice || publisher, licence, updated].filter(Boolean).join(' · ');
    append(place, 'p', 'dayahead-notice', text);
  }
}
