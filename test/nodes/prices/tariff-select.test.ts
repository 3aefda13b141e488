import { describe, expect, it } from 'vitest';
import priceSeries from '../../../nodes/price-series.ts';
import tariffSelect from '../../../nodes/tariff-select.ts';
import type { SeriesPayload } from '../../../src/messages/series.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type FlowNode, nodeRed } from '../../support/node-red/node-red-helper.ts';

const start = nodeRed(tariffSelect, priceSeries);
const clock = () => manualClock(Date.parse('2026-01-15T08:00:00Z') / 1000);

const chosen = { country: 'DK', consumption: { id: 'dk-example-spot-dk2', name: 'Spot' }, postalCode: '2100' };

const flowOf = (fields: object, target = 'out'): FlowNode[] => [
  { id: 'node', type: 'dayahead-tariff-select', name: 'Contract', wires: [[target]], ...fields },
  { id: 'out', type: 'collect', wires: [] },
];

describe('tariff-select', () => {
  it('sends its selection on start', async () => {
    const flow = await start(clock(), flowOf({ ...chosen, feedin: null, grid: null, version: '' }));
    expect(await flow.message('out')).toMatchObject({ topic: 'Contract', payload: chosen });
    expect(flow.received('out')).toHaveLength(1);
    expect(flow.statuses('node')).toEqual([{ fill: 'green', shape: 'dot', text: 'DK Spot' }]);
  });

  it.each([
    ['the topic', { topic: 'contract' }, 'contract'],
    ['the name', { topic: '', name: 'House' }, 'House'],
    ['the id', { topic: '', name: '' }, 'node'],
  ])('sends under %s', async (_, fields, topic) => {
    const flow = await start(clock(), flowOf({ ...chosen, ...fields }));
    expect((await flow.message('out')).topic).toBe(topic);
  });

  it('waits without a selection, and refuses to send it', async () => {
    const flow = await start(clock(), flowOf({ country: 'DK', consumption: null }));
    expect(await flow.status('node', /none/)).toMatchObject({ fill: 'grey', shape: 'ring' });
    const { calls, error } = await flow.input('node', { payload: 'again' });
    expect(calls).toEqual(['done']);
    expect(error?.message).toBe('no tariff is chosen yet');
    expect(flow.received('out')).toHaveLength(0);
  });

  it('answers an input with what it changes of the configured selection', async () => {
    const flow = await start(clock(), flowOf(chosen));
    const payload = { consumption: { id: 'dk-example-fixed', name: 'Fixed' } };
    const { calls, sent } = await flow.input('node', { _msgid: 'm', topic: '', extra: 1, payload });
    expect(calls).toEqual(['send', 'done']);
    expect(sent).toEqual([{ _msgid: 'm', topic: 'Contract', extra: 1, payload: { ...chosen, ...payload } }]);
    expect(flow.statuses('node').at(-1)?.text).toBe('DK Fixed');
    const { sent: again } = await flow.input('node', { topic: 'mine', payload: 'again' });
    expect(again).toMatchObject([{ topic: 'mine', payload: { ...chosen, ...payload } }]);
  });

  it('refuses what is no selection, and keeps the one it has', async () => {
    const flow = await start(clock(), flowOf(chosen));
    const { calls, error } = await flow.input('node', { payload: { country: 'GER' } });
    expect(calls).toEqual(['done']);
    expect(error?.message).toContain('country: "GER" is not one of');
    expect(flow.statuses('node').at(-1)).toMatchObject({ fill: 'red' });
    const { sent } = await flow.input('node', { payload: 'again' });
    expect(sent).toMatchObject([{ payload: chosen }]);
    expect(flow.statuses('node').at(-1)).toMatchObject({ fill: 'green' });
  });

  it('sends its selection once more after a deployment that adds a node, and not after one that does not', async () => {
    const flow = await start(clock(), flowOf(chosen));
    await flow.message('out');
    await flow.deploy([...flowOf(chosen), { id: 'added', type: 'collect', wires: [] }], 'nodes');
    await flow.message('out', 2);
    await flow.deploy([...flowOf(chosen), { id: 'added', type: 'collect', wires: [] }], 'nodes');
    await flow.input('node', { payload: 'a fence' });
    await flow.message('out', 3);
    expect(flow.received('out')).toHaveLength(3);
  });

  it('shows a wrong configuration', async () => {
    const flow = await start(clock(), flowOf({ ...chosen, version: '2025' }));
    expect(await flow.status('node', /version: expected a day as YYYYMMDD/)).toMatchObject({ fill: 'red' });
  });

  it('is priced by the price-series behind it', async () => {
    const flow = await start(clock(), [
      ...flowOf(chosen, 'prices'),
      { id: 'prices', type: 'dayahead-price-series', name: 'Prices', wires: [['out'], []] },
    ]);
    const { topic, payload } = await flow.message('out');
    expect(topic).toBe('Contract');
    expect(payload as SeriesPayload).toMatchObject({
      country: 'DK',
      missing: [],
      tariff: { grid: { id: 'dk-radius-c' } },
    });
  });
});
