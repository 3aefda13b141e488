import { expect, it } from 'vitest';
import { manualClock } from './manual-clock.ts';

const START = 1_800_000_000;

it('rings due alarms in order, each at its own time', async () => {
  const clock = manualClock(START);
  const rung: [string, number][] = [];
  clock.alarm(START + 20, () => rung.push(['second', clock.now()]));
  clock.alarm(START + 10, () => rung.push(['first', clock.now()]));
  clock.alarm(START + 31, () => rung.push(['later', clock.now()]));
  await clock.advanceBy(30);
  expect(rung).toEqual([
    ['first', START + 10],
    ['second', START + 20],
  ]);
  expect(clock.now()).toBe(START + 30);
  expect(clock.alarms()).toEqual([START + 31]);
});

it('lets promises settle before the next alarm, and rings an alarm they set on the way', async () => {
  const clock = manualClock(START);
  const rung: number[] = [];
  clock.alarm(START + 10, async () => {
    await Promise.resolve();
    clock.alarm(START + 15, () => rung.push(clock.now() - START));
  });
  clock.alarm(START + 20, () => rung.push(clock.now() - START));
  await clock.advanceTo(START + 20);
  expect(rung).toEqual([15, 20]);
});

it('does not ring what was cancelled', async () => {
  const clock = manualClock(START);
  const rung: string[] = [];
  const cancel = clock.alarm(START + 10, () => rung.push('cancelled'));
  clock.alarm(START + 10, () => rung.push('kept'));
  cancel();
  cancel();
  await clock.advanceBy(10);
  expect(rung).toEqual(['kept']);
});

it('rings late what a step of the clock passed over', async () => {
  const clock = manualClock(START);
  const rung: number[] = [];
  clock.alarm(START + 10, () => rung.push(clock.now() - START));
  await clock.jumpTo(START + 3600);
  expect(rung).toEqual([3600]);
});

it('is set while no time passes, and sleeps while it does', async () => {
  const clock = manualClock(START);
  const rung: number[] = [];
  clock.alarm(START + 10, () => rung.push(clock.now() - START));
  const up = clock.uptime();
  await clock.setTo(START + 60);
  await clock.setTo(START - 600);
  expect(clock.uptime()).toBe(up);
  await clock.jumpTo(START);
  expect([clock.uptime(), rung]).toEqual([up + 600, [60]]);
});

it('rings early, once, what was set before a step back', async () => {
  const clock = manualClock(START);
  const rung: number[] = [];
  clock.alarm(START + 10, () => rung.push(clock.now() - START));
  await clock.jumpTo(START - 3600);
  await clock.jumpTo(START + 3600);
  expect(rung).toEqual([-3600]);
});
