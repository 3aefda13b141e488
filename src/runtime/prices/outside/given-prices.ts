import { currentPrice, nextBoundary } from '../../../messages/now.ts';
import { type SeriesFacts, seriesAt } from '../../../messages/series.ts';
import type { Clock } from '../../clock.ts';
import type { TopicPrices } from '../entries.ts';
import type { Expected } from '../expected/expectations.ts';
import type { KnownPrices } from '../from-answer.ts';
import { atBoundaries, atBoundary, type Boundaries } from './boundaries.ts';

/** Prices that came with an input: nobody is asked for them, and after the last of them none is known. */
export class GivenPrices implements TopicPrices {
  readonly facts: SeriesFacts;
  readonly problem = undefined;
  readonly #expected: Expected;
  readonly #clock: Clock;
  readonly #boundaries: Boundaries;
  readonly #onUpdate: (prices: KnownPrices, news: Partial<KnownPrices>) => void;

  constructor(
    clock: Clock,
    facts: SeriesFacts,
    expected: Expected,
    onUpdate: (prices: KnownPrices, news: Partial<KnownPrices>) => void,
  ) {
    this.facts = facts;
    this.#expected = expected;
    this.#clock = clock;
    this.#onUpdate = onUpdate;
    this.#boundaries = atBoundaries(
      clock,
      () => nextBoundary(facts, clock.now()),
      () => onUpdate(this.known, atBoundary(this.known)),
    );
  }

  get known(): KnownPrices {
    const at = this.#clock.now();
    const now = currentPrice(this.facts, at);
    return { series: { ...seriesAt(this.facts, at), ...this.#expected }, ...(now && { now }) };
  }

  start(): void {
    this.#boundaries.await();
    this.#onUpdate(this.known, this.known);
  }

  stop(): void {
    this.#boundaries.stop();
  }

  async latest(): Promise<KnownPrices> {
    return this.known;
  }

  /** Only who sends them can renew them. */
  refresh(): Promise<KnownPrices> {
    return this.latest();
  }
}
