import type { Instant } from '../../core/time.ts';
import { nextBoundary } from '../../messages/now.ts';
import type { SeriesFacts } from '../../messages/series.ts';
import type { Clock } from '../clock.ts';
import type { DailyClient } from '../polling/once-a-day.ts';
import type { PolledAnswer } from '../polling/poller.ts';
import type { BillPrices } from '../power/running-bill.ts';
import type { Expectations, Expected } from './expected/expectations.ts';
import { answersBefore } from './expected/look-back.ts';
import { dayAheadQuestion, factsOf, type KnownPrices, type PricedSelection, pricesOf } from './from-answer.ts';
import type { MarketWatch } from './market-watch.ts';
import type { PriceMemory } from './memory.ts';

/** The last answer about a selection, remembered over restarts. */
export interface LastAnswer {
  /** The prices at this moment; nothing before the first answer. */
  prices(): KnownPrices | undefined;
  /** The moment at which an interval begins, or the known prices end. */
  boundary(): Instant | undefined;
  /** Takes `answer` with the facts of the market as they are now; the prices in it. */
  read(answer: PolledAnswer): KnownPrices;
  /** Takes the last one once more; nothing before the first. */
  readAgain(): KnownPrices | undefined;
  /** It is renewed at `nextPoll` only; `lasting`: over a restart too. */
  postpone(nextPoll: Instant, lasting: boolean): void;
  /**
   * Learns the days before it that the service still has; `false` where they are known, or it has none.
   * @param hasStopped true once nothing may be kept any more.
   */
  lookBack(hasStopped: () => boolean): Promise<boolean>;
}

interface LastAnswerSources {
  readonly clock: Pick<Clock, 'now'>;
  readonly client: Pick<DailyClient, 'allowance' | 'openPast'>;
  readonly memory: Pick<PriceMemory, 'keep'>;
  readonly expectations: Pick<Expectations, 'of'>;
}

export function createLastAnswer(
  { clock, client, memory, expectations }: LastAnswerSources,
  priced: PricedSelection,
  market: Pick<MarketWatch, 'facts'>,
  billed: () => BillPrices | undefined = () => undefined,
): LastAnswer {
  const expectation = expectations.of(contractOf(priced));
  let last: { readonly answer: PolledAnswer; readonly facts: SeriesFacts; readonly expected: Expected } | undefined;
  const keep = (answer: PolledAnswer) => memory.keep(dayAheadQuestion(priced), { answer, market: market.facts });
  const pricesIn = ({ facts, expected }: NonNullable<typeof last>) => {
    const { series, ...rest } = pricesOf(priced, facts, clock.now(), market.facts, client.allowance());
    return { ...rest, series: { ...series, ...expected } };
  };
  function read(answer: PolledAnswer): KnownPrices {
    const facts = factsOf(priced, answer, market.facts, billed());
    last = { answer, facts, expected: expectation.after(facts) };
    keep(answer);
    return pricesIn(last);
  }
  return {
    prices: () => last && pricesIn(last),
    boundary: () => last && nextBoundary(last.facts, clock.now()),
    read,
    readAgain: () => last && read(last.answer),
    postpone(nextPoll, lasting) {
      if (!last) return;
      last = { ...last, answer: { ...last.answer, nextPoll }, facts: { ...last.facts, nextPoll } };
      if (lasting) keep(last.answer);
    },
    async lookBack(hasStopped) {
      const ask = expectation.isFull ? undefined : client.openPast?.();
      const answers = ask ? await answersBefore(ask, dayAheadQuestion(priced), clock.now()) : [];
      if (hasStopped()) return false;
      const at = { fetchedAt: clock.now(), nextPoll: clock.now() };
      return expectation.learn(answers.map((series) => factsOf(priced, { series, ...at }, market.facts)));
    },
  };
}

/** All that tells the prices of `priced` from others, however long their intervals are. */
function contractOf({ adjustment, ...priced }: PricedSelection): unknown {
  const { resolution, ...question } = dayAheadQuestion(priced);
  return [question, adjustment ?? null];
}
