import { isDeepStrictEqual } from 'node:util';
import { isClientError } from '../../client/errors.ts';
import { mergeSelection, type Selection } from '../../messages/selection.ts';
import type { CurrentPrice } from '../../messages/series.ts';
import type { Clock } from '../clock.ts';
import type { Follow } from '../polling/shared-pollers.ts';
import { PriceFeed, type PriceFeedOptions } from './feed.ts';
import type { KnownPrices, PriceTerms } from './from-answer.ts';
import type { PriceMemory } from './memory.ts';

/** How the selection that comes first stands; without prices it still waits for them. */
export interface PriceState {
  readonly prices: KnownPrices | undefined;
  /** What went wrong since the last answer. */
  readonly problem: Error | undefined;
  /** Nobody has chosen what is priced. */
  readonly demo: boolean;
}

export interface PriceBoardOptions extends PriceTerms {
  readonly clock: Clock;
  readonly client: PriceFeedOptions['client'];
  readonly follow: Follow;
  readonly memory: Omit<PriceMemory, 'close'>;
  readonly soon: boolean;
  /** The topic of the node's own selection. */
  readonly topic: string;
  readonly configured: Selection | undefined;
  /** Priced where nothing is configured and no selection comes. */
  readonly demo: Selection | undefined;
  /** Something new that no input has asked for. */
  readonly onPrices: (topic: string, news: Partial<KnownPrices>) => void;
  /** What went wrong with no input waiting for it; the same is not repeated. */
  readonly onProblem: (error: Error) => void;
  /** Whenever the state of the node's own selection, or else of its first, may have changed. */
  readonly onState: (state: PriceState) => void;
}

interface Entry {
  readonly topic: string;
  readonly feed: PriceFeed;
  /** Selections overtake each other while they wait for the service; the one that came last stays. */
  readonly turn: number;
  told?: CurrentPrice | undefined;
  problem?: Error | undefined;
  warning?: Error;
}

/** Seconds in which a selection that is wired to the node arrives after the start. */
const DEMO_DELAY = 1;

/** Selections of one node: many houses, not every message a topic of its own. */
const MOST = 20;

/** The selections that one node prices, told apart by their topics. */
export class PriceBoard {
  readonly #options: PriceBoardOptions;
  readonly #entries = new Map<string, Entry>();
  /** Entered, and waiting for their first answer. */
  readonly #asking = new Set<Entry>();
  #demo: Entry | undefined;
  #cancelDemo: () => void = () => undefined;
  #turns = 0;
  /** The last turn before everything was forgotten. */
  #forgotten = 0;
  #stopped = false;

  constructor(options: PriceBoardOptions) {
    this.#options = options;
  }

  /** With the selections that inputs chose before a restart. */
  start(): void {
    const { topic, configured, clock, memory } = this.#options;
    const own = configured ? [{ topic, selection: configured }] : [];
    const all = [...own, ...memory.chosen(this.#settings)];
    for (const [topic, selection] of new Map(all.map((one) => [one.topic, one.selection]))) {
      this.#begin(selection, topic);
    }
    if (this.#entries.size === 0) this.#cancelDemo = clock.alarm(clock.now() + DEMO_DELAY, () => this.#beginDemo());
  }

  /** Forgets the selections of inputs, and answers with what is left. */
  async reset(): Promise<Partial<KnownPrices>> {
    this.#cancelDemo();
    for (const { feed } of this.#entries.values()) feed.stop();
    this.#entries.clear();
    this.#demo = undefined;
    this.#forgotten = this.#turns;
    this.#options.memory.choose(this.#settings, []);
    this.#options.onState({ prices: undefined, problem: undefined, demo: false });
    this.start();
    return this.#main ? this.latest() : {};
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelDemo();
    for (const { feed } of [...this.#entries.values(), ...this.#asking]) feed.stop();
    this.#entries.clear();
  }

  /** Everything that is known, once more. */
  again(): void {
    for (const { topic, feed } of this.#entries.values()) {
      if (feed.prices) this.#options.onPrices(topic, feed.prices);
    }
  }

  /** What is known under `topic`, or else of the first selection. Rejects where there is none. */
  latest(topic?: string): Promise<KnownPrices> {
    return this.#entryAt(topic).feed.latest();
  }

  /** The same after asking the service. */
  refresh(topic?: string): Promise<KnownPrices> {
    return this.#entryAt(topic).feed.refresh();
  }

  /**
   * Prices `input`, merged into what is configured, under `topic` from now on. Rejects with nothing changed where the
   * selection is wrong or the service does not know it; where the service cannot answer yet, asking goes on.
   */
  async select(input: object, topic = this.#options.topic): Promise<KnownPrices> {
    const selection = mergeSelection(this.#options.configured, input);
    const present = this.#entries.get(topic);
    this.#assertRoomFor(topic);
    if (present && isDeepStrictEqual(present.feed.selection, selection)) return present.feed.latest();
    const entry = this.#enter(topic, selection);
    const prices = entry.feed.latest();
    this.#asking.add(entry);
    entry.feed.start();
    try {
      await prices;
    } catch (error) {
      if (isClientError(error) && error.kind === 'configuration') entry.feed.stop();
      else this.#adopt(entry);
      throw error;
    } finally {
      this.#asking.delete(entry);
    }
    this.#adopt(entry);
    return prices;
  }

  #assertRoomFor(topic: string): void {
    const topics = new Set([...this.#entries.values(), ...this.#asking].map((entry) => entry.topic));
    topics.delete(topic);
    if (topics.size >= MOST) throw new Error(`a node prices ${MOST} selections at the most`);
  }

  #entryAt(topic: string | undefined): Entry {
    const entry = (topic && this.#entries.get(topic)) || this.#main || this.#beginDemo();
    if (!entry) throw new Error('no tariff is chosen yet');
    return entry;
  }

  get #main(): Entry | undefined {
    return this.#entries.get(this.#options.topic) ?? this.#entries.values().next().value;
  }

  /** Under other ones nobody knows what an earlier selection was meant to change. */
  get #settings(): unknown {
    const { topic, configured = null } = this.#options;
    return { topic, configured };
  }

  #begin(selection: Selection, topic = this.#options.topic): Entry {
    const entry = this.#enter(topic, selection);
    this.#entries.set(entry.topic, entry);
    entry.feed.start();
    return entry;
  }

  #beginDemo(): Entry | undefined {
    const { demo } = this.#options;
    if (demo && this.#turns === this.#forgotten) this.#demo = this.#begin(demo);
    return this.#demo;
  }

  #enter(topic: string, selection: Selection): Entry {
    const entry: Entry = {
      topic,
      turn: ++this.#turns,
      feed: new PriceFeed({
        ...this.#options,
        selection,
        onFetch: (prices, awaited) => this.#fetched(entry, prices, awaited),
        onLearned: (prices) => this.#learned(entry, prices),
        onBoundary: (prices) => this.#reached(entry, prices),
        onProblem: (error, awaited) => this.#troubled(entry, error, awaited),
        onWarning: (error) => this.#warned(entry, error),
      }),
    };
    return entry;
  }

  #adopt(entry: Entry): void {
    const present = this.#entries.get(entry.topic);
    if (this.#stopped || entry.turn <= this.#forgotten || (present && present.turn > entry.turn)) {
      entry.feed.stop();
      return;
    }
    present?.feed.stop();
    this.#endDemo();
    this.#entries.set(entry.topic, entry);
    this.#remember();
    this.#show(entry, entry.feed.prices);
  }

  #remember(): void {
    const { memory, topic, configured } = this.#options;
    const all = [...this.#entries.values()].map(({ topic, feed }) => ({ topic, selection: feed.selection }));
    memory.choose(
      this.#settings,
      all.filter((one) => one.topic !== topic || !isDeepStrictEqual(one.selection, configured)),
    );
  }

  #endDemo(): void {
    if (!this.#demo) return;
    this.#demo.feed.stop();
    this.#entries.delete(this.#demo.topic);
    this.#demo = undefined;
  }

  #fetched(entry: Entry, prices: KnownPrices, awaited: boolean): void {
    entry.problem = undefined;
    const { series, now } = prices;
    if (this.#runs(entry) && !awaited) {
      const changed = now && !isDeepStrictEqual(now, entry.told);
      this.#options.onPrices(entry.topic, { series, ...(changed && { now }) });
    }
    entry.told = now;
    this.#show(entry, prices);
  }

  #learned(entry: Entry, prices: KnownPrices): void {
    if (this.#runs(entry)) this.#options.onPrices(entry.topic, { series: prices.series });
    this.#show(entry, prices);
  }

  #reached(entry: Entry, prices: KnownPrices): void {
    const { series, now } = prices;
    entry.told = now;
    this.#options.onPrices(entry.topic, now ? { now } : { series });
    this.#show(entry, prices);
  }

  #troubled(entry: Entry, problem: Error, awaited: boolean): void {
    if (!awaited && problem.message !== entry.problem?.message) this.#options.onProblem(problem);
    entry.problem = problem;
    this.#show(entry, entry.feed.prices);
  }

  #warned(entry: Entry, warning: Error): void {
    if (warning.message !== entry.warning?.message) this.#options.onProblem(warning);
    entry.warning = warning;
  }

  #show(entry: Entry, prices: KnownPrices | undefined): void {
    if (entry !== this.#main) return;
    this.#options.onState({ prices, problem: entry.problem, demo: entry === this.#demo });
  }

  #runs({ topic, turn }: Entry): boolean {
    return this.#entries.get(topic)?.turn === turn;
  }
}
