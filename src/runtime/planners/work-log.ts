import type { PlanText, RequestCounts } from './planner-worker.ts';

/** What has become of requests in a while, and what a plan took; that is left out where none was made. */
type Work = RequestCounts & { readonly processorMsPerPlan?: number };

/** `lately` is the last minute, where it lost requests; `stopped` all of it. */
type WorkLine = { readonly lately: Work } | { readonly stopped: Work };

interface Sums {
  readonly counts: RequestCounts;
  readonly plans: number;
  readonly usedMs: number;
}

const MINUTE_MS = 60_000;
const NONE: Sums = { counts: { answered: 0, refused: 0, expired: 0, dropped: 0 }, plans: 0, usedMs: 0 };

/** Tells of each minute in which requests got no answer, and at the end of all that was done. */
export class WorkLog {
  readonly #log: (line: WorkLine) => void;
  readonly #usedMs: () => number;
  #plans = 0;
  #plansMs = 0;
  #told = NONE;
  #minute: NodeJS.Timeout | undefined;
  #counts = NONE.counts;

  /** @param usedMs milliseconds that this process has had of a processor. */
  constructor(log: (line: WorkLine) => void, usedMs = processorMs) {
    this.#log = log;
    this.#usedMs = usedMs;
  }

  /** Plans as `plan` does, one at a time, and measures it. */
  measured(plan: PlanText): PlanText {
    return async (request, withinMs) => {
      const before = this.#usedMs();
      try {
        return await plan(request, withinMs);
      } finally {
        this.#plans++;
        this.#plansMs += this.#usedMs() - before;
      }
    };
  }

  /** Looks at `counts` each minute from now on. */
  start(counts: RequestCounts): void {
    this.#counts = counts;
    this.#minute = setInterval(() => this.#look(), MINUTE_MS);
  }

  stop(): void {
    clearInterval(this.#minute);
    this.#log({ stopped: between(NONE, this.#sums()) });
  }

  #look(): void {
    const lately = between(this.#told, this.#sums());
    this.#told = this.#sums();
    if (lately.expired + lately.dropped > 0) this.#log({ lately });
  }

  #sums(): Sums {
    return { counts: { ...this.#counts }, plans: this.#plans, usedMs: this.#plansMs };
  }
}

function between(before: Sums, after: Sums): Work {
  const since = (of: keyof RequestCounts) => after.counts[of] - before.counts[of];
  const plans = after.plans - before.plans;
  return {
    answered: since('answered'),
    refused: since('refused'),
    expired: since('expired'),
    dropped: since('dropped'),
    ...(plans > 0 && { processorMsPerPlan: Math.round((after.usedMs - before.usedMs) / plans) }),
  };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
