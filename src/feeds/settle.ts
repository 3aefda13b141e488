import type { PriceDay } from '../core/price-file.ts';
import { agree, doubtOf, type FeedDay } from './day-findings.ts';
import { priceFeeds } from './price-feeds.ts';

/** What is to be done with a whole day that a feed gave. */
export type Settled =
  | { readonly kind: 'write' | 'known' }
  /** To be asked for again, and believed when another answer says the same. */
  | { readonly kind: 'doubt'; readonly why: string }
  /** Another feed says other prices: `overrule` writes them, else the day that is held stays. */
  | { readonly kind: 'disagree' | 'overrule'; readonly why: string };

/** What is known of the day already. */
export interface DayContext {
  readonly held: PriceDay | undefined;
  readonly before: PriceDay | undefined;
  /** A day that was doubted. */
  readonly doubted: FeedDay | undefined;
  /** Whether the day's prices are coarser than the auction's: they never count against those that are held. */
  readonly isCoarse: boolean;
}

const isCoupled = (name: string | undefined) => priceFeeds.find((feed) => feed.name === name)?.coupled ?? false;

/**
 * Where two feeds disagree by more than rounding, one that publishes the auction itself wins; a feed may correct itself.
 */
export function settledDay(day: FeedDay, { held, before, doubted, isCoarse }: DayContext): Settled {
  const doubt = doubtOf(day, before?.prices);
  if (held) {
    if (isCoarse || agree(day, held)) return { kind: 'known' };
    const before = held.origin?.feed;
    if (!doubt && before === day.feed) return { kind: 'write' };
    const wins = !doubt && isCoupled(day.feed) && !isCoupled(before);
    const why = `${day.feed} says other prices of ${day.date} than ${before ?? 'the file'}, `;
    return wins
      ? { kind: 'overrule', why: `${why}and counts: it publishes the auction itself` }
      : { kind: 'disagree', why: `${why}which count` };
  }
  if (!doubt || (doubted && agree(day, doubted))) return { kind: 'write' };
  return { kind: 'doubt', why: doubt };
}
