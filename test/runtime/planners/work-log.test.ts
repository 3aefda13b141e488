import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkLog } from '../../../src/runtime/planners/work-log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A log of work whose plans take the milliseconds that a test says. */
function workLog() {
  const lines: object[] = [];
  const counts = { answered: 0, refused: 0, expired: 0, dropped: 0 };
  let used = 1000;
  const log = new WorkLog(
    (line) => lines.push(line),
    () => used,
  );
  const plan = log.measured(async (request) => {
    used += Number(request);
    return { text: '', refused: false };
  });
  log.start(counts);
  return { log, lines, counts, plan, minute: () => vi.advanceTimersByTime(60_000) };
}

describe('what a planner says of its work', () => {
  // Promise P-825 operate/planner-service: requests get no answer
  it('is a line for each minute in which requests were lost, and none for any other', async () => {
    const { log, lines, counts, plan, minute } = workLog();
    counts.answered = 3;
    minute();
    expect(lines).toEqual([]);
    await plan('300', 1);
    await plan('101', 1);
    Object.assign(counts, { answered: 5, expired: 2 });
    minute();
    minute();
    expect(lines).toEqual([{ lately: { answered: 2, refused: 0, expired: 2, dropped: 0, processorMsPerPlan: 201 } }]);
    counts.dropped = 1;
    minute();
    expect(lines[1]).toEqual({ lately: { answered: 0, refused: 0, expired: 0, dropped: 1 } });
    log.stop();
    minute();
    expect(lines.slice(2)).toEqual([
      { stopped: { answered: 5, refused: 0, expired: 2, dropped: 1, processorMsPerPlan: 201 } },
    ]);
  });

  it('counts what a plan took that failed', async () => {
    const { log, lines } = workLog();
    const failed = log.measured(() => Promise.reject(new Error('out of memory')));
    await expect(failed('0', 1)).rejects.toThrow('out of memory');
    log.stop();
    expect(lines).toMatchObject([{ stopped: { processorMsPerPlan: 0 } }]);
  });
});
