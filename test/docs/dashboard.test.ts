import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDemand } from '../../src/messages/demand/demand.ts';
import { planMessage, seriesMessage } from '../../src/messages/to-message.ts';
import { windowTopics } from '../../src/mqtt/window-topics.ts';
import { nothingPlanned } from '../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../support/feeds/known-series.ts';

interface FlowNode {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly topic?: string;
  readonly func?: string;
  readonly format?: string;
  readonly rules?: readonly { readonly v: string }[];
}

/** A component as Dashboard 2 takes its parts: each by itself, so that nothing outside of it is known to them. */
interface Component {
  data(): Record<string, unknown>;
  readonly computed: Readonly<Record<string, (this: object) => unknown>>;
  readonly methods?: Readonly<Record<string, (this: object, ...values: never[]) => unknown>>;
}

const nodes = JSON.parse(readFileSync('examples/dashboard.json', 'utf8')) as FlowNode[];
const node = (id: string) => nodes.find((each) => each.id === `example-dashboard-${id}`);

const NOW = Date.parse('2026-01-14T14:30:00+01:00') / 1000;
const run = { start: NOW + 3600, end: NOW + 7200, kw: 2, energyKwh: 2, cost: 1.5, averagePrice: 0.75 };
const sums = { since: NOW, energyKwh: 1.25, pricedKwh: 1.25, cost: 0.58, saved: 0.1 };
const account = { currency: 'DKK', timeZone: 'Europe/Copenhagen', day: sums, month: sums, total: sums };
const plan = { ...nothingPlanned, device: 'Hot water', runs: [run], cost: 1.5 };
const series = knownSeriesOf({
  ...{ country: 'DK', from: '2026-01-13T23:00:00Z', until: '2026-01-14T23:00:00Z', resolution: 3600 },
  total: (hour) => (hour - 2) / 10,
});

/** What the function makes of all that the flow and MQTT tell of a house. */
function houseTold(more: readonly object[] = []): object | undefined {
  const context = new Map<string, unknown>();
  const house = new Function('msg', 'context', node('house')?.func ?? '');
  const [site = ''] = (node('month')?.topic ?? '').split('/window/');
  const messages = [
    { topic: 'Prices', payload: seriesMessage(series) },
    { topic: 'Prices', payload: { now: 1.2, level: 'VERY_CHEAP' } },
    { topic: 'Hot water', payload: planMessage({ ...plan, timeZone: 'Europe/Copenhagen' }) },
    { topic: 'Hot water', payload: false, reason: 'planned', until: '2026-01-14T15:30:00+01:00' },
    ...windowTopics('hot-water', { on: false, plan, demand: {}, account }, NOW).map(({ topic, payload }) => ({
      topic: `${site}/${topic}`,
      payload: /^-?[\d.]+$/.test(payload) ? Number(payload) : payload,
    })),
    ...more,
  ];
  return messages.map((msg) => house(msg, context)).findLast((told) => told !== null)?.payload;
}

/** A template with a message, as the page evaluates it. */
function viewOf(id: string, payload: object | undefined, more: object = {}): Record<string, unknown> {
  const [, script = ''] = /<script>\s*export default ([\s\S]*);\s*<\/script>/.exec(node(id)?.format ?? '') ?? [];
  const { data, computed, methods = {} } = new Function(`return ${script}`)() as Component;
  const view: Record<string, unknown> = { ...data(), ...more, msg: { payload } };
  for (const [name, method] of Object.entries(methods)) view[name] = method.bind(view);
  for (const [name, get] of Object.entries(computed)) Object.defineProperty(view, name, { get: () => get.call(view) });
  return view;
}

describe('the example of Dashboard 2', () => {
  it('knows of each device its plan, its state and what the month came to', () => {
    expect(houseTold()).toMatchObject({
      ...{ unit: 'DKK/kWh', timeZone: 'Europe/Copenhagen', level: 'VERY_CHEAP' },
      devices: {
        'Hot water': {
          ...{ on: false, until: '2026-01-14T15:30:00+01:00', cost: 1.5 },
          runs: [{ start: '2026-01-14T15:30:00+01:00' }],
          month: { energy_month: 1.25, cost_month: 0.58, saved_month: 0.1 },
        },
      },
    });
  });

  it.each([
    ['fallback', { payload: false, reason: 'fallback', until: '2026-01-15T16:00:00+01:00' }, ['planned', undefined]],
    [
      'a hand',
      { payload: false, reason: 'override', until: '2026-01-14T23:00:00+01:00' },
      ['override', '2026-01-14T23:00:00+01:00'],
    ],
    [
      'a run',
      { payload: true, reason: 'planned', until: '2026-01-14T16:30:00+01:00' },
      ['planned', '2026-01-14T16:30:00+01:00'],
    ],
  ])('says of a device that is planned after %s what is so then', (_, switched, [reason, until]) => {
    const planned = planMessage({ ...plan, timeZone: 'Europe/Copenhagen', reason: 'planned' });
    const told = houseTold([
      { topic: 'Hot water', ...switched },
      { topic: 'Hot water', payload: planned },
    ]);
    expect(told).toMatchObject({ devices: { 'Hot water': { reason, until } } });
  });

  it('draws prices with their unit below and above zero, and the plans on the same scale', () => {
    const view = viewOf('chart', houseTold(), { now: NOW });
    expect([view.priceText, view.level]).toEqual(['1.200', 'very cheap']);
    expect(view.ticks).toEqual(['0', '1', '2'].map((text) => ({ text, value: Number(text) })));
    expect(view.hours).toMatchObject([{ text: '00' }, { text: '06' }, { text: '12' }, { text: '18' }]);
    expect(view.devices).toEqual([{ name: 'Hot water', runs: [{ start: run.start, end: run.end }] }]);
  });

  it('has buttons whose commands a device takes, and a way to each device', () => {
    const { buttons, devices } = viewOf('devices', houseTold());
    for (const { payload } of buttons as { payload: object }[]) expect(readDemand(payload, 0)).toEqual(payload);
    expect(devices).toMatchObject([{ name: 'Hot water', month: 'This month 1.3 kWh · 0.58 DKK · saved 0.10' }]);
    const names = nodes.filter(({ type }) => type === 'dayahead-cheapest-window').map(({ name }) => name);
    expect(node('route')?.rules?.map(({ v }) => v)).toEqual(names);
  });
});
