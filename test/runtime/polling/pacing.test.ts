import { describe, expect, it } from 'vitest';
import type { DayAhead } from '../../../src/api/read-series.ts';
import type { DayAheadQuestion } from '../../../src/client/client.ts';
import { ServiceError } from '../../../src/client/errors.ts';
import { pacedFrom } from '../../../src/runtime/polling/pacing.ts';
import { sharedPollers } from '../../../src/runtime/polling/shared-pollers.ts';
import { manualClock } from '../../support/manual-clock.ts';

const MINUTE = 60;
const HOUR = 3600;
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z') / 1000;

/** One day from midnight UTC of `questions` questions on a testing token; `reply` is the answer's `next`, or a failure. */
function day(questions: number, reply: (now: number) => number | Error) {
  const clock = manualClock(MIDNIGHT);
  const requests: { at: number; question: string }[] = [];
  const { follow } = sharedPollers({
    ...{ clock, random: () => 0 },
    requestsToday: () => requests.length,
    client: {
      async dayAhead({ consumption = '' }: DayAheadQuestion): Promise<DayAhead> {
        requests.push({ at: clock.now() - MIDNIGHT, question: consumption });
        const next = reply(clock.now() - MIDNIGHT);
        if (typeof next !== 'number') throw next;
        return { currency: 'EUR', next: MIDNIGHT + next, consumption: { points: [] } };
      },
    },
  });
  const nothing = { soon: false, onUpdate: () => undefined, onTrouble: () => undefined };
  const nodes = Array.from({ length: questions }, (_, i) => follow({ country: 'DE', consumption: `T${i}` }, nothing));
  for (const node of nodes) node.start();
  return { clock, requests, nodes };
}

describe('the 100 requests that a testing token has per day', () => {
  it('last until prices that are due at 13:00 and published at 18:00 are seen, within half an hour', async () => {
    const { clock, requests } = day(2, (now) => (now < 13 * HOUR ? 13 * HOUR : now + 5 * MINUTE));
    await clock.advanceBy(24 * HOUR - 1);
    expect(requests.length).toBeLessThanOrEqual(100);
    for (const question of ['T0', 'T1']) {
      const after = requests.filter((each) => each.question === question && each.at >= 18 * HOUR);
      expect(after[0]?.at).toBeLessThan(18.5 * HOUR);
      expect(after.at(-1)?.at).toBeGreaterThan(23 * HOUR);
    }
  });

  it.each([
    [
      'a service that answers 500 to three questions',
      3,
      () => new ServiceError({ url: 'https://a.example', status: 500 }, ''),
    ],
    ['a `next` that is one second away', 1, (now: number) => now + 1],
    ['a `next` that is two minutes away, for two questions', 2, (now: number) => now + 2 * MINUTE],
  ])('outlast the day of %s', async (_, questions, reply) => {
    const { clock, requests } = day(questions, reply);
    await clock.advanceBy(24 * HOUR - 1);
    expect(requests.length).toBeLessThanOrEqual(100);
    expect(requests.at(-1)?.at).toBeGreaterThan(22 * HOUR);
  });

  it('are spread once half of them are used where a flow refreshes every ten seconds', async () => {
    const { clock, requests, nodes } = day(1, () => 13 * HOUR);
    for (let second = 0; second < 23 * HOUR; second += 10) {
      await clock.advanceBy(10);
      nodes[0]?.ask();
    }
    expect(requests.length).toBeLessThanOrEqual(100);
    expect(requests[49]?.at).toBeLessThan(10 * MINUTE);
    expect(requests.at(-1)?.at).toBeGreaterThan(22 * HOUR);
  });
});

describe('the next request of a question', () => {
  const noon = MIDNIGHT + 12 * HOUR;
  it.each([
    ['is free while half of the requests are left', 49, 1, noon],
    ['waits 14.4 minutes with 50 left for twelve hours', 50, 1, noon + 864],
    ['waits three times as long beside two more questions', 50, 3, noon + 3 * 864],
    ['waits for midnight when none is left', 100, 1, MIDNIGHT + 24 * HOUR],
    ['waits for midnight beyond the limit', 130, 2, MIDNIGHT + 24 * HOUR],
  ])('%s', (_, requestsToday, questions, expected) => {
    expect(pacedFrom(noon, noon, requestsToday, questions)).toBe(expected);
  });
});
