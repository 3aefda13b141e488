import { describe, expect, it } from 'vitest';
import battery from '../../../nodes/battery.ts';
import config from '../../../nodes/config.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const load = nodeRed(battery, config);
const prices = {
  timeZone: 'Europe/Berlin',
  prices: [0.1, 0.4, 0.4].map((total, i) => ({ start: `2026-01-15T${12 + i}:00:00+01:00`, total })),
};

async function start(fields: object = {}) {
  const clock = manualClock(NOON);
  const flow = await load(clock, [
    { id: 'site', type: 'dayahead-config', timeZone: 'Europe/Berlin' },
    {
      id: 'n1',
      type: 'dayahead-battery',
      name: 'Cellar',
      config: 'site',
      ...{ capacityKwh: '10', reserveSoc: '10', chargeKw: '5', dischargeKw: '5', efficiency: '90', wearPerKwh: '0.03' },
      ...{ fromGrid: true, toGrid: false },
      wires: [['mode'], ['plan']],
      ...fields,
    },
    { id: 'mode', type: 'collect' },
    { id: 'plan', type: 'collect' },
  ]);
  await flow.status('n1', /./);
  return { flow, clock };
}

describe('battery', () => {
  it('says normal at the start, and its mode and plan once it can be planned', async () => {
    const { flow } = await start();
    expect(await flow.message('mode')).toMatchObject({
      topic: 'Cellar',
      payload: { mode: 'normal', chargeKw: 0, dischargeKw: 0, until: null, reason: 'no-soc', valuePerKwh: null },
    });
    await flow.input('n1', { payload: prices });
    const { calls, sent } = await flow.input('n1', { topic: 'bms', payload: { soc: 30 } });
    expect(calls).toEqual(['send', 'done']);
    expect(sent).toMatchObject([
      {
        topic: 'Cellar',
        payload: { mode: 'charge', dischargeKw: 0, until: '2026-01-15T13:00:00+01:00', reason: 'planned' },
      },
      { payload: { battery: 'cellar', knownUntil: '2026-01-15T15:00:00+01:00' } },
    ]);
    expect(flow.statuses('n1').at(-1)).toEqual({
      fill: 'green',
      shape: 'dot',
      text: 'battery.status.until · 30 %',
    });
  });

  it('says its mode again every quarter hour', async () => {
    const { flow, clock } = await start();
    await clock.advanceBy(900);
    await flow.message('mode', 2);
    await clock.advanceBy(900);
    expect(await flow.message('mode', 3)).toMatchObject({ payload: { mode: 'normal', reason: 'no-soc' } });
  });

  it('refuses what it cannot follow, and changes nothing', async () => {
    const { flow } = await start();
    const { calls, error } = await flow.input('n1', { payload: { soc: 130 } });
    expect(calls).toEqual(['done']);
    expect(error?.message).toContain('soc');
    expect(flow.statuses('n1').at(-1)).toMatchObject({ fill: 'red' });
  });

  it('is told normal where its settings are wrong', async () => {
    const { flow } = await start({ capacityKwh: '0' });
    expect(await flow.message('mode')).toMatchObject({ payload: { mode: 'normal', reason: 'invalid-configuration' } });
    expect((await flow.status('n1', /capacityKwh/)).fill).toBe('red');
  });
});

describe('a car', () => {
  const car = {
    kind: 'car',
    phases: '3',
    minAmps: '6',
    maxAmps: '16',
    targetSoc: '80',
    energyKwh: '',
    readyBy: '14:00',
  };

  it('is told amps and phases, and what it has refused leaves it as it was', async () => {
    const { flow } = await start(car);
    expect(await flow.message('mode')).toMatchObject({ payload: { mode: 'hold', chargeKw: 0, reason: 'no-soc' } });
    await flow.input('n1', { payload: prices });
    const { sent } = await flow.input('n1', { payload: { soc: 0 } });
    expect(sent).toMatchObject([
      { payload: { mode: 'charge', chargeKw: 11.04, amps: 16, phases: 3, until: '2026-01-15T13:00:00+01:00' } },
      { payload: { battery: 'cellar', readyBy: '2026-01-15T14:00:00+01:00', shortKwh: 0, countedBy: 'soc' } },
    ]);
    const { error } = await flow.input('n1', { payload: { reserveSoc: 5 } });
    expect(error?.message).toContain('unknown key reserveSoc; allowed are soc, targetSoc');
  });

  // Promise P-133 use/car: with wrong settings its mode is `hold`
  it('is told hold where its configuration cannot be read', async () => {
    const { flow } = await start({ ...car, maxAmps: '5' });
    expect(await flow.message('mode')).toMatchObject({ payload: { mode: 'hold', reason: 'invalid-configuration' } });
  });
});
