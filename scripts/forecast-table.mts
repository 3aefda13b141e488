/** Prints the table of docs/internals/forecast.md: how well the German prices that are shipped were forecast, by days ahead. */

import { addDays, localDay } from '../dist/src/core/time.js';
import { DELIVERY_ZONE, deliveryDay } from '../dist/src/core/window.js';
import { forecast } from '../dist/src/forecast/forecast.js';
import type { ForecastDay, KnownPrice } from '../dist/src/forecast/types.js';
import { loadPrices } from '../dist/src/service/exchange/prices.js';

const DAYS_AHEAD = 8;
const DAY = 24 * 3600;
/** Days of prices before the first forecast. */
const TAUGHT = 60;

const shipped = [...(loadPrices('data/prices').get('DE-LU')?.days.values() ?? [])];
const history: KnownPrice[] = shipped.flatMap(({ date, resolution, prices }) =>
  prices.map((price, i) => {
    const start = deliveryDay(date).start + i * resolution;
    return { start, end: start + resolution, price };
  }),
);
const actual = new Map(history.map(({ start, price }) => [start, price]));
const first = shipped[0]?.date ?? '';
const days: ForecastDay[] = shipped.map((_, i) => {
  const date = addDays(first, i);
  const weekend = [0, 6].includes(new Date(`${date}T12:00Z`).getUTCDay());
  return { ...localDay(date, DELIVERY_ZONE), kind: weekend ? 'other' : 'working' };
});

interface Tally {
  count: number;
  missed: number;
  inside: number;
  width: number;
}

const tallies: Tally[] = Array.from({ length: DAYS_AHEAD }, () => ({ count: 0, missed: 0, inside: 0, width: 0 }));
for (const { start: now } of days.slice(TAUGHT, -DAYS_AHEAD)) {
  const until = now + DAYS_AHEAD * DAY;
  const known = history.filter(({ end }) => end <= now);
  for (const { start, price, low, high } of forecast(
    known,
    days.filter(({ end }) => end <= until),
  )) {
    const tally = tallies[Math.floor((start - now) / DAY)];
    const paid = actual.get(start);
    if (!tally || paid === undefined) continue;
    tally.count++;
    tally.missed += Math.abs(paid - price);
    tally.inside += Number(low <= paid && paid <= high);
    tally.width += high - low;
  }
}

const row = ({ count, missed, inside, width }: Tally, i: number) => {
  const cents = (sum: number) => ((100 * sum) / count).toFixed(1);
  return `| ${i + 1} | ${cents(missed)} ct | ${((100 * inside) / count).toFixed(0)} % | ${cents(width)} ct |`;
};
const head = ['| days ahead | mean error | inside the band | width of the band |', '|---|---|---|---|'];
process.stdout.write(`${[...head, ...tallies.map(row)].join('\n')}\n`);
