import type { House, HouseClaim } from '../../../dist/src/planner/house/types.js';
import type { Slot, Store } from '../../../dist/src/planner/store/types.js';
import type { PricedSpan } from '../../../dist/src/planner/types.js';

/** Two days of quarter hours. */
const SLOTS = 192;
const HOUSES = 20;
const DAY = 86_400;

export const store = {
  ...{ capacityKwh: 10, storedKwh: 3, maxChargeKw: 5, maxDischargeKw: 5, wearPerKwh: 0.03 },
  ...{ chargeEfficiency: 0.95, dischargeEfficiency: 0.95, endValue: [{ kwh: 10, perKwh: 0.1 }] },
} satisfies Store;

const state = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
const terms = { prefer: 'earliest', whenUnknown: 'plan-known' } as const;

/** Houses with sun, a battery and three devices under a fuse, each over two days of real prices. */
export const housesOn = (spans: readonly PricedSpan[]): House[] =>
  Array.from({ length: HOUSES }, (_, i) => {
    const slots = spans.slice(i * SLOTS, (i + 1) * SLOTS).map(slotOf);
    return { slots, stores: [store], devices: devicesFrom(slots[0]?.start ?? 0), importKw: 7 };
  });

function slotOf({ start, end, price }: PricedSpan, i: number): Slot {
  const sun = Math.sin(((start % DAY) / DAY - 0.25) * 2 * Math.PI);
  const house = { loadKw: 0.3 + 0.4 * Math.abs(Math.sin(i)), solarKw: Math.max(0, 4 * sun), curtailable: true };
  return { start, end, importPrice: Math.max(0, price) + 0.18, exportPrice: Math.max(0, price), ...house };
}

/** A car, a dishwasher and a boiler. */
const devicesFrom = (now: number): HouseClaim[] => [
  { state, demand: { ...terms, shape: 'split', need: { minutes: 270, kw: 3.7 }, readyBy: now + 31 * 3600 } },
  {
    state,
    demand: {
      ...{ ...terms, shape: 'contiguous', readyBy: now + 20 * 3600 },
      phases: [
        { minutes: 20, kw: 2 },
        { minutes: 60, kw: 0.3 },
        { minutes: 20, kw: 2 },
      ],
    },
  },
  { state, demand: { ...terms, shape: 'contiguous', phases: [{ minutes: 120, kw: 2 }] } },
];
