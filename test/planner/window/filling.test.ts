import { describe, expect, it } from 'vitest';
import { type Filling, fill, type Order } from '../../../src/planner/window/filling.ts';
import { at, hours, minuteOf } from '../../support/planner/planning.ts';

type Runs = readonly (readonly [from: number, until: number])[];

/** Runs in minutes after midnight, from where there is a price for each hour. */
function filled(prices: readonly (number | null)[], more: Partial<Order> & Pick<Order, 'minutes'>) {
  const order = {
    ...{ horizon: hours(...prices), from: at(0) / 60, until: at(60 * prices.length) / 60 },
    ...{ limit: Number.POSITIVE_INFINITY, meanLimit: Number.POSITIVE_INFINITY, spare: 0 },
    ...{ alsoBelow: Number.NEGATIVE_INFINITY, before: false, after: false, latest: false },
    ...more,
  };
  const { runs, ...filling }: Filling = fill(order);
  return { ...filling, runs: runs?.map(({ from, until }) => [minuteOf(60 * from), minuteOf(60 * until)]) };
}

describe('filling', () => {
  it.each<
    [what: string, prices: readonly (number | null)[], order: Partial<Order> & Pick<Order, 'minutes'>, runs: Runs]
  >([
    ['takes the cheapest', [0.3, 0.1, 0.2], { minutes: 60 }, [[60, 120]]],
    [
      'takes equal prices that are wanted whole',
      [0.1, 0.3, 0.1],
      { minutes: 120 },
      [
        [0, 60],
        [120, 180],
      ],
    ],
    ['puts the last minutes beside the run after them', [0.2, 0.1, 0.3], { minutes: 80 }, [[40, 120]]],
    ['puts them beside the run before them', [0.3, 0.1, 0.2], { minutes: 80 }, [[60, 140]]],
    [
      'puts them first between two runs',
      [0.1, 0.2, 0.1],
      { minutes: 140 },
      [
        [0, 80],
        [120, 180],
      ],
    ],
    [
      'puts them last between two where later is preferred',
      [0.1, 0.2, 0.1],
      { minutes: 140, latest: true },
      [
        [0, 60],
        [100, 180],
      ],
    ],
    ['puts lonely minutes first', [0.3, 0.1, 0.3], { minutes: 20 }, [[60, 80]]],
    ['puts lonely minutes last where later is preferred', [0.3, 0.1, 0.3], { minutes: 20, latest: true }, [[100, 120]]],
    [
      'no run goes on over a gap',
      [0.1, null, 0.2],
      { minutes: 80, latest: true },
      [
        [0, 60],
        [160, 180],
      ],
    ],
    [
      'no run goes back over a gap',
      [0.2, null, 0.1],
      { minutes: 80 },
      [
        [0, 20],
        [120, 180],
      ],
    ],
    [
      'goes on with what runs, also where later is preferred',
      [0.1, 0.3],
      { minutes: 20, before: true, latest: true },
      [[0, 20]],
    ],
    ['leads to what runs after it', [0.3, 0.1], { minutes: 20, after: true }, [[100, 120]]],
    [
      'takes what is cheap beyond the need',
      [0.1, 0.3, 0.2],
      { minutes: 20, alsoBelow: 200_000 },
      [
        [0, 60],
        [120, 180],
      ],
    ],
    [
      'takes a part of what is no longer so cheap',
      [0.1, 0.3, 0.2],
      { minutes: 70, alsoBelow: 199_999 },
      [
        [0, 60],
        [120, 130],
      ],
    ],
    ['begins in the middle of an interval', [0.1, 0.3], { minutes: 60, from: at(30) / 60 }, [[30, 90]]],
    ['ends in the middle of an interval', [0.3, 0.1], { minutes: 60, until: at(90) / 60 }, [[30, 90]]],
    ['takes what the mean allows beside what is below it', [0.1, 0.3], { minutes: 120, meanLimit: 150_000 }, [[0, 80]]],
    [
      'takes more where some is left of what was bought',
      [0.1, 0.3],
      { minutes: 120, meanLimit: 150_000, spare: 1.5e6 },
      [[0, 90]],
    ],
    [
      'takes nothing above the mean where more than that was spent',
      [0.2, 0.3],
      { minutes: 60, meanLimit: 150_000, spare: -1 },
      [],
    ],
    ['takes whole what is as dear as the mean', [0.15, 0.3], { minutes: 60, meanLimit: 150_000 }, [[0, 60]]],
  ])('%s', (_, prices, order, runs) => {
    const minutes = runs.reduce((sum, [from, until]) => sum + until - from, 0);
    expect(filled(prices, order)).toMatchObject({ minutes, runs });
  });

  it('leaves open where intervals of one price compete for the last minutes', () => {
    expect(filled([0.2, 0.1, 0.2], { minutes: 80 })).toEqual({ minutes: 80, price: 200_000, runs: undefined });
  });

  it('and not what lies outside the time, or is filled whole', () => {
    expect(filled([0.2, 0.1, 0.2], { minutes: 80, from: at(60) / 60 }).runs).toEqual([[60, 140]]);
    expect(filled([0.1, 0.1, 0.2], { minutes: 120 }).runs).toEqual([[0, 120]]);
  });

  it.each<[what: string, order: Partial<Order> & Pick<Order, 'minutes'>, price: number, minutes: number]>([
    ['the price of the last minutes', { minutes: 80 }, 200_000, 80],
    ['the first price above the limit', { minutes: 180, limit: 250_000 }, 300_000, 120],
    ['none, where all that is known is filled', { minutes: 200 }, Number.POSITIVE_INFINITY, 180],
  ])('needs no price above %s', (_, order, price, minutes) => {
    expect(filled([0.1, 0.2, 0.3], order)).toMatchObject({ price, minutes });
  });
});
