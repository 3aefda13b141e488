import { expect, it } from 'vitest';
import { ordersOf } from '../../../../nodes/editor/switching/orders.ts';

it.each([
  ['a device', { override: 'on' }, 'on', 'off', []],
  ['a device that is on for an hour', { override: 'on', overrideUntil: 60 }, 'on', 'off', ['hour']],
  ['a device that was', { override: 'auto', overrideUntil: 60 }, 'on', 'off', []],
  ['a device that is switched off', { override: 'off' }, 'on', 'off', ['off']],
  ['a device that follows its plan', { override: 'auto' }, 'on', 'off', []],
  ['a car', { override: 'hold', car: true, modes: ['charge', 'hold'] }, 'charge', 'hold', ['off']],
] as const)(
  '%s is switched on for 1 h, for 2 h, until its deadline, off, and back to the plan',
  (_, fields, on, off, held) => {
    const orders = ordersOf(fields);
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

it('a battery by its plan is held to nothing', () => {
  const orders = ordersOf({ override: 'auto', modes: ['normal', 'hold'] });
  expect(orders.filter(({ isHeld }) => isHeld)).toEqual([]);
});

it('a battery is given the modes that its dialog allows, until midnight', () => {
  const orders = ordersOf({ override: 'hold', modes: ['normal', 'hold'] });
  expect(orders).toEqual([
    { word: 'normal', commands: { override: 'normal', override_until: '' }, isHeld: false },
    { word: 'hold', commands: { override: 'hold', override_until: '' }, isHeld: true },
    { word: 'auto', commands: { override: 'auto', override_until: '' }, isHeld: false },
  ]);
});
