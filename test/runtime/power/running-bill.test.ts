import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BillReport } from '../../../src/messages/grid/bill-report.ts';
import {
  type MonthReadings,
  openRunningBill,
  type RunningBillOptions,
} from '../../../src/runtime/power/running-bill.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { memoryStore } from '../../support/memory-store.ts';

const NOON = Date.parse('2026-01-15T12:00:00+01:00') / 1000;
const report = { soFar: 1 } as BillReport;
let clock: ManualClock;
let kept: Map<string, string>;
let asked: MonthReadings[];
let bills: BillReport[];
let errors: string[];
beforeEach(() => {
  [clock, kept, asked, bills, errors] = [manualClock(NOON), new Map(), [], [], []];
});

const calculated: NonNullable<RunningBillOptions['calculate']> = async (readings) => {
  asked.push(readings);
  return report;
};
const opened: { close(options: { readonly removed: boolean }): Promise<void> }[] = [];
const open = async (calculate: typeof calculated = calculated) => {
  const running = await openRunningBill({
    ...{ clock, timeZone: 'Europe/Berlin', keeping: { context: memoryStore(kept, 'counters') }, calculate },
    onBill: (bill) => bills.push(bill),
    onError: ({ message }) => errors.push(message),
  });
  opened.push(running);
  return running;
};
afterEach(async () => {
  for (const running of opened.splice(0)) await running.close({ removed: false });
});
const kwh = ({ consumption }: Partial<MonthReadings> = {}) => consumption?.reduce((sum, each) => sum + each.kWh, 0);

// Promise P-945 use/compare: `grid/bill` is calculated two minutes after each hour, with counters that are kept over
//   a restart
it('calculates the bill soon after the first energy, then two minutes after each hour', async () => {
  const running = await open();
  expect(clock.alarms()).toEqual([]);
  running.counted({ importKwh: 100 });
  await clock.advanceBy(900);
  running.counted({ importKwh: 101, exportKwh: 3 });
  await clock.advanceBy(10);
  expect([bills.length, kwh(asked.at(-1))]).toEqual([1, 1]);
  running.counted({ importKwh: 101.5, exportKwh: 4 });
  await clock.advanceTo(NOON + 3600 + 130);
  expect([bills.length, kwh(asked.at(-1)), asked.at(-1)?.feedIn[0]?.kWh]).toEqual([2, 1.5, 1]);
});

it('continues after a restart with the counters that it kept, which bridge the time between', async () => {
  const before = await open();
  expect(before.follow('import_kwh', '100')).toBeUndefined();
  await before.close({ removed: false });
  await clock.advanceBy(1800);
  const running = await open();
  expect(running.follow('import_kwh', '103')).toBeUndefined();
  await clock.advanceBy(10);
  expect(kwh(asked.at(-1))).toBe(3);
  await running.close({ removed: true });
  expect(kept.size).toBe(0);
});

it('gives those who follow it the price of one more kWh, again soon after there are new prices', async () => {
  const marginal = { contract: 'home', prices: [{ start: NOON, end: NOON + 900, feedIn: 0.1 }] };
  const running = await open(async (readings, now) => ({
    ...((await calculated(readings, now)) ?? report),
    ...(readings.marginal && { marginal }),
  }));
  let changes = 0;
  const [first, second] = [0, 1].map(() => running.followPrices(() => (changes += 1)));
  running.counted({ importKwh: 100 });
  await clock.advanceBy(900);
  expect(first?.latest).toBeUndefined();
  running.counted({ importKwh: 101 });
  await clock.advanceBy(10);
  expect([first?.latest, second?.latest, changes]).toEqual([marginal, marginal, 2]);
  second?.stop();
  first?.renew();
  await clock.advanceBy(10);
  expect([bills.length, changes]).toEqual([2, 3]);
  expect(bills[0]).not.toHaveProperty('marginal');
});

it('says once that a site without a contract has no bill', async () => {
  const running = await open(async () => undefined);
  running.counted({ importKwh: 100 });
  await clock.advanceBy(900);
  running.counted({ importKwh: 101 });
  await clock.advanceBy(3 * 3600);
  expect(errors).toEqual([
    'there is no bill of this month: choose your contract in the dialog of the site, with the service in Node-RED; the counters are kept',
  ]);
});

it('refuses a counter that is none, by its key and what is allowed', async () => {
  const running = await open();
  const allowed = 'a number from 0 to 100000000';
  expect(running.follow('import_kwh', 'unavailable')).toEqual({ key: 'import_kwh', value: 'unavailable', allowed });
});

it('reports a failure once for as long as it lasts', async () => {
  const running = await open(() => Promise.reject(new Error('no memory')));
  running.counted({ importKwh: 100 });
  await clock.advanceBy(900);
  running.counted({ importKwh: 101 });
  await clock.advanceBy(2 * 3600);
  expect([bills, errors]).toEqual([[], ['no memory']]);
});
