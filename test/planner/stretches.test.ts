import { describe, expect, it } from 'vitest';
import { cutOut, joined, minutesIn, type Stretch, stretchesOf, without } from '../../src/planner/stretches.ts';
import { at, hours, minuteOf } from '../support/planner/planning.ts';

/** Stretches by minutes after midnight. */
const stretch = ([from, until]: readonly [number, number]): Stretch => ({ from: at(from) / 60, until: at(until) / 60 });
const minutes = (stretches: readonly Stretch[]) =>
  stretches.map(({ from, until }) => [minuteOf(60 * from), minuteOf(60 * until)]);
type Pair = readonly [number, number];

describe('the stretches of known prices at or below a limit', () => {
  /** Hours at 10, 30, 20 ct, one without a price, and 10 ct. */
  const horizon = hours(0.1, 0.3, 0.2, null, 0.1);
  it.each<[what: string, inside: Pair, ct: number, found: Pair[]]>([
    [
      'end at a dearer price and at a gap',
      [0, 300],
      20,
      [
        [0, 60],
        [120, 180],
        [240, 300],
      ],
    ],
    [
      'go on over prices that are all allowed',
      [0, 300],
      30,
      [
        [0, 180],
        [240, 300],
      ],
    ],
    ['are cut to the stretch that is asked for', [30, 150], 30, [[30, 150]]],
    ['are cut to it within one price', [10, 20], 30, [[10, 20]]],
    [
      'end where it ends, though the price goes on',
      [0, 130],
      20,
      [
        [0, 60],
        [120, 130],
      ],
    ],
    ['are none below all prices', [0, 300], 9, []],
    ['are none in a gap', [180, 240], 30, []],
    ['are none before and after the prices', [-60, 0], 30, []],
    ['begin with the prices', [-60, 30], 30, [[0, 30]]],
    ['end with the prices', [270, 400], 30, [[270, 300]]],
    ['are none in a stretch that ends where the prices begin to be allowed', [60, 120], 20, []],
  ])('%s', (_, inside, ct, found) => {
    expect(minutes(stretchesOf(horizon, stretch(inside), 10_000 * ct))).toEqual(found);
  });
});

describe('stretches without others', () => {
  it.each<[what: string, others: Pair[], left: Pair[]]>([
    [
      'are whole without any',
      [],
      [
        [0, 60],
        [100, 160],
      ],
    ],
    [
      'lose their beginning',
      [[-10, 20]],
      [
        [20, 60],
        [100, 160],
      ],
    ],
    [
      'lose their end',
      [[40, 70]],
      [
        [0, 40],
        [100, 160],
      ],
    ],
    [
      'fall into two',
      [[20, 30]],
      [
        [0, 20],
        [30, 60],
        [100, 160],
      ],
    ],
    [
      'fall into three',
      [
        [20, 30],
        [40, 50],
      ],
      [
        [0, 20],
        [30, 40],
        [50, 60],
        [100, 160],
      ],
    ],
    ['lose all of one and a part of the next', [[0, 120]], [[120, 160]]],
    [
      'lose nothing to what only touches them',
      [[60, 100]],
      [
        [0, 60],
        [100, 160],
      ],
    ],
    [
      'lose nothing to what lies before or behind',
      [
        [-20, -10],
        [200, 210],
      ],
      [
        [0, 60],
        [100, 160],
      ],
    ],
  ])('%s', (_, others, left) => {
    expect(minutes(without([stretch([0, 60]), stretch([100, 160])], others.map(stretch)))).toEqual(left);
  });
});

it('those that touch become one, and those without length are left out', () => {
  const given: Pair[] = [
    [0, 10],
    [10, 30],
    [30, 30],
    [30, 40],
    [50, 60],
    [60, 60],
  ];
  expect(minutes(joined(given.map(stretch)))).toEqual([
    [0, 40],
    [50, 60],
  ]);
  expect(joined([])).toEqual([]);
});

it('have so many minutes', () => {
  expect(minutesIn([stretch([0, 10]), stretch([50, 65])])).toBe(25);
  expect(minutesIn([])).toBe(0);
});

describe('prices with stretches cut out', () => {
  const horizon = hours(0.1, 0.3, 0.2);
  const left = (...others: Pair[]) =>
    cutOut(horizon, others.map(stretch)).spans.map(({ start, end, price }) => [minuteOf(start), minuteOf(end), price]);

  it('are unknown there, and else as they were', () => {
    expect(left([30, 70])).toEqual([
      [0, 30, 0.1],
      [70, 120, 0.3],
      [120, 180, 0.2],
    ]);
    expect(left([60, 120])).toEqual([
      [0, 60, 0.1],
      [120, 180, 0.2],
    ]);
    expect(left([70, 80], [90, 100])).toEqual([
      [0, 60, 0.1],
      [60, 70, 0.3],
      [80, 90, 0.3],
      [100, 120, 0.3],
      [120, 180, 0.2],
    ]);
    expect(left([200, 300])).toEqual([
      [0, 60, 0.1],
      [60, 120, 0.3],
      [120, 180, 0.2],
    ]);
  });

  it('are the same where none is cut out', () => {
    expect(cutOut(horizon, [])).toBe(horizon);
  });
});
