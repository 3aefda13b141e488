import { checkInstant, checkList, checkNumber, checkObject } from '../arguments.ts';
import { check, checkSlots, checkStore, LIMIT } from '../store/checks.ts';
import type { UnixSeconds } from '../types.ts';
import { checkDemand, checkPlanning, checkState } from '../window/checks.ts';
import type { Claim } from './order.ts';
import { checkPeakRule, type HousePeak } from './peak.ts';
import type { House } from './types.ts';

/** @throws RangeError or TypeError naming the field that a house cannot be planned with */
export function checkHouse(house: House, now: UnixSeconds): void {
  checkObject('house', house);
  checkSlots(house.slots, now);
  checkList('stores', house.stores);
  checkList('devices', house.devices);
  for (const [i, slot] of house.slots.entries()) check(`slots[${i}]`, slot, [{ field: 'devicesKw', ...LIMIT }]);
  for (const [i, store] of house.stores.entries()) checkStore(store, `stores[${i}]`);
  check('house', house, [
    { field: 'importKw', ...LIMIT },
    { field: 'exportKw', ...LIMIT },
  ]);
  for (const [i, device] of house.devices.entries()) {
    checkObject(`devices[${i}]`, device, '{ demand, state }');
    const { demand, state, horizon } = device;
    checkDemand(demand, now);
    checkState(state);
    if (horizon && horizon.sense !== 'cost') throw new RangeError(`devices[${i}].horizon must be prices to buy at`);
  }
  if (house.peak) checkPeak(house.peak);
}

function checkPeak(peak: HousePeak): void {
  check('peak', peak, [
    { field: 'windowKwh', ...LIMIT },
    { field: 'usualKw', ...LIMIT },
  ]);
  checkPeakRule('peak.rule', peak.rule);
  checkList('peak.dailyMaxima', peak.dailyMaxima);
  for (const [i, kw] of peak.dailyMaxima.entries())
    checkNumber(`peak.dailyMaxima[${i}]`, kw, LIMIT.allowed, LIMIT.isRight);
}

/** @throws RangeError or TypeError naming the argument of `planSite` that cannot be planned with */
export function checkSiteArguments(claims: readonly Claim[], limitKw: number, now: UnixSeconds): void {
  checkList('claims', claims);
  checkNumber('limitKw', limitKw, LIMIT.allowed, LIMIT.isRight);
  checkInstant('now', now);
  for (const [i, claim] of claims.entries()) {
    checkObject(`claims[${i}]`, claim, '{ demand, horizon, state }');
    checkDemand(claim.demand, now);
    checkPlanning(claim.horizon, claim.state);
  }
}
