import { expect, it } from 'vitest';
import cheapestWindow from '../../../nodes/cheapest-window.ts';
import config from '../../../nodes/config.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { nodeRed } from '../../support/node-red/node-red-helper.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const prices = {
  timeZone: 'Europe/Berlin',
  prices: Array.from({ length: 12 }, (_, i) => ({
    start: `2026-04-15T${12 + i}:00:00+02:00`,
    total: [0.3, 0.1, 0.2][i] ?? 0.3,
  })),
};
const load = nodeRed(cheapestWindow, config);

it.each([
  ['', ['13:00', '13:00'], undefined],
  ['12,5', ['13:00', '14:00'], 0.2],
  ['13', ['13:00', '13:00'], undefined],
])('devices of a site with a connection of %j kW start at %j', async (importKw, starts, limitCost) => {
  const clock = manualClock(NOON);
  const device = (id: string, powerKw: string) => ({
    ...{
      id,
      type: 'dayahead-cheapest-window',
      name: `The ${id}`,
      config: 'site',
      minutes: '60',
      powerKw,
      readyBy: '18:00',
    },
    wires: [[], [`${id} plans`]],
  });
  const flow = await load(clock, [
    { id: 'site', type: 'dayahead-config', prices: 'replay', importKw },
    ...[device('car', '11'), device('boiler', '2')].flatMap((node) => [
      node,
      { id: `${node.id} plans`, type: 'collect' },
    ]),
  ]);
  for (const id of ['car', 'boiler']) await flow.input(id, { payload: prices });
  await clock.advanceBy(1);
  const plans = await Promise.all(['car', 'boiler'].map((id) => flow.input(id, { payload: { refresh: true } })));
  const told = plans.map(({ sent }) => (sent as { payload: { start: string; limitCost?: number } }[])[1]?.payload);
  expect(told.map((plan) => plan?.start.slice(11, 16))).toEqual(starts);
  expect(told[1]?.limitCost).toBe(limitCost);
});

it('dims the whole site by a message to one of its devices, and refuses what is none', async () => {
  const clock = manualClock(NOON);
  const device = (id: string, powerKw: string) => ({
    ...{
      id,
      type: 'dayahead-cheapest-window',
      name: `The ${id}`,
      config: 'site',
      minutes: '60',
      powerKw,
      readyBy: '18:00',
    },
    wires: [[], []],
  });
  const flow = await load(clock, [
    { id: 'site', type: 'dayahead-config', prices: 'replay' },
    device('car', '11'),
    device('boiler', '2'),
  ]);
  for (const id of ['car', 'boiler']) await flow.input(id, { payload: prices });
  await clock.advanceBy(1);
  const { error } = await flow.input('boiler', { payload: { importKw: '4.2' } });
  expect(error?.message).toContain('importKw: expected a number, not text');
  await flow.input('boiler', { payload: { importKw: 4.2, importUntil: 150 } });
  // All devices are planned again in the next turn of the event loop.
  await clock.advanceBy(0);
  const starts = await Promise.all(
    ['car', 'boiler'].map(async (id) => {
      const { sent } = await flow.input(id, { payload: { refresh: true } });
      return (sent as { payload: { start: string } }[])[1]?.payload.start.slice(11, 16);
    }),
  );
  // The order came at one second past noon.
  expect(starts).toEqual(['14:31', '13:00']);
});
