import { expect, it } from 'vitest';
import type { DeviceLoad } from '../../../../src/runtime/power/connection/guard.ts';
import { guardLog } from '../../../../src/runtime/power/connection/guard-log.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const limits = { importKw: 13.5, gridKw: Number.POSITIVE_INFINITY, exportKw: Number.POSITIVE_INFINITY };
const car = { name: 'car' };
const boiler = { name: 'boiler' };
const loads: [{ name: string }, DeviceLoad][] = [
  [car, { kw: 11, by: 'override' }],
  [boiler, { kw: 3, by: 'plan' }],
];

it('the guard logs the limit and the loads that it acts on, once an hour for the same devices', async () => {
  const lines: string[] = [];
  const clock = manualClock(1_800_000_000);
  const log = guardLog(clock, (text) => lines.push(text));
  const act = () => log.acted(limits, loads, new Map([[boiler, 'above-connection' as const]]));
  act();
  await clock.advanceBy(3599);
  act();
  expect(lines).toEqual([
    'grid connection: boiler switched off, as 13.5 kW are left for car 11 kW (override), boiler 3 kW (plan)',
  ]);
  await clock.advanceBy(1);
  act();
  expect(lines).toHaveLength(2);
});

it('the guard warns once an hour of overrides that need more than is left, which stay on', () => {
  const lines: string[] = [];
  const log = guardLog(manualClock(1_800_000_000), (text) => lines.push(text));
  const overridden = (importKw: number, withheld = new Map()) =>
    log.overridden({ ...limits, importKw }, loads, withheld);
  overridden(11);
  overridden(10, new Map([[car, 'dimmed' as const]]));
  expect(lines).toEqual([]);
  overridden(10);
  overridden(9);
  expect(lines).toEqual([
    'grid connection: overrides (car 11 kW) exceed the 10 kW that are left; they stay on until they end',
  ]);
});

it('the guard logs nothing of devices that the grid operator’s limit withholds', () => {
  const lines: string[] = [];
  const log = guardLog(manualClock(1_800_000_000), (text) => lines.push(text));
  log.acted(limits, loads, new Map([[boiler, 'dimmed' as const]]));
  expect(lines).toEqual([]);
});

it('a line of the guard has at most 500 characters', () => {
  const lines: string[] = [];
  const log = guardLog(manualClock(1_800_000_000), (text) => lines.push(text));
  const many = Array.from({ length: 100 }, (_, i): [{ name: string }, DeviceLoad] => [
    { name: `device ${i}` },
    { kw: 1, by: 'plan' },
  ]);
  log.acted(limits, many, new Map([[boiler, 'above-connection' as const]]));
  expect(lines.map((line) => line.length)).toEqual([500]);
});
