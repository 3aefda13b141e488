import { isDeepStrictEqual } from 'node:util';
import type { Client, DayAheadQuestion } from '../client/client.ts';
import type { ComponentName } from '../core/components.ts';
import type { Resolution } from '../core/vocabulary.ts';
import { nextBoundary, nowMessage } from '../messages/now.ts';
import type { Selection } from '../messages/selection.ts';
import {
  type NowPayload,
  type SeriesFacts,
  type SeriesPayload,
  seriesMessage,
  type Warning,
} from '../messages/series.ts';
import type { Clock } from './clock.ts';
import { learnMarket, type MarketFacts } from './market-facts.ts';
import type { Answer, Poller } from './poller.ts';
import type { Follow } from './shared-pollers.ts';

/** How a selection is to be priced. */
export interface PriceTerms {
  readonly resolution: Resolution;
  readonly include: readonly ('fees' | 'vat')[];
  /** Ask for new prices as soon as they exist, not when the service recommends it. */
  readonly soon: boolean;
}

/** What is known at a moment. */
export interface Prices {
  readonly series: SeriesPayload;
  /** Left out where no known interval covers the moment. */
  readonly now?: NowPayload;
}

export interface PriceFeedOptions extends PriceTerms {
  readonly clock: Clock;
  readonly client: Pick<Client, 'attribution' | 'countryStatistics' | 'allowance'>;
  readonly follow: Follow;
  readonly selection: Selection;
  /** The service has answered; `awaited` where somebody asked for it, and has it from `refresh` or `latest`. */
  readonly onFetch: (prices: Prices, awaited: boolean) => void;
  /** An interval begins, or the known prices end. */
  readonly onBoundary: (prices: Prices) => void;
  /** The service has not; `awaited` where the one who asked has the error. */
  readonly onProblem: (error: Error, awaited: boolean) => void;
  /** Something beside the prices could not be had. */
  readonly onWarning: (error: Error) => void;
}

interface Waiter {
  readonly resolve: (prices: Prices) => void;
  readonly reject: (error: Error) => void;
}

/** The prices of one selection, kept fresh from `start` to `stop`. */
export class PriceFeed {
  readonly #options: PriceFeedOptions;
  readonly #poller: Poller;
  #latest: Answer | undefined;
  #market: MarketFacts = {};
  #stopped = false;
  #waiting: readonly Waiter[] = [];
  #cancelBoundary: () => void = () => undefined;

  constructor(options: PriceFeedOptions) {
    this.#options = options;
    this.#poller = options.follow(questionOf(options), {
      soon: options.soon,
      onAnswer: (answer) => this.#accept(answer),
      onProblem: ({ error }) => this.#report(error),
    });
  }

  get selection(): Selection {
    return this.#options.selection;
  }

  /** What is known; nothing before the first answer. */
  get prices(): Prices | undefined {
    return this.#latest && this.#pricesOf(this.#latest);
  }

  start(): void {
    void this.#learn();
    this.#poller.start();
  }

  stop(): void {
    this.#stopped = true;
    this.#poller.stop();
    this.#cancelBoundary();
    for (const { reject } of this.#taken()) reject(new Error('stopped before the service answered'));
  }

  /** Asks the service now. */
  refresh(): Promise<Prices> {
    this.#poller.ask();
    return this.#answer();
  }

  /** What is known; before the first answer, what that brings. */
  async latest(): Promise<Prices> {
    return this.prices ?? this.#answer();
  }

  #answer(): Promise<Prices> {
    return new Promise((resolve, reject) => {
      this.#waiting = [...this.#waiting, { resolve, reject }];
    });
  }

  /** What is known of the market, asked beside the prices so that these never wait for it. */
  async #learn(): Promise<void> {
    const { client, selection, onFetch, onWarning } = this.#options;
    const { facts, problem } = await learnMarket(client, selection.country);
    if (this.#stopped) return;
    if (problem) onWarning(problem);
    const market = { ...this.#market, ...facts };
    if (isDeepStrictEqual(market, this.#market)) return;
    this.#market = market;
    if (this.#latest) onFetch(this.#pricesOf(this.#latest), false);
  }

  #accept(answer: Answer): void {
    this.#latest = answer;
    this.#awaitBoundary(answer);
    const prices = this.#pricesOf(answer);
    const waiting = this.#taken();
    for (const { resolve } of waiting) resolve(prices);
    this.#options.onFetch(prices, waiting.length > 0);
    void this.#learn();
  }

  #report(error: Error): void {
    const waiting = this.#taken();
    for (const { reject } of waiting) reject(error);
    this.#options.onProblem(error, waiting.length > 0);
  }

  #taken(): readonly Waiter[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  #awaitBoundary(answer: Answer): void {
    const { clock, onBoundary } = this.#options;
    this.#cancelBoundary();
    const boundary = nextBoundary(this.#factsOf(answer), clock.now());
    if (boundary === undefined) return;
    this.#cancelBoundary = clock.alarm(boundary, () => {
      this.#awaitBoundary(answer);
      onBoundary(this.#pricesOf(answer));
    });
  }

  #pricesOf(answer: Answer): Prices {
    const facts = this.#factsOf(answer);
    const at = this.#options.clock.now();
    const now = nowMessage(facts, at);
    const series = seriesMessage(facts, at);
    const warnings = this.#warningsOf(series);
    const allowance = this.#options.client.allowance();
    return {
      series: { ...series, ...(warnings.length > 0 && { warnings }), ...(allowance && { allowance }) },
      ...(now && { now }),
    };
  }

  #warningsOf({ missing }: SeriesPayload): Warning[] {
    const { selection, include } = this.#options;
    const { consumption, grid, postalCode } = selection;
    if (!consumption || postalCode) return [];
    const ofGrid: Warning[] = !grid && missing.includes('grid') ? ['grid-needs-postal-code'] : [];
    const local = include.length > 0 && this.#market.hasLocationScopedFees;
    return local ? [...ofGrid, 'fees-need-postal-code'] : ofGrid;
  }

  #factsOf({ series, fetchedAt, nextPoll }: Answer): SeriesFacts {
    const { selection, resolution, include } = this.#options;
    const { country } = selection;
    const { notices = [], hasFees } = this.#market;
    const asked: ComponentName[] = ['energy', 'grid', ...include.filter((extra) => extra !== 'fees' || hasFees)];
    return { country, resolution, asked, ...series, fetchedAt, nextPoll, attribution: notices };
  }
}

function questionOf({ selection, include, resolution }: PriceFeedOptions): DayAheadQuestion {
  const { country, consumption, feedin, grid, version, postalCode } = selection;
  return {
    country,
    resolution,
    include,
    ...(consumption && { consumption: consumption.id }),
    ...(feedin && { feedin: feedin.id }),
    ...(grid && { grid: grid.id }),
    ...(version && { version }),
    ...(postalCode && { postalCode }),
  };
}
