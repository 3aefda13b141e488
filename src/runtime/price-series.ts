import { z } from 'zod';
import { isClientError } from '../client/errors.ts';
import { adjustmentKinds } from '../core/adjustments.ts';
import { resolutions } from '../core/vocabulary.ts';
import { parse } from '../messages/parse.ts';
import { configuredSelection } from '../messages/selection.ts';
import { pricePrefix } from '../mqtt/topics.ts';
import type { Owner } from './claims.ts';
import { demoSelection } from './demo.ts';
import { PriceBoard, type PriceState } from './price-board.ts';
import { openPriceMemory } from './price-memory.ts';
import type { Prices } from './priced.ts';
import type { Site } from './site.ts';
import { openStore } from './store.ts';

/** How the prices are to be asked and published, as the dialog saves it. */
const settings = z.object({
  /** Empty: as the site does. */
  resolution: z.union([z.literal(''), z.coerce.number().pipe(z.literal(resolutions))]).default(''),
  includeFees: z.boolean().default(true),
  includeVat: z.boolean().default(true),
  /** Ask from half an hour before the recommended moment. */
  asSoonAsPossible: z.boolean().default(false),
  adjustment: z.enum(['', ...adjustmentKinds]).default(''),
  /** Per kWh, excluding VAT. */
  adjustmentRate: z.coerce.number().default(0),
  publishAs: z.string().default('price'),
});

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
  /** Where answers are remembered; without one a restart forgets. */
  readonly directory: string | undefined;
  readonly onPrices: (topic: string, news: Partial<Prices>) => void;
  readonly onProblem: (error: Error) => void;
  readonly onState: (state: SeriesState) => void;
}

/** A running node, without Node-RED. */
export interface PriceSeries {
  /** A selection, `{refresh: true}`, or neither: what is known. */
  input(payload: object | undefined, topic: string | undefined): Promise<Prices>;
  again(): void;
  stop(options: { readonly removed: boolean }): Promise<void>;
}

/** @throws MessageError where the configuration is wrong. */
export async function openPriceSeries(options: PriceSeriesOptions): Promise<PriceSeries> {
  const { site, config, owner, directory, onState, onProblem } = options;
  const { resolution, includeFees, includeVat, asSoonAsPossible, adjustment, adjustmentRate, publishAs } = parse(
    settings,
    config,
  );
  const configured = configuredSelection(config);
  const prefix = pricePrefix(publishAs);
  // Before anything is waited for: of two nodes the first in the flow has the name, at every start.
  const holder = () => (prefix ? site.claim('price', prefix, owner) : undefined);
  holder();
  const giveBack = (removed: boolean) => {
    if (prefix) site.release('price', prefix, owner, { removed });
  };
  const client = await site.client().catch((error) => {
    giveBack(false);
    throw error;
  });
  const memory = await openPriceMemory(openStore(directory, owner.id), site.source, onProblem);
  const board = new PriceBoard({
    ...options,
    clock: site.clock,
    client,
    follow: site.follow,
    memory,
    soon: asSoonAsPossible,
    adjustment: adjustment ? { kind: adjustment, rate: adjustmentRate } : undefined,
    configured,
    demo: options.demo ? demoSelection : undefined,
    resolution: resolution || site.resolution,
    include: [...(includeFees ? (['fees'] as const) : []), ...(includeVat ? (['vat'] as const) : [])],
    onState: (state) => {
      const conflict = holder();
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
      return isRefresh(payload) ? board.refresh(topic) : board.select(payload, topic);
    },
    again: () => board.again(),
    async stop({ removed }) {
      board.stop();
      giveBack(removed);
      await memory.close({ removed });
    },
  };
}

const isRefresh = (payload: object): boolean => 'refresh' in payload && payload.refresh === true;

/** The stable code of what went wrong. */
const problemCode = (problem: Error | undefined): string | undefined =>
  problem && (isClientError(problem) ? problem.kind : 'internal');
