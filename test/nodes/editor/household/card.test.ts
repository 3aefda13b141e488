import { describe, expect, it } from 'vitest';
import type { HouseBattery } from '../../../../nodes/editor/household/battery-words.ts';
import { progressOf } from '../../../../nodes/editor/household/card/progress.ts';
import { batteryState, deviceState } from '../../../../nodes/editor/household/card/state.ts';
import type { HouseDevice } from '../../../../nodes/editor/household/device-words.ts';
import { placeWords } from '../../../../nodes/editor/household/words.ts';
import { wordsIn } from '../../../../nodes/household/words.ts';

placeWords(wordsIn('en-US'));

const now = Date.parse('2026-01-14T22:05:00+01:00') / 1000;
const run = { start: '2026-01-15T01:00:00+01:00', end: '2026-01-15T03:00:00+01:00' };

describe('the state of a device at a glance', () => {
  const state = (fields: object) =>
    deviceState({ on: false, plan: { runs: [] }, ...fields } as unknown as HouseDevice, now);
  const planned = { reason: 'planned', plan: { runs: [run] } };

  it.each([
    ['runs by its plan', { ...planned, on: true }, 'on', 'on'],
    ['waits for its run', planned, 'waiting', 'waiting'],
    ['has nothing more to do', { reason: 'satisfied' }, 'off', 'off'],
    ['is on by override', { ...planned, on: true, override: 'on' }, 'override', 'on'],
    ['is off by override', { ...planned, override: 'off' }, 'override', 'off'],
    ['has no prices', { reason: 'no-prices' }, 'trouble', 'problem'],
    ['will be ready too late', { ...planned, reason: 'overrun' }, 'trouble', 'problem'],
    ['was ready too late', { reason: 'overrun' }, 'off', 'off'],
    ['has not started', { on: undefined }, 'trouble', 'problem'],
  ])('that %s', (_, fields, kind, text) => {
    expect(state(fields)).toEqual({ kind, text });
  });
});

describe('the state of a battery or a car at a glance', () => {
  const state = (fields: object) => batteryState(fields as HouseBattery, now);
  const car = { car: true, mode: 'hold', stretches: [{ mode: 'charge', ...run }] };

  it.each([
    ['covers the house', { mode: 'normal' }, 'off', 'cover the house'],
    ['charges', { mode: 'charge' }, 'on', 'charge'],
    ['keeps its charge by override', { mode: 'hold', override: 'hold' }, 'override', 'keep its charge'],
    ['reports nothing', { mode: 'normal', reason: 'silent' }, 'trouble', 'problem'],
    ['is a car that waits', car, 'waiting', 'waiting'],
    ['is a car that charges', { ...car, mode: 'charge' }, 'on', 'on'],
    ['is a car that will lack 3 kWh', { ...car, shortKwh: 3 }, 'trouble', 'problem'],
    ['has not started', {}, 'trouble', 'problem'],
  ])('that %s', (_, fields, kind, text) => {
    expect(state(fields)).toEqual({ kind, text });
  });
});

it.each([
  ['3.2 of 5 kWh', { asked: { energy_kwh: 5 }, done: 3.2 }, { value: 3.2, max: 5 }],
  ['an hour of two', { asked: { minutes: 120 }, done: 60 }, { value: 60, max: 120 }],
  ['a need that nothing has run for', { asked: { minutes: 120 } }, { value: 0, max: 120 }],
  ['more than the need', { asked: { minutes: 60 }, done: 90 }, { value: 60, max: 60 }],
  ['40 of 80 % of a car', { asked: { soc: 40, target_soc: 80 }, car: true }, { value: 40, max: 80 }],
  ['a battery at 40 %', { soc: 40, modes: ['charge'] }, { value: 40, max: 100 }],
  ['a device that needs nothing', { asked: {} }, undefined],
] as const)('the bar shows %s', (_, fields, progress) => {
  expect(progressOf({ id: 'one', name: 'One', ...fields })).toEqual(progress);
});
