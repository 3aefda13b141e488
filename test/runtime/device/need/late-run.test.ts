import { expect, it } from 'vitest';
import type { DemandPatch } from '../../../../src/messages/demand/demand.ts';
import { days, setUp } from '../../../support/device/one-device.ts';

/** Three hours in one piece that were needed by 20:00 run from 18:30 on, so until 21:30. */
const prices = days(['2026-04-15', '2026-04-16'], { 18: 3, 19: 3, 20: 3, 2: 0.1 });

it.each<[string, DemandPatch, string]>([
  ['where it is told what it knows', { minutes: 180 }, '21:30 off planned'],
  ['where less is needed', { minutes: 150 }, '21:00 off planned'],
  ['where more is needed', { minutes: 240 }, '22:30 off planned'],
  ['where there is more time, and what has run counts', { readyBy: '07:00' }, '21:30 off planned'],
  ['where it has got enough', { minutes: 120 }, '20:30 off satisfied'],
])('a run past its deadline is finished, also %s', async (_name, patch, expected) => {
  const house = setUp({ now: '2026-04-15 18:30', settings: { minutes: 180, readyBy: '20:00' }, prices });
  await house.until('2026-04-15 20:30');
  house.ask(patch);
  await house.until('2026-04-15 22:45');
  expect(house.said.slice(1)).toEqual(['2026-04-15 18:30 on overrun', `2026-04-15 ${expected}`]);
});
