import { deliveryDay } from '../../../dist/src/core/window.js';
import type { PricedSpan } from '../../../dist/src/planner/types.js';
import { loadPrices } from '../../../dist/src/service/exchange/prices.js';

/** The quarter hours of a real bidding zone, sorted; days that the source lacks stay gaps. */
export function realPrices(): PricedSpan[] {
  const days = [...(loadPrices('data/prices').get('DE-LU')?.days.values() ?? [])];
  return days
    .filter(({ resolution }) => resolution === 900)
    .flatMap(({ date, resolution, prices }) => {
      const { start } = deliveryDay(date);
      return prices.map((price, i) => ({ start: start + i * resolution, end: start + (i + 1) * resolution, price }));
    });
}
