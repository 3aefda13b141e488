import { describe, expect, it } from 'vitest';
import type { BatteryReport } from '../../../src/messages/battery/report.ts';
import type { DeviceReport } from '../../../src/runtime/device/report.ts';
import { overrideDevice } from '../../../src/runtime/editor/override.ts';
import type { BatteryMember, DeviceMember } from '../../../src/runtime/editor/overview.ts';

const undo = { override: 'auto', override_until: '' };

describe('an override', () => {
  const heard: object[] = [];
  const command = (words: Readonly<Record<string, string>>) => {
    heard.push(words);
    const value = words.override ?? '';
    return value === 'off' ? { refusal: { key: 'override', value, allowed: 'auto, on or off' } } : { undo };
  };
  const stopped: DeviceMember = { kind: 'device', id: 'other', name: 'Other', site: 'home' };
  const car: DeviceMember = {
    ...{ ...stopped, id: 'car' },
    state: { report: {} as DeviceReport, conflict: undefined, command },
  };

  it.each([
    ['back to the plan', { override: 'auto' }],
    ['until the deadline', { override: 'on', override_until: '' }],
    ['for an hour', { override: 'on', override_until: '60' }],
  ])('%s reaches the device, and answers with what takes it back', (_, words) => {
    expect(overrideDevice([stopped, car], { id: 'car', ...words })).toEqual({ undo });
    expect(heard.at(-1)).toEqual(words);
  });

  it.each([
    ['a device that is not there', { id: 'gone', override: 'on' }, 'id: no device gone is running'],
    ['one that has not started', { id: 'other', override: 'on' }, 'id: no device other is running'],
    ['a word that is none of the three', { id: 'car', override: 'maybe' }, /override/],
    ['an end that is no text', { id: 'car', override: 'on', override_until: 60 }, /override_until/],
    ['a further key', { id: 'car', override: 'on', minutes: 5 }, /minutes/],
    ['no object', 'on', /object/],
    ['what the device itself refuses', { id: 'car', override: 'off' }, 'override: auto, on or off'],
  ])('of %s is refused with the field that is wrong', (_, body, message) => {
    expect(() => overrideDevice([stopped, car], body)).toThrow(message);
  });
});

it('of a battery is an order, which is followed or refused', () => {
  const battery: BatteryMember = {
    ...{ kind: 'battery', id: 'b', name: 'Cellar', site: 'home' },
    state: {
      conflict: undefined,
      report: {} as BatteryReport,
      command: ({ override: value = '' }) =>
        value === 'on' ? { refusal: { key: 'override', value, allowed: 'one of auto, hold' } } : { undo },
    },
  };
  expect(overrideDevice([battery], { id: 'b', override: 'hold' })).toEqual({ undo });
  expect(() => overrideDevice([battery], { id: 'b', override: 'on' })).toThrow('override: one of auto, hold');
});
