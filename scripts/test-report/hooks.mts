/** A test, suite or file as Vitest's runner keeps it. */
export interface Task {
  readonly result?: { readonly startTime?: number | undefined; readonly duration?: number | undefined } | undefined;
  /** Absent in a test. */
  readonly tasks?: readonly Task[];
}

/** Start and end in UNIX milliseconds; empty for a test or suite that did not run. */
export function spanOf({ result }: Task): readonly { readonly from: number; readonly until: number }[] {
  const from = result?.startTime;
  return from === undefined ? [] : [{ from, until: from + (result?.duration ?? 0) }];
}

/** Milliseconds in `beforeAll` and `afterAll` of a file and its suites. `beforeEach` and `afterEach` are part of their test. */
export function hooksOf(task: Task): { readonly before: number; readonly after: number } {
  const [span] = spanOf(task);
  if (!task.tasks || !span) return { before: 0, after: 0 };
  const children = task.tasks.flatMap(spanOf);
  const inner = task.tasks.map(hooksOf);
  const first = Math.min(span.until, ...children.map(({ from }) => from));
  const last = Math.max(first, ...children.map(({ until }) => until));
  return {
    before: inner.reduce((total, { before }) => total + before, Math.max(0, first - span.from)),
    after: inner.reduce((total, { after }) => total + after, Math.max(0, span.until - last)),
  };
}
