import { priceText } from '../messages/price-text.ts';
import { problemCode, type SeriesState } from './price-series.ts';

/** A Node-RED status; the words come from the locales. */
export interface Status {
  readonly fill: 'grey' | 'green' | 'yellow' | 'red';
  readonly shape: 'ring' | 'dot';
  readonly text: string;
}

/** How a price node stands in a few words: `25.6 ct · cheap`. */
export function priceStatus({ prices, problem, demo, conflict }: SeriesState, word: (key: string) => string): Status {
  if (conflict) return { fill: 'red', shape: 'dot', text: `${word('status.conflict')} ${conflict}` };
  const trouble = problem && word(`problem.${problemCode(problem)}`);
  if (!prices) {
    return trouble
      ? { fill: 'red', shape: 'dot', text: trouble }
      : { fill: 'grey', shape: 'ring', text: word('status.waiting') };
  }
  const { series, now } = prices;
  if (!now) return { fill: 'red', shape: 'dot', text: trouble ?? word('status.stale') };
  const missing = series.missing.length > 0 && `${word('status.missing')} ${series.missing.join(', ')}`;
  const level = word(`level.${now.level}`);
  const words = [priceText(now.now, now.currency), trouble || missing || level, demo && word('status.demo')];
  return { fill: trouble || missing ? 'yellow' : 'green', shape: 'dot', text: words.filter(Boolean).join(' · ') };
}
