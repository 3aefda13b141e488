import type { Node, NodeAPI } from 'node-red';
import type { PricesMember } from '../src/runtime/editor/overview.ts';
import type { KnownPrices } from '../src/runtime/prices/from-answer.ts';
import type { RunningPriceSeries } from '../src/runtime/prices/price-series.ts';
import { adapt, type NamedDef, type Outputs } from './adapter/adapter.ts';
import { followFlows, liveWithFlows } from './adapter/lifecycle.ts';
import { joinOverview } from './adapter/overview.ts';
import { presentOf } from './adapter/saved.ts';
import { pricedSite, siteOf } from './adapter/site.ts';
import { storageOf } from './adapter/storage.ts';
import { isFed } from './adapter/wires.ts';
import { wordsFor } from './adapter/words.ts';

interface PriceSeriesDef extends NamedDef {
  /** Id of a `dayahead-config` node. */
  readonly config?: string;
  readonly publishAs?: string;
  readonly consumption?: { readonly name?: string } | null;
  readonly feedin?: object | null;
}

/** The node at work, and its prices as messages. */
interface Opened {
  readonly series: RunningPriceSeries;
  outputsOf(prices: Partial<KnownPrices>): Outputs;
  close(options: { readonly removed: boolean }): Promise<void>;
}

export default function priceSeries(RED: NodeAPI): void {
  const flows = followFlows(RED);
  const join = joinOverview<PricesMember>(RED, flows);
  RED.nodes.registerType('dayahead-price-series', function (this: Node, def: PriceSeriesDef) {
    RED.nodes.createNode(this, def);
    const adapter = adapt(this, def, wordsFor(RED, def.config, 'config', 'fault'));
    const word = wordsFor(RED, def.config, 'price-series');
    const owner = { id: this.id, name: def.name || def.consumption?.name || word('unnamed') };
    const publishAs = def.publishAs ?? 'price';
    const tell = join(this, { kind: 'prices', ...owner, site: def.config ?? '', publishAs });
    const opened = liveWithFlows<Opened>(flows, this, adapter, {
      open: async () => {
        const { openPriceSeries } = await import('../src/runtime/prices/price-series.ts');
        const { priceStatus } = await import('../src/runtime/prices/status.ts');
        const { nowMessage, seriesMessage } = await import('../src/messages/to-message.ts');
        const outputsOf = ({ series, now }: Partial<KnownPrices>): Outputs => [
          series && { payload: seriesMessage(series) },
          now && { payload: nowMessage(now) },
        ];
        const { inHousehold } = await import('../src/messages/selection.ts');
        const saved = await presentOf(def);
        const site = await (def.config
          ? siteOf(RED, def.config)
          : pricedSite(RED, saved.prices === 'replay' ? 'replay' : 'live'));
        const config = inHousehold(saved, site.household);
        const leave: Opened['close'] = async (options) => {
          if (!def.config) await site.stop(options);
        };
        const isFedBy = isFed(RED, this);
        const demo = !def.config && !isFedBy && config.country !== '';
        if (!demo && !config.consumption && !config.feedin && !isFedBy)
          adapter.show({ fill: 'yellow', shape: 'ring', text: word('status.choose') });
        const series = await openPriceSeries({
          config,
          site,
          demo,
          topic: adapter.topic,
          owner,
          keeping: storageOf(RED, this, site.contextStore),
          past: storageOf(RED, this, site.contextStore, '-past'),
          onUpdate: ({ topic, news, state }) => {
            if (news) adapter.send(outputsOf(news), topic);
            if (!state) return;
            adapter.show(priceStatus(state, word, adapter.faultWord));
            tell({ state });
          },
          onTrouble: (error) => this.warn(error.message),
          onNote: (note) => this.log(note),
        }).catch(async (error) => {
          await leave({ removed: false });
          throw error;
        });
        return { series, outputsOf, close: (options) => series.stop(options).then(() => leave(options)) };
      },
      again: ({ series }) => series.again(),
      close: ({ close }, options) => close(options),
    });
    adapter.show({ fill: 'grey', shape: 'ring', text: word('status.waiting') });
    adapter.onInput(async (payload, topic) => {
      const { series, outputsOf } = await opened();
      return outputsOf(await series.input(payload, topic));
    });
  });
}
