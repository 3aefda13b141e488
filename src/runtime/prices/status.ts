import { priceText } from '../../messages/price-text.ts';
import type { KnownSeries } from '../../messages/series.ts';
import { faultText } from '../problem-text.ts';
import { briefFault, SourceError } from '../problems.ts';
import { numberText, type Status, type StatusWord } from '../status.ts';
import type { SeriesState } from './price-series.ts';

/**
 * The state of a price node in a few words: `25.6 ct · cheap`.
 * @param faultWord says what is wrong, by the code of a fault.
 */
export function priceStatus(
  { prices, problem, demo, conflict }: SeriesState,
  word: StatusWord,
  faultWord: StatusWord,
): Status {
  const trouble = problem && faultText(briefFault(problem, prices?.now !== undefined), faultWord);
  const taken = conflict && `${word('status.conflict')} ${conflict}`;
  if (taken) return { fill: 'red', shape: 'dot', text: [trouble, taken].filter(Boolean).join('; ') };
  // A public source that has nothing yet is asked again by itself.
  const fill = problem instanceof SourceError ? 'yellow' : 'red';
  if (!prices) {
    return trouble
      ? { fill, shape: 'dot', text: trouble }
      : { fill: 'grey', shape: 'ring', text: word('status.waiting') };
  }
  const { series, now } = prices;
  if (!now) return { fill, shape: 'dot', text: trouble ?? word('status.stale') };
  const lacks = trouble || lacking(series, word);
  const words = [
    priceText(now.now, now.currency, (value, digits) => numberText(value, digits, word)),
    lacks || (now.level && word(`level.${now.level}`)),
    demo && word('status.demo'),
    series.source.kind !== 'service' && word(`origin.${series.source.kind}`),
    allowanceText(series, word),
  ];
  return { fill: lacks ? 'yellow' : 'green', shape: 'dot', text: words.filter(Boolean).join(' · ') };
}

/** `network charge missing: enter a postal code`; empty where the price is complete. */
function lacking({ missing, warnings = [] }: KnownSeries, word: StatusWord): string {
  const parts = missing.map((name) => word(`missing.${name}`)).join(', ');
  const [hint] = warnings.map((warning) => word(`warning.${warning}`));
  return [parts, hint].filter(Boolean).join(': ');
}

function allowanceText({ allowance }: KnownSeries, word: StatusWord): string {
  if (!allowance) return '';
  const { requestsToday, tariffsLeft } = allowance;
  const left = tariffsLeft === undefined ? '' : `, ${word('left.tariffs', { n: String(tariffsLeft) })}`;
  return `${word('status.testing')} ${requestsToday} ${word('status.requests')}${left}`;
}
