import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadsOf } from '../../../src/planner/house/order.ts';
import type { House, HouseClaim } from '../../../src/planner/house/types.ts';
import { dearer, type HouseTry, isBetter, tryOf } from '../../../src/planner/joint/house-try.ts';
import { boundOf, nextOf } from '../../../src/planner/joint/next-device.ts';
import { searchIn } from '../../../src/planner/joint/search.ts';
import { meanImportPrice } from '../../../src/planner/store/grid.ts';
import type { Demand, Plan } from '../../../src/planner/types.ts';
import { finish } from '../../../src/planner/work.ts';
import { lawCases } from '../../support/cases.ts';
import { battery, type Hour, houseTerms } from '../../support/planner/house/house-slots.ts';
import { at, contiguous, hours, idleState, minuteOf, split } from '../../support/planner/planning.ts';

const NO_CAP = Number.POSITIVE_INFINITY;
const claimOf = (demand: Demand): HouseClaim => ({ demand, state: idleState });
const searchFor = (given: readonly Hour[], devices: readonly HouseClaim[], more: Partial<House> = {}) =>
  searchIn(houseTerms(given, { devices, ...more }));
const planOf = (from: number, until: number): Plan => ({
  runs: [{ start: at(from), end: at(until), kw: 1, energyKwh: (until - from) / 60, cost: null }],
  ...{ outcome: { kind: 'complete' }, cost: null, baselineCost: null },
});
const timesOf = ({ turns }: HouseTry) =>
  turns.flatMap(({ plan, claim }) => loadsOf(plan, claim).map(({ start, end }) => [minuteOf(start), minuteOf(end)]));
const cheapLast: Hour[] = [{ importPrice: 0.3 }, { importPrice: 0.2 }, { importPrice: 0.1 }];

describe('the next device', () => {
  const claim = claimOf(contiguous(60));
  const house = searchFor(cheapLast, [claim]);
  const none = tryOf(house, [], NO_CAP);
  const at2 = tryOf(house, [{ claim, plan: planOf(60, 120) }], NO_CAP);

  it('is planned where it costs the least', () => {
    const next = finish(nextOf(house, none, claim, [none.ground()], 1));
    expect([timesOf(next), next.money]).toEqual([[[120, 180]], expect.closeTo(0.1, 9)]);
  });

  it.each([
    ['moves from where it stands to where it costs less', 0, [[120, 180]]],
    ['moves where that saves more than it is worth', 0.09, [[120, 180]]],
    ['stays where it does not', 0.11, [[60, 120]]],
  ])('%s', (_, worth, times) => {
    expect(timesOf(finish(nextOf(house, none, claim, [none.ground()], 1, at2, worth)))).toEqual(times);
  });

  it('stays where it stands best', () => {
    const best = finish(nextOf(house, none, claim, [none.ground()], 1));
    expect(finish(nextOf(house, none, claim, [none.ground()], 4, best))).toBe(best);
  });

  it('takes what those before it leave', () => {
    const other = claimOf(split(60));
    const both = searchFor(cheapLast, [claim, other], { importKw: 1 });
    const first = tryOf(both, [{ claim, plan: planOf(120, 180) }], NO_CAP);
    expect(timesOf(finish(nextOf(both, first, other, [first.ground()], 1)))).toEqual([
      [120, 180],
      [60, 120],
    ]);
  });

  it('finds of several starts the one that leaves the battery the most', () => {
    // Both hours of sun cost the same by themselves; of the first the battery has the more for what comes between.
    const given: Hour[] = [{ solarKw: 1 }, { loadKw: 1, importPrice: 0.4 }, { solarKw: 1 }, { importPrice: 0.2 }];
    const sunny = searchFor(given, [claim], { stores: [{ ...battery, fromGrid: false }] });
    const empty = tryOf(sunny, [], NO_CAP);
    const next = finish(nextOf(sunny, empty, claim, [empty.ground()], 4));
    expect([timesOf(next), next.money]).toEqual([[[120, 180]], expect.closeTo(0, 9)]);
  });

  it('beside a battery stands where nothing can save more, and moves where something does', () => {
    const beside = searchFor(cheapLast, [claim], { stores: [{ ...battery, maxDischargeKw: 0 }] });
    const empty = tryOf(beside, [], NO_CAP);
    const stands = tryOf(beside, [{ claim, plan: planOf(60, 120) }], NO_CAP);
    expect(finish(nextOf(beside, empty, claim, [empty.ground()], 1, stands, 0.11))).toBe(stands);
    expect(timesOf(finish(nextOf(beside, empty, claim, [empty.ground()], 1, stands, 0.09)))).toEqual([[120, 180]]);
  });
});

describe('the least that devices come to beside a battery', () => {
  const hour = fc.record({
    importPrice: fc.integer({ min: 9, max: 40 }).map((ct) => ct / 100),
    loadKw: fc.constantFrom(0, 0.5, 1),
    solarKw: fc.constantFrom(0, 0, 3),
  });

  it('is no more than what comes of them wherever they run, but for what four kWh cost', () => {
    const law = fc.property(
      fc.array(hour, { minLength: 4, maxLength: 6 }),
      fc.nat(3),
      fc.nat(3),
      (given, one, other) => {
        const claims = [claimOf(contiguous(60)), claimOf(split(60))];
        const house = searchFor(given, claims, { stores: [battery] });
        const bound = boundOf(house, tryOf(house, [], NO_CAP), claims);
        const slack = 4 * meanImportPrice(house.slots);
        const turns = [one, other].map((i, k) => ({
          ...{ claim: claims[k] as HouseClaim, plan: planOf(60 * i, 60 * i + 60) },
        }));
        const both = tryOf(house, turns, NO_CAP);
        expect(bound.missed).toBe(0);
        expect(bound.money).toBeLessThan(both.money + slack);
        expect(isBetter(both, dearer(bound, -slack))).toBe(false);
      },
    );
    fc.assert(law, lawCases(100));
  });

  it('is what one of them comes to at its best, where it leaves the battery alone', () => {
    const claim = claimOf(contiguous(60));
    const house = searchFor(cheapLast, [claim], { stores: [{ ...battery, maxDischargeKw: 0 }] });
    expect(boundOf(house, tryOf(house, [], NO_CAP), [claim]).money).toBeCloseTo(0.1, 9);
    expect(boundOf(house, tryOf(house, [], NO_CAP), [claim, claim]).money).toBeCloseTo(0.2, 9);
  });

  it('counts what each must miss', () => {
    const late = claimOf(contiguous(60, { readyBy: at(40) }));
    const house = searchFor(cheapLast, [late, late], { stores: [battery] });
    const bound = boundOf(house, tryOf(house, [], NO_CAP), [late, late]);
    expect(bound.missed).toBe(40);
  });

  it.each<[string, Partial<House>, HouseClaim]>([
    ['without a battery', {}, claimOf(contiguous(60))],
    ['beside two', { stores: [battery, battery] }, claimOf(contiguous(60))],
    [
      'of one below a limit',
      { stores: [battery] },
      claimOf(contiguous(60, { limit: { rule: 'interval', price: 0.2 } })),
    ],
    [
      'of one at prices of its own',
      { stores: [battery] },
      { ...claimOf(contiguous(60)), horizon: hours(0.1, 0.2, 0.3) },
    ],
  ])('is not known %s', (_, more, claim) => {
    const house = searchFor(cheapLast, [claim], more);
    const bound = boundOf(house, tryOf(house, [], NO_CAP), [claim]);
    expect([bound.missed, bound.money]).toEqual([0, Number.NEGATIVE_INFINITY]);
  });
});
