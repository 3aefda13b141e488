import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../client/client.ts';
import { isClientError } from '../../client/errors.ts';
import { markets } from '../../core/markets.ts';
import { type Instant, isoTimeIn } from '../../core/time.ts';
import { nextBoundary } from '../../messages/now.ts';
import type { Selection } from '../../messages/selection.ts';
import type { SeriesFacts } from '../../messages/series.ts';
import type { Clock } from '../clock.ts';
import type { PolledAnswer, Trouble } from '../polling/poller.ts';
import type { Follow } from '../polling/shared-pollers.ts';
import { dayAheadQuestion, factsOf, type KnownPrices, type PricedSelection, pricesOf } from './from-answer.ts';
import { isWhole, learnMarket, type MarketFacts } from './market-facts.ts';
import type { PriceMemory } from './memory.ts';

export interface PriceFeedOptions extends PricedSelection {
  readonly clock: Clock;
  readonly client: Pick<Client, 'attribution' | 'countryStatistics' | 'allowance'>;
  readonly follow: Follow;
  readonly memory: Pick<PriceMemory, 'recall' | 'keep'>;
  /** Ask for new prices as soon as they exist, not when the service recommends it. */
  readonly soon: boolean;
  /** The service has answered; `awaited` where somebody asked for it, and has it from `refresh` or `latest`. */
  readonly onFetch: (prices: KnownPrices, awaited: boolean) => void;
  /** More is known of the market of known prices. */
  readonly onLearned: (prices: KnownPrices) => void;
  /** An interval begins, or the known prices end. */
  readonly onBoundary: (prices: KnownPrices) => void;
  /** The service has not; `awaited` where the one who asked has the error. */
  readonly onProblem: (error: Error, awaited: boolean) => void;
  /** Something beside the prices could not be had. */
  readonly onWarning: (error: Error) => void;
}

interface Waiter {
  readonly resolve: (prices: KnownPrices) => void;
  readonly reject: (error: Error) => void;
}

/** The prices of one selection, kept fresh from `start` to `stop`. */
export class PriceFeed {
  readonly #options: PriceFeedOptions;
  readonly #poller: ReturnType<Follow>;
  #latest: PolledAnswer | undefined;
  #facts: SeriesFacts | undefined;
  #market: MarketFacts = {};
  /** The UTC day on which all of it was learned. */
  #learned: number | undefined;
  #stopped = false;
  #waiting: readonly Waiter[] = [];
  /** Since the last answer. */
  #problem: Trouble | undefined;
  #cancelBoundary: () => void = () => undefined;

  constructor(options: PriceFeedOptions) {
    this.#options = options;
    this.#poller = options.follow(dayAheadQuestion(options), {
      soon: options.soon,
      onUpdate: (answer) => this.#accept(answer),
      onTrouble: (trouble) => this.#report(trouble),
    });
  }

  get selection(): Selection {
    return this.#options.selection;
  }

  /** What is known; nothing before the first answer. */
  get prices(): KnownPrices | undefined {
    return this.#facts && this.#pricesOf(this.#facts);
  }

  start(): void {
    const { memory, clock } = this.#options;
    const recalled = memory.recall(dayAheadQuestion(this.#options), clock.now());
    this.#market = recalled?.market ?? {};
    if (recalled && isWhole(this.#market)) this.#learned = dayOf(recalled.answer.fetchedAt);
    void this.#learn();
    this.#poller.start(recalled?.answer);
  }

  stop(): void {
    this.#stopped = true;
    this.#poller.stop();
    this.#cancelBoundary();
    for (const { reject } of this.#taken()) reject(new Error('stopped before the service answered'));
  }

  /** Asks the service now; where it refuses more requests, what is known. */
  async refresh(): Promise<KnownPrices> {
    return this.#poller.ask() ? this.latest() : this.#answer();
  }

  /** What is known; before the first answer, what that brings. Rejects where the service has given none so far. */
  async latest(): Promise<KnownPrices> {
    if (this.prices) return this.prices;
    if (this.#problem) throw this.#notBefore(this.#problem);
    return this.#answer();
  }

  #notBefore({ error, retryAt }: Trouble): Error {
    if (retryAt === null) return error;
    const { timeZone } = markets[this.selection.country];
    const time = isoTimeIn(timeZone, retryAt);
    return new Error(`no prices yet, asked again at ${time}: ${error.message}`, { cause: error });
  }

  #answer(): Promise<KnownPrices> {
    return new Promise((resolve, reject) => {
      this.#waiting = [...this.#waiting, { resolve, reject }];
    });
  }

  /** What is known of the market, asked once a day, beside the prices so that these never wait for it. */
  async #learn(): Promise<void> {
    const { client, clock, selection, onLearned, onWarning } = this.#options;
    const today = dayOf(clock.now());
    if (this.#learned === today) return;
    const { facts, problem } = await learnMarket(client, selection.country);
    if (this.#stopped) return;
    if (problem) onWarning(problem);
    else this.#learned = today;
    const market = { ...this.#market, ...facts };
    if (isDeepStrictEqual(market, this.#market)) return;
    this.#market = market;
    if (this.#latest) onLearned(this.#pricesOf(this.#read(this.#latest)));
  }

  #accept(answer: PolledAnswer): void {
    const prices = this.#pricesOf(this.#read(answer));
    this.#problem = undefined;
    const waiting = this.#taken();
    for (const { resolve } of waiting) resolve(prices);
    this.#options.onFetch(prices, waiting.length > 0);
    void this.#learn();
  }

  #read(answer: PolledAnswer): SeriesFacts {
    const facts = factsOf(this.#options, answer, this.#market);
    this.#latest = answer;
    this.#facts = facts;
    this.#options.memory.keep(dayAheadQuestion(this.#options), { answer, market: this.#market });
    this.#awaitBoundary();
    return facts;
  }

  #report(problem: Trouble): void {
    const { error, retryAt } = problem;
    this.#problem = problem;
    if (retryAt !== null) this.#postpone(retryAt, isClientError(error) && error.kind === 'rate-limit');
    const waiting = this.#taken();
    for (const { reject } of waiting) reject(error);
    this.#options.onProblem(error, waiting.length > 0);
  }

  /** What is known stays; that it is asked for later only counts over a restart where the service wants it so. */
  #postpone(nextPoll: Instant, refused: boolean): void {
    if (!this.#latest || !this.#facts) return;
    this.#latest = { ...this.#latest, nextPoll };
    this.#facts = { ...this.#facts, nextPoll };
    if (refused)
      this.#options.memory.keep(dayAheadQuestion(this.#options), { answer: this.#latest, market: this.#market });
  }

  #taken(): readonly Waiter[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  #awaitBoundary(): void {
    const { clock, onBoundary } = this.#options;
    this.#cancelBoundary();
    const boundary = this.#facts && nextBoundary(this.#facts, clock.now());
    if (boundary === undefined) return;
    this.#cancelBoundary = clock.alarm(boundary, () => {
      this.#awaitBoundary();
      if (this.prices) onBoundary(this.prices);
    });
  }

  #pricesOf(facts: SeriesFacts): KnownPrices {
    const { clock, client } = this.#options;
    return pricesOf(this.#options, facts, clock.now(), this.#market, client.allowance());
  }
}

const dayOf = (instant: Instant) => Math.floor(instant / 86_400);
