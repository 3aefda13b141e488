import type { Node, NodeAPI, NodeStatus } from 'node-red';
import type { PlanSummary } from '../src/messages/plan.ts';
import type { SwitchPayload } from '../src/messages/switch.ts';
import type { News } from '../src/runtime/device/switcher.ts';
import type { DeviceMember } from '../src/runtime/editor/overview.ts';
import { type Adapter, adapt, type NamedDef, type Outputs } from './adapter/adapter.ts';
import { followFlows, liveWithFlows } from './adapter/lifecycle.ts';
import { joinOverview } from './adapter/overview.ts';
import { presentOf } from './adapter/saved.ts';
import { siteOf } from './adapter/site.ts';
import { storageOf } from './adapter/storage.ts';
import { offerPlanPreview } from './admin/plan-preview.ts';

/** What the dialog saves, beside the keys of a demand. */
interface WindowDef extends NamedDef {
  readonly config?: string;
  readonly payloadOn?: string;
  readonly payloadOnType?: string;
  readonly payloadOff?: string;
  readonly payloadOffType?: string;
  readonly [field: string]: unknown;
}

/** What the switch's payload is when the device is on, and when it is off. */
type Values = readonly [off: unknown, on: unknown];

/** The node at work. */
interface Opened {
  input(payload: object | undefined): Outputs;
  close(options: { readonly removed: boolean }): Promise<void>;
}

export default function cheapestWindow(RED: NodeAPI): void {
  offerPlanPreview(RED);
  const flows = followFlows(RED);
  const join = joinOverview<DeviceMember>(RED);
  RED.nodes.registerType('dayahead-cheapest-window', function (this: Node, def: WindowDef) {
    RED.nodes.createNode(this, def);
    const adapter = adapt(this, def);
    const value = (text = '', type = 'str') => RED.util.evaluateNodeProperty(text, type, this, {});
    const values: Values = [
      value(def.payloadOff ?? 'false', def.payloadOffType ?? 'bool'),
      value(def.payloadOn ?? 'true', def.payloadOnType ?? 'bool'),
    ];
    const unreadable = { payload: values[0], reason: 'invalid-configuration', until: null, price: null };
    const tell = join(this, { kind: 'device', id: this.id, name: def.name || this.id, site: def.config ?? '' });
    const opened = liveWithFlows(flows, this, adapter, {
      open: () =>
        open(RED, this, def, adapter, values, tell).catch((error) => {
          adapter.send([unreadable, undefined]);
          throw error;
        }),
      close: (it, options) => it.close(options),
    });
    adapter.onInput(async (payload) => (await opened()).input(payload));
  });
}

async function open(
  RED: NodeAPI,
  node: Node,
  def: WindowDef,
  adapter: Adapter,
  values: Values,
  tell: (news: Pick<DeviceMember, 'report' | 'override'>) => void,
): Promise<Opened> {
  const { openDevice } = await import('../src/runtime/device/open-device.ts');
  const { slug } = await import('../src/mqtt/topics.ts');
  const { switchCommand } = await import('../src/runtime/device/switch-command.ts');
  const { planMessage, switchMessage } = await import('../src/messages/to-message.ts');
  const site = await siteOf(RED, def.config);
  const owner = { id: def.id, name: def.name || def.id };
  const device = slug(def.name || '', def.id);
  const command = switchCommand(def);
  const names = [['device', device] as const, ...(command ? [['command', command.topic] as const] : [])];
  const take = () =>
    names.map(([kind, name]) => site.takeTopic(kind, name, owner)).find((other) => other !== undefined);
  const release = (options: { readonly removed: boolean }) => {
    for (const [kind, name] of names) site.releaseTopic(kind, name, owner, options);
  };
  // Before anything is waited for: of two nodes the first in the flow has the name, at every start.
  take();
  const publish = (news: News): Outputs => {
    const conflict = take();
    if (conflict === undefined) {
      site.publishDevice(device, { on: news.switch.on, plan: news.plan, demand: news.demand, command });
      site.onCommand(device, follow);
    }
    const { on, ...why } = switchMessage(news.switch, news.plan.timeZone);
    adapter.show(conflict === undefined ? statusOf(RED, { on, ...why }, news.plan) : takenBy(RED, conflict));
    tell({ report: news, override: (value) => follow('override', value) });
    return [
      news.tell.switch ? { payload: values[Number(on)], ...why } : undefined,
      news.tell.plan ? { payload: planMessage(news.plan) } : undefined,
    ];
  };
  const follow = (key: string, payload: string) => {
    const answer = running.command(key, payload);
    if ('refusal' in answer) return answer.refusal;
    adapter.send(publish(answer.news));
    return undefined;
  };
  const running = await openDevice({
    device,
    config: await presentOf(def),
    keeping: storageOf(RED, node, site.contextStore),
    clock: site.clock,
    timeZone: site.timeZone,
    onChange: (news) => adapter.send(publish(news)),
    onError: adapter.fail,
  }).catch((error) => {
    release({ removed: false });
    throw error;
  });
  return {
    input: (payload) => publish(running.input(payload)),
    async close(options) {
      // First, so that no late command wakes what has stopped.
      release(options);
      await running.close(options);
    },
  };
}

function statusOf(RED: NodeAPI, { on, reason, until }: SwitchPayload, plan: PlanSummary): NodeStatus {
  const doubtful = plan.provisional || plan.overrun || plan.shortMinutes > 0;
  const text = until
    ? RED._(`cheapest-window.status.${on ? 'on' : 'off'}`, { time: until.slice(11, 16) })
    : RED._(`cheapest-window.reason.${reason}`);
  return { fill: doubtful ? 'yellow' : on ? 'green' : 'grey', shape: on ? 'dot' : 'ring', text };
}

const takenBy = (RED: NodeAPI, name: string): NodeStatus => ({
  fill: 'red',
  shape: 'ring',
  text: RED._('cheapest-window.status.taken', { name }),
});
