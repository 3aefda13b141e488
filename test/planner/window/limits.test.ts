import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../../src/planner/bounds.ts';
import { loadOf } from '../../../src/planner/load.ts';
import { isLimited, keepsLimits, keepsMean, soonestStart, takenStarts } from '../../../src/planner/window/limits.ts';
import { at, hours } from '../../support/planner/planning.ts';

const minute = (minutes: number) => at(minutes) / 60;
const ENDLESS = Number.POSITIVE_INFINITY;
const span = (from: number, until: number) => ({ from: minute(from), until: minute(until) });

/** Hours at 10 and 30 ct, and one whose price is not known; above 2 kW there is no room from minute 30 to 60, above 3 none to 90. */
const horizon = hours(0.1, 0.3, null);
const bounds: Bounds = {
  ...{ horizon, published: horizon, estimates: false, now: minute(0), from: minute(0), known: minute(120) },
  ...{ deadline: ENDLESS, until: minute(120), limit: ENDLESS, meanLimit: ENDLESS, spare: 0, running: false },
  blocked: (kw) => (kw > 3 ? [span(30, 90)] : kw > 2 ? [span(30, 60)] : []),
};
const heat = { minutes: 20, kw: 2.5 };
const rest = { minutes: 10, kw: 1 };

describe('where others take the power', () => {
  it.each<[what: string, load: Parameters<typeof loadOf>[0], taken: (readonly [number, number])[]]>([
    ['a load that fits beside them starts at any time', [rest], []],
    ['one that does not, so that it has ended when they begin, or when they end', [heat], [[11, 60]]],
    ['its first phase alone counts', [heat, rest], [[11, 60]]],
    ['its second so much later', [rest, heat], [[1, 50]]],
    [
      'each of both',
      [heat, rest, { minutes: 5, kw: 4 }],
      [
        [11, 60],
        [-4, 60],
      ],
    ],
  ])('%s', (_, phases, taken) => {
    expect(takenStarts(bounds, loadOf(phases))).toEqual(taken.map(([from, until]) => span(from, until)));
  });

  it.each<[soonest: number, what: string, from: number, load: Parameters<typeof loadOf>[0]]>([
    [0, 'at once where it fits before them', 0, [heat]],
    [10, 'in the last minute in which it does', 10, [heat]],
    [60, 'when they end where it does not', 11, [heat]],
    [40, 'at once where it fits beside them', 40, [rest]],
    [90, 'at once after them', 90, [heat]],
  ])('it starts at minute %i: %s', (soonest, _, from, phases) => {
    expect(soonestStart({ ...bounds, from: minute(from) }, loadOf(phases))).toBe(minute(soonest));
  });

  it('and never where they take it for ever', () => {
    const blocked = () => [{ from: Number.NEGATIVE_INFINITY, until: ENDLESS }];
    expect(soonestStart({ ...bounds, blocked }, loadOf([heat]))).toBe(ENDLESS);
  });
});

describe('half an hour keeps', () => {
  const load = loadOf([{ minutes: 30, kw: 1 }]);
  const keeps = (more: Partial<Bounds>, start: number) => keepsLimits({ ...bounds, ...more }, load, minute(start));
  it.each<[kept: boolean, what: string, limits: Partial<Bounds>, start: number]>([
    [true, 'no limit', {}, 100],
    [false, 'no limit where it never starts', {}, ENDLESS],
    [true, 'a limit that is its price', { limit: 100_000 }, 30],
    [false, 'not one that a minute of it is above', { limit: 100_000 }, 31],
    [false, 'none without prices', { limit: 400_000 }, 91],
    [false, 'no mean without prices', { meanLimit: 400_000 }, 91],
    [true, 'a mean of 20 ct with as much at 10 as at 30', { meanLimit: 200_000 }, 45],
    [false, 'and not with a minute less', { meanLimit: 200_000 }, 46],
    [true, 'but where that much is left', { meanLimit: 200_000, spare: 600_000 }, 46],
    [false, 'a mean that is kept, and not a limit that is not', { meanLimit: 200_000, limit: 200_000 }, 45],
  ])('(%s) %s', (kept, _, limits, start) => {
    expect(keeps(limits, start)).toBe(kept);
  });

  it('no mean and no limit where its amount is infinite', () => {
    expect(keepsMean(bounds, load, ENDLESS)).toBe(false);
    expect(keepsMean(bounds, load, 1e9)).toBe(true);
  });

  it.each([
    [false, {}],
    [true, { limit: 0 }],
    [true, { meanLimit: -1 }],
  ])('it is limited (%s): %j', (limited, more) => {
    expect(isLimited({ ...bounds, ...more })).toBe(limited);
  });
});
