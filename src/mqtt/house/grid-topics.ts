import { type Instant, utcTime } from '../../core/time.ts';
import type { BillReport } from '../../messages/grid/bill-report.ts';
import { decimal, json } from '../json.ts';
import { type Publication, publication } from '../topics.ts';

/** The order of a grid operator that is in force; cleared where none is. */
export const dimmingTopics = (dimming: { readonly kw: number; readonly until: Instant } | undefined): Publication[] => [
  publication('grid/import_kw', dimming ? decimal(dimming.kw) : '', dimming?.until),
  publication('grid/import_until', dimming ? utcTime(dimming.until) : '', dimming?.until),
];

/** The bill of the month so far. */
export const billTopics = (report: BillReport): Publication[] => [publication('grid/bill', json(report))];
