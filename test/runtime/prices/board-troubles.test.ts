import { describe, expect, it } from 'vitest';
import { ConfigurationError, NetworkError, RateLimitError } from '../../../src/client/errors.ts';
import { boardAt, forgetful, HOUR, question, selection } from '../../support/feeds/price-board.ts';

describe('PriceBoard without an answer', () => {
  it('goes on asking for a selection that the service could not be asked for', async () => {
    const { board, clock, asked, news, states, settle } = boardAt(10);
    const failed = board.select(selection('a'), 'x');
    await settle();
    asked[0]?.fail(new NetworkError(question, 'no route'));
    await expect(failed).rejects.toThrow('no route');
    expect(states.at(-1)).toMatchObject({ prices: undefined, problem: { kind: 'network' } });
    await clock.advanceBy(HOUR);
    asked[1]?.answer();
    await settle();
    expect(news).toMatchObject([['x', { series: { tariff: { consumption: { id: 'a' } } } }]]);
    expect(states.at(-1)?.problem).toBeUndefined();
    board.stop();
  });

  // Promise P-497 operate/reactions: a problem leaves the known prices as they are
  it('keeps its prices through a problem, and tells it once', async () => {
    const { board, clock, asked, states, problems, settle } = boardAt(1, { configured: selection('a') });
    board.start();
    asked[0]?.answer();
    await settle();
    await clock.advanceBy(14 * HOUR);
    for (const retry of [1, 2]) {
      asked[retry]?.fail(new NetworkError(question, 'no route'));
      await clock.advanceBy(HOUR);
    }
    expect(asked.length).toBeGreaterThan(2);
    expect(states.at(-1)).toMatchObject({ prices: { now: { now: 0.17 } }, problem: { kind: 'network' } });
    expect(problems).toEqual(['GET https://x.example: no route']);
    board.stop();
  });

  // Promise P-471 operate/reactions: `{refresh: true}` during a 429 is answered with the known prices, or refused
  //   with the time until when
  it.each([
    ['with what is known', true],
    ['with an error that says until when', false],
  ])('answers a refresh while the service refuses requests %s, and asks nothing', async (_, known) => {
    const { board, asked, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    if (known) {
      asked[0]?.answer();
      await board.latest();
      board.refresh().catch(() => {});
    }
    const refused = asked.length - 1;
    asked[refused]?.fail(new RateLimitError({ ...question, status: 429 }, 'answered 429'));
    await settle();
    const answer = board.refresh();
    if (known) expect((await answer).now?.now).toBe(0.1);
    else await expect(answer).rejects.toThrow('no prices yet, asked again at 2026-01-15T10:00:05+01:00: GET');
    expect(asked).toHaveLength(refused + 1);
    board.stop();
  });

  // Promise P-503 operate/reactions: a restart also waits where a 429 has put the request off
  it.each([
    ['a network failure, and again at once after a restart', new NetworkError(question, 'no route'), 30, 0],
    ['a refusal, and no sooner after a restart', new RateLimitError({ ...question, status: 429 }, 'busy'), 5, 1],
  ])('says when it asks again after %s', async (_, error, seconds, times) => {
    const kept: number[] = [];
    const { board, clock, asked, states, settle } = boardAt(10, {
      configured: selection('a'),
      memory: { ...forgetful, keep: (_, { answer }) => kept.push(answer.nextPoll) },
    });
    board.start();
    asked[0]?.answer();
    await settle();
    kept.length = 0;
    board.refresh().catch(() => {});
    asked[1]?.fail(error);
    await settle();
    const nextPoll = states.at(-1)?.prices?.series.nextPoll ?? 0;
    expect(clock.alarms()).toContain(nextPoll);
    expect(nextPoll - clock.now()).toBeGreaterThanOrEqual(seconds);
    expect(kept).toEqual(Array(times).fill(nextPoll));
    board.stop();
  });

  it('says at once what keeps it from having prices, and when it asks again', async () => {
    const { board, asked, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    asked[0]?.fail(new ConfigurationError(question, 'unknown tariff a'));
    await settle();
    await expect(board.latest()).rejects.toThrow('GET https://x.example: unknown tariff a');
    board.stop();
  });
});
