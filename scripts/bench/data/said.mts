import type { DemandPatch } from '../../../dist/src/messages/demand/demand.js';
import type { PlanSummary } from '../../../dist/src/messages/plan.js';
import type { CurrentPrice, KnownSeries } from '../../../dist/src/messages/series.js';
import { priceTopics } from '../../../dist/src/mqtt/price-topics.js';
import type { Publication } from '../../../dist/src/mqtt/topics.js';
import { windowTopics } from '../../../dist/src/mqtt/window-topics.js';

const QUARTER_HOUR = 900;
export const INTERVALS = 200;
export const DEVICES = 10;
/** Local midnight in Berlin. */
export const FIRST = Date.parse('2026-11-19T23:00:00Z') / 1000;

/** Everything that a site says. */
export const topics = (): Publication[] => [
  { topic: 'status', payload: 'online' },
  ...priceTopics(series, now, FIRST),
  ...Array.from({ length: DEVICES }, (_, i) => windowTopics(`device-${i}`, { on: false, plan, demand }, FIRST)).flat(),
];

const intervals = Array.from({ length: INTERVALS }, (_, i) => ({
  start: FIRST + i * QUARTER_HOUR,
  end: FIRST + (i + 1) * QUARTER_HOUR,
}));

const series: KnownSeries = {
  country: 'DE',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  unit: 'EUR/kWh',
  resolution: QUARTER_HOUR,
  source: { kind: 'service', fetchedAt: FIRST, attribution: [] },
  fetchedAt: FIRST,
  nextPoll: FIRST + 86_400,
  stale: false,
  missing: [],
  coverage: { from: FIRST, until: FIRST + INTERVALS * QUARTER_HOUR, today: true, tomorrow: true },
  tariff: { consumption: { id: 'A', type: 'dynamic' }, feedin: { id: 'B', type: 'dynamic' } },
  prices: intervals.map((interval, i) => ({
    ...interval,
    energy: 0.08123 + i / 1e5,
    grid: 0.0911,
    fees: 0.0431,
    vat: 0.04093,
    total: 0.25636 + i / 1e5,
  })),
  feedin: intervals.map((interval, i) => ({ ...interval, energy: 0.0712 + i / 1e5, total: 0.0712 + i / 1e5 })),
};

const now: CurrentPrice = {
  now: 0.25636,
  next: 0.25637,
  start: FIRST,
  end: FIRST + QUARTER_HOUR,
  rank: 1,
  slots: 96,
  level: 'VERY_CHEAP',
  min: 0.25636,
  max: 0.25731,
  average: 0.256835,
  currency: 'EUR',
  unit: 'EUR/kWh',
  timeZone: 'Europe/Berlin',
};

const run = { start: FIRST + 3600, end: FIRST + 7200, kw: 2, energyKwh: 2, cost: 0.5, averagePrice: 0.25 };
const plan: PlanSummary = {
  device: 'Device',
  runs: [run],
  start: run.start,
  end: run.end,
  cost: run.cost,
  energyKwh: run.energyKwh,
  averagePrice: run.averagePrice,
  baselineCost: 0.6,
  saving: 0.1,
  complete: true,
  provisional: false,
  overrun: false,
  shortMinutes: 0,
  reason: 'planned',
  next: run.start,
  timeZone: 'Europe/Berlin',
};
const demand: DemandPatch = { enabled: true, minutes: 60 };
