import { describe, expect, it } from 'vitest';
import { horizonOf } from '../../../src/planner/horizon.ts';
import { checkHouse } from '../../../src/planner/house/checks.ts';
import type { HousePeak } from '../../../src/planner/house/peak.ts';
import type { House } from '../../../src/planner/house/types.ts';
import { battery, hoursOf } from '../../support/planner/house/house-slots.ts';
import { at, contiguous, hours, idleState, priced } from '../../support/planner/planning.ts';

const house: House = { slots: hoursOf({}, {}), stores: [], devices: [] };
const peak = (more: Partial<HousePeak>): Partial<House> => ({
  peak: { rule: { measure: 60, pick: 1, per: 'month' }, dailyMaxima: [], ...more },
});
const device = { demand: contiguous(60), state: idleState };
const NOT_BELOW_0 = 'a number that is not below 0';

describe('a house', () => {
  it.each<[string, Partial<House>]>([
    ['without anything', {}],
    ['that may buy and sell nothing', { importKw: 0, exportKw: 0 }],
    ['that has had nothing of the month', peak({ dailyMaxima: [0], windowKwh: 0, usualKw: 0 })],
    ['with a device that buys at its own prices', { devices: [device, { ...device, horizon: hours(0.1) }] }],
    ['with a store', { stores: [battery] }],
  ])('%s can be planned with', (_, more) => {
    expect(() => checkHouse({ ...house, ...more }, at(0))).not.toThrow();
  });

  it.each<[string, Partial<House>]>([
    ['slots[1].solarKw must be a number that is not below 0, got -1', { slots: hoursOf({}, { solarKw: -1 }) }],
    [
      'stores[1].storedKwh must be between 0 and capacityKwh (10), got 11',
      { stores: [battery, { ...battery, storedKwh: 11 }] },
    ],
    [`house.importKw must be ${NOT_BELOW_0}, got -1`, { importKw: -1 }],
    [`house.exportKw must be ${NOT_BELOW_0}, got -1`, { exportKw: -1 }],
    [`peak.windowKwh must be ${NOT_BELOW_0}, got -1`, peak({ windowKwh: -1 })],
    [`peak.usualKw must be ${NOT_BELOW_0}, got -1`, peak({ usualKw: -1 })],
    [`peak.dailyMaxima[1] must be ${NOT_BELOW_0}, got NaN`, peak({ dailyMaxima: [1, Number.NaN] })],
    [
      'devices[1].horizon must be prices to buy at',
      { devices: [device, { ...device, horizon: horizonOf(priced(60, [0.1]), 'revenue') }] },
    ],
  ])('is refused: %s', (message, more) => {
    expect(() => checkHouse({ ...house, ...more }, at(0))).toThrow(new RangeError(message));
  });
});
