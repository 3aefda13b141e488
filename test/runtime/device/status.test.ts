import { expect, it } from 'vitest';
import type { DeviceReport } from '../../../src/runtime/device/report.ts';
import { deviceStatus } from '../../../src/runtime/device/status.ts';

const AUTUMN = Date.parse('2026-10-25T02:30:00+01:00') / 1000;

/** The texts of English, as far as they are needed here. */
const word = (key: string, values: Readonly<Record<string, string>> = {}) => [key, ...Object.values(values)].join(' ');

const report = (state: Partial<DeviceReport['switch']>, plan: Partial<DeviceReport['plan']> = {}): DeviceReport =>
  ({
    switch: { on: false, reason: 'planned', until: null, price: null, ...state },
    plan: { timeZone: 'Europe/Berlin', provisional: false, overrun: false, shortMinutes: 0, ...plan },
    demand: {},
  }) as DeviceReport;

it.each([
  ['on, until the clock shows that', report({ on: true, until: AUTUMN }), 'green dot status.on 02:30'],
  ['off, until then', report({ until: AUTUMN + 7200 }), 'grey ring status.off 04:30'],
  ['in a zone of its own', report({ until: AUTUMN }, { timeZone: 'Europe/London' }), 'grey ring status.off 01:30'],
  ['off without a next change', report({ reason: 'no-prices' }), 'grey ring reason.no-prices'],
  ['on a plan that may change', report({ on: true }, { provisional: true }), 'yellow dot reason.planned'],
  ['on a plan that ends late', report({ until: AUTUMN }, { overrun: true }), 'yellow ring status.off 02:30'],
  ['short of its need', report({ reason: 'short-starts' }, { shortMinutes: 5 }), 'yellow ring reason.short-starts'],
])('%s', (_, told, shown) => {
  const state = { report: told, conflict: undefined, command: () => ({ undo: {} }) };
  const { fill, shape, text } = deviceStatus(state, word);
  expect(`${fill} ${shape} ${text}`).toBe(shown);
});

it('names the node that has its name already', () => {
  const state = { report: report({ on: true }), conflict: 'Other', command: () => ({ undo: {} }) };
  expect(deviceStatus(state, word)).toEqual({ fill: 'red', shape: 'ring', text: 'status.taken Other' });
});

it.each([
  [undefined, 'status.off 02:30'],
  ['nl', 'status.off 02:30'],
  ['da', 'status.off 02.30'],
])('says times as the language %s writes them: %s', (language, text) => {
  const state = { report: report({ until: AUTUMN }), conflict: undefined, command: () => ({ undo: {} }) };
  const said = Object.assign((...all: Parameters<typeof word>) => word(...all), { language });
  expect(deviceStatus(state, said).text).toBe(text);
});
