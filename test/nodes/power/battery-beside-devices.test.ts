import { expect, it } from 'vitest';
import battery from '../../../nodes/battery.ts';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import config from '../../../nodes/config.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const prices = {
  timeZone: 'Europe/Berlin',
  prices: [0.1, 0.4, 0.4, 0.4].map((total, i) => ({ start: `2026-01-15T${12 + i}:00:00+01:00`, total })),
};
const load = nodeRed(battery, cheapestWindow, config);

/** The kW that a battery charges with in the first hour, beside a car of 7 kW that runs then. */
async function chargedWith(importKw: string): Promise<number> {
  const clock = manualClock(NOON);
  const flow = await load(clock, [
    { id: 'site', type: 'dayahead-config', prices: 'replay', timeZone: 'Europe/Berlin', importKw },
    ...[
      {
        ...{ id: 'car', type: 'dayahead-cheapest-window', name: 'Car', minutes: '60', powerKw: '7', readyBy: '13:00' },
        wires: [[], []],
      },
      {
        ...{ id: 'store', type: 'dayahead-battery', name: 'Cellar', capacityKwh: '20', reserveSoc: '10' },
        ...{ chargeKw: '5', dischargeKw: '5', efficiency: '90', wearPerKwh: '0.03', fromGrid: true, toGrid: false },
        wires: [[], []],
      },
    ].map((node) => ({ ...node, config: 'site' })),
  ]);
  await flow.input('car', { payload: prices });
  await clock.advanceBy(1);
  await flow.input('store', { payload: prices });
  const { sent } = await flow.input('store', { payload: { soc: 10 } });
  const [, plan] = sent as { payload: { stretches: { start: string; kw: number }[] } }[];
  return plan?.payload.stretches.find(({ start }) => start.includes('T12:00'))?.kw ?? Number.NaN;
}

it.each([
  ['', 5],
  ['11', 3.6],
  ['7.4', 0],
])('a battery leaves a car its power: behind %j kW it charges with %d kW beside it', async (importKw, kw) => {
  expect(await chargedWith(importKw)).toBeCloseTo(kw, 3);
});
