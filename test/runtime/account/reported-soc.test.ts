import { describe, expect, it } from 'vitest';
import { countAfter, reportedAfter } from '../../../src/runtime/account/reported-soc.ts';

describe('the step of reports', () => {
  it.each<[reports: readonly number[], step: number]>([
    [[40], 5],
    [[40, 45, 60], 5],
    [[40, 45, 46], 1],
    [[42], 1],
    [[40, 42.5], 2.5],
    [[40, 42.3], 0.1],
    [[0, 100], 5],
  ])('%j is %d', (reports, step) => {
    const last = reports.reduce<ReturnType<typeof reportedAfter> | null>(reportedAfter, null);
    expect([last?.soc, Math.round(100 * (last?.step ?? 0)) / 100]).toEqual([reports.at(-1), step]);
  });
});

describe('our own count of 60 %, after a report in steps of 5 % that was 50 before,', () => {
  const charging = { now: 60, late: 56, isCharging: true };
  const stopped = { ...charging, isCharging: false };
  const idle = { now: 60, late: 60, isCharging: false };
  it.each<[after: number, what: string, soc: number, count: typeof idle]>([
    [60, 'goes on where it is one step more', 65, charging],
    [65.1, 'is the report where that is more', 65.1, charging],
    [60, 'goes on where the report is one step less', 55, charging],
    [60, 'goes on where that is late as well: 4 % of the last quarter hour', 51, charging],
    [59, 'is lowered to what a step and the delay leave of it', 50, charging],
    [60, 'waits after charging until reports cannot be late any more', 50, stopped],
    [60, 'goes on at rest where the report is one step less', 55, idle],
    [54, 'is the report at rest where that is less', 54, idle],
    [65.1, 'is the report at rest where that is more', 65.1, idle],
    [45, 'is the report at rest where that is less than the one before', 45, idle],
  ])('%d: %s', (after, _, soc, count) => {
    expect(countAfter({ soc, step: 5 }, { soc: 50, step: 5 }, count)).toBe(after);
  });

  it('is a first report, and one of less than before by one step where nothing is charged', () => {
    expect(countAfter({ soc: 58, step: 1 }, null, charging)).toBe(58);
    expect(countAfter({ soc: 55, step: 5 }, { soc: 60, step: 5 }, idle)).toBe(55);
  });
});
