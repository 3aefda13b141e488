import { expect, it } from 'vitest';
import { isDimming, readDimming, readDimmingCommand } from '../../../src/messages/grid/dimming.ts';

it.each([
  [{ importKw: 4.2 }, true],
  [{ importUntil: 60 }, true],
  [{ energyKwh: 5 }, false],
  [{ prices: [] }, false],
])('%j is an order of the grid operator: %s', (payload, is) => {
  expect(isDimming(payload)).toBe(is);
});

// Promise P-146 use/dimming: an empty payload ends it
it.each([
  ['import_kw', '4.2', { importKw: 4.2 }],
  ['import_kw', '0', { importKw: 0 }],
  ['import_kw', '', { importKw: null }],
  ['import_until', '90', { importUntil: 90 }],
  ['import_until', '2026-01-15T19:00:00+01:00', { importUntil: '2026-01-15T19:00:00+01:00' }],
  ['reset', '', null],
])('grid/set/%s %j is %j', (key, payload, patch) => {
  expect(readDimmingCommand(key, payload)).toEqual(
    patch ? { patch } : { refusal: { key, value: payload, allowed: 'one of import_kw, import_until' } },
  );
});

const ends = '1 to 44640 minutes, or ISO 8601 with an offset';
it.each([
  ['import_kw', '-1', 'a number from 0 to 1000000'],
  ['import_kw', '4,2', 'a number from 0 to 1000000'],
  ['import_kw', '4200 W', 'a number from 0 to 1000000'],
  ['import_until', '19:00', ends],
  ['import_until', '0', ends],
  ['export_kw', '3', 'one of import_kw, import_until'],
])('grid/set/%s %j is refused', (key, value, allowed) => {
  expect(readDimmingCommand(key, value)).toEqual({ refusal: { key, value, allowed } });
});

it.each([
  [{ importKw: '4.2' }, 'importKw: expected a number, not text'],
  [{ importKw: -1 }, 'importKw: expected 0 or more'],
  [{ importKw: 4.2, importUntil: 'soon' }, `importUntil: expected ${ends}`],
  [{ importKw: 4.2, soc: 5 }, 'unknown key soc; allowed beside importKw is importUntil alone'],
])('a message %j is refused', (payload, text) => {
  expect(() => readDimming(payload, 0)).toThrow(text);
});
