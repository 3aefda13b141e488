import { expect, it } from 'vitest';
import { amountsOf, ordersOf, undoing } from '../../../../nodes/editor/household/switching.ts';
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

it.each([
  ['a device', { override: 'on' }, 'on', 'off', []],
  ['a device that is switched off', { override: 'off' }, 'on', 'off', ['off']],
  ['a device that follows its plan', { override: 'auto' }, 'on', 'off', ['plan']],
  ['a car', { override: 'hold', car: true, modes: ['charge', 'hold'] }, 'charge', 'hold', ['off']],
] as const)(
  '%s is switched on for 1 h, for 2 h, until its deadline, off, and back to the plan',
  (_, fields, on, off, held) => {
    const orders = ordersOf({ id: 'a', name: 'A', ...fields });
    expect(orders.map(({ commands }) => Object.values(commands))).toEqual([
      [on, '60'],
      [on, '120'],
      [on, ''],
      [off, ''],
      ['auto', ''],
    ]);
    expect(orders.filter(({ isHeld }) => isHeld).map(({ word }) => word)).toEqual(held);
  },
);

it('a battery is given the modes that its dialog allows, until midnight', () => {
  const orders = ordersOf({ id: 'a', name: 'A', override: 'hold', modes: ['normal', 'hold'] });
  expect(orders).toEqual([
    { word: 'normal', commands: { override: 'normal', override_until: '' }, isHeld: false },
    { word: 'hold', commands: { override: 'hold', override_until: '' }, isHeld: true },
    { word: 'auto', commands: { override: 'auto', override_until: '' }, isHeld: false },
  ]);
});
