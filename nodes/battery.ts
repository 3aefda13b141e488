import type { Node, NodeAPI } from 'node-red';
import type { BatteryNews, RunningBattery } from '../src/runtime/battery/open-battery.ts';
import type { BatteryMember } from '../src/runtime/editor/overview.ts';
import { adapt, type NamedDef, type Outputs } from './adapter/adapter.ts';
import { followFlows, liveWithFlows } from './adapter/lifecycle.ts';
import { joinOverview } from './adapter/overview.ts';
import { presentOf } from './adapter/saved.ts';
import { siteOf } from './adapter/site.ts';
import { storageOf } from './adapter/storage.ts';
import { pricesBefore } from './adapter/wires.ts';
import { wordsFor } from './adapter/words.ts';
import { offerBatteryPreview } from './admin/house-previews.ts';

interface BatteryDef extends NamedDef {
  readonly config?: string;
  readonly kind?: string;
}

/** The battery at work, and its news as messages. */
interface Opened {
  readonly battery: RunningBattery;
  outputsOf(news: BatteryNews): Outputs;
}

export default function battery(RED: NodeAPI): void {
  offerBatteryPreview(RED);
  const flows = followFlows(RED);
  const join = joinOverview<BatteryMember>(RED, flows);
  RED.nodes.registerType('dayahead-battery', function (this: Node, def: BatteryDef) {
    RED.nodes.createNode(this, def);
    const adapter = adapt(this, def, wordsFor(RED, def.config, 'config', 'fault'));
    const word = wordsFor(RED, def.config, 'battery');
    const owner = { id: this.id, name: def.name || this.id };
    const inform = join(this, { kind: 'battery', ...owner, site: def.config ?? '', prices: pricesBefore(RED, this) });

    async function open(node: Node): Promise<Opened> {
      const { openBattery } = await import('../src/runtime/battery/open-battery.ts');
      const { batteryStatus } = await import('../src/runtime/battery/status.ts');
      const { batteryPlanMessage, orderMessage } = await import('../src/messages/battery/report.ts');
      const outputsOf = (news: BatteryNews): Outputs => {
        const { topic } = adapter;
        return [
          news.tell.order ? { topic, payload: orderMessage(news) } : undefined,
          news.tell.plan ? { topic, payload: batteryPlanMessage(news.plan) } : undefined,
        ];
      };
      const site = await siteOf(RED, def.config);
      const battery = await openBattery({
        site,
        config: await presentOf(def),
        owner,
        keeping: storageOf(RED, node, site.contextStore),
        onNews: (news) => adapter.send(outputsOf(news)),
        onState: (state) => {
          adapter.show(batteryStatus(state, word));
          inform({ state, prices: pricesBefore(RED, node) });
        },
        onError: adapter.fail,
      });
      return { battery, outputsOf };
    }

    const opened = liveWithFlows<Opened>(flows, this, adapter, {
      open: () =>
        open(this).catch((error) => {
          const mode = def.kind === 'car' ? 'hold' : 'normal';
          const payload = { mode, chargeKw: 0, dischargeKw: 0, until: null, valuePerKwh: null };
          adapter.send([{ payload: { ...payload, reason: 'invalid-configuration' } }, undefined]);
          throw error;
        }),
      close: ({ battery }, options) => battery.close(options),
    });
    adapter.onInput(async (payload) => {
      const { battery, outputsOf } = await opened();
      return outputsOf(battery.input(payload));
    });
  });
}
