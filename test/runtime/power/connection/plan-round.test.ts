import { describe, expect, it } from 'vitest';
import type { Work } from '../../../../src/planner/work.ts';
import { startRound } from '../../../../src/runtime/power/connection/plan-round.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const NOW = 1_800_000_000;

type Plans = ReadonlyMap<number, string>;

interface Means {
  readonly fails?: boolean;
  readonly left?: readonly number[];
  readonly callMs?: number;
  readonly elsewhere?: () => Promise<Plans | undefined>;
}

/** A round over so many participants after so many planner calls, with what happens in each turn of the event loop. */
function round(
  participants: number,
  calls: number,
  { fails = false, left = [] as readonly number[], elsewhere, callMs = 0 }: Means = {},
) {
  const clock = manualClock(NOW);
  const turns: { calls: number; adopted: number[] }[] = [{ calls: 0, adopted: [] }];
  const present = () => turns.at(-1) as (typeof turns)[number];
  let ends = 0;
  let passed = 0;
  function* search(): Work<Plans> {
    for (let i = 0; i < calls; i++) {
      present().calls++;
      passed += callMs;
      yield 1;
    }
    if (fails) throw new RangeError('refused');
    return new Map(Array.from({ length: participants }, (_, i) => [i, `plan ${i}`]));
  }
  const counting = {
    now: clock.now,
    alarm: (instant: number, ring: () => void) =>
      clock.alarm(instant, () => {
        turns.push({ calls: 0, adopted: [] });
        ring();
      }),
  };
  const cancel = startRound(
    counting,
    { here: search(), ...(elsewhere && { elsewhere }) },
    (participant) => {
      present().adopted.push(participant);
      passed += callMs;
    },
    (each) => !left.includes(each),
    () => ends++,
    () => passed,
  );
  return { clock, turns, cancel, ends: () => ends };
}

describe('a round of plans', () => {
  it('of 3 devices and 21 planner calls takes one turn of the event loop', () => {
    const { turns, ends } = round(3, 21);
    expect(turns).toEqual([{ calls: 21, adopted: [0, 1, 2] }]);
    expect(ends()).toBe(1);
  });

  it('of 100 devices and 700 planner calls makes no more than 25 calls, and has no more than 8 devices switched, in one turn', async () => {
    const { clock, turns, ends } = round(100, 700);
    await clock.advanceBy(0);
    expect(Math.max(...turns.map(({ calls }) => calls))).toBe(25);
    expect(Math.max(...turns.map(({ adopted }) => adopted.length))).toBe(8);
    expect(turns.flatMap(({ adopted }) => adopted)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect([ends(), clock.now()]).toEqual([1, NOW]);
  });

  it('of planner calls that take 4 ms makes three in one turn, and has as many devices switched', async () => {
    const { clock, turns } = round(5, 7, { callMs: 4 });
    await clock.advanceBy(0);
    expect(turns).toEqual([
      { calls: 3, adopted: [] },
      { calls: 3, adopted: [] },
      { calls: 1, adopted: [0, 1, 2] },
      { calls: 0, adopted: [3, 4] },
    ]);
  });

  it('leaves out a device that has left, or asks for something else since', async () => {
    const { turns } = round(3, 1, { left: [1] });
    expect(turns).toEqual([{ calls: 1, adopted: [0, 2] }]);
  });

  it('ends without plans where the planner refuses', () => {
    const { turns, ends } = round(3, 1, { fails: true });
    expect([turns, ends()]).toEqual([[{ calls: 1, adopted: [] }], 1]);
  });

  it.each([
    ['', false, [[{ calls: 0, adopted: [7, 3, 5] }], 1]],
    [', and adopts nothing once it is cancelled', true, [[], 0]],
  ])('of 700 planner calls is left to another thread after 125 calls%s', async (_, isCancelled, expected) => {
    const plans = new Map([7, 3, 5].map((participant) => [participant, 'plan']));
    let hand = (_plans: Plans | undefined) => {};
    const elsewhere = () => new Promise<Plans | undefined>((resolve) => (hand = resolve));
    const { clock, turns, cancel, ends } = round(100, 700, { elsewhere });
    await clock.advanceBy(30);
    expect([turns.map(({ calls }) => calls), ends()]).toEqual([[25, 25, 25, 25, 25], 0]);
    if (isCancelled) cancel();
    hand(plans);
    await clock.advanceBy(0);
    expect([turns.slice(5), ends()]).toEqual(expected);
  });

  it('ends without plans where the other thread has none', async () => {
    const { clock, turns, ends } = round(3, 700, { elsewhere: async () => undefined });
    await clock.advanceBy(0);
    expect([turns.flatMap(({ adopted }) => adopted), ends()]).toEqual([[], 1]);
  });

  it('that is cancelled goes no further', async () => {
    const { clock, turns, cancel, ends } = round(100, 700);
    cancel();
    await clock.advanceBy(60);
    expect([turns.length, ends()]).toEqual([1, 0]);
  });
});
