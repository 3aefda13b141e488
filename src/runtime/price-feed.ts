import type { DayAhead } from '../api/read-series.ts';
import type { Client, DayAheadQuestion } from '../client/client.ts';
import type { ComponentName } from '../core/components.ts';
import type { Instant } from '../core/time.ts';
import type { Resolution } from '../core/vocabulary.ts';
import { nextBoundary, nowMessage } from '../messages/now.ts';
import type { Selection } from '../messages/selection.ts';
import {
  type Notice,
  type NowPayload,
  type SeriesFacts,
  type SeriesPayload,
  seriesMessage,
} from '../messages/series.ts';
import type { Clock } from './clock.ts';
import { createPoller, type Poller } from './poller.ts';

/** How a selection is to be priced. */
export interface PriceTerms {
  readonly resolution: Resolution;
  readonly include: readonly ('fees' | 'vat')[];
}

/** What is known at a moment. */
export interface Prices {
  readonly series: SeriesPayload;
  /** Left out where no known interval covers the moment. */
  readonly now?: NowPayload;
}

export interface PriceFeedOptions extends PriceTerms {
  readonly clock: Clock;
  readonly client: Client;
  readonly selection: Selection;
  /** The service has answered; `awaited` where somebody asked for it, and has it from `refresh` or `latest`. */
  readonly onFetch: (prices: Prices, awaited: boolean) => void;
  /** An interval begins, or the known prices end. */
  readonly onBoundary: (prices: Prices) => void;
  /** The service has not; `awaited` where the one who asked has the error. */
  readonly onProblem: (error: Error, awaited: boolean) => void;
}

interface Waiter {
  readonly resolve: (prices: Prices) => void;
  readonly reject: (error: Error) => void;
}

/** The prices of one selection, kept fresh from `start` to `stop`. */
export class PriceFeed {
  readonly #options: PriceFeedOptions;
  readonly #poller: Poller;
  #facts: SeriesFacts | undefined;
  #notices: readonly Notice[] = [];
  #waiting: readonly Waiter[] = [];
  #cancelBoundary: () => void = () => undefined;

  constructor(options: PriceFeedOptions) {
    this.#options = options;
    this.#poller = createPoller({
      client: { dayAhead: (question) => this.#ask(question) },
      question: questionOf(options),
      clock: options.clock,
      onAnswer: (answer) => this.#accept(answer),
      onProblem: ({ error }) => this.#report(error),
    });
  }

  get selection(): Selection {
    return this.#options.selection;
  }

  /** What is known; nothing before the first answer. */
  get prices(): Prices | undefined {
    return this.#facts && pricesAt(this.#facts, this.#options.clock.now());
  }

  start(): void {
    this.#poller.start();
  }

  stop(): void {
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

  /** The sources' notices belong to the prices; where they cannot be had, those known last stay. */
  async #ask(question: DayAheadQuestion): Promise<DayAhead> {
    const { client, onProblem } = this.#options;
    const series = await client.dayAhead(question);
    try {
      this.#notices = await client.attribution(question.country);
    } catch (error) {
      onProblem(error as Error, false);
    }
    return series;
  }

  #accept({ series, fetchedAt, nextPoll }: { series: DayAhead; fetchedAt: Instant; nextPoll: Instant }): void {
    const { selection, resolution, include, clock, onFetch } = this.#options;
    const asked: ComponentName[] = ['energy', 'grid', ...include];
    const attribution = this.#notices;
    const facts = { country: selection.country, resolution, asked, ...series, fetchedAt, nextPoll, attribution };
    this.#facts = facts;
    this.#awaitBoundary(facts);
    const prices = pricesAt(facts, clock.now());
    const waiting = this.#taken();
    for (const { resolve } of waiting) resolve(prices);
    onFetch(prices, waiting.length > 0);
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

  #awaitBoundary(facts: SeriesFacts): void {
    const { clock, onBoundary } = this.#options;
    this.#cancelBoundary();
    const boundary = nextBoundary(facts, clock.now());
    if (boundary === undefined) return;
    this.#cancelBoundary = clock.alarm(boundary, () => {
      this.#awaitBoundary(facts);
      onBoundary(pricesAt(facts, clock.now()));
    });
  }
}

function pricesAt(facts: SeriesFacts, at: Instant): Prices {
  const now = nowMessage(facts, at);
  return { series: seriesMessage(facts, at), ...(now && { now }) };
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
