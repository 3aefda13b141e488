import type { EditorRED } from 'node-red';
import { noticeTexts } from '../../../src/messages/provenance.ts';
import type { SeriesPayload } from '../../../src/messages/series.ts';
import { allowanceText } from '../common/allowance-text.ts';
import { append } from '../common/element.ts';
import { sidebarWord } from './words.ts';

declare const RED: EditorRED;

/**
 * Draws what this package cannot protect, the rest of a testing token's allowance, and the owners of the prices, whose licences
 * require it.
 */
export function drawFoot(
  place: HTMLElement,
  series: Pick<SeriesPayload, 'attribution' | 'allowance'> | undefined,
): void {
  place.replaceChildren();
  if (acceptsForeignFlows()) append(place, 'p', 'dayahead-open-editor', sidebarWord('openEditor'));
  if (!series) return;
  if (series.allowance) append(place, 'p', 'dayahead-allowance', allowanceText(series.allowance));
  for (const text of noticeTexts(series.attribution)) append(place, 'p', 'dayahead-notice', text);
}

/** Node-RED 4 allows requests of every origin, and without `adminAuth` every request may deploy flows. */
function acceptsForeignFlows(): boolean {
  const { version = '', user } = RED.settings as { readonly version?: string; readonly user?: object };
  return version.startsWith('4.') && !user;
}
