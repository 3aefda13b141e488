import type { Node, NodeAPI } from 'node-red';
import type { RunningDevice } from '../src/runtime/device/open-device.ts';
import type { News } from '../src/runtime/device/report.ts';
import type { DeviceMember } from '../src/runtime/editor/overview.ts';
import { adapt, type NamedDef, type Outputs } from './adapter/adapter.ts';
import { followFlows, liveWithFlows } from './adapter/lifecycle.ts';
import { joinOverview } from './adapter/overview.ts';
import { presentOf } from './adapter/saved.ts';
import { siteOf } from './adapter/site.ts';
import { storageOf } from './adapter/storage.ts';
import { countriesNear, pricesBefore } from './adapter/wires.ts';
import { wordsFor } from './adapter/words.ts';
import { offerPlanPreview } from './admin/plan-preview.ts';

/** The configuration that the dialog saves, beside the keys of a demand. */
interface CheapestWindowDef extends NamedDef {
  readonly config?: string;
  readonly payloadOn?: string;
  readonly payloadOnType?: string;
  readonly payloadOff?: string;
  readonly payloadOffType?: string;
  readonly [field: string]: unknown;
}

/** The device at work, and its news as messages. */
interface Opened {
  readonly device: RunningDevice;
  outputsOf(news: News): Outputs;
}

export default function cheapestWindow(RED: NodeAPI): void {
  offerPlanPreview(RED);
  const flows = followFlows(RED);
  const join = joinOverview<DeviceMember>(RED, flows);
  RED.nodes.registerType('dayahead-cheapest-window', function (this: Node, def: CheapestWindowDef) {
    RED.nodes.createNode(this, def);
    const adapter = adapt(this, def, wordsFor(RED, def.config, 'config', 'fault'));
    const word = wordsFor(RED, def.config, 'cheapest-window');
    const value = (text = '', type = 'str') => RED.util.evaluateNodeProperty(text, type, this, {});
    const off: unknown = value(def.payloadOff ?? 'false', def.payloadOffType ?? 'bool');
    const on: unknown = value(def.payloadOn ?? 'true', def.payloadOnType ?? 'bool');
    const owner = { id: this.id, name: def.name || this.id };
    const inform = join(this, { kind: 'device', ...owner, site: def.config ?? '', prices: pricesBefore(RED, this) });

    async function open(node: Node): Promise<Opened> {
      const { openDevice } = await import('../src/runtime/device/open-device.ts');
      const { deviceStatus } = await import('../src/runtime/device/status.ts');
      const { planMessage, switchMessage } = await import('../src/messages/to-message.ts');
      const outputsOf = ({ switch: state, plan, tell }: News): Outputs => {
        const { on: isOn, ...why } = switchMessage(state, plan.timeZone);
        // Of what the device does, not of the prices or the demand that came.
        const { topic } = adapter;
        return [
          tell.switch ? { topic, payload: isOn ? on : off, ...why } : undefined,
          tell.plan ? { topic, payload: planMessage(plan) } : undefined,
        ];
      };
      const site = await siteOf(RED, def.config);
      const device = await openDevice({
        site,
        config: await presentOf(def),
        owner,
        countries: countriesNear(RED, node, def.config ?? ''),
        keeping: storageOf(RED, node, site.contextStore),
        accounts: storageOf(RED, node, site.contextStore, '-account'),
        onNews: (news) => adapter.send(outputsOf(news)),
        onState: (state) => {
          adapter.show(deviceStatus(state, word));
          inform({ state, prices: pricesBefore(RED, node) });
        },
        onError: adapter.fail,
      });
      return { device, outputsOf };
    }

    const opened = liveWithFlows<Opened>(flows, this, adapter, {
      open: () =>
        open(this).catch((error) => {
          adapter.send([{ payload: off, reason: 'invalid-configuration', until: null, price: null }, undefined]);
          throw error;
        }),
      close: ({ device }, options) => device.close(options),
    });
    adapter.onInput(async (payload) => {
      const { device, outputsOf } = await opened();
      return outputsOf(device.input(payload));
    });
  });
}
