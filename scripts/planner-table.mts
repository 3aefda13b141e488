/**
 * Prints the table of docs/internals/planner.md: the costs of four loads on 300 real evenings. Every evening they are requested
 * at 18:07, to be ready by 07:00, and every price is known.
 */

import type { PriceDay } from '../dist/src/core/price-file.js';
import { addDays, type LocalDate, wallTime } from '../dist/src/core/time.js';
import { DELIVERY_ZONE, deliveryDay } from '../dist/src/core/window.js';
import { horizonOf } from '../dist/src/planner/horizon.js';
import type { Phase, PlanState, PricedSpan } from '../dist/src/planner/types.js';
import { planWindow } from '../dist/src/planner/window/plan-window.js';
import { loadPrices } from '../dist/src/service/exchange/prices.js';

const EVENINGS = 300;
type Phases = readonly [Phase, ...Phase[]];

const loads: readonly (readonly [name: string, phases: Phases])[] = [
  ['20 minutes at 2 kW', [{ minutes: 20, kw: 2 }]],
  ['110 minutes at 2 kW', [{ minutes: 110, kw: 2 }]],
  [
    'dishwasher, 127 minutes in five phases',
    [
      { minutes: 15, kw: 0.1 },
      { minutes: 25, kw: 2.2 },
      { minutes: 40, kw: 0.1 },
      { minutes: 17, kw: 2.2 },
      { minutes: 30, kw: 0.05 },
    ],
  ],
  ['3.5 hours at 11 kW', [{ minutes: 210, kw: 11 }]],
];

interface Evening {
  readonly now: number;
  readonly readyBy: number;
  readonly spans: readonly PricedSpan[];
}

const days = loadPrices('data/prices').get('DE-LU')?.days ?? new Map<LocalDate, PriceDay>();
const evenings = [...days.keys()].flatMap(eveningOf).slice(0, EVENINGS);

function eveningOf(date: LocalDate): Evening[] {
  const today = days.get(date);
  const tomorrow = days.get(addDays(date, 1));
  if (!today || !tomorrow) return [];
  const now = wallTime(date, '18:07', DELIVERY_ZONE);
  const readyBy = wallTime(tomorrow.date, '07:00', DELIVERY_ZONE);
  return [{ now, readyBy, spans: [...spansOf(today), ...spansOf(tomorrow)] }];
}

function spansOf({ date, resolution, prices }: PriceDay): PricedSpan[] {
  const { start } = deliveryDay(date);
  return prices.map((price, i) => ({ start: start + i * resolution, end: start + (i + 1) * resolution, price }));
}

/** What a load costs from `start` on, minute by minute. */
function costFrom(start: number, phases: Phases, spans: readonly PricedSpan[]): number {
  let i = spans.findIndex(({ end }) => start < end);
  let minute = start;
  let cost = 0;
  for (const { minutes, kw } of phases) {
    for (const until = minute + minutes * 60; minute < until; minute += 60) {
      if (minute === spans[i]?.end) i++;
      cost += ((spans[i]?.price ?? Number.NaN) * kw) / 60;
    }
  }
  return cost;
}

const lengthOf = (phases: Phases) => phases.reduce((sum, { minutes }) => sum + minutes * 60, 0);

function bestSlotStart({ now, readyBy, spans }: Evening, phases: Phases): number {
  const starts = spans.map(({ start }) => start).filter((start) => now <= start && start + lengthOf(phases) <= readyBy);
  return Math.min(...starts.map((start) => costFrom(start, phases, spans)));
}

const nothingRan: PlanState = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
function ours({ now, readyBy, spans }: Evening, phases: Phases): number {
  const terms = { readyBy, prefer: 'earliest', whenUnknown: 'plan-known' } as const;
  return planWindow({ shape: 'contiguous', phases, ...terms }, horizonOf(spans), now, nothingRan).cost ?? Number.NaN;
}

function row([name, phases]: (typeof loads)[number]): string {
  const atOnce = evenings.map(({ now, spans }) => costFrom(now, phases, spans));
  const aligned = evenings.map((evening) => bestSlotStart(evening, phases));
  const exact = evenings.map((evening) => ours(evening, phases));
  const better = exact.filter((cost, i) => (aligned[i] as number) - cost > 1e-9).length;
  const means = [atOnce, aligned, exact].map((costs) => (100 * costs.reduce((a, b) => a + b, 0)) / costs.length);
  return `| ${name} | ${means.map((ct) => `${ct.toFixed(2)} ct`).join(' | ')} | ${better} |`;
}

const lines = [
  '| load | at once | best slot start | ours | evenings on which ours is cheaper |',
  '|---|--:|--:|--:|--:|',
];
process.stdout.write(`${[...lines, ...loads.map(row)].join('\n')}\n`);
