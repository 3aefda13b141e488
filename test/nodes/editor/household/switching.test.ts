import { expect, it } from 'vitest';
import { amountsOf, sayable } from '../../../../nodes/editor/household/switching.ts';
import type { PageHouse } from '../../../../nodes/editor/household/told.ts';

it.each([
  ['of energy', { energy_kwh: 11, minutes: null, soc: null }, 'energy_kwh'],
  ['of time', { minutes: 60 }, 'minutes'],
  ['of a car that says how full it is', { soc: 40, target_soc: 80, energy_kwh: null }, 'target_soc'],
  ['of a car that does not', { soc: null, target_soc: 80, energy_kwh: null }, 'energy_kwh'],
  ['of a device that needs nothing yet', { minutes: null, energy_kwh: null, soc: null }, undefined],
  ['that is none', {}, undefined],
])('the amount %s has its own command', (_, asked, key) => {
  expect(amountsOf({ asked } as unknown as PageHouse['devices'][number])?.key).toBe(key);
});

it.each([
  ['for so many minutes', { override: 'on', override_until: '60' }, undefined],
  ['until an end to come', { override: 'on', override_until: '2026-01-14T22:06:00Z' }, undefined],
  [
    'that has ended since',
    { override: 'on', override_until: '2026-01-14T22:05:00Z' },
    { override: 'auto', override_until: '' },
  ],
  ['of another kind', { energy_kwh: '20' }, undefined],
])('an order by hand %s can be said, or the plan holds', (_, commands, said) => {
  expect(sayable(commands, Date.parse('2026-01-14T22:05:00Z') / 1000)).toEqual(said ?? commands);
});
