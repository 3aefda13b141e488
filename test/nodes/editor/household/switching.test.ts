import { expect, it } from 'vitest';
import { amountsOf } from '../../../../nodes/editor/household/switching.ts';
import type { PageHouse } from '../../../../nodes/editor/household/told.ts';

it.each([
  ['of energy', { energy_kwh: 11, minutes: null, soc: null }, 'energy_kwh'],
  ['of time', { minutes: 60 }, 'minutes'],
  ['of a car that says how full it is', { soc: 40, target_soc: 80 }, 'target_soc'],
  ['that is none', {}, undefined],
])('the amount %s has its own command', (_, asked, key) => {
  expect(amountsOf({ asked } as unknown as PageHouse['devices'][number])?.key).toBe(key);
});
