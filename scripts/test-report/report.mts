/** Where the recorder writes, and where `scripts/test-report.mts` reads if it gets no argument. */
export const REPORT_FILE = 'node_modules/.cache/test-report.json';

/** A test run. Times of day are UNIX milliseconds, lengths are milliseconds: Vitest's JSON report, with `endTime` and `busy` added. */
export interface Report {
  readonly startTime: number;
  readonly testResults: readonly FileTimes[];
  /** Absent in a report of Vitest's own JSON reporter. */
  readonly endTime?: number;
}

export interface FileTimes {
  readonly name: string;
  /** Start of the first test and end of the last one. */
  readonly startTime: number;
  readonly endTime: number;
  /** Absent in a report of Vitest's own JSON reporter, and for a file that could not be imported. */
  readonly busy?: Busy;
}

/** How long a file kept its worker busy. The parts follow one another, and the tests take what remains up to `until`. */
interface Busy {
  /** Vitest's number of the worker's slot, from 1 to `maxWorkers`; several processes use it in turn. */
  readonly worker: number;
  readonly from: number;
  readonly until: number;
  readonly prepare: number;
  readonly import: number;
  readonly setUp: number;
  readonly tearDown: number;
}

/** In milliseconds. `process start` is the time from the end of the worker's previous file until Vitest is ready to import. */
export type Phases = Readonly<Record<(typeof PHASES)[number], number>>;

const PHASES = ['import', 'process start', 'set-up', 'tests', 'tear-down'] as const;

/** The phases of each file with a `busy`. */
export function phasesByFile({ startTime, testResults }: Report): ReadonlyMap<FileTimes, Phases> {
  const freeSince = new Map<number, number>();
  const files = testResults.flatMap((file) => (file.busy ? [{ file, busy: file.busy }] : []));
  return new Map(
    files
      .toSorted((a, b) => a.busy.from - b.busy.from)
      .map(({ file, busy }) => {
        const waited = Math.max(0, busy.from - (freeSince.get(busy.worker) ?? startTime));
        freeSince.set(busy.worker, busy.until);
        const tests = busy.until - busy.from - busy.prepare - busy.import - busy.setUp - busy.tearDown;
        return [
          file,
          {
            import: busy.import,
            'process start': waited + busy.prepare,
            'set-up': busy.setUp,
            tests,
            'tear-down': busy.tearDown,
          },
        ];
      }),
  );
}

/** The tables of a report as text: folders, the slowest `fileCount` files, and phases if the report has them. */
export function tables(report: Report, fileCount: number): string {
  const phases = phasesByFile(report);
  const files = report.testResults.map((file) => {
    const name = file.name.replace(/^.*\/test\/|^test\//, '');
    return { name, tests: file.endTime - file.startTime, worker: sum(Object.values(phases.get(file) ?? {})) };
  });
  const total = (name: string, list: typeof files) => ({
    name: `${name} (${list.length})`,
    tests: sum(list.map(({ tests }) => tests)),
    worker: sum(list.map(({ worker }) => worker)),
  });
  const folders = [...new Set(files.map(({ name }) => folderOf(name)))].map((folder) =>
    total(
      folder,
      files.filter(({ name }) => folderOf(name) === folder),
    ),
  );
  const rows = (list: typeof files) =>
    list
      .toSorted((a, b) => b.worker - a.worker || b.tests - a.tests)
      .map(({ name, tests, worker }) => [name, seconds(tests), phases.size > 0 ? seconds(worker) : '-']);
  return [
    aligned([['folder (files)', 'tests s', 'worker s'], ...rows(folders), ...rows([total('all', files)])]),
    aligned([['file', 'tests s', 'worker s'], ...rows(files).slice(0, fileCount)]),
    ...(report.endTime === undefined ? [] : [phaseTable(report.endTime - report.startTime, report, phases)]),
  ].join('\n');
}

/** Idle is the time that workers had no file: workers times the length of the run, less all phases. */
function phaseTable(length: number, { testResults }: Report, byFile: ReadonlyMap<FileTimes, Phases>): string {
  const workers = new Set(testResults.flatMap(({ busy }) => busy?.worker ?? [])).size;
  const available = workers * length;
  const sums = PHASES.map((phase) => [phase, sum([...byFile.values()].map((phases) => phases[phase]))] as const);
  const idle = available - sum(sums.map(([, ms]) => ms));
  const row = (phase: string, ms: number) => [phase, seconds(ms), `${((100 * ms) / available).toFixed(0)} %`];
  return aligned([
    ['phase', 'seconds', 'share'],
    ...sums.map(([phase, ms]) => row(phase, ms)),
    row('idle', idle),
    row(`${workers} workers for ${seconds(length)} s`, available),
  ]);
}

/** `test/runtime` and `test/planner` are too large for one row. */
function folderOf(name: string): string {
  const [folder = '', room, file] = name.split('/');
  if (room === undefined) return '.';
  return ['runtime', 'planner'].includes(folder) && file !== undefined ? `${folder}/${room}` : folder;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))))
    .map((cells) => `${cells.join('  ')}\n`)
    .join('');
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
