import type { House, HouseClaim } from '../../dist/src/planner/house/types.js';
import { planHouse } from '../../dist/src/planner/joint/plan-house.js';
import type { PricedSpan } from '../../dist/src/planner/types.js';
import { type Figure, figure } from './harness.mts';
import { houseOn, store } from './store.mts';

/** Two days of quarter hours. */
const SLOTS = 192;
const HOUSES = 20;
const ROUNDS = 3;

const state = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
const terms = { prefer: 'earliest', whenUnknown: 'plan-known' } as const;

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

/** A house with sun, a battery and three devices under a fuse, over two days of real prices. */
export function houseFigures(spans: readonly PricedSpan[]): Figure[] {
  const houses = Array.from({ length: HOUSES }, (_, i): House => {
    const slots = houseOn(spans.slice(i * SLOTS, (i + 1) * SLOTS));
    return { slots, stores: [store], devices: devicesFrom(slots[0]?.start ?? 0), importKw: 7 };
  });
  const spent: number[] = [];
  for (let round = -1; round < ROUNDS; round++)
    for (const house of houses) {
      const begun = performance.now();
      planHouse(house, house.slots[0]?.start ?? 0);
      if (round >= 0) spent.push(performance.now() - begun);
    }
  spent.sort((a, b) => a - b);
  const share = (part: number) => spent[Math.floor(part * (spent.length - 1))] ?? Number.NaN;
  return [
    figure('house: a battery and three devices, 192 quarter hours', share(0.5), 'ms'),
    figure('house: the same, 19 of 20', share(0.95), 'ms'),
  ];
}
