import { forecast } from '../../../dist/src/forecast/forecast.js';
import { planHouse } from '../../../dist/src/planner/joint/plan-house.js';
import { planStore } from '../../../dist/src/planner/store/plan-store.js';
import { marketDays } from '../../../dist/src/runtime/market-days.js';
import { housesOn, store } from '../data/houses.mts';
import { realPrices } from '../data/prices.mts';
import { batches, batchesOver } from '../harness/batch.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { ratioOf } from '../harness/ratio.mts';
import { bareGrid } from '../yardsticks/bare-grid.mts';
import { bareWeek } from '../yardsticks/bare-week.mts';

/** Days that a forecast is made of, and days that it reaches ahead. */
const PAST = 60;
const AHEAD = 8;
const DAY = 86_400;
const GRID = 'a store on a bare grid of 1 % steps';

/** A battery, a house and a forecast, each beside the plainest programme for such a question. */
export default async function house(): Promise<Figure[]> {
  const spans = realPrices();
  const houses = housesOn(spans);
  const grid = batchesOver(houses, ({ slots }) => bareGrid(store, slots));
  const ownStore = batchesOver(houses, ({ slots }) => planStore(store, slots, slots[0]?.start ?? 0));
  const ownHouse = batchesOver(houses, (each) => planHouse(each, each.slots[0]?.start ?? 0));
  const history = spans.slice(0, 96 * PAST);
  const [start, end] = [history[0]?.start ?? 0, history.at(-1)?.end ?? 0];
  const days = marketDays({ start, end: end + AHEAD * DAY }, 'Europe/Berlin', new Set());
  return [
    figure(
      { name: 'store: 192 quarter hours', yardstick: GRID, atMost: 0.5 },
      await ratioOf(ownStore, grid, { seconds: 3 }),
    ),
    figure(
      { name: 'house: a battery and three devices, 192 quarter hours', yardstick: GRID, atMost: 70 },
      await ratioOf(ownHouse, grid, { seconds: 6 }),
    ),
    figure(
      { name: 'forecast: eight days from sixty', yardstick: 'the mean of each quarter hour of a week', atMost: 125 },
      await ratioOf(
        batches(() => void forecast(history, days)),
        batches(() => void bareWeek(history)),
      ),
    ),
  ];
}
