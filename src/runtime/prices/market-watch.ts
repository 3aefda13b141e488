import { isDeepStrictEqual } from 'node:util';
import type { CountryCode } from '../../core/markets.ts';
import type { Instant } from '../../core/time.ts';
import type { Clock } from '../clock.ts';
import type { DailyClient } from '../polling/once-a-day.ts';
import { isWhole, learnMarket, type MarketFacts, withNetwork } from './market-facts.ts';

/** The facts of a market, learned once a day. */
export interface MarketWatch {
  readonly facts: MarketFacts;
  /** Goes on from facts that were known at an earlier moment, of prices of a source. */
  recall(facts: MarketFacts, at: Instant, source: string): void;
  /** Asks for what has not been learned today of prices of that source; nobody needs to wait for it. */
  learn(source: string): Promise<void>;
  /** Nothing is reported after it. */
  stop(): void;
}

interface MarketListener {
  /** More is known. */
  readonly onUpdate: () => void;
  /** Something could not be had; the same is not repeated. */
  readonly onTrouble: (error: Error) => void;
}

export function watchMarket(
  client: Pick<DailyClient, 'attribution' | 'countryStatistics' | 'book'>,
  clock: Pick<Clock, 'now'>,
  country: CountryCode,
  { onUpdate, onTrouble }: MarketListener,
): MarketWatch {
  let facts: MarketFacts = {};
  /** The UTC day on which all of it was learned, and the source then. */
  let learned: string | undefined;
  let told: string | undefined;
  let stopped = false;
  return {
    get facts() {
      return withNetwork(facts, client, country);
    },
    recall(recalled, at, source) {
      facts = recalled;
      if (isWhole(facts)) learned = dayOf(at, source);
    },
    async learn(source) {
      const today = dayOf(clock.now(), source);
      if (learned === today) return;
      const { facts: news, problem } = await learnMarket(client, country);
      if (stopped) return;
      if (!problem) learned = today;
      else if (problem.message !== told) onTrouble(problem);
      told = problem?.message ?? told;
      const before = facts;
      facts = { ...before, ...news };
      if (!isDeepStrictEqual(facts, before)) onUpdate();
    },
    stop() {
      stopped = true;
    },
  };
}

const dayOf = (instant: Instant, source: string) => `${Math.floor(instant / 86_400)} ${source}`;
