import { type Instant, utcTime } from '../../core/time.ts';
import type { BillReport } from '../../messages/grid/bill-report.ts';
import { decimalOr, json } from '../json.ts';
import { rowsUntil, type TopicTable } from '../topics.ts';

/** The limit of a grid operator that is in force; `undefined` where none is, which clears its topics. */
export type LimitInForce = { readonly kw: number; readonly until: Instant } | undefined;

const untilEnd = rowsUntil<LimitInForce>('end of the limit', (limit) => limit?.until);

export const gridLimitRows: TopicTable<LimitInForce> = {
  'grid/import_kw': untilEnd((limit) => decimalOr(limit?.kw)),
  'grid/import_until': untilEnd((limit) => (limit ? utcTime(limit.until) : '')),
};

/** The bill of the month so far. */
export const billRows: TopicTable<BillReport> = { 'grid/bill': { payload: json } };
