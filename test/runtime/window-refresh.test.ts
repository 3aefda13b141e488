import { expect, it } from 'vitest';
import type { WindowState } from '../../src/mqtt/window-topics.ts';
import { createWindowRefresh } from '../../src/runtime/window-refresh.ts';
import { manualClock } from '../support/manual-clock.ts';

const at = (time: string) => Date.parse(`2026-04-15T${time}:00Z`) / 1000;
const state = { on: true } as WindowState;

it('says every device again at each quarter hour, until it is forgotten', async () => {
  const clock = manualClock(at('10:07'));
  const said: string[] = [];
  const time = () => new Date(clock.now() * 1000).toISOString().slice(11, 16);
  const windows = createWindowRefresh(clock, (device) => said.push(`${time()} ${device}`));
  windows.set('car', state);
  await clock.advanceTo(at('10:20'));
  windows.set('boiler', state);
  await clock.advanceTo(at('10:30'));
  windows.forget('car');
  await clock.advanceTo(at('10:45'));
  windows.forget('boiler');
  expect(clock.alarms()).toEqual([]);
  expect(said).toEqual(['10:07 car', '10:15 car', '10:20 boiler', '10:30 car', '10:30 boiler', '10:45 boiler']);
});
