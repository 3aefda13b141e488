import { describe, expect, it } from 'vitest';
import { horizonIn } from '../../../src/planner/house/house-horizon.ts';
import type { HouseSlot } from '../../../src/planner/house/terms.ts';
import type { PricedSpan } from '../../../src/planner/types.ts';
import { at } from '../../support/planner/planning.ts';

const slot = (start: number, end: number, importPrice: number, estimated = false): HouseSlot => ({
  ...{
    start: at(0) + start,
    end: at(0) + end,
    importPrice,
    exportPrice: 0,
    loadKw: 1,
    solarKw: 0,
    fuseKw: 9,
    estimated,
  },
});
const told = (spans: readonly PricedSpan[]) =>
  spans.map(({ start, end, price }) => [start - at(0), end - at(0), price]);

describe('prices of slots in seconds', () => {
  it.each<[string, HouseSlot[], known: number[][], expected: number[][]]>([
    ['are none of none', [], [], []],
    [
      'are those of each',
      [slot(0, 60, 0.1), slot(60, 120, 0.2)],
      [
        [0, 60, 0.1],
        [60, 120, 0.2],
      ],
      [],
    ],
    [
      'are expected where they are not published',
      [slot(0, 60, 0.1), slot(60, 120, 0.2, true)],
      [[0, 60, 0.1]],
      [[60, 120, 0.2]],
    ],
    [
      'begin and end on whole minutes',
      [slot(30, 90, 0.1), slot(90, 150, 0.2)],
      [
        [0, 120, 0.1],
        [120, 180, 0.2],
      ],
      [],
    ],
    [
      'leave out a slot within a minute that has begun',
      [slot(0, 30, 0.1), slot(30, 50, 0.5), slot(50, 120, 0.2)],
      [
        [0, 60, 0.1],
        [60, 120, 0.2],
      ],
      [],
    ],
    [
      'leave out an expected one as well',
      [slot(0, 30, 0.1), slot(30, 60, 0.5, true), slot(60, 120, 0.2)],
      [
        [0, 60, 0.1],
        [60, 120, 0.2],
      ],
      [],
    ],
  ])('%s', (_, slots, known, expected) => {
    const horizon = horizonIn(slots, ({ importPrice }) => importPrice);
    expect([told(horizon.spans), told(horizon.expected), horizon.sense]).toEqual([known, expected, 'cost']);
  });

  it('are what is said of each slot', () => {
    expect(told(horizonIn([slot(0, 60, 0.1)], ({ importPrice, loadKw }) => importPrice + loadKw).spans)).toEqual([
      [0, 60, 1.1],
    ]);
  });
});
