import { isClientError } from '../../client/errors.ts';
import { assertNoPrices } from '../../messages/outside/nearest.ts';
import { holdsPrices, readOutside } from '../../messages/outside/outside.ts';
import { configuredSelection, countryIn } from '../../messages/selection.ts';
import { pricePrefix } from '../../mqtt/topics.ts';
import { SourceError } from '../problems.ts';
import type { Owner } from '../publishing/topic-owners.ts';
import type { Site } from '../site.ts';
import { type Keeping, openStore } from '../store.ts';
import { PriceBoard, type PriceState, type PriceUpdate } from './board.ts';
import { demoSelection } from './contract/demo.ts';
import { gridMention } from './contract/grid-mention.ts';
import { openExpectations } from './expected/expectations.ts';
import type { KnownPrices } from './from-answer.ts';
import { openPriceMemory } from './memory.ts';
import { isDocument, readDocument } from './outside/document.ts';
import { readPriceSettings } from './settings.ts';

/** The state of a node, beyond what it sends. */
export interface SeriesState extends PriceState {
  /** The node that publishes already what this one was to. */
  readonly conflict: string | undefined;
}

export interface PriceSeriesOptions {
  readonly site: Site;
  /** Saved by the dialog. */
  readonly config: object;
  /** Show a demo tariff where nothing is chosen. */
  readonly demo: boolean;
  readonly topic: string;
  readonly owner: Owner;
  /** The place for answers and selections. */
  readonly keeping: Keeping;
  /** The place for past prices; left out, they last as long as the node. */
  readonly past?: Keeping;
  readonly onUpdate: (update: PriceUpdate<SeriesState>) => void;
  /** Something went wrong with no input waiting for it; the same is not repeated. */
  readonly onTrouble: (error: Error) => void;
  /** Something that the user may want to know once, and that needs no action. */
  readonly onNote?: (note: string) => void;
}

/** A running `price-series` node, without Node-RED. */
export interface RunningPriceSeries {
  /** A selection, prices, `{refresh: true}`, `{reset: true}`, or neither: what is known. */
  input(payload: object | undefined, topic: string | undefined): Promise<Partial<KnownPrices>>;
  again(): void;
  stop(options: { readonly removed: boolean }): Promise<void>;
}

/** @throws MessageError where the configuration is wrong. */
export async function openPriceSeries(options: PriceSeriesOptions): Promise<RunningPriceSeries> {
  const { site, config, topic, owner, keeping, past, onUpdate, onTrouble, onNote } = options;
  const { terms, publishAs } = readPriceSettings(config, site);
  const configured = configuredSelection(config);
  const prefix = pricePrefix(publishAs);
  // Before anything is waited for: of two nodes the first in the flow has the name, at every start.
  const takeTopic = () => (prefix ? site.takeTopic('price', prefix, owner) : undefined);
  takeTopic();
  const giveBack = (removed: boolean) => {
    if (prefix) site.releaseTopic('price', prefix, owner, { removed });
  };
  const client = await site.client().catch((error) => {
    giveBack(false);
    throw error;
  });
  const memory = await openPriceMemory(openStore(keeping), site, onTrouble);
  const expectations = await openExpectations(past, site.source, onTrouble);
  const sources = { clock: site.clock, client, follow: site.follow, memory, expectations, bill: site.bill };
  const country = countryIn(config);
  const demo = options.demo ? await demoSelection(country, client) : undefined;
  const own = { topic, configured, country, demo };
  let said = false;
  const board = new PriceBoard(sources, terms, own, {
    onTrouble,
    onUpdate({ state, ...update }) {
      if (!state) return onUpdate(update);
      const conflict = takeTopic();
      onUpdate({ ...update, state: { ...state, conflict } });
      const { prices, problem } = state;
      if (!prefix || conflict || !(prices || problem)) return;
      said = true;
      site.publishPrices(prefix, prices?.series, prices?.now, problemCode(problem), nextTryAfter(problem));
    },
  });
  board.start();
  // A testing token has better uses.
  if (configured?.grid && !client.allowance() && memory.isFirstStartWith(configured.grid.id))
    void gridMention(configured, client).then((note) => note && onNote?.(note), onTrouble);
  // What a broker has kept of an earlier life may be true no more.
  if (prefix && !said && !takeTopic()) site.publishPrices(prefix, undefined);
  return {
    async input(payload, topic) {
      if (!payload) return board.latest(topic);
      if (isDocument(payload)) {
        const prices = readDocument(payload);
        const known = board.take(prices);
        for (const note of prices.notes ?? []) onTrouble(new Error(note));
        return known;
      }
      if (holdsPrices(payload)) return board.take(readOutside(payload, site.clock.now()));
      if (says('refresh', payload)) return board.refresh(topic);
      if (says('reset', payload)) return board.reset();
      assertNoPrices(payload);
      return board.select(payload, topic);
    },
    again: () => board.again(),
    async stop({ removed }) {
      board.stop();
      giveBack(removed);
      await Promise.all([memory.close({ removed }), expectations.close({ removed })]);
    },
  };
}

const says = (order: 'refresh' | 'reset', payload: object): boolean => Reflect.get(payload, order) === true;

/** The stable code of what went wrong. */
function problemCode(problem: Error | undefined): string | undefined {
  if (!problem || isClientError(problem)) return problem?.kind;
  return problem instanceof SourceError ? 'source' : 'internal';
}

/** Other problems end when somebody mends them, or at a time that means nothing to people. */
const nextTryAfter = (problem: Error | undefined) => (problem instanceof SourceError ? problem.retryAt : undefined);
