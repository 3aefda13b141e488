import { describe, expect, it } from 'vitest';
import { carSettings } from '../../../src/messages/battery/car.ts';
import { batteryValues, readBatteryCommand } from '../../../src/messages/battery/command.ts';
import { batterySettings, readBattery, storedIn } from '../../../src/messages/battery/settings.ts';

const dialog = { capacityKwh: '10', chargeKw: '5', dischargeKw: '4.6' };

describe('the dialog of a battery', () => {
  it('is read as numbers, and what is empty is left out', () => {
    expect(batterySettings({ ...dialog, reserveSoc: '', efficiency: '', wearPerKwh: '0.03', toGrid: true })).toEqual({
      capacityKwh: 10,
      reserveSoc: 0,
      chargeKw: 5,
      dischargeKw: 4.6,
      efficiency: 100,
      wearPerKwh: 0.03,
      fromGrid: true,
      toGrid: true,
    });
  });

  it.each([
    ['capacityKwh', '0'],
    ['capacityKwh', ''],
    ['chargeKw', '-1'],
    ['dischargeKw', 'much'],
    ['reserveSoc', '101'],
    ['efficiency', '110'],
    ['efficiency', '0'],
    ['efficiency', '0.0001'],
    ['efficiency', '0.99'],
    ['wearPerKwh', '-0.1'],
  ])('is refused by name where %s is %j', (field, value) => {
    expect(() => batterySettings({ ...dialog, [field]: value })).toThrow(field);
  });
});

describe('the dialog of a car', () => {
  const car = { kind: 'car', capacityKwh: '60' };

  it.each([
    ['1', 1],
    ['', 90],
  ])('reads an efficiency of %j as %d', (efficiency, percent) => {
    expect(carSettings({ ...car, efficiency }).efficiency).toBe(percent);
  });

  it.each(['0', '0.0001', '0.99', '110'])('is refused by name where efficiency is %j', (efficiency) => {
    expect(() => carSettings({ ...car, efficiency })).toThrow('efficiency');
  });
});

describe('a message to a battery', () => {
  it.each([
    [{ soc: 101 }, 'soc'],
    [{ soc: -1 }, 'soc'],
    [{ soc: '50' }, 'soc'],
    [{ soc: 50, storedKwh: 5 }, 'give one of soc, storedKwh'],
    [{ override: 'on' }, 'override'],
    [{ overrideUntil: 'tonight' }, 'overrideUntil: expected 1 to 44640 minutes, or ISO 8601'],
    [{ power: 3 }, 'unknown key power; allowed are soc, storedKwh, powerKw, enabled, reserveSoc, override'],
  ])('%j is refused by name', (payload, text) => {
    expect(() => readBattery(payload, 0)).toThrow(text);
  });

  it('says how much is stored', () => {
    const settings = batterySettings(dialog);
    expect(storedIn({ soc: 42 }, settings)).toBe(4.2);
    expect(storedIn({ storedKwh: 3 }, settings)).toBe(3);
    expect(storedIn({ powerKw: 3 }, settings)).toBeUndefined();
    expect(() => storedIn({ storedKwh: 11 }, settings)).toThrow('storedKwh: 11 is more than 10 kWh');
  });
});

describe('a command to a battery', () => {
  it.each([
    ['soc', '42', { soc: 42 }],
    ['enabled', 'OFF', { enabled: false }],
    ['reserve_soc', '20', { reserveSoc: 20 }],
    ['override', 'holdcharge', { override: 'holdcharge' }],
    ['override_until', '90', { overrideUntil: 90 }],
    ['override', '', { override: null }],
    ['reset', '', { reset: true }],
  ])('%s %j', (key, payload, patch) => {
    expect(readBatteryCommand(key, payload)).toEqual({ patch });
  });

  it.each([
    ['soc', '142', 'a number from 0 to 100'],
    ['override', 'on', 'one of auto, normal, hold, holdcharge, charge, discharge'],
    ['mode', 'charge', 'one of soc, enabled, reserve_soc, override, override_until, reset'],
  ])('%s %j is refused', (key, value, allowed) => {
    expect(readBatteryCommand(key, value)).toEqual({ refusal: { key, value, allowed } });
  });

  it('has a state for each', () => {
    expect(batteryValues({ override: 'auto', enabled: true, soc: 42 })).toEqual({
      soc: 42,
      enabled: true,
      reserve_soc: null,
      override: 'auto',
      override_until: null,
    });
  });
});
