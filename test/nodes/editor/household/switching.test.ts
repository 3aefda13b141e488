import { expect, it } from 'vitest';
import { amountsOf, undoing } from '../../../../nodes/editor/household/switching.ts';
import type { PageHouse } from '../../../../nodes/editor/household/told.ts';

const car = { id: 'car', name: 'Car', undo: { energy_kwh: '' } };

it('changes of one device are taken back together, to what was before the first', () => {
  const second = undoing({ ...car, undo: { ready_by: '' } }, car);
  expect(second.undo).toEqual({ energy_kwh: '', ready_by: '' });
  expect(undoing({ ...car, undo: { energy_kwh: '20' } }, second).undo).toEqual({ energy_kwh: '', ready_by: '' });
});

it('a change of another device is taken back by itself', () => {
  expect(undoing({ id: 'pump', name: 'Pump', undo: { override: 'auto' } }, car).undo).toEqual({ override: 'auto' });
});

it.each([
  ['of energy', { energy_kwh: 11, minutes: null, soc: null }, 'energy_kwh'],
  ['of time', { minutes: 60 }, 'minutes'],
  ['of a car that says how full it is', { soc: 40, target_soc: 80 }, 'target_soc'],
  ['that is none', {}, undefined],
])('the amount %s has its own command', (_, asked, key) => {
  expect(amountsOf({ asked } as unknown as PageHouse['devices'][number])?.key).toBe(key);
});
