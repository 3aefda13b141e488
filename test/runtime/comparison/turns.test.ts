import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BusyError, turnsOf } from '../../../src/runtime/comparison/turns.ts';

/** Tasks by their numbers, each of which ends when it is told to. */
function tasks(maxWaiting: number) {
  const inTurn = turnsOf(maxWaiting, () => new BusyError('comparison-busy', 'busy'));
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const run = (task: number) =>
    inTurn(() => {
      started.push(task);
      const answer = task === 3 ? Promise.reject(new Error('out of memory')) : Promise.resolve(`answer ${task}`);
      return { answer, ended: new Promise<void>((end) => ends.push(end)) };
    }).catch((error: Error) => error.message);
  return { started, run, end: () => ends.shift()?.() };
}

// Promise P-521 use/compare: the page compares one request at a time: four more wait, further ones are refused
it('runs one of 40 tasks, lets four wait and refuses the other 35 at once', async () => {
  const { started, run, end } = tasks(4);
  const answers = Array.from({ length: 40 }, (_, i) => run(i + 1));
  expect(await Promise.all(answers.slice(5))).toEqual(Array.from({ length: 35 }, () => 'busy'));
  expect(started).toEqual([1]);
  for (const running of [2, 3, 4, 5]) {
    end();
    await setImmediate();
    expect(started.at(-1)).toBe(running);
  }
  expect(await Promise.all(answers.slice(0, 5))).toEqual([
    ...['answer 1', 'answer 2', 'out of memory', 'answer 4', 'answer 5'],
  ]);
});

it('goes on after a task that could not be started', async () => {
  const inTurn = turnsOf(0, () => new Error('busy'));
  const broken = () => {
    throw new Error('no thread');
  };
  await expect(inTurn(broken)).rejects.toThrow('no thread');
  await setImmediate();
  const answer = Promise.resolve('answered');
  expect(await inTurn(() => ({ answer, ended: Promise.resolve() }))).toBe('answered');
});

it('takes a new task once one has ended, and not when it has only answered', async () => {
  const { run, end } = tasks(1);
  expect(await run(1)).toBe('answer 1');
  const second = run(2);
  expect(await run(4)).toBe('busy');
  end();
  await setImmediate();
  const third = run(5);
  end();
  expect(await second).toBe('answer 2');
  expect(await third).toBe('answer 5');
});
