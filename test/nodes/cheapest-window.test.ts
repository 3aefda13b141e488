import { setImmediate } from 'node:timers/promises';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { describe, expect, it } from 'vitest';
import type { ConfigNode } from '../../nodes/adapter/site.ts';
import cheapestWindow from '../../nodes/cheapest-window.ts';
import { createPowers } from '../../src/runtime/power/powers.ts';
import type { Site } from '../../src/runtime/site.ts';
import { manualClock } from '../support/manual-clock.ts';
import { nodeRed } from '../support/node-red/node-red-helper.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const prices = {
  timeZone: 'Europe/Berlin',
  prices: Array.from({ length: 12 }, (_, i) => ({
    start: `2026-04-15T${12 + i}:00:00+02:00`,
    total: i === 1 ? 0.1 : 0.3,
  })),
};

/** A config node with a site that only writes down what it is asked. */
const notDimmed: Site['grid'] = {
  dimming: () => undefined,
  told: () => undefined,
  follow: () => undefined,
  onChange: () => () => undefined,
  close: async () => undefined,
};
const asked: unknown[][] = [];
const others = new Map<string, string>();
/** What the site hands the commands for a device to. */
const followers = new Map<string, Parameters<Site['onCommand']>[1]>();
function config(RED: NodeAPI): void {
  RED.nodes.registerType('dayahead-config', function (this: Node & { site?: ConfigNode['site'] }, def: NodeDef) {
    RED.nodes.createNode(this, def);
    const site: Pick<Site, 'clock' | 'powers' | 'grid' | 'takeTopic' | 'releaseTopic' | 'publishDevice' | 'onCommand'> =
      {
        clock,
        powers: createPowers(),
        grid: notDimmed,
        takeTopic: (kind, slug, owner) => {
          asked.push(['take', kind, slug, owner]);
          return others.get(slug);
        },
        releaseTopic: (kind, slug, owner, options) => asked.push(['release', kind, slug, owner.id, options]),
        publishDevice: (device, { on, plan, demand }) =>
          asked.push(['publish', device, on, plan.reason, demand.minutes]),
        onCommand: (device, follow) => followers.set(device, follow),
      };
    this.site = Promise.resolve(site as Site);
  });
}

let clock = manualClock(NOON);
const load = nodeRed(cheapestWindow, config);

async function start(fields: object = {}) {
  clock = manualClock(NOON);
  asked.length = 0;
  others.clear();
  followers.clear();
  const flow = await load(clock, [
    { id: 'site', type: 'dayahead-config' },
    {
      id: 'n1',
      type: 'dayahead-cheapest-window',
      name: 'Wärmepumpe',
      minutes: '60',
      wires: [['switch'], ['plan']],
      ...fields,
    },
    { id: 'switch', type: 'collect' },
    { id: 'plan', type: 'collect' },
  ]);
  return flow;
}

describe('the cheapest-window node', () => {
  it('tells its switch and its plan on start, as messages of its own', async () => {
    const flow = await start();
    expect(await flow.message('switch')).toMatchObject({
      topic: 'Wärmepumpe',
      payload: false,
      reason: 'no-prices',
      until: null,
      price: null,
    });
    expect(await flow.message('plan')).toMatchObject({
      topic: 'Wärmepumpe',
      payload: { device: 'warmepumpe', runs: [] },
    });
  });

  it('answers prices with its plan in the same message, and a changed switch beside it', async () => {
    const flow = await start();
    await flow.message('plan');
    const { calls, sent, error } = await flow.input('n1', {
      _msgid: 'm1',
      topic: 'price',
      payload: prices,
      more: 1,
    } as never);
    expect(error).toBeUndefined();
    expect(calls).toEqual(['send', 'done']);
    expect(sent[0]).toBeNull();
    expect(sent[1]).toMatchObject({
      _msgid: 'm1',
      topic: 'Wärmepumpe',
      more: 1,
      payload: {
        reason: 'planned',
        start: '2026-04-15T13:00:00+02:00',
        end: '2026-04-15T14:00:00+02:00',
        cost: 0.1,
        saving: 0.2,
      },
    });
    const boost = await flow.input('n1', { _msgid: 'm2', payload: { override: 'on', overrideUntil: 1 } });
    expect(boost.sent[0]).toMatchObject({
      _msgid: 'm2',
      topic: 'Wärmepumpe',
      payload: true,
      reason: 'override',
      until: '2026-04-15T12:01:00+02:00',
      price: 0.3,
    });
  });

  it('follows 20 inputs that come together in their order, no more than 8 in one turn of the event loop', async () => {
    const flow = await start();
    await flow.message('plan');
    let turn = 0;
    const answers: (readonly [turn: number, minutes: number])[] = [];
    for (let i = 0; i < 20; i++)
      void flow.input('n1', { payload: { minutes: 60 + i } }).then(() => answers.push([turn, i]));
    for (; answers.length < 20; turn++) await setImmediate();
    expect(answers.map(([, i]) => i)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    const inTurns = Array.from({ length: turn + 1 }, (_, i) => answers.filter(([at]) => at === i).length);
    expect(Math.max(...inTurns)).toBeLessThanOrEqual(8);
  });

  it('switches at the planned minutes, with the configured values', async () => {
    const flow = await start({
      topic: 'cmnd/pump',
      payloadOn: 'ON',
      payloadOnType: 'str',
      payloadOff: '0',
      payloadOffType: 'num',
    });
    await flow.message('switch');
    await flow.input('n1', { _msgid: 'm1', payload: prices });
    await clock.advanceTo(NOON + 3600);
    expect(await flow.message('switch', 2)).toMatchObject({ topic: 'cmnd/pump', payload: 'ON', reason: 'planned' });
    await clock.advanceTo(NOON + 7200);
    expect(await flow.message('switch', 3)).toMatchObject({ payload: 0 });
    expect(flow.received('switch')).toHaveLength(3);
  });

  it('tells both again when asked with anything else', async () => {
    const flow = await start();
    const { sent } = await flow.input('n1', { _msgid: 'm1', payload: 'again' });
    expect(sent).toEqual([
      { _msgid: 'm1', topic: 'Wärmepumpe', payload: false, reason: 'no-prices', until: null, price: null },
      expect.objectContaining({ _msgid: 'm1', payload: expect.objectContaining({ device: 'warmepumpe' }) }),
    ]);
  });

  it.each([
    [{ minutes: '120' }, /^minutes: expected a number, not text$/, /^minutes: .*config:fault/],
    [{ minute: 120 }, /^unknown key minute; allowed are minutes/, /fault\.detail-unk/],
    [{ prices: [] }, /^prices: /, /^prices: /],
  ])('refuses %j and changes nothing', async (payload, text, shown) => {
    const flow = await start();
    await flow.input('n1', { _msgid: 'm1', payload: prices });
    const before = await flow.input('n1', { _msgid: 'm2' });
    const { calls, error } = await flow.input('n1', { _msgid: 'm3', payload });
    expect(calls).toEqual(['done']);
    expect(error?.message).toMatch(text);
    await flow.status('n1', shown);
    expect((await flow.input('n1', { _msgid: 'm2' })).sent).toEqual(before.sent);
  });

  it('switches off and refuses inputs where its configuration cannot be read', async () => {
    const flow = await start({ minutes: 'two' });
    expect(await flow.message('switch')).toMatchObject({ payload: false, reason: 'invalid-configuration' });
    expect(await flow.status('n1', /^minutes: /)).toMatchObject({ fill: 'red' });
    expect((await flow.input('n1', { _msgid: 'm1', payload: prices })).error?.message).toMatch(/^minutes: /);
  });

  it('shows one status per change', async () => {
    const flow = await start();
    await flow.input('n1', { _msgid: 'm1', payload: prices });
    await flow.input('n1', { _msgid: 'm2', payload: prices });
    await clock.advanceTo(NOON + 3600);
    await flow.message('switch', 2);
    expect(flow.statuses('n1')).toEqual([
      { fill: 'grey', shape: 'ring', text: 'cheapest-window.reason.no-prices' },
      { fill: 'grey', shape: 'ring', text: 'cheapest-window.status.off' },
      { fill: 'green', shape: 'dot', text: 'cheapest-window.status.on' },
    ]);
  });
});

describe('with a site', () => {
  const owner = { id: 'n1', name: 'Wärmepumpe' };

  it('publishes the device, and gives its name back on closing without a word', async () => {
    const flow = await start({ config: 'site' });
    await flow.input('n1', { _msgid: 'm1', payload: prices });
    expect(asked).toEqual([
      ['take', 'device', 'warmepumpe', owner],
      ['take', 'device', 'warmepumpe', owner],
      ['publish', 'warmepumpe', false, 'no-prices', 60],
      ['take', 'device', 'warmepumpe', owner],
      ['publish', 'warmepumpe', false, 'planned', 60],
    ]);
    const told = flow.received('switch').length;
    await flow.deploy([{ id: 'site', type: 'dayahead-config' }]);
    expect(asked.at(-1)).toEqual(['release', 'device', 'warmepumpe', 'n1', { removed: true }]);
    expect(flow.received('switch')).toHaveLength(told);
    expect(clock.alarms()).toEqual([]);
  });

  it('publishes nothing under a name that another node has, and says so; it switches all the same', async () => {
    const flow = await start({ config: 'site' });
    await flow.message('switch');
    asked.length = 0;
    others.set('warmepumpe', 'the other');
    const { sent } = await flow.input('n1', { _msgid: 'm1', payload: { override: 'on' } });
    expect(sent[0]).toMatchObject({ payload: true });
    expect(asked).toEqual([['take', 'device', 'warmepumpe', owner]]);
    expect(await flow.status('n1', /taken/)).toMatchObject({ fill: 'red' });
  });

  it('publishes nothing where another node switches by its topic, and gives back both names', async () => {
    const flow = await start({ config: 'site', commandTopic: 'cmnd/boiler/POWER' });
    await flow.message('switch');
    others.set('cmnd/boiler/POWER', 'the other');
    asked.length = 0;
    await flow.input('n1', { payload: prices });
    expect(await flow.status('n1', /taken/)).toMatchObject({ fill: 'red' });
    expect(asked.map(([what, kind]) => `${what} ${kind}`)).toEqual(['take device', 'take command']);
    await flow.deploy([]);
    expect(asked.slice(2).map(([what, kind]) => `${what} ${kind}`)).toEqual(['release device', 'release command']);
  });

  it('follows a command as it does an input, in messages of its own', async () => {
    const flow = await start({ config: 'site' });
    await flow.message('plan');
    asked.length = 0;
    expect(followers.get('warmepumpe')?.('override', 'on')).toBeUndefined();
    expect(await flow.message('switch', 2)).toMatchObject({ topic: 'Wärmepumpe', payload: true, reason: 'override' });
    expect(await flow.message('plan', 2)).toMatchObject({ topic: 'Wärmepumpe', payload: { device: 'warmepumpe' } });
    followers.get('warmepumpe')?.('minutes', '90');
    expect(asked).toContainEqual(['publish', 'warmepumpe', true, 'no-prices', 90]);
  });

  it('sends and publishes nothing for a command that it refuses', async () => {
    const flow = await start({ config: 'site' });
    await flow.message('plan');
    asked.length = 0;
    const refusal = { key: 'energy_kwh', value: '11', allowed: 'also needs powerKw' };
    expect(followers.get('warmepumpe')?.('energy_kwh', '11')).toEqual(refusal);
    await flow.input('n1', { _msgid: 'm1' });
    expect(asked).toEqual([
      ['take', 'device', 'warmepumpe', owner],
      ['publish', 'warmepumpe', false, 'no-prices', 60],
    ]);
    await flow.message('plan', 2);
    expect(flow.received('plan').map(({ _msgid }) => _msgid)).toEqual([expect.any(String), 'm1']);
  });

  it('switches off where the site does not exist', async () => {
    const flow = await start({ config: 'gone' });
    expect(await flow.message('switch')).toMatchObject({ payload: false, reason: 'invalid-configuration' });
  });
});
