import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { experimental_getRunnerTask, type Reporter, type TestModule } from 'vitest/node';
import { hooksOf, spanOf } from './hooks.mts';
import { type FileTimes, REPORT_FILE, type Report } from './report.mts';

/** A Vitest reporter that writes what `scripts/test-report.mts` prints: Vitest's JSON report has no imports, hooks and workers. */
export default class Recorder implements Reporter {
  #startTime = 0;

  onTestRunStart(): void {
    this.#startTime = Date.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const testResults = modules.map((module) => fileTimes(module, this.#startTime));
    const report: Report = { startTime: this.#startTime, endTime: Date.now(), testResults };
    mkdirSync(dirname(REPORT_FILE), { recursive: true });
    writeFileSync(REPORT_FILE, JSON.stringify(report));
  }
}

function fileTimes(module: TestModule, startOfRun: number): FileTimes {
  const file = experimental_getRunnerTask(module);
  const tests = [...module.children.allTests()].flatMap((test) => spanOf(experimental_getRunnerTask(test)));
  const startTime = Math.min(...tests.map(({ from }) => from));
  const times = {
    name: module.relativeModuleId,
    startTime: tests.length > 0 ? startTime : startOfRun,
    endTime: tests.length > 0 ? Math.max(...tests.map(({ until }) => until)) : startOfRun,
  };
  const [span] = spanOf(file);
  if (!span) return times;
  const took = module.diagnostic();
  const prepare = took.prepareDuration + took.environmentSetupDuration;
  const { before, after } = hooksOf(file);
  return {
    ...times,
    busy: {
      worker: took.concurrencyId,
      from: span.from - took.collectDuration - took.setupDuration - prepare,
      until: span.until,
      prepare,
      import: took.collectDuration,
      setUp: took.setupDuration + before,
      tearDown: after,
    },
  };
}
