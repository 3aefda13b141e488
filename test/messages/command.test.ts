import { describe, expect, it } from 'vitest';
import { commandValues, readCommand } from '../../src/messages/command.ts';

describe('a command', () => {
  // Promise P-297 integrate/topics: the payloads of commands
  it.each([
    ['energy_kwh', '11.5', { energyKwh: 11.5 }],
    ['minutes', '90', { minutes: 90 }],
    ['minutes', '90.0', { minutes: 90 }],
    ['minutes', '0', { minutes: 0 }],
    ['ready_by', '07:00', { readyBy: '07:00' }],
    ['ready_by', '7', { readyBy: '07:00' }],
    ['ready_by', '730', { readyBy: '07:30' }],
    ['ready_by', 'Fri 07:00', { readyBy: 'Fri 07:00' }],
    ['ready_by', '07:00, 17:00', { readyBy: '07:00, 17:00' }],
    ['ready_by', 'Mon-Fri 06:30, Sat-Sun 09:00', { readyBy: 'Mon-Fri 06:30, Sat-Sun 09:00' }],
    ['ready_by', '2026-03-29T07:00:00+02:00', { readyBy: '2026-03-29T07:00:00+02:00' }],
    ['enabled', 'ON', { enabled: true }],
    ['enabled', 'OFF', { enabled: false }],
    ['override', 'auto', { override: 'auto' }],
    ['override_until', '30', { overrideUntil: 30 }],
    ['override_until', '2026-03-29T07:00:00Z', { overrideUntil: '2026-03-29T07:00:00Z' }],
    ['max_price', '-0.05', { maxPrice: -0.05 }],
    ['max_price', '80 %', { maxPrice: '80 %' }],
    ['max_price', '', { maxPrice: null }],
    ['ready_by', '', { readyBy: null }],
    ['soc', '41.5', { soc: 41.5 }],
    ['target_soc', '80', { targetSoc: 80 }],
    ['connected', 'OFF', { connected: false }],
    ['connected', '', { connected: null }],
    ['power_kw', '0.02', { measuredKw: 0.02 }],
    ['measured_kwh', '4711.5', { measuredKwh: 4711.5 }],
    ['reset', '', { reset: true }],
  ])('%s "%s"', (key, payload, patch) => {
    expect(readCommand(key, payload)).toEqual({ patch });
  });

  const keys =
    'one of energy_kwh, minutes, ready_by, enabled, override, override_until, max_price, soc, target_soc, connected, power_kw, measured_kwh, reset';
  const deadline =
    'HH:MM, "Mon-Fri 06:30, Sat-Sun 09:00", several a day as "07:00, 17:00" or "Mon-Fri 06:30 17:00", or ISO 8601 with an offset';
  it.each([
    ['energy_kwh', '-1', 'a number from 0 to 1000000'],
    ['energy_kwh', '1e3', 'a number from 0 to 1000000'],
    ['energy_kwh', ' 11', 'a number from 0 to 1000000'],
    ['energy_kwh', 'null', 'a number from 0 to 1000000'],
    ['minutes', '90.5', 'a whole number of at least 0'],
    ['minutes', '0x10', 'a whole number of at least 0'],
    ['ready_by', '7.00', deadline],
    ['ready_by', '2400', deadline],
    ['enabled', 'yes', 'ON or OFF'],
    ['override', 'ON', 'auto, on or off'],
    ['override_until', '18:00', '1 to 44640 minutes, or ISO 8601 with an offset'],
    ['override_until', '-5', '1 to 44640 minutes, or ISO 8601 with an offset'],
    ['max_price', '0,3', 'a number, or percent of the mean of each day, as 80 %'],
    ['soc', '101', 'a number from 0 to 100'],
    ['target_soc', 'full', 'a number from 0 to 100'],
    ['connected', 'true', 'ON or OFF'],
    ['reset', 'ON', 'the empty payload'],
    ['price', '0.3', keys],
    ['constructor', '0.3', keys],
    ['power_kw', '-2', 'kW, a number from 0 to 100'],
    ['power_kw', '2000', 'kW, a number from 0 to 100'],
  ])('%s "%s" is refused', (key, value, allowed) => {
    expect(readCommand(key, value)).toEqual({ refusal: { key, value, allowed } });
  });

  it.each(['ready_by', 'speed'])('%s is refused beyond 256 characters, and not repeated in full', (key) => {
    expect(readCommand(key, '7'.repeat(257))).toEqual({
      refusal: { key, value: '7'.repeat(256), allowed: 'at most 256 characters' },
    });
  });

  it('may have 256 characters', () => {
    expect(readCommand('ready_by', '7'.repeat(256))).toMatchObject({ refusal: { allowed: deadline } });
  });
});

describe('the values of a demand', () => {
  it('are those that commands set, by key', () => {
    expect(commandValues({ minutes: 90, enabled: false, override: 'auto', overrideUntil: null, powerKw: 2 })).toEqual({
      energy_kwh: null,
      minutes: 90,
      ready_by: null,
      enabled: false,
      override: 'auto',
      override_until: null,
      max_price: null,
      soc: null,
      target_soc: null,
      connected: null,
      power_kw: null,
      measured_kwh: null,
    });
  });

  it.each([
    ['energy_kwh', '11.5'],
    ['minutes', '0'],
    ['ready_by', '07:00'],
    ['override', 'off'],
    ['override_until', '30'],
    ['max_price', '-0.05'],
  ])('%s is what the command "%s" said', (key, payload) => {
    const command = readCommand(key, payload);
    expect('patch' in command && String(commandValues(command.patch)[key])).toBe(payload);
  });
});
