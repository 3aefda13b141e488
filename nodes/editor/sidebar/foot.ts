import type { SeriesPayload } from '../../../src/messages/series.ts';
import { append } from '../common/element.ts';
import { sidebarWord } from './words.ts';

/** What a testing token has left, and whose prices these are: their licences ask for it. */
export function drawFoot(place: HTMLElement, series: SeriesPayload | undefined): void {
  place.replaceChildren();
  if (!series) return;
  if (series.allowance) append(place, 'p', 'dayahead-allowance', allowanceText(series.allowance));
  for (const { publisher, notice, licence, updated } of series.attribution) {
    const text = [notice || publisher, licence, updated].filter(Boolean).join(' · ');
    append(place, 'p', 'dayahead-notice', text);
  }
}

function allowanceText({
  requestsToday,
  newToday,
  companiesLeft,
  tariffsLeft,
}: NonNullable<SeriesPayload['allowance']>) {
  const left = (key: string, count: number | undefined) =>
    count === undefined ? '' : sidebarWord(`allowance.${key}`, { count: String(count) });
  const fresh = Object.entries(newToday).map(([endpoint, { remaining, limit }]) =>
    sidebarWord('allowance.new', { endpoint, remaining: String(remaining), limit: String(limit) }),
  );
  const parts = [
    left('requests', requestsToday),
    left('tariffs', tariffsLeft),
    left('companies', companiesLeft),
    ...fresh,
  ];
  return `${sidebarWord('allowance.title')} ${parts.filter(Boolean).join(', ')}`;
}
