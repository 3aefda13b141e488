import { isDeepStrictEqual } from 'node:util';
import { isClientError } from '../../client/errors.ts';
import { markets } from '../../core/markets.ts';
import { type Instant, isoTimeIn } from '../../core/time.ts';
import type { Selection } from '../../messages/selection.ts';
import { followsBill } from '../../pricing/bill/adjustments.ts';
import type { Clock } from '../clock.ts';
import type { DailyClient } from '../polling/once-a-day.ts';
import type { PolledAnswer, Trouble } from '../polling/poller.ts';
import type { Follow } from '../polling/shared-pollers.ts';
import type { FollowedPrices, RunningBill } from '../power/running-bill.ts';
import { SourceError } from '../problems.ts';
import type { TopicPrices } from './entries.ts';
import type { Expectations } from './expected/expectations.ts';
import { dayAheadQuestion, type KnownPrices, type PricedSelection } from './from-answer.ts';
import { createLastAnswer, type LastAnswer } from './last-answer.ts';
import { isWhole } from './market-facts.ts';
import { type MarketWatch, watchMarket } from './market-watch.ts';
import type { PriceMemory } from './memory.ts';
import { atBoundaries, atBoundary, type Boundaries } from './outside/boundaries.ts';
import { createWaiters } from './waiters.ts';

/** All that prices are made from. */
export interface PriceSources {
  readonly clock: Clock;
  readonly client: Pick<DailyClient, 'attribution' | 'countryStatistics' | 'allowance' | 'openPast' | 'book'>;
  readonly follow: Follow;
  readonly memory: Omit<PriceMemory, 'close'>;
  readonly expectations: Pick<Expectations, 'of'>;
  /** The bill of the site; left out, prices do not follow it. */
  readonly bill?: Pick<RunningBill, 'followPrices'>;
}

interface PriceListener {
  /** The prices or what is wrong with them may have changed; `news` are those that nobody has asked for. */
  readonly onUpdate: (prices: KnownPrices | undefined, news?: Partial<KnownPrices>) => void;
  /** Something went wrong with nobody waiting for it; the same is not repeated. */
  readonly onTrouble: (error: Error) => void;
}

/** The prices of one selection, kept fresh from `start` to `stop`. */
export class FreshPrices implements TopicPrices {
  readonly #sources: PriceSources;
  readonly #priced: PricedSelection;
  readonly #listener: PriceListener;
  readonly #poller: ReturnType<Follow>;
  readonly #market: MarketWatch;
  readonly #last: LastAnswer;
  readonly #waiters = createWaiters<KnownPrices>();
  /** Since the last answer. */
  #trouble: Trouble | undefined;
  #told: KnownPrices['now'];
  #looksBack = false;
  #startedAt: Instant = 0;
  #stopped = false;
  readonly #boundaries: Boundaries;
  readonly #billed: FollowedPrices | undefined;

  constructor(sources: PriceSources, priced: PricedSelection, listener: PriceListener) {
    const { client, clock, follow, bill } = sources;
    this.#sources = sources;
    this.#priced = priced;
    this.#listener = listener;
    this.#poller = follow(dayAheadQuestion(priced), {
      soon: priced.soon,
      onUpdate: (answer) => this.#accept(answer),
      onTrouble: (trouble) => this.#report(trouble),
    });
    this.#market = watchMarket(client, clock, priced.selection.country, {
      onUpdate: () => this.#learn(),
      onTrouble: listener.onTrouble,
    });
    const isBilled = priced.adjustment && followsBill(priced.adjustment.kind);
    this.#billed = isBilled ? bill?.followPrices(() => this.#learn()) : undefined;
    this.#last = createLastAnswer(sources, priced, this.#market, () => this.#billed?.latest);
    this.#boundaries = atBoundaries(clock, this.#last.boundary, () => {
      const { known } = this;
      if (!known) return;
      this.#told = known.now;
      listener.onUpdate(known, atBoundary(known));
    });
  }

  get selection(): Selection {
    return this.#priced.selection;
  }

  /** Nothing before the first answer. */
  get known(): KnownPrices | undefined {
    return this.#last.prices();
  }

  /** The reason why there has been no answer since the last one. */
  get problem(): Error | undefined {
    return this.#trouble?.error;
  }

  start(): void {
    const { memory, clock } = this.#sources;
    const recalled = memory.recall(dayAheadQuestion(this.#priced), clock.now());
    this.#startedAt = clock.now();
    if (recalled) this.#market.recall(recalled.market, recalled.answer.fetchedAt, sourceOf(recalled.answer));
    const learned = recalled && isWhole(recalled.market) ? undefined : this.#market.learn('');
    const begin = () => {
      if (!this.#stopped) this.#poller.start(recalled?.answer);
    };
    // The embedded service has the facts at hand: the first prices are sent with them, and once.
    if (learned && this.#sources.client.book) void learned.then(begin);
    else begin();
  }

  stop(): void {
    this.#stopped = true;
    this.#market.stop();
    this.#poller.stop();
    this.#boundaries.stop();
    this.#billed?.stop();
    this.#waiters.reject(new Error('stopped before the service answered'));
  }

  /** Asks the service now; where it refuses more requests, the known prices. */
  async refresh(): Promise<KnownPrices> {
    return this.#poller.ask() ? this.latest() : this.#waiters.next();
  }

  /** The known prices; before the first answer, those it brings. Rejects where the service has given none so far. */
  async latest(): Promise<KnownPrices> {
    const { known } = this;
    if (known) return known;
    if (this.#trouble && !isBeginning(this.#trouble.error)) throw this.#notBefore(this.#trouble);
    return this.#waiters.next();
  }

  #notBefore({ error, retryAt }: Trouble): Error {
    if (retryAt === null) return error;
    const { timeZone } = markets[this.selection.country];
    const time = isoTimeIn(timeZone, retryAt);
    return new Error(`no prices yet, asked again at ${time}: ${error.message}`, { cause: error });
  }

  #accept(answer: PolledAnswer): void {
    const prices = this.#last.read(answer);
    this.#boundaries.await();
    this.#billed?.renew();
    this.#trouble = undefined;
    const awaited = this.#waiters.resolve(prices);
    const { series, now } = prices;
    const begins = now && !isDeepStrictEqual(now, this.#told);
    this.#told = now;
    this.#listener.onUpdate(prices, awaited ? undefined : { series, ...(begins && { now }) });
    // A live source is credited after its first question: a recalled answer keeps the credit that it has.
    if (answer.fetchedAt >= this.#startedAt) void this.#market.learn(sourceOf(answer));
    void this.#lookBack();
  }

  /** Once: what has passed since is learned as it comes. */
  async #lookBack(): Promise<void> {
    if (this.#looksBack) return;
    this.#looksBack = true;
    if (await this.#last.lookBack(() => this.#stopped)) this.#learn();
  }

  #learn(): void {
    const prices = this.#last.readAgain();
    if (prices) this.#listener.onUpdate(prices, { series: prices.series });
  }

  /** Known prices stay; that they are asked for later only counts over a restart where the service wants it so. */
  #report(trouble: Trouble): void {
    const { error, retryAt } = trouble;
    const isKnown = error.message === this.problem?.message;
    this.#trouble = trouble;
    if (retryAt !== null) this.#last.postpone(retryAt, isClientError(error) && error.kind === 'rate-limit');
    if (!isBeginning(error)) {
      const awaited = this.#waiters.reject(error);
      if (!awaited && !isKnown) this.#listener.onTrouble(error);
    }
    this.#listener.onUpdate(this.known);
  }
}

/** The first question to a public source is under way: nothing is wrong yet. */
const isBeginning = (error: Error) => error instanceof SourceError && error.fault.code === 'source-asking';

/** The feed of the prices; empty where there is none. */
const sourceOf = ({ series }: PolledAnswer): string => series.origin?.feed ?? '';
