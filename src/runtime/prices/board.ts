import { isDeepStrictEqual } from 'node:util';
import { isClientError } from '../../client/errors.ts';
import type { CountryCode } from '../../core/markets.ts';
import type { OutsidePrices } from '../../messages/outside/outside.ts';
import { mergeSelection, type Selection } from '../../messages/selection.ts';
import type { SeriesFacts } from '../../messages/series.ts';
import { Entries, type Entry } from './entries.ts';
import { FreshPrices, type PriceSources } from './fresh-prices.ts';
import type { KnownPrices, PriceTerms } from './from-answer.ts';
import { givenFacts } from './outside/given-facts.ts';
import { GivenPrices } from './outside/given-prices.ts';

/** The selection of a node's own, and the topic that it is priced under. */
export interface OwnSelection {
  readonly topic: string;
  readonly configured: Selection | undefined;
  /** Chosen in the dialog, with or without a selection. */
  readonly country: CountryCode | undefined;
  /** Priced where nothing is configured and no selection comes. */
  readonly demo: Selection | undefined;
}

/** The state of a node's own selection, or else of its first; without prices it still waits for them. */
export interface PriceState {
  readonly prices: KnownPrices | undefined;
  /** The reason why there has been no answer since the last one. */
  readonly problem: Error | undefined;
  /** Nobody has chosen what is priced. */
  readonly demo: boolean;
  /** What is priced; left out where prices were given. */
  readonly selection?: Selection;
}

export interface PriceUpdate<State = PriceState> {
  readonly topic: string;
  /** Prices that no input has asked for. */
  readonly news?: Partial<KnownPrices>;
  /** Left out where it cannot have changed. */
  readonly state?: State;
}

interface BoardListener {
  readonly onUpdate: (update: PriceUpdate) => void;
  /** Something went wrong with no input waiting for it; the same is not repeated. */
  readonly onTrouble: (error: Error) => void;
}

/** Seconds in which a selection that is wired to the node arrives after the start. */
const DEMO_DELAY = 1;

/** The prices of one node: of its own selection, and of those that inputs bring. */
export class PriceBoard {
  readonly #sources: PriceSources;
  readonly #terms: PriceTerms;
  readonly #own: OwnSelection;
  readonly #listener: BoardListener;
  readonly #entries = new Entries();
  #cancelDemo: () => void = () => undefined;

  constructor(sources: PriceSources, terms: PriceTerms, own: OwnSelection, listener: BoardListener) {
    this.#sources = sources;
    this.#terms = terms;
    this.#own = own;
    this.#listener = listener;
  }

  /** With the selections that inputs chose before a restart. */
  start(): void {
    const { clock, memory } = this.#sources;
    const { topic, configured } = this.#own;
    const given = memory.given(this.#household, clock.now());
    if (given) this.#entries.run(this.#give(given));
    const own = configured ? [{ topic, selection: configured }] : [];
    const all = [...own, ...memory.chosen(this.#settings)].filter(({ topic }) => !this.#entries.at(topic));
    for (const [topic, selection] of new Map(all.map((one) => [one.topic, one.selection]))) {
      this.#entries.run(this.#enter(topic, selection));
    }
    if (!this.#main) this.#cancelDemo = clock.alarm(clock.now() + DEMO_DELAY, () => this.#beginDemo());
  }

  /** Forgets the selections of inputs, and answers with what is left. */
  async reset(): Promise<Partial<KnownPrices>> {
    this.#cancelDemo();
    this.#entries.forget();
    this.#sources.memory.choose(this.#settings, []);
    this.#sources.memory.give(this.#household, undefined);
    this.#listener.onUpdate({
      topic: this.#own.topic,
      state: { prices: undefined, problem: undefined, demo: false },
    });
    this.start();
    return this.#main ? this.latest() : {};
  }

  stop(): void {
    this.#cancelDemo();
    this.#entries.stop();
  }

  /** Everything that is known, once more. */
  again(): void {
    for (const { topic, prices } of this.#entries.running) {
      if (prices.known) this.#listener.onUpdate({ topic, news: prices.known });
    }
  }

  /** The known prices under `topic`, or else of the first selection. Rejects where there is none. */
  latest(topic?: string): Promise<KnownPrices> {
    return this.#entryAt(topic).prices.latest();
  }

  /** The same after asking the service. */
  refresh(topic?: string): Promise<KnownPrices> {
    return this.#entryAt(topic).prices.refresh();
  }

  /**
   * Prices `input`, merged into what is configured, under `topic` from now on. Rejects with nothing changed where the
   * selection is wrong or the service does not know it; where the service cannot answer yet, asking goes on.
   */
  async select(input: object, topic = this.#own.topic): Promise<KnownPrices> {
    const selection = mergeSelection(this.#own.configured, input);
    this.#entries.assertRoomFor(topic);
    const present = this.#entries.at(topic);
    if (present && isDeepStrictEqual(present.prices.selection, selection)) return present.prices.latest();
    const entry = this.#enter(topic, selection);
    const prices = await this.#entries.ask(entry).catch((error) => {
      if (isClientError(error) && error.kind === 'configuration') entry.prices.stop();
      else this.#adopt(entry);
      throw error;
    });
    this.#adopt(entry);
    if (topic === this.#own.topic) this.#sources.memory.give(this.#household, undefined);
    return prices;
  }

  /**
   * Takes `outside` as the node's own prices, which are asked for no longer. Throws a `MessageError` with nothing changed
   * where they cannot be these.
   */
  take(outside: OutsidePrices): KnownPrices {
    const { topic, country } = this.#own;
    const present = this.#entries.at(topic)?.prices;
    const before = present instanceof GivenPrices ? present.facts : undefined;
    const facts = givenFacts(outside, { before, country, now: this.#sources.clock.now() });
    const entry = this.#give(facts);
    this.#cancelDemo();
    entry.prices.start();
    this.#adopt(entry);
    this.#sources.memory.give(this.#household, facts);
    return entry.prices.known;
  }

  #entryAt(topic: string | undefined): Entry {
    const entry = (topic && this.#entries.at(topic)) || this.#main || this.#beginDemo();
    if (!entry) throw new Error('no tariff is chosen yet');
    return entry;
  }

  get #main(): Entry | undefined {
    return this.#entries.at(this.#own.topic) ?? this.#entries.running[0];
  }

  /** Under other ones nobody knows what an earlier selection was meant to change. */
  get #settings(): unknown {
    const { topic, configured = null } = this.#own;
    return { topic, configured };
  }

  /** Prices of another country are not those of this household. */
  get #household(): unknown {
    const { country = null, configured = null } = this.#own;
    return { country, configured };
  }

  #give(facts: SeriesFacts): Entry & { readonly prices: GivenPrices } {
    const { clock, expectations } = this.#sources;
    const expected = expectations.of('given').after(facts);
    const prices = new GivenPrices(clock, facts, expected, (prices, news) => this.#update(entry, prices, news));
    const entry = { topic: this.#own.topic, demo: false, turn: this.#entries.turn(), prices };
    return entry;
  }

  #beginDemo(): Entry | undefined {
    const { topic, demo } = this.#own;
    if (!demo || !this.#entries.isUntouched) return undefined;
    const entry = this.#enter(topic, demo, true);
    this.#entries.run(entry);
    return entry;
  }

  #enter(topic: string, selection: Selection, demo = false): Entry {
    const priced = { ...this.#terms, selection };
    const entry: Entry = {
      topic,
      demo,
      turn: this.#entries.turn(),
      prices: new FreshPrices(this.#sources, priced, {
        onUpdate: (prices, news) => this.#update(entry, prices, news),
        onTrouble: this.#listener.onTrouble,
      }),
    };
    return entry;
  }

  #adopt(entry: Entry): void {
    this.#entries.adopt(entry);
    if (!this.#entries.runs(entry)) return;
    this.#remember();
    this.#update(entry, entry.prices.known);
  }

  #remember(): void {
    const { topic, configured } = this.#own;
    const all = this.#entries.running.flatMap(({ topic, prices: { selection } }) =>
      selection ? [{ topic, selection }] : [],
    );
    this.#sources.memory.choose(
      this.#settings,
      all.filter((one) => one.topic !== topic || !isDeepStrictEqual(one.selection, configured)),
    );
  }

  #update(entry: Entry, prices: KnownPrices | undefined, news?: Partial<KnownPrices>): void {
    const { topic, demo } = entry;
    const { problem, selection } = entry.prices;
    const shown = news && this.#entries.runs(entry) && { news };
    const state = entry === this.#main && { state: { prices, problem, demo, ...(selection && { selection }) } };
    if (shown || state) this.#listener.onUpdate({ topic, ...shown, ...state });
  }
}
