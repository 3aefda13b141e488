import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../src/client/errors.ts';
import { boardAt, HOUR, midnight, question, selection, tariffOf } from '../../support/feeds/price-board.ts';

describe('PriceBoard', () => {
  // Promise P-499 operate/reactions: the current price disappears from message and status
  it('says prices on an answer, the price of each interval as it begins, and once that none is known', async () => {
    const { board, clock, asked, news, states, settle } = boardAt(22, { configured: selection('a') });
    board.start();
    await settle();
    asked[0]?.answer();
    await settle();
    expect(news).toMatchObject([['own', { series: { stale: false }, now: { now: 0.22, rank: 23 } }]]);
    await clock.advanceBy(HOUR);
    expect(news.slice(1)).toMatchObject([['own', { now: { now: 0.23, next: null, rank: 24 } }]]);
    await clock.advanceBy(HOUR);
    expect(news.slice(2)).toMatchObject([['own', { series: { stale: true } }]]);
    expect(states.at(-1)?.prices?.now).toBeUndefined();
    board.stop();
    expect(clock.alarms()).toEqual([]);
  });

  it.each([
    ['forwards', 3, 0.13],
    ['backwards', -3, 0.07],
  ])('shows the price of the time that a clock jumps %s to', async (_, hours, price) => {
    const { board, clock, asked, states, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    asked[0]?.answer();
    await settle();
    await clock.jumpTo(midnight + (10 + hours) * HOUR);
    expect(states.at(-1)?.prices?.now?.now).toBe(price);
    board.stop();
  });

  it('says the price of an interval once, however often the service answers', async () => {
    const { board, asked, news, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    await settle();
    asked[0]?.answer();
    await board.latest();
    const refreshed = board.refresh();
    asked[1]?.answer();
    expect((await refreshed).now?.now).toBe(0.1);
    expect(news).toHaveLength(0);
  });

  it('keeps the selection that came last, in whatever order the service answers', async () => {
    const { board, asked, settle } = boardAt(10);
    board.start();
    const first = board.select(selection('first'), 'x');
    const second = board.select(selection('second'), 'x');
    await settle();
    asked.find(({ id }) => id === 'second')?.answer();
    expect(tariffOf(await second)).toBe('second');
    asked.find(({ id }) => id === 'first')?.answer();
    expect(tariffOf(await first)).toBe('first');
    expect(tariffOf(await board.latest('x'))).toBe('second');
    board.stop();
  });

  it('prices 20 selections at the most, and goes on taking new ones in their place', async () => {
    const { board, asked, settle } = boardAt(10);
    const refused = () => expect(board.select(selection('b'), 'y')).rejects.toThrow('a node prices 20 selections');
    const selected = Array.from({ length: 20 }, (_, i) => board.select(selection(`a${i}`), `x${i}`));
    await settle();
    await refused();
    for (const request of asked) request.answer();
    await Promise.all(selected);
    await refused();
    expect(asked).toHaveLength(20);
    const replaced = board.select(selection('b'), 'x0');
    await settle();
    asked[20]?.answer();
    expect(tariffOf(await replaced)).toBe('b');
    board.stop();
  });

  it('tells the state of its own selection, else of the one that came first', async () => {
    const { board, asked, states, settle } = boardAt(10);
    for (const [id, topic] of [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'own'],
    ] as const) {
      const selected = board.select(selection(id), topic);
      await settle();
      asked.at(-1)?.answer();
      await selected;
    }
    expect(states.map(({ prices }) => prices && tariffOf(prices))).toEqual(['a', 'c']);
    board.stop();
  });

  it('forgets on a reset what inputs have chosen, also what the service has not answered yet', async () => {
    const { board, clock, asked, states, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    const selected = board.select(selection('b'), 'own');
    await settle();
    asked[1]?.answer();
    await selected;
    const late = board.select(selection('c'), 'own');
    await settle();
    const again = board.reset();
    await settle();
    asked[2]?.answer();
    expect(asked.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'a']);
    asked[3]?.answer();
    expect(tariffOf(await again)).toBe('a');
    await late;
    expect(tariffOf(await board.latest())).toBe('a');
    expect(states.at(-1)?.prices?.series.tariff.consumption?.id).toBe('a');
    board.stop();
    expect(clock.alarms()).toEqual([]);
  });

  it('has nothing to say after a reset where nothing is configured', async () => {
    const { board, asked, states, settle } = boardAt(10);
    board.start();
    const selected = board.select(selection('b'), 'x');
    await settle();
    asked[0]?.answer();
    await selected;
    expect(await board.reset()).toEqual({});
    expect(states.at(-1)).toEqual({ prices: undefined, problem: undefined, demo: false });
    expect(() => board.latest()).toThrow('no tariff is chosen yet');
    board.stop();
  });

  it('asks the service nothing for a selection it prices already', async () => {
    const { board, asked, settle } = boardAt(10);
    const first = board.select(selection('a'), 'x');
    await settle();
    asked[0]?.answer();
    await first;
    expect(tariffOf(await board.select(selection('a'), 'x'))).toBe('a');
    expect(asked).toHaveLength(1);
  });

  it('goes back to what it priced when the service does not know a selection', async () => {
    const { board, clock, asked, settle } = boardAt(10, { configured: selection('a') });
    board.start();
    asked[0]?.answer();
    await board.latest();
    const alarms = clock.alarms();
    const refused = board.select(selection('b'));
    await settle();
    asked[1]?.fail(new ConfigurationError(question, 'unknown tariff b'));
    await expect(refused).rejects.toThrow('unknown tariff b');
    expect(tariffOf(await board.latest())).toBe('a');
    expect(clock.alarms()).toEqual(alarms);
  });

  it('refuses those who wait when it is stopped', async () => {
    const { board } = boardAt(10, { configured: selection('a') });
    board.start();
    const waiting = board.latest();
    const selecting = board.select(selection('b'), 'other');
    board.stop();
    await expect(waiting).rejects.toThrow('stopped before the service answered');
    await expect(selecting).rejects.toThrow('stopped before the service answered');
  });

  it('does not begin the demo once a selection has come', async () => {
    const { board, clock, asked } = boardAt(10, { demo: selection('demo') });
    board.start();
    void board.select(selection('a'), 'x').catch(() => undefined);
    await clock.advanceBy(60);
    expect(asked.map(({ id }) => id)).toEqual(['a']);
    board.stop();
  });
});
