import { expect, it } from 'vitest';
import { undoing } from '../../../../nodes/editor/switching/undo.ts';

const car = { id: 'car', name: 'Car', undo: { energy_kwh: '' } };

it('changes of one device are taken back together, to what was before the first', () => {
  const second = undoing({ ...car, undo: { ready_by: '' } }, car);
  expect(second.undo).toEqual({ energy_kwh: '', ready_by: '' });
  expect(undoing({ ...car, undo: { energy_kwh: '20' } }, second).undo).toEqual({ energy_kwh: '', ready_by: '' });
});

it('a change of another device is taken back by itself', () => {
  expect(undoing({ id: 'pump', name: 'Pump', undo: { override: 'auto' } }, car).undo).toEqual({ override: 'auto' });
});
