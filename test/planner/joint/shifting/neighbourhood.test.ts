import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cut, costBy, neighbourhoodOf } from '../../../../src/planner/joint/shifting/neighbourhood.ts';
import type { Change, Shift } from '../../../../src/planner/joint/shifting/shifts.ts';
import { lawCases } from '../../../support/cases.ts';

const shiftBy = (...changes: readonly Change[]): Shift => ({ times: [], changes });
const cutOf = (money: number, ...perKwh: readonly number[]): Cut => ({ money, perKwh: Float64Array.from(perKwh) });

/** From the first slot to the second, and to the third. */
const [toSecond, toThird] = [shiftBy([0, -1], [1, 1]), shiftBy([0, -1], [2, 1])];
/** 10 EUR now; the second slot is 2 EUR cheaper than the first, the third 3. */
const cut = cutOf(10, 5, 3, 2);

it('changes cost what a cut says of their slots', () => {
  expect(
    costBy(cut, [
      [0, -2],
      [2, 1.5],
    ]),
  ).toBeCloseTo(-7, 12);
});

describe('the next shift', () => {
  it('is the one that may come to the least', () => {
    const hood = neighbourhoodOf([[toSecond, toThird]], [cut]);
    expect(hood.next(10)).toEqual([{ device: 0, shift: toThird }]);
  });

  it.each([
    [7.01, [toThird]],
    [7, undefined],
  ])('is below %s EUR or none', (below, expected) => {
    const steps = neighbourhoodOf([[toSecond, toThird]], [cut]).next(below);
    expect(steps?.map(({ shift }) => shift)).toEqual(expected);
  });

  it('goes by the highest of what cuts say', () => {
    const hood = neighbourhoodOf([[toSecond, toThird]], [cut, cutOf(8, 5, 4, 6)]);
    // At least 8 and 7 EUR in the second slot, 7 and 9 in the third.
    expect(hood.next(10)).toEqual([{ device: 0, shift: toSecond }]);
  });

  it('is another once a cut that comes later says more', () => {
    const hood = neighbourhoodOf([[toSecond, toThird]], [cut]);
    hood.add(cutOf(9, 5, 3, 5));
    expect(hood.next(10)).toEqual([{ device: 0, shift: toSecond }]);
    hood.add(cutOf(10, 1, 1, 1));
    expect(hood.next(10)).toBeUndefined();
  });

  it('is one that was added, by all cuts, where that is better', () => {
    const hood = neighbourhoodOf([[toSecond]], [cut, cutOf(8, 5, 5, 6)]);
    hood.widen({ device: 0, shift: toThird });
    expect(hood.next(9)).toEqual([{ device: 0, shift: toSecond }]);
    hood.drop([{ device: 0, shift: toSecond }]);
    expect(hood.next(9)).toBeUndefined();
    expect(hood.next(9.5)).toEqual([{ device: 0, shift: toThird }]);
  });

  it('is none that was dropped', () => {
    const hood = neighbourhoodOf([[toSecond, toThird]], [cut]);
    hood.drop([{ device: 0, shift: toThird }]);
    expect(hood.next(10)).toEqual([{ device: 0, shift: toSecond }]);
  });
});

describe('the shifts of several devices', () => {
  /** Two devices that are in each other's place. */
  const [up, down] = [shiftBy([0, -1], [1, 1]), shiftBy([1, -1], [0, 1])];

  it('are the next where neither alone is below', () => {
    // Dearer by 4 alone in either direction by one of the cuts, and nothing together but what they save.
    const cuts = [cutOf(9, 0, 4), cutOf(9, 4, 0)];
    expect(neighbourhoodOf([[up], [down]], cuts).next(10)).toEqual([
      { device: 0, shift: up },
      { device: 1, shift: down },
    ]);
  });

  it('are none of one device', () => {
    expect(neighbourhoodOf([[up, down]], [cutOf(9, 0, 4), cutOf(9, 4, 0)]).next(10)).toBeUndefined();
  });

  it.each([
    [128, true],
    [129, false],
  ])('are found where one is the %sth best alone of its device: %s', (place, isFound) => {
    // Each of the others comes to 10 EUR alone and to 14 with the second device.
    const others = Array.from({ length: place - 1 }, () => shiftBy([2, 1]));
    const cuts = [cutOf(9, 0, 4, 1), cutOf(9, 4, 0, 1)];
    const steps = neighbourhoodOf([[...others, up], [down]], cuts).next(10);
    expect(steps?.map(({ shift }) => shift)).toEqual(isFound ? [up, down] : undefined);
  });

  it('are the best of each though they come last', () => {
    const dear = Array.from({ length: 128 }, () => shiftBy([2, 5]));
    const cuts = [cutOf(9, 0, 4, 1), cutOf(9, 4, 0, 1)];
    const steps = neighbourhoodOf(
      [
        [...dear, up],
        [...dear, down],
      ],
      cuts,
    ).next(10);
    expect(steps?.map(({ shift }) => shift)).toEqual([up, down]);
  });

  it('are another pair once a pair was dropped, whose shifts remain', () => {
    const twice = shiftBy([0, -2], [1, 2]);
    const cuts = [cutOf(9, 0, 4), cutOf(9, 4, 0)];
    const hood = neighbourhoodOf([[up, twice], [down]], cuts);
    const alone = neighbourhoodOf([[up]], cuts);
    hood.drop([
      { device: 0, shift: up },
      { device: 1, shift: down },
    ]);
    expect(hood.next(14)?.map(({ shift }) => shift)).toEqual([up]);
    hood.drop([{ device: 0, shift: up }]);
    expect(alone.next(14)?.map(({ shift }) => shift)).toEqual([up]);
    expect(hood.next(13.5)?.map(({ shift }) => shift)).toEqual([down]);
  });

  it('are those that may come to the least of all, as one alone, else as two, else as three', () => {
    const amounts = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 });
    const devices = fc.array(fc.array(amounts, { maxLength: 4 }), { minLength: 1, maxLength: 3 });
    const cuts = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), amounts), { minLength: 1, maxLength: 4 });
    const law = fc.property(devices, cuts, fc.integer({ min: -9, max: 9 }), (drawn, said, below) => {
      const shifts = drawn.map((each) => each.map((kwh) => shiftBy(...kwh.map((amount, i): Change => [i, amount]))));
      const bounds = said.map(([money, perKwh]) => cutOf(money, ...perKwh));
      const leastOf = (...some: readonly Shift[]) =>
        Math.max(
          ...bounds.map((each) => each.money + some.reduce((sum, shift) => sum + costBy(each, shift.changes), 0)),
        );
      const alone = shifts.flat().map((shift) => leastOf(shift));
      const together = shifts.flatMap((some, d) =>
        shifts.slice(d + 1).flatMap((others) => some.flatMap((one) => others.map((other) => leastOf(one, other)))),
      );
      const [some = [], others = [], rest = []] = shifts;
      const three = some.flatMap((one) => others.flatMap((two) => rest.map((last) => leastOf(one, two, last))));
      const best = [alone, together, three].map((each) => Math.min(...each)).find((least) => least < below) ?? below;
      const steps = neighbourhoodOf(shifts, bounds).next(below);
      expect(steps && leastOf(...steps.map(({ shift }) => shift))).toEqual(best < below ? best : undefined);
    });
    fc.assert(law, lawCases(300));
  });
});
