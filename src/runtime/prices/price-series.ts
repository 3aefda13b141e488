import { isClientError } from '../../client/errors.ts';
import { configuredSelection } from '../../messages/selection.ts';
import { pricePrefix } from '../../mqtt/topics.ts';
import type { Owner } from '../publishing/topic-owners.ts';
import type { Site } from '../site.ts';
import { type Keeping, openStore } from '../store.ts';
import { PriceBoard, type PriceState } from './board.ts';
import { demoSelection } from './demo.ts';
import type { KnownPrices } from './from-answer.ts';
import { openPriceMemory } from './memory.ts';
import { readPriceSettings } from './settings.ts';

/** How a node stands, beyond what it sends. */
export interface SeriesState extends PriceState {
  /** The node that publishes already what this one was to. */
  readonly conflict: string | undefined;
}

export interface PriceSeriesOptions {
  readonly site: Site;
  /** What the dialog saved. */
  readonly config: object;
  /** Show a demo tariff where nothing is chosen. */
  readonly demo: boolean;
  readonly topic: string;
  readonly owner: Owner;
  /** Where answers and selections are remembered. */
  readonly keeping: Keeping;
  readonly onPrices: (topic: string, news: Partial<KnownPrices>) => void;
  readonly onProblem: (error: Error) => void;
  readonly onState: (state: SeriesState) => void;
}

/** A running node, without Node-RED. */
export interface RunningPriceSeries {
  /** A selection, `{refresh: true}`, `{reset: true}`, or neither: what is known. */
  input(payload: object | undefined, topic: string | undefined): Promise<Partial<KnownPrices>>;
  again(): void;
  stop(options: { readonly removed: boolean }): Promise<void>;
}

/** @throws MessageError where the configuration is wrong. */
export async function openPriceSeries(options: PriceSeriesOptions): Promise<RunningPriceSeries> {
  const { site, config, owner, keeping, onState, onProblem } = options;
  const { terms, asSoonAsPossible, publishAs } = readPriceSettings(config, site);
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
  const memory = await openPriceMemory(openStore(keeping), site.source, onProblem);
  const board = new PriceBoard({
    ...options,
    ...terms,
    clock: site.clock,
    client,
    follow: site.follow,
    memory,
    soon: asSoonAsPossible,
    configured,
    demo: options.demo ? demoSelection : undefined,
    onState: (state) => {
      const conflict = takeTopic();
      onState({ ...state, conflict });
      const { prices, problem } = state;
      if (!prefix || conflict || !(prices || problem)) return;
      site.publishPrices(prefix, prices?.series, prices?.now, problemCode(problem));
    },
  });
  board.start();
  return {
    input(payload, topic) {
      if (!payload) return board.latest(topic);
      if (says('refresh', payload)) return board.refresh(topic);
      return says('reset', payload) ? board.reset() : board.select(payload, topic);
    },
    again: () => board.again(),
    async stop({ removed }) {
      board.stop();
      giveBack(removed);
      await memory.close({ removed });
    },
  };
}

const says = (order: 'refresh' | 'reset', payload: object): boolean => Reflect.get(payload, order) === true;

/** The stable code of what went wrong. */
const problemCode = (problem: Error | undefined): string | undefined =>
  problem && (isClientError(problem) ? problem.kind : 'internal');
