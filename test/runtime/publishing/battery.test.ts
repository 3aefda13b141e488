import { expect, it } from 'vitest';
import type { BatteryReport } from '../../../src/messages/battery/report.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { config, publishingHouse } from '../../support/mqtt/publishing-house.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const owner = { id: 'b1', name: 'Cellar' };
const batteryConfig = config.replace('home/', 'home_b1/');
const state: BatteryReport = {
  order: { mode: 'charge', chargeKw: 3, dischargeKw: 0, until: null, reason: 'planned', valuePerKwh: 0.2 },
  plan: {
    battery: 'cellar',
    stretches: [],
    ...{ cost: null, baselineCost: null, saving: null, knownUntil: null, reason: 'planned', timeZone: 'UTC' },
  },
  values: { override: 'auto' },
};

/** With a battery that charges, a minute after the start. */
async function charging() {
  const clock = manualClock(NOON);
  const house = publishingHouse(clock);
  house.publishing.start();
  house.connect();
  house.publishing.present(owner);
  house.publishing.device({ owner, slug: 'cellar', state });
  await clock.advanceBy(61);
  return { ...house, clock };
}

it('a battery is announced to Home Assistant with a choice of modes', async () => {
  const { announced } = await charging();
  const components = announced(batteryConfig)?.components ?? {};
  expect(components.dayahead_b1_mode).toMatchObject({
    platform: 'sensor',
    state_topic: 'dayahead/home/battery/cellar/mode',
    options: ['normal', 'hold', 'holdcharge', 'charge', 'discharge'],
  });
  expect(components.dayahead_b1_override).toMatchObject({
    platform: 'select',
    command_topic: 'dayahead/home/battery/cellar/set/override',
    options: ['auto', 'normal', 'hold', 'holdcharge', 'charge', 'discharge'],
  });
  for (const [id, entity] of Object.entries(components)) expect(entity.unique_id).toBe(id);
});

it('a battery says its mode again every quarter hour, and everything no more often for that', async () => {
  const { clock, heard, publishing } = await charging();
  heard();
  publishing.device({ owner, slug: 'cellar', state: { ...state, plan: { ...state.plan, cost: 1 } } });
  await clock.advanceBy(2);
  expect(heard().map(({ topic }) => topic)).not.toContain('dayahead/home/status');
  await clock.advanceBy(900);
  expect(heard().map(({ topic }) => topic)).toContain('dayahead/home/battery/cellar/mode');
});

it('an override is replaced before Home Assistant is sent options without it', async () => {
  const { clock, heard, publishing } = await charging();
  const override = { ...state, values: { override: 'discharge' } };
  publishing.device({ owner, slug: 'cellar', state: override });
  await clock.advanceBy(2);
  heard();
  publishing.device({ owner, slug: 'cellar', state: { ...state, modes: ['normal', 'hold', 'holdcharge'] } });
  await clock.advanceBy(2);
  const topics = heard().map(({ topic }) => topic);
  const [value, options] = ['dayahead/home/battery/cellar/override', batteryConfig].map((topic) =>
    topics.indexOf(topic),
  );
  expect(value).toBeGreaterThanOrEqual(0);
  expect(options).toBeGreaterThan(value ?? -1);
});

// Promise P-798 operate/failures: the node is deleted or disabled
it('that is removed is told normal, and then cleared', async () => {
  const { clock, heard, publishing, shown, announced } = await charging();
  heard();
  publishing.absent(owner, { removed: true });
  await clock.advanceBy(5);
  const modes = heard().filter(({ topic }) => topic.endsWith('battery/cellar/mode'));
  expect(modes.map(({ payload }) => payload)).toEqual(['normal', '']);
  expect([shown('battery/cellar/power'), announced(batteryConfig)]).toEqual([undefined, undefined]);
});
