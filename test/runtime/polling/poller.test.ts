import { describe, expect, it } from 'vitest';
import type { DayAhead } from '../../../src/api/read-series.ts';
import type { DayAheadQuestion } from '../../../src/client/client.ts';
import { ConfigurationError, NetworkError, RateLimitError } from '../../../src/client/errors.ts';
import { createPoller } from '../../../src/runtime/polling/poller.ts';
import { manualClock } from '../../support/manual-clock.ts';

const START = 1_800_000_000;
const HOUR = 3600;
const url = 'https://prices.example/v2/de/dayahead';
const question = { country: 'DE', consumption: 'SPOT' } as const;
const answer = (next: number): DayAhead => ({ currency: 'EUR', next, consumption: { points: [] } });

/** A reply that comes when the test says so. */
function held() {
  let resolve: (answer: DayAhead) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<DayAhead>((...ends) => {
    [resolve, reject] = ends;
  });
  return { promise, resolve, reject };
}
type Held = ReturnType<typeof held>;

type Reply = number | Error | Promise<DayAhead>;

/** A poller whose n-th request gets the n-th reply, the last one again and again; a number is an answer's `next`. */
function poll(replies: Reply[], soon = false) {
  const clock = manualClock(START);
  const asked: number[] = [];
  const events: [at: number, what: string, next: number | null][] = [];
  const client = {
    async dayAhead(given: DayAheadQuestion) {
      expect(given).toBe(question);
      const reply = replies[Math.min(asked.length, replies.length - 1)] as Reply;
      asked.push(clock.now() - START);
      if (reply instanceof Error) throw reply;
      return typeof reply === 'number' ? answer(reply) : reply;
    },
  };
  const poller = createPoller({ client, clock, random: () => 0 }, question, {
    soon,
    onUpdate({ series, fetchedAt, nextPoll }) {
      events.push([fetchedAt - START, series.currency, nextPoll - START]);
    },
    onTrouble({ error, retryAt }) {
      events.push([clock.now() - START, error.name, retryAt === null ? null : retryAt - START]);
    },
  });
  return { clock, poller, asked, events };
}

describe('a poller', () => {
  it('does nothing before it is started', async () => {
    const { clock, asked, poller } = poll([START + HOUR]);
    poller.ask();
    await clock.advanceBy(10 * HOUR);
    expect(asked).toEqual([]);
  });

  it('asks at once, then at each recommended moment', async () => {
    const { clock, poller, asked, events } = poll([START + HOUR, START + 3 * HOUR, START + 27 * HOUR]);
    poller.start();
    poller.start();
    await clock.advanceBy(4 * HOUR);
    expect(asked).toEqual([0, HOUR, 3 * HOUR]);
    expect(events).toEqual([
      [0, 'EUR', HOUR],
      [HOUR, 'EUR', 3 * HOUR],
      [3 * HOUR, 'EUR', 27 * HOUR],
    ]);
    expect(clock.alarms()).toEqual([START + 27 * HOUR]);
  });

  it('asks ever more rarely while every recommendation has already passed', async () => {
    const { clock, poller, asked } = poll([START - HOUR]);
    poller.start();
    await clock.advanceBy(31 * 60);
    expect(asked.map((second) => second / 60)).toEqual([0, 1, 3, 7, 15, 31]);
  });

  it('takes recommendations at their word again after one that lies ahead', async () => {
    const { clock, poller, asked } = poll([START - HOUR, START - HOUR, START + 600, START - HOUR, START + HOUR]);
    poller.start();
    await clock.advanceBy(700);
    expect(asked).toEqual([0, 60, 180, 600, 660]);
  });

  // Promise P-515 operate/reactions: after a sleep overdue requests are sent once, within a minute
  it('asks once after a sleep that passed several moments', async () => {
    const { clock, poller, asked } = poll([START + HOUR, START + 200 * HOUR]);
    poller.start();
    await clock.advanceBy(60);
    await clock.jumpTo(START + 100 * HOUR);
    expect(asked).toEqual([0, 100 * HOUR]);
  });

  it('client rule 4: asks from half an hour before the recommended moment when prices are wanted soon', async () => {
    const minutes = (count: number) => START + count * 60;
    // Drawn anew each time: the publication comes in the 48th minute.
    const { clock, poller, asked } = poll([60, 70, 50, 49, 1500].map(minutes), true);
    poller.start();
    await clock.advanceBy(24 * HOUR);
    expect(asked.map((second) => second / 60)).toEqual([0, 30, 40, 45, 49]);
  });

  // Promise P-516 operate/reactions: a clock that is set back: everything is requested again
  it.each([
    ['three hours', 3 * HOUR],
    ['a year', 365 * 24 * HOUR],
  ])('asks again when the clock is set back by %s, and then at the new moment', async (_, back) => {
    const { clock, poller, asked } = poll([START + HOUR, START - back + HOUR, START + 400 * 24 * HOUR]);
    poller.start();
    await clock.advanceBy(60);
    await clock.jumpTo(START - back);
    expect(clock.alarms()).toEqual([START - back + HOUR]);
    await clock.advanceBy(2 * HOUR);
    expect(asked).toEqual([0, -back, -back + HOUR]);
  });

  it.each([
    ['then, where that is to come', HOUR, HOUR],
    ['at once, where that has passed', -1, 0],
    ['at once, where a clock that was ahead said it', 26 * HOUR, 0],
  ])('that knows when an answer is due asks %s', async (_, due, expected) => {
    const { clock, poller, asked } = poll([START + 24 * HOUR]);
    poller.start(START + due);
    await clock.advanceBy(2 * HOUR);
    expect(asked).toEqual([expected]);
  });

  // Promise P-469 operate/reactions: `{refresh: true}` requests at once
  it('asks at once when told, and then at the new moment only', async () => {
    const { clock, poller, asked } = poll([START + HOUR, START + 2 * HOUR, START + 20 * HOUR]);
    poller.start();
    await clock.advanceBy(60);
    poller.ask();
    await clock.advanceBy(3 * HOUR);
    expect(asked).toEqual([0, 60, 2 * HOUR]);
  });

  // Promise P-470 operate/reactions: `{refresh: true}` sends no request beside a running one
  it('never asks inside a running request', async () => {
    const slow = held();
    const { clock, poller, asked, events } = poll([slow.promise]);
    poller.start();
    poller.ask();
    await clock.advanceBy(20);
    poller.ask();
    expect(asked).toEqual([0]);
    expect(clock.alarms()).toEqual([]);
    slow.resolve(answer(START + HOUR));
    await clock.advanceBy(0);
    expect(events).toEqual([[20, 'EUR', HOUR]]);
  });
});

describe('a poller that meets a failure', () => {
  const offline = new NetworkError({ url }, 'connect ECONNREFUSED');

  it('tries again, rarer each time, and is regular after the first answer', async () => {
    const { clock, poller, events } = poll([offline, offline, START + HOUR, offline]);
    poller.start();
    await clock.advanceBy(HOUR);
    expect(events).toEqual([
      [0, 'NetworkError', 30],
      [30, 'NetworkError', 90],
      [90, 'EUR', HOUR],
      [HOUR, 'NetworkError', HOUR + 30],
    ]);
  });

  it('begins anew with the steps of another kind of failure', async () => {
    const busy = new RateLimitError({ url, status: 429 }, 'busy');
    const { clock, poller, events } = poll([offline, offline, busy, busy, busy, offline]);
    poller.start();
    await clock.advanceBy(90 + 5 + 60 + 600);
    expect(events.map(([at, , next]) => (next ?? 0) - at)).toEqual([30, 60, 5, 60, 600, 30]);
  });

  it('asks nothing while the service refuses more requests, even when it is told to', async () => {
    const error = new RateLimitError({ url, status: 429 }, 'used up');
    const { clock, poller, asked } = poll([error, START + HOUR]);
    poller.start();
    await clock.advanceBy(4);
    expect(poller.ask()).toEqual({ error, retryAt: START + 5 });
    await clock.advanceBy(1);
    expect(poller.ask()).toBeUndefined();
    await clock.advanceBy(1);
    expect(asked).toEqual([0, 5, 5]);
  });

  it('stops asking where that is of no use, until it is told to', async () => {
    const wrong = new ConfigurationError({ url, status: 400 }, 'no such tariff');
    const { clock, poller, asked, events } = poll([wrong, START + 10 * HOUR]);
    poller.start();
    await clock.advanceBy(HOUR);
    expect(events).toEqual([[0, 'ConfigurationError', null]]);
    expect(clock.alarms()).toEqual([]);
    poller.ask();
    await clock.advanceBy(1);
    expect(asked).toEqual([0, HOUR]);
  });
});

describe('a poller that is stopped', () => {
  it('leaves no alarm and asks no more', async () => {
    const { clock, poller, asked } = poll([START + HOUR]);
    poller.start();
    await clock.advanceBy(1);
    poller.stop();
    poller.ask();
    expect(clock.alarms()).toEqual([]);
    await clock.advanceBy(10 * HOUR);
    expect(asked).toEqual([0]);
  });

  it.each([
    ['answered', (slow: Held) => slow.resolve(answer(START + HOUR))],
    ['refused', (slow: Held) => slow.reject(new Error('reset'))],
  ])('reports nothing of a running request that is %s later', async (_, end) => {
    const slow = held();
    const { clock, poller, events } = poll([slow.promise]);
    poller.start();
    poller.stop();
    end(slow);
    await clock.advanceBy(HOUR);
    expect(events).toEqual([]);
    expect(clock.alarms()).toEqual([]);
  });

  it('takes the answer of a request that still runs when it is started again', async () => {
    const slow = held();
    const { clock, poller, asked, events } = poll([slow.promise]);
    poller.start();
    poller.stop();
    poller.start();
    slow.resolve(answer(START + HOUR));
    await clock.advanceBy(1);
    expect(asked).toEqual([0]);
    expect(events).toEqual([[0, 'EUR', HOUR]]);
    expect(clock.alarms()).toEqual([START + HOUR]);
  });
});

it('asks once, and leaves no alarm, where news came during a request whose answer is asked for again at once', async () => {
  const clock = manualClock(START);
  const replies: Held[] = [];
  const dayAhead = async () => {
    replies.push(held());
    return replies.at(-1)?.promise as Promise<DayAhead>;
  };
  const poller = createPoller({ client: { dayAhead }, clock, random: () => 0 }, question, {
    soon: false,
    onUpdate: () => void (replies.length === 1 && poller.ask()),
    onTrouble: () => undefined,
  });
  poller.start();
  poller.askAnew();
  for (let i = 0; i < replies.length; i++) {
    replies[i]?.resolve(answer(START + (i + 1) * HOUR));
    await clock.advanceBy(1);
  }
  expect(replies).toHaveLength(2);
  expect(clock.alarms()).toEqual([START + 2 * HOUR]);
  poller.stop();
  expect(clock.alarms()).toEqual([]);
});
