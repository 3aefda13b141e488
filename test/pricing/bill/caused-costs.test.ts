import { expect, it } from 'vitest';
import { wallTime } from '../../../src/core/time.ts';
import { bill } from '../../../src/pricing/bill/bill.ts';
import { causedCosts } from '../../../src/pricing/bill/caused-costs.ts';
import type { LineRule } from '../../../src/pricing/bill-lines.ts';

const timeZone = 'Europe/Berlin';
const rows = <T>(value: T) => [{ from: '2025-01-01', value }];
const supply = { kind: 'energy', issuer: 'supplier', part: 'energy' } as const;
const flat: LineRule = { ...supply, name: 'energy', flow: 'consumption', rows: rows(0.3) };
const sold: LineRule = { ...supply, name: 'feed-in', flow: 'feed-in', rows: rows(-0.08) };
const peak: LineRule = {
  ...{ kind: 'peak', name: 'peak', issuer: 'network', part: 'grid' },
  rows: rows({ measure: 60 as const, pick: 1, per: 'month', perKw: 10 }),
};
/** The first 4 kWh of the month at 0.20, all others at 0.50. */
const tiered: LineRule = {
  ...supply,
  ...{ name: 'energy', flow: 'consumption' },
  rows: rows({
    per: 'month',
    tiers: [
      { fromKwh: 0, price: 0.2 },
      { fromKwh: 4, price: 0.5 },
    ],
  }),
};

/** Hours of 31 January from midnight on, of a bill of that day or of the month. */
const hours = (...kWh: readonly number[]) =>
  kWh.map((each, i) => ({
    start: wallTime('2026-01-31', '00:00', timeZone) + i * 3600,
    end: wallTime('2026-01-31', '00:00', timeZone) + (i + 1) * 3600,
    kWh: each,
  }));
type Hours = ReturnType<typeof hours>;
function costs(lines: readonly LineRule[], consumption: Hours, devices: Record<string, Hours>, feedIn: Hours = []) {
  const billOf = (metered: object) =>
    bill({
      ...{ from: '2026-01-01', to: '2026-01-31', timeZone, lines, vat: rows(0), consumption, ...metered },
    });
  const caused = causedCosts(billOf, { consumption, feedIn }, new Map(Object.entries(devices)));
  return Object.fromEntries([...caused].map(([id, { cost }]) => [id, Number(cost.toFixed(6))]));
}

it.each<[string, LineRule[], Hours, Record<string, Hours>, Hours, Record<string, number>]>([
  ['energy from the grid: 2 kWh at 0.30', [flat], hours(3, 1), { car: hours(2, 0) }, [], { car: 0.6 }],
  [
    'own sun, at its feed-in price: 1 kWh bought at 0.30, 2 kWh not sold at 0.08',
    [flat, sold],
    hours(1, 0),
    { car: hours(3, 0) },
    hours(0, 5),
    { car: 0.46 },
  ],
  [
    'no more than was bought, if the feed-in is not metered',
    [flat, sold],
    hours(1),
    { car: hours(3) },
    [],
    { car: 0.3 },
  ],
  [
    'the tier that the device reaches: 3 kWh of 5 kWh, 1 at 0.50 and 2 at 0.20',
    [tiered],
    hours(1, 4),
    { car: hours(0, 3) },
    [],
    { car: 0.9 },
  ],
  ['the peak that the device makes: 7 kW and not 4 kW', [peak], hours(7, 4), { car: hours(5, 0) }, [], { car: 30 }],
  [
    'a peak of two devices in one window, each by its own power',
    [peak],
    hours(7),
    { boiler: hours(2), car: hours(4) },
    [],
    { boiler: 20, car: 40 },
  ],
  [
    'a peak of two windows, by energy: without both it is 1 kW and not 4 kW, 30 for 3 kWh and 6 kWh',
    [peak],
    hours(4, 4, 4),
    { boiler: hours(3, 0, 0), car: hours(0, 3, 3) },
    [],
    { boiler: 10, car: 20 },
  ],
  [
    'nothing for a device that did not run',
    [flat, peak],
    hours(4),
    { boiler: hours(0), car: hours(4) },
    [],
    { boiler: 0, car: 41.2 },
  ],
])('charges a device %s', (_, lines, consumption, devices, feedIn, expected) => {
  expect(costs(lines, consumption, devices, feedIn)).toEqual(expected);
});
