import type { PlanSummary } from '../../../src/messages/plan.ts';

/** The plan of a device that knows no prices. */
export const nothingPlanned: PlanSummary = {
  device: 'Car',
  runs: [],
  start: null,
  end: null,
  cost: null,
  energyKwh: 0,
  averagePrice: null,
  baselineCost: null,
  saving: null,
  complete: false,
  provisional: false,
  overrun: false,
  shortMinutes: 0,
  reason: 'no-prices',
  next: null,
  timeZone: 'Europe/Berlin',
};
