import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Claim,
  type DeviceNeed,
  isBetterTrial,
  leastKwOf,
  loadsOf,
  meanKwOf,
  missedBy,
  orderSearch,
  trialOf,
} from '../../../src/planner/house/order.ts';
import type { Demand, Outcome, Phase, Plan, Run } from '../../../src/planner/types.ts';
import { finish, unpaused, type Work } from '../../../src/planner/work.ts';
import { lawCases } from '../../support/cases.ts';
import { at, contiguous, hours, idleState, minuteOf, phased, split } from '../../support/planner/planning.ts';

const need = (demand: Demand, minutes = 0): DeviceNeed => ({
  demand,
  state: { ...idleState, delivered: { minutes, starts: 0 } },
});
/** Devices called by a letter. */
const devices = [...'abcde'].map((name) => ({ name, ...need(contiguous(60)) }));
type Device = (typeof devices)[number];
const nameOf = (order: readonly Device[]) => order.map(({ name }) => name).join('');

/** The order that is found where each costs so much, and the orders that were tried for it. */
function found(claims: readonly Device[], costOf: (order: string) => number) {
  const tried: string[] = [];
  const search = orderSearch(
    claims,
    unpaused((order) => {
      tried.push(nameOf(order));
      return nameOf(order);
    }),
    (one, other) => costOf(one) < costOf(other),
  );
  return { best: finish(search), tried };
}

const costs = (table: Record<string, number>, others: number) => (order: string) => table[order] ?? others;

describe('the best order', () => {
  it('of three is the best of all six', () => {
    const { best, tried } = found(devices.slice(0, 3), costs({ cab: 1, cba: 2 }, 3));
    expect(best).toBe('cab');
    expect(tried.toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
  });

  it.each([
    ['of none is nothing', 0, ''],
    ['of one is itself', 1, 'a'],
    ['of two is the given one where the other is no better', 2, 'ab'],
    ['of three is the given one where no other is better', 3, 'abc'],
    ['of four is the given one where no other is better', 4, 'abcd'],
  ])('%s', (_, count, order) => {
    expect(found(devices.slice(0, count), () => 1).best).toBe(order);
  });

  it('of four is looked for in all 24, as one that no exchange of two leads to', () => {
    const { best, tried } = found(devices.slice(0, 4), costs({ abcd: 1, dabc: 0 }, 2));
    expect([best, new Set(tried).size]).toEqual(['dabc', 24]);
  });

  it('of five is looked for in the given one, in that by deadlines and in the ten exchanges of two', () => {
    expect(found(devices.slice(0, 5), () => 1).tried).toHaveLength(12);
  });

  it('of more than four goes on from the one by deadlines where that is better: of equal deadlines the most energy', () => {
    const by = (name: string, demand: Demand, minutes = 0) => ({ name, ...need(demand, minutes) });
    const kw3 = { minutes: 60, kw: 3 };
    const claims = [
      by('a', contiguous(600)),
      by('b', contiguous(30, { readyBy: at(180) })),
      by('c', contiguous(90, { readyBy: at(120) })),
      by('d', phased([kw3], { readyBy: at(120) })),
      by('e', phased([kw3], { readyBy: at(120) }), 50),
    ];
    expect(found(claims, costs({ abcde: 1, dceba: 0 }, 2)).best).toBe('dceba');
  });

  it('of more than three is one that no exchange of two makes better, and no worse than the given one', () => {
    const orders = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 16, maxLength: 16 });
    const law = fc.property(fc.constantFrom(4, 5), orders, (count, draw) => {
      const costOf = (order: string) =>
        draw[[...order].reduce((sum, name, i) => sum + name.charCodeAt(0) * (i + 3) ** 3, 0) % 16] as number;
      const { best } = found(devices.slice(0, count), costOf);
      const given = nameOf(devices.slice(0, count));
      expect(costOf(best)).toBeLessThanOrEqual(costOf(given));
      for (let i = 0; i < count; i++)
        for (let k = i + 1; k < count; k++) {
          const [one, other] = [best[i] as string, best[k] as string];
          const exchanged = [...best].with(i, other).with(k, one).join('');
          expect(costOf(best)).toBeLessThanOrEqual(costOf(exchanged));
        }
    });
    fc.assert(law, lawCases(300));
  });

  it.each([
    [5, 'ends where no exchange is better', 12],
    [20, 'fills 30 orders', 30],
    [100, 'fills 6 orders', 6],
    [301, 'tries the given order and that of the deadlines', 2],
  ])('of %i devices %s: it plans devices at most 600 times, but in two orders at least', (count, _, orders) => {
    const claims = Array.from({ length: count }, (_, i) => ({ name: `${i} `, ...need(contiguous(60)) }));
    expect(found(claims, () => 1).tried).toHaveLength(orders);
  });

  it('of 20 devices takes a better exchange that it finds within 600 plans of a device', () => {
    const claims = Array.from({ length: 20 }, (_, i) => ({
      name: String.fromCharCode(97 + i),
      ...need(contiguous(60)),
    }));
    const { best, tried } = found(claims, (order) => (order.indexOf('a') === 5 ? 0 : 1));
    expect([best.indexOf('a'), tried.length]).toEqual([5, 30]);
  });

  it('of many begins with what loses most, again and again, where no exchange is better', () => {
    const claims = [...'abcdefgh'].map((name) => ({ name, ...need(contiguous(60)) }));
    // A claim loses as much as it comes after its place in the alphabet backwards.
    const lossOf = ({ name }: Device, order: string) => Math.max(0, order.indexOf(name) - 'hgfedcba'.indexOf(name));
    const tried: string[] = [];
    const attempt = unpaused((order: readonly Device[]) => {
      tried.push(nameOf(order));
      return nameOf(order);
    });
    const search = (patience: string) =>
      finish(orderSearch(claims, attempt, (one, other) => one === patience && other !== patience, 16, lossOf));
    expect(search('hgfeabcd')).toBe('hgfeabcd');
    // Besides the given order and that of the deadlines, ten orders that are no better.
    tried.length = 0;
    expect(search('')).toBe('abcdefgh');
    expect(tried.length).toBeLessThanOrEqual(12);
  });

  it('can be paused between any two attempts, and is the same', () => {
    const attempt = function* (order: readonly Device[]): Work<string> {
      yield order.length;
      return nameOf(order);
    };
    const isBetter = (one: string, other: string) => one > other;
    const paused = orderSearch(devices, attempt, isBetter);
    let [pauses, step] = [0, paused.next()];
    for (; !step.done; step = paused.next()) pauses++;
    expect([step.value, pauses]).toEqual([finish(orderSearch(devices, unpaused(nameOf), isBetter)), 67]);
    expect(step.value).toBe('edcba');
  });

  it('of five comes by one exchange after another to the best', () => {
    // Each place that is not as in "edcba" costs 1: no two are better exchanged in one step.
    const costOf = (order: string) => [...'edcba'].filter((name, i) => name !== order[i]).length;
    expect(found(devices, costOf).best).toBe('edcba');
  });
});

describe('a trial', () => {
  const trial = (missed: number, cost: number) => ({ turns: [], missed, cost });

  it.each([
    ['that misses less is better, whatever it costs', trial(1, 9), trial(2, 0), true],
    ['that misses more is not, whatever it costs', trial(2, 0), trial(1, 9), false],
    ['that misses as much is better where it costs less', trial(1, 1), trial(1, 2), true],
    ['is not better for float noise of money', trial(1, 1 - 1e-12), trial(1, 1), false],
    ['is not better than itself', trial(1, 1), trial(1, 1), false],
  ])('%s', (_, one, other, isBetter) => {
    expect(isBetterTrial(one, other)).toBe(isBetter);
  });

  it('costs what is paid less what is earned, as far as it is known', () => {
    const buys: Claim = { ...need(contiguous(60)), horizon: hours(0.1) };
    const sells: Claim = { ...buys, horizon: { ...hours(0.1), sense: 'revenue' } };
    const plan = planOf([run(0, 30, 0.5), run(40, 70, 0.25)]);
    expect(trialOf([{ claim: buys, plan }])).toMatchObject({ missed: 0, cost: 0.75 });
    expect(trialOf([{ claim: sells, plan }]).cost).toBe(-0.75);
    expect(trialOf([buys, sells].map((claim) => ({ claim, plan: planOf([run(0, 20, 0.5)]) })))).toMatchObject({
      ...{ missed: 80, cost: 0 },
    });
    expect(trialOf([{ claim: buys, plan: planOf([run(0, 60, null)]) }]).cost).toBe(0);
  });
});

const run = (from: number, until: number, cost: number | null = 0): Run => ({
  ...{ start: at(from), end: at(until), kw: 1, energyKwh: (until - from) / 60, cost },
});
const planOf = (runs: readonly Run[], outcome: Outcome = { kind: 'complete' }): Plan => ({
  ...{ runs, outcome, cost: 0, baselineCost: 0 },
});

describe('the minutes that a plan misses', () => {
  it.each<[string, DeviceNeed, Plan, number]>([
    ['are none where all is planned', need(split(60)), planOf([run(0, 30), run(60, 90)]), 0],
    ['are those that are not planned', need(split(60)), planOf([run(0, 45)]), 15],
    ['are no less for more than is needed', need(split(60)), planOf([run(0, 90)]), 0],
    ['are those of what is left of a need', need(contiguous(60), 20), planOf([run(0, 10)]), 30],
    [
      'are those that it is late by',
      need(contiguous(60)),
      planOf([run(0, 60)], { kind: 'overrun', lateMinutes: 25 }),
      25,
    ],
  ])('%s', (_, claim, plan, minutes) => {
    expect(missedBy({ claim, plan })).toBe(minutes);
  });
});

describe('the power of a need', () => {
  const washing: readonly [Phase, ...Phase[]] = [
    { minutes: 30, kw: 3 },
    { minutes: 30, kw: 0 },
    { minutes: 60, kw: 1 },
  ];
  const none: readonly [Phase] = [{ minutes: 60, kw: 0 }];
  const pieces = split(60, { need: { minutes: 60, kw: 2.5 } } as Partial<Demand>);

  it.each<[string, DeviceNeed, mean: number, least: number]>([
    ['of pieces is theirs', need(pieces), 2.5, 2.5],
    ['of phases is their mean, each by its length, and the least that is above 0', need(phased(washing)), 1.25, 1],
    ['is that of what is left', need(phased(washing), 60), 1, 1],
    ['is that of what is left of a phase', need(phased(washing), 15), 1, 1],
    ['is that of all phases where nothing is left', need(phased(washing), 120), 1.25, 1.25],
    ['is 1 where nothing is ever taken', need(phased(none)), 1, 1],
  ])('%s', (_, claim, mean, least) => {
    expect(meanKwOf(claim)).toBeCloseTo(mean, 12);
    expect(leastKwOf(claim)).toBeCloseTo(least, 12);
  });

  it('is at the least the mean where phases are of one power, to the last digit', () => {
    const even = need(phased([7, 11, 13].map((minutes) => ({ minutes, kw: 0.3 })) as never));
    expect(meanKwOf(even)).not.toBe(0.3);
    expect(leastKwOf(even)).toBe(meanKwOf(even));
  });
});

describe('what a plan takes', () => {
  const washing = phased([
    { minutes: 30, kw: 3 },
    { minutes: 20, kw: 1 },
  ]);
  it.each<[string, DeviceNeed, Plan, number[][]]>([
    [
      'is the power of pieces in each of them',
      need(split(60)),
      planOf([run(0, 30), run(60, 90)]),
      [
        [0, 30, 1],
        [60, 90, 1],
      ],
    ],
    [
      'is that of one phase after the other',
      need(washing),
      planOf([run(10, 60)]),
      [
        [10, 40, 3],
        [40, 60, 1],
      ],
    ],
    [
      'is that of the phases that are left',
      need(washing, 20),
      planOf([run(10, 40)]),
      [
        [10, 20, 3],
        [20, 40, 1],
      ],
    ],
    ['is nothing where nothing runs', need(washing), planOf([]), []],
  ])('%s', (_, claim, plan, loads) => {
    expect(loadsOf(plan, claim).map(({ start, end, kw }) => [minuteOf(start), minuteOf(end), kw])).toEqual(loads);
  });
});
