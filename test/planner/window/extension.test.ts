import { describe, expect, it } from 'vitest';
import type { Stretch } from '../../../src/planner/stretches.ts';
import type { Rules } from '../../../src/planner/window/exact/run-rules.ts';
import { extend } from '../../../src/planner/window/extension.ts';
import { asked } from '../../support/planner/window/split-problem.ts';

type Minutes = readonly (readonly [from: number, until: number])[];
const stretches = (minutes: Minutes): Stretch[] => minutes.map(([from, until]) => ({ from, until }));

interface Rest {
  readonly rules?: Partial<Rules>;
  /** The first and the last starts of shortest runs. */
  readonly rooms?: Minutes;
  readonly tail?: readonly [from: number, until: number];
}

/** Runs in two hours from minute 0 after they have taken what is cheap. */
function extended(runs: Minutes, cheap: Minutes, { rules, rooms = [[0, 120]], tail = [120, 120] }: Rest = {}) {
  const free = { ...asked([10, 10], { minutes: 60 }).rules, from: 0, pauseEnd: 0, lastFirstStart: 120, ...rules };
  const around = { rules: free, rooms: stretches(rooms), tail: { from: tail[0], until: tail[1] } };
  return extend(stretches(runs), stretches(cheap), around).map(({ from, until }) => [from, until]);
}

const pauses = { minOff: 20 };
const runs = { minOn: 20 };
const longest = { maxOff: 30 };

describe('beyond a need', () => {
  it.each<[what: string, extended: Minutes, runs: Minutes, cheap: Minutes, rest?: Rest]>([
    ['nothing runs where nothing is cheap', [[30, 60]], [[30, 60]], []],
    ['nothing more where what is cheap runs', [[30, 60]], [[30, 60]], [[40, 50]]],
    ['a run grows forwards', [[30, 70]], [[30, 60]], [[60, 70]]],
    ['and backwards', [[20, 60]], [[30, 60]], [[20, 30]]],
    ['on both sides', [[20, 70]], [[30, 60]], [[20, 70]]],
    [
      'two that meet are one',
      [[30, 90]],
      [
        [30, 60],
        [70, 90],
      ],
      [[60, 70]],
    ],
    [
      'what is cheap elsewhere is a run of its own',
      [
        [30, 60],
        [80, 90],
      ],
      [[30, 60]],
      [[80, 90]],
    ],
    [
      'before the first too',
      [
        [0, 10],
        [30, 60],
      ],
      [[30, 60]],
      [[0, 10]],
    ],
    ['where nothing is needed, it is the only one', [[80, 90]], [], [[80, 90]]],
    [
      'each cheap stretch is one',
      [
        [0, 10],
        [30, 60],
        [80, 90],
      ],
      [[30, 60]],
      [
        [0, 10],
        [80, 90],
      ],
    ],
    [
      'a new run follows a shortest pause',
      [
        [30, 60],
        [80, 90],
      ],
      [[30, 60]],
      [[70, 90]],
      { rules: pauses },
    ],
    [
      'and leaves one',
      [
        [0, 10],
        [30, 60],
      ],
      [[30, 60]],
      [[0, 20]],
      { rules: pauses },
    ],
    [
      'none where both pauses leave no minute',
      [
        [10, 40],
        [80, 110],
      ],
      [
        [10, 40],
        [80, 110],
      ],
      [[50, 70]],
      { rules: pauses },
    ],
    [
      'a minute where they leave one',
      [
        [10, 40],
        [60, 61],
        [81, 110],
      ],
      [
        [10, 40],
        [81, 110],
      ],
      [[50, 70]],
      { rules: pauses },
    ],
    [
      'a run that grows leaves a pause before the next',
      [
        [10, 60],
        [80, 110],
      ],
      [
        [10, 40],
        [80, 110],
      ],
      [[40, 70]],
      { rules: pauses },
    ],
    [
      'and after the one before',
      [
        [10, 40],
        [60, 110],
      ],
      [
        [10, 40],
        [80, 110],
      ],
      [[50, 80]],
      { rules: pauses },
    ],
    [
      'it grows through the whole pause',
      [[10, 110]],
      [
        [10, 40],
        [80, 110],
      ],
      [[40, 80]],
      { rules: pauses },
    ],
    [
      'the run under way, which goes on, is followed by a pause',
      [[20, 50]],
      [],
      [[10, 50]],
      { rules: { ...pauses, running: true } },
    ],
    ['the run under way goes on', [[0, 50]], [], [[0, 50]], { rules: { ...pauses, running: true } }],
    ['a new run is no shorter than the shortest', [], [], [[30, 49]], { rules: runs }],
    ['as long as the shortest is enough', [[30, 50]], [], [[30, 50]], { rules: runs }],
    ['what a run grows by may be shorter', [[30, 61]], [[30, 60]], [[60, 61]], { rules: runs }],
    ['so may what goes on', [[0, 5]], [], [[0, 5]], { rules: { ...runs, running: true } }],
    ['no start is left', [[30, 60]], [[30, 60]], [[80, 90]], { rules: { starts: 1 } }],
    [
      'one is',
      [
        [30, 60],
        [80, 90],
      ],
      [[30, 60]],
      [[80, 90]],
      { rules: { starts: 2 } },
    ],
    ['to grow takes none', [[30, 70]], [[30, 60]], [[60, 70]], { rules: { starts: 1 } }],
    [
      'to go on takes none',
      [
        [0, 10],
        [30, 60],
      ],
      [[30, 60]],
      [[0, 10]],
      { rules: { starts: 1, running: true } },
    ],
    ['no new run follows a pause that is too long', [[0, 30]], [[0, 30]], [[61, 80]], { rules: longest }],
    [
      'one does that is as long as it may be',
      [
        [0, 30],
        [60, 80],
      ],
      [[0, 30]],
      [[60, 80]],
      { rules: longest },
    ],
    ['nor is one followed by it', [[60, 90]], [[60, 90]], [[0, 29]], { rules: longest }],
    [
      'it may be in a pause that is too long already',
      [
        [0, 20],
        [60, 70],
        [110, 120],
      ],
      [
        [0, 20],
        [110, 120],
      ],
      [[60, 70]],
      { rules: longest },
    ],
    [
      'what goes on is no reason for a pause that is too long',
      [[60, 90]],
      [[60, 90]],
      [[0, 29]],
      { rules: { ...longest, running: true } },
    ],
    [
      'what runs right before the deadline may follow any pause',
      [
        [0, 10],
        [100, 120],
      ],
      [[100, 120]],
      [[0, 10]],
      { rules: longest, tail: [100, 120] },
    ],
    [
      'the first is no later than the pause under way lets it',
      [],
      [],
      [[50, 80]],
      { rules: { ...longest, lastFirstStart: 49 }, rooms: [[0, 30]] },
    ],
    [
      'no earlier run is needed where that is so',
      [[49, 80]],
      [],
      [[49, 80]],
      { rules: { ...longest, lastFirstStart: 49 }, rooms: [[0, 30]] },
    ],
  ])('%s: %j', (_, expected, ran, cheap, rest) => {
    expect(extended(ran, cheap, rest)).toEqual(expected);
  });
});
