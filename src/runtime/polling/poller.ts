import type { DayAhead } from '../../api/read-series.ts';
import type { Client, DayAheadQuestion } from '../../client/client.ts';
import { isClientError } from '../../client/errors.ts';
import { markets } from '../../core/markets.ts';
import type { Instant } from '../../core/time.ts';
import type { Clock } from '../clock.ts';
import { isSoundPoll, pollAt, type Random, retryAt, soonestCall } from './retry.ts';

/** Keeps the answer to one question fresh. */
export interface Poller {
  /** Asks at `due`, at once where it is left out or no sound time, then whenever a new answer is due, until `stop`. */
  start(due?: Instant): void;
  /** Nothing is reported after it, not even a request that is running. */
  stop(): void;
  /**
   * Asks now instead of when it is due. While a request is running its answer is the answer; while the service refuses
   * more requests, or the rest of the day's requests is kept for later, nothing is asked, and that problem is returned.
   */
  ask(): Trouble | undefined;
  /** The same where something new is known to be there: what a running request brings may be older, so it is asked after it. */
  askAnew(): void;
}

export interface PolledAnswer {
  readonly series: DayAhead;
  readonly fetchedAt: Instant;
  readonly nextPoll: Instant;
}

export interface Trouble {
  readonly error: Error;
  /** `null` where asking again is of no use before something is changed. */
  readonly retryAt: Instant | null;
}

/** The service, and the clock that it is asked by. */
export interface Polled {
  readonly client: Pick<Client, 'dayAhead'>;
  readonly clock: Clock;
  /** `Math.random` where left out. */
  readonly random?: Random | undefined;
  /** The earliest next request after the one at `last`; at any time where left out. */
  readonly pace?: ((last: Instant) => Instant) | undefined;
}

/** One who wants the answers to a question. */
export interface Follower {
  /** Wants new prices as soon as they exist. */
  readonly soon: boolean;
  readonly onUpdate: (answer: PolledAnswer) => void;
  readonly onTrouble: (trouble: Trouble) => void;
}

export function createPoller(
  { client, clock, random = Math.random, pace = () => 0 }: Polled,
  question: DayAheadQuestion,
  follower: Follower,
): Poller {
  const { timeZone } = markets[question.country];
  let started = false;
  let running = false;
  let outdated = false;
  let cancel = () => {};
  let failures = { kind: '', count: 0 };
  let early = 0;
  let refused: Trouble | undefined;
  let last: Instant | undefined;

  async function poll(): Promise<void> {
    cancel();
    running = true;
    outdated = false;
    refused = undefined;
    last = clock.now();
    let report: () => void;
    try {
      const series = await client.dayAhead(question);
      report = () => answered(series);
    } catch (error) {
      report = () => failed(asError(error));
    }
    running = false;
    if (!started) return;
    report();
    if (outdated && !running) void poll();
  }

  const paced = (instant: Instant) => (last === undefined ? instant : Math.max(instant, pace(last)));

  function wakeAt(instant: Instant): void {
    cancel = clock.alarm(instant, () => void poll());
  }

  function answered(series: DayAhead): void {
    const fetchedAt = clock.now();
    failures = { kind: '', count: 0 };
    const next = follower.soon ? soonestCall(series.next, fetchedAt, timeZone) : series.next;
    const nextPoll = paced(pollAt(next, early, fetchedAt, random));
    early = next > fetchedAt + SOON ? 0 : early + 1;
    wakeAt(nextPoll);
    follower.onUpdate({ series, fetchedAt, nextPoll });
  }

  function failed(error: Error): void {
    const kind = isClientError(error) ? error.kind : error.name;
    const earlier = kind === failures.kind ? failures.count : 0;
    failures = { kind, count: earlier + 1 };
    const soonest = retryAt(error, earlier, clock.now(), random);
    const retry = soonest === null ? null : paced(soonest);
    if (retry !== null) wakeAt(retry);
    const trouble: Trouble = { error, retryAt: retry };
    if (kind === 'rate-limit') refused = trouble;
    follower.onTrouble(trouble);
  }

  function ask(): Trouble | undefined {
    const now = clock.now();
    const from = paced(now);
    const kept = from > now && !running ? { error: new Error(KEPT_FOR_LATER), retryAt: from } : undefined;
    const trouble = refused ?? kept;
    if (started && !running && !trouble) void poll();
    return trouble;
  }

  return {
    start(due) {
      if (started) return;
      started = true;
      if (due !== undefined && !running && isSoundPoll(due, clock.now())) wakeAt(due);
      else ask();
    },
    stop() {
      started = false;
      cancel();
    },
    ask,
    askAnew() {
      outdated = running;
      ask();
    },
  };
}

/** A recommendation of so few seconds ahead counts as one that has passed. */
const SOON = 5;
const KEPT_FOR_LATER = 'the testing token has used half of its requests of the day; the rest is spread over the day';

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
