import { agree, type FeedDay } from './day-findings.ts';
import type { SlippedUnit } from './doubts/slipped-unit.ts';
import { priceFeeds } from './price-feeds.ts';

/** The decision about a day if its unit, or that of an earlier answer about it, may have slipped. */
export type Opinion =
  /** `usual`: nothing is suspicious; `confirmed`: a source with another root has the same prices. */
  | { readonly kind: 'usual' | 'confirmed' }
  /** `wait`: a source with another root can be asked; `alone`: none can; `contradicted`: it has other prices. */
  | { readonly kind: 'wait' | 'alone' | 'contradicted'; readonly why: string };

/** The answers about a suspicious day so far. */
export interface Suspicion {
  /** The fault of the day itself. */
  readonly slip: SlippedUnit | undefined;
  /** Earlier answers about the day since one of them was suspicious. */
  readonly answers: readonly FeedDay[];
  /** Whether a source with another root has not been asked about the day yet. */
  readonly canAskOther: boolean;
}

const reasons: Readonly<Record<SlippedUnit, string>> = {
  'too-high': 'far above those of the last two weeks',
  'too-low': 'far below those of the last two weeks',
  'opposite-sign': 'of the opposite sign to those of the last two weeks',
};

/** Why a day is doubtful; its unit may have slipped. */
export const slipText = (feed: string, slip: SlippedUnit): string => `prices of ${feed} are ${reasons[slip]}`;

export const rootOf = (name: string): string | undefined => priceFeeds.find((feed) => feed.name === name)?.root;

export function opinionOn(day: FeedDay, { slip, answers, canAskOther }: Suspicion): Opinion {
  const others = answers.filter(({ feed }) => rootOf(feed) !== rootOf(day.feed));
  if (others.some((other) => agree(day, other))) return { kind: 'confirmed' };
  const [other] = others;
  if (other)
    return { kind: 'contradicted', why: `${other.feed} and ${day.feed} have different prices; neither counts` };
  if (!slip) return { kind: 'usual' };
  return { kind: canAskOther ? 'wait' : 'alone', why: slipText(day.feed, slip) };
}
