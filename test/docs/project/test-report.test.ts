import { describe, expect, it } from 'vitest';
import { hooksOf, type Task } from '../../../scripts/test-report/hooks.mts';
import { type FileTimes, phasesByFile, tables } from '../../../scripts/test-report/report.mts';

const START = 1_000_000;
const busy = { worker: 1, prepare: 100, import: 400, setUp: 300, tearDown: 50 };
/** Two files in turn on the first worker: 500 ms until the first one begins, 200 ms between them. */
const first: FileTimes = {
  name: 'test/e2e/editor/a.test.ts',
  startTime: START + 1_300,
  endTime: START + 2_450,
  busy: { ...busy, from: START + 500, until: START + 2_500 },
};
const second: FileTimes = {
  name: 'test/runtime/device/b.test.ts',
  startTime: START + 3_500,
  endTime: START + 3_650,
  busy: { ...busy, from: START + 2_700, until: START + 3_700 },
};
const other: FileTimes = {
  name: 'test/runtime/c.test.ts',
  startTime: START + 800,
  endTime: START + 900,
  busy: { ...busy, worker: 2, from: START, until: START + 1_000 },
};
/** A file that could not be imported has no tests and no phases. */
const broken: FileTimes = { name: 'test/core/d.test.ts', startTime: START, endTime: START };
const run = { startTime: START, endTime: START + 4_000, testResults: [second, first, other, broken] };

describe('the report of a test run', () => {
  it('counts the wait for a process as its start, and what remains of a file as tests', () => {
    const phases = phasesByFile(run);
    const same = { import: 400, 'set-up': 300, 'tear-down': 50 };
    expect(phases.get(first)).toEqual({ ...same, 'process start': 600, tests: 1_150 });
    expect(phases.get(second)).toEqual({ ...same, 'process start': 300, tests: 150 });
    expect(phases.get(other)).toEqual({ ...same, 'process start': 100, tests: 150 });
    expect(phases.size).toBe(3);
  });

  it('shows folders, the slowest files and phases, with idle as the time in which no file had the worker', () => {
    expect(tables(run, 2)).toBe(`\
folder (files)      tests s  worker s
e2e (1)                 1.1       2.5
runtime/device (1)      0.1       1.2
runtime (1)             0.1       1.0
core (1)                0.0       0.0
all (4)                 1.4       4.7

file                      tests s  worker s
e2e/editor/a.test.ts          1.1       2.5
runtime/device/b.test.ts      0.1       1.2

phase                seconds  share
import                   1.2   15 %
process start            1.0   13 %
set-up                   0.9   11 %
tests                    1.4   18 %
tear-down                0.1    2 %
idle                     3.3   41 %
2 workers for 4.0 s      8.0  100 %
`);
  });

  it('reads a report of Vitest’s JSON reporter, which has no phases', () => {
    const file = { name: '/home/test/house/test/cli/a.test.ts', startTime: START, endTime: START + 12_340 };
    expect(tables({ startTime: START, testResults: [file] }, 10)).toBe(`\
folder (files)  tests s  worker s
cli (1)            12.3         -
all (1)            12.3         -

file           tests s  worker s
cli/a.test.ts     12.3         -
`);
  });
});

describe('the hooks of a file', () => {
  const task = (from: number, until: number, tasks?: readonly Task[]): Task => ({
    result: { startTime: START + from, duration: until - from },
    ...(tasks && { tasks }),
  });

  it.each<[string, Task, number, number]>([
    ['are before its first test and after its last', task(0, 100, [task(20, 50), task(50, 95)]), 20, 5],
    ['include those of its suites', task(0, 100, [task(10, 40, [task(15, 38)]), task(40, 99, [task(60, 98)])]), 35, 4],
    ['end with the last of concurrent tests', task(0, 100, [task(10, 90), task(10, 30)]), 10, 10],
    ['are all of a file whose beforeAll failed', task(0, 100, [{}]), 100, 0],
    ['are none in a file that did not run', { tasks: [{}] }, 0, 0],
  ])('%s', (_, file, before, after) => {
    expect(hooksOf(file)).toEqual({ before, after });
  });
});
