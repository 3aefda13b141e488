import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Node, NodeAPI } from 'node-red';
import { describe, expect, it, vi } from 'vitest';
import type { Adapter } from '../../../nodes/adapter/adapter.ts';
import { followFlows, liveWithFlows } from '../../../nodes/adapter/lifecycle.ts';
import { joinOverview } from '../../../nodes/adapter/overview.ts';

it('a message on its way when the node closes is lost: it is no error, and wakes nothing', async () => {
  const node = new EventEmitter();
  const adapter = { fail: vi.fn() };
  const opened = liveWithFlows((_, start) => start(), node as unknown as Node, adapter as unknown as Adapter, {
    open: async () => 'open',
  });
  expect(await opened()).toBe('open');
  await new Promise<void>((done) => node.emit('close', false, done));
  const answered = vi.fn();
  opened().then(answered, answered);
  await setImmediate();
  expect(answered).not.toHaveBeenCalled();
  expect(adapter.fail).not.toHaveBeenCalled();
});

it('of 20 nodes of a flow, no more than 8 open in one turn of the event loop, in their order', async () => {
  const order: number[] = [];
  const counts: number[] = [];
  for (let i = 0; i < 20; i++)
    liveWithFlows((_, start) => start(), new EventEmitter() as unknown as Node, {} as Adapter, {
      open: async () => order.push(i),
    });
  while (order.length < 20) {
    const before = order.length;
    await setImmediate();
    counts.push(order.length - before);
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(8);
  expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

it('nodes of all types listen to Node-RED once, in the overview too, until the deployment after the last has closed', () => {
  const events = new EventEmitter();
  // Each node type gets an object of its own, with the same events.
  const redOfType = () => ({ events, comms: { publish: vi.fn() } }) as unknown as NodeAPI;
  const RED = redOfType();
  const join = joinOverview(RED, followFlows(RED));
  const nodes = ['a', 'b', 'c'].map((id) => {
    const node = new EventEmitter();
    followFlows(redOfType())(node as unknown as Node, () => undefined);
    join(node as unknown as Node, { kind: 'device', id, name: id, site: '' });
    return node;
  });
  const listening = () => events.eventNames().map((name) => [name, events.listenerCount(name)]);
  expect(listening()).toEqual([
    ['flows:started', 1],
    ['dayahead:overview', 1],
  ]);
  for (const node of nodes) node.emit('close');
  expect(listening()).toHaveLength(2);
  events.emit('flows:started', {});
  expect(listening()).toEqual([]);
});

describe('a deployment after the first', () => {
  it.each([
    ['added', { added: ['n2'] }, 1],
    ['changed', { changed: ['n2'] }, 1],
    ['rewired', { rewired: ['n2'] }, 1],
    ['removed', { added: [], changed: [], rewired: [], removed: ['n2'] }, 0],
  ])('in which nodes were %s', (_, diff, times) => {
    const events = new EventEmitter();
    const flows = followFlows({ events } as unknown as NodeAPI);
    const node = new EventEmitter();
    const [start, again] = [vi.fn(), vi.fn()];
    flows(node as unknown as Node, start, again);
    events.emit('flows:started', { diff });
    expect([start, again].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    events.emit('flows:started', { diff });
    expect([start, again].map(({ mock }) => mock.calls.length)).toEqual([1, times]);
    node.emit('close');
    events.emit('flows:started', { diff });
    expect(again).toHaveBeenCalledTimes(times);
  });
});
