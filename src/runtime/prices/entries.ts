import type { Selection } from '../../messages/selection.ts';
import type { KnownPrices } from './from-answer.ts';

/** The prices of one topic, from `start` to `stop`. */
export interface TopicPrices {
  /** Left out where they are not asked for. */
  readonly selection?: Selection;
  readonly known: KnownPrices | undefined;
  /** The reason why they could not be renewed. */
  readonly problem: Error | undefined;
  start(): void;
  stop(): void;
  latest(): Promise<KnownPrices>;
  refresh(): Promise<KnownPrices>;
}

/** A selection that a node prices, or the prices that it was given. */
export interface Entry {
  readonly topic: string;
  /** From `Entries.turn`. */
  readonly turn: number;
  /** Nobody has chosen it. */
  readonly demo: boolean;
  readonly prices: TopicPrices;
}

/** Selections of one node: many houses, not every message a topic of its own. */
const MOST = 20;

/**
 * The selections that a node prices, told apart by their topics. Under one topic they overtake each other while they wait
 * for the service; the one whose turn came last stays.
 */
export class Entries {
  readonly #running = new Map<string, Entry>();
  /** Waiting for their first answer. */
  readonly #asking = new Set<Entry>();
  #turns = 0;
  /** The last turn before everything was forgotten. */
  #forgotten = 0;

  /** Those that have come first lead. */
  get running(): readonly Entry[] {
    return [...this.#running.values()];
  }

  /** No turn has been taken since everything was forgotten. */
  get isUntouched(): boolean {
    return this.#turns === this.#forgotten;
  }

  at(topic: string): Entry | undefined {
    return this.#running.get(topic);
  }

  runs(entry: Entry): boolean {
    return this.at(entry.topic) === entry;
  }

  turn(): number {
    return ++this.#turns;
  }

  assertRoomFor(topic: string): void {
    const topics = new Set([...this.#running.values(), ...this.#asking].map((entry) => entry.topic));
    topics.delete(topic);
    if (topics.size >= MOST) throw new Error(`a node prices ${MOST} selections at the most`);
  }

  run(entry: Entry): void {
    this.#running.set(entry.topic, entry);
    entry.prices.start();
  }

  /** The first prices of an entry that does not run yet. */
  async ask(entry: Entry): Promise<KnownPrices> {
    const prices = entry.prices.latest();
    this.#asking.add(entry);
    entry.prices.start();
    try {
      return await prices;
    } finally {
      this.#asking.delete(entry);
    }
  }

  /** Lets an entry that has asked run in the place of an earlier one and of the demo; stops one that comes too late. */
  adopt(entry: Entry): void {
    const present = this.at(entry.topic);
    if (entry.turn <= this.#forgotten || (present && present.turn > entry.turn)) {
      entry.prices.stop();
      return;
    }
    present?.prices.stop();
    for (const { demo, topic, prices } of this.running) {
      if (!demo) continue;
      prices.stop();
      this.#running.delete(topic);
    }
    this.#running.set(entry.topic, entry);
  }

  /** Stops those that run; those that ask come too late. */
  forget(): void {
    for (const { prices } of this.running) prices.stop();
    this.#running.clear();
    this.#forgotten = this.#turns;
  }

  /** Stops all of them, and those still to come. */
  stop(): void {
    this.forget();
    for (const { prices } of this.#asking) prices.stop();
    this.#forgotten = Number.POSITIVE_INFINITY;
  }
}
