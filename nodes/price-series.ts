import { join } from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import type { PriceSeries } from '../src/runtime/price-series.ts';
import type { Prices } from '../src/runtime/priced.ts';
import { adapt, type NamedDef, type Outputs } from './input.ts';
import { followFlows, liveWithFlows } from './lifecycle.ts';
import { siteOf } from './site.ts';

interface PriceSeriesDef extends NamedDef {
  /** Id of a `dayahead-config` node. */
  readonly config?: string;
}

export default function priceSeries(RED: NodeAPI): void {
  const flows = followFlows(RED);
  RED.nodes.registerType('dayahead-price-series', function (this: Node, def: PriceSeriesDef) {
    RED.nodes.createNode(this, def);
    const adapter = adapt(this, def);
    const word = (key: string) => RED._(`price-series.${key}`);
    const { userDir } = RED.settings as { readonly userDir?: string };
    const owner = { id: this.id, name: def.name || this.id };
    const series = liveWithFlows<PriceSeries>(flows, this, adapter, {
      open: async () => {
        const { openPriceSeries } = await import('../src/runtime/price-series.ts');
        const { priceStatus } = await import('../src/runtime/price-status.ts');
        return openPriceSeries({
          config: def,
          site: await siteOf(RED, def.config),
          demo: !def.config,
          topic: adapter.topic,
          owner,
          directory: userDir && join(userDir, 'dayahead'),
          onPrices: (topic, news) => adapter.send(outputsOf(news), topic),
          onProblem: (error) => this.warn(error.message),
          onState: (state) => adapter.show(priceStatus(state, word)),
        });
      },
      again: (series) => series.again(),
      close: (series, options) => series.stop(options),
    });
    adapter.show({ fill: 'grey', shape: 'ring', text: word('status.waiting') });
    adapter.onInput(async (payload, topic) => outputsOf(await (await series()).input(payload, topic)));
  });
}

const outputsOf = ({ series, now }: Partial<Prices>): Outputs => [
  series && { payload: series },
  now && { payload: now },
];
