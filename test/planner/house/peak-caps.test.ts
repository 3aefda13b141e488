import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PeakRule } from '../../../src/planner/house/peak.ts';
import { bestBelowCaps, blockedAbove } from '../../../src/planner/house/peak-caps.ts';
import { peakTermsOf } from '../../../src/planner/house/peak-terms.ts';
import { lawCases } from '../../support/cases.ts';
import { at } from '../../support/planner/planning.ts';

const perKw: PeakRule = { measure: 60, pick: 1, per: 'month', perKw: 4 };
const steps: PeakRule = {
  ...{ measure: 60, pick: 1, per: 'month' },
  steps: [0, 4, 7].map((fromKw, i) => ({ fromKw, amount: 10 * i })),
};
/** 2 kW are free. */
const termsOf = (rule: PeakRule) => peakTermsOf({ rule, dailyMaxima: [2] }, at(0));

interface Search {
  readonly rule?: PeakRule;
  readonly ownKw?: number;
  readonly more?: readonly number[];
  readonly isQuick?: boolean;
  readonly missedBelow?: number;
  readonly missedAbove?: number;
}

/** What is found where a plan comes to the cap, at most 10 kW, and costs so much; and the caps that were tried. */
function found(money: (kw: number) => number, search: Search = {}) {
  const { rule = perKw, ownKw = 0, more = [], isQuick = false, missedBelow = 0, missedAbove = 99 } = search;
  const tried: number[] = [];
  const attempt = (capKw: number) => {
    tried.push(capKw);
    const kw = Math.min(10, capKw);
    return { kw, missed: capKw < missedBelow || kw > missedAbove ? 1 : 0, money: money(kw) };
  };
  const best = bestBelowCaps(termsOf(rule), attempt, ownKw, more, isQuick);
  return { kw: Number(best.kw.toFixed(5)), tried: tried.map((kw) => Number(kw.toFixed(5))) };
}

/** Dearer by so much for each kW away from a best one. */
const away = (best: number) => (kw: number) => Math.abs(kw - best);

describe('the best cap on a window', () => {
  it.each<[string, (kw: number) => number, Search, kw: number]>([
    ['is none where none is cheaper', () => 1, {}, 10],
    ['is none where others save float noise', (kw) => (kw < 10 ? 1 - 1e-12 : 1), {}, 10],
    ['is what is free where that is the cheapest', away(2), {}, 2],
    ['is the first of equals', (kw) => (kw < 10 ? 0 : 1), {}, 2],
    ['is that of the last plan where it is as good as any', (kw) => (kw < 10 ? 0 : 1), { more: [5.5] }, 5.5],
    ['is none that a need is missed for', away(2), { missedBelow: 5.9 }, 6],
    ['misses less whatever it costs', away(10), { missedAbove: 6 }, 6],
    ['is none below what the house takes itself', away(2), { ownKw: 4.5 }, 4.5],
    ['stays below a step', away(6.5), { rule: steps }, 7],
  ])('%s', (_, money, search, kw) => {
    expect(found(money, search).kw).toBe(kw);
  });

  it('is found beside one that the charge suggests, and nearer where a try is quick', () => {
    expect(Math.abs(found(away(6.5)).kw - 6.5)).toBeLessThan(0.1);
    expect(Math.abs(found(away(6.5), { isQuick: true }).kw - 6.5)).toBeLessThan(0.01);
  });

  it('is looked for below what comes of no cap, and each only once', () => {
    expect(found(away(2)).tried).toEqual([
      ...[Number.POSITIVE_INFINITY, 2, 4, 6, 8],
      ...[1.16667, 2.83333],
      ...[1.72222, 2.27778],
    ]);
    expect(found(away(2), { ownKw: 9, more: [10, 12] }).tried).toEqual([Number.POSITIVE_INFINITY, 9, 9.08333, 9.02778]);
    expect(found(away(2), { rule: steps }).tried).toEqual([Number.POSITIVE_INFINITY, 4, 7]);
    expect(found(away(2), { ownKw: 10 }).tried).toEqual([Number.POSITIVE_INFINITY]);
  });

  it('is found beside the window that comes of a cap which nothing can keep', () => {
    // Below 6 kW a plan comes to 6 whatever is asked, and where that is asked for 5.5 to 5.6 would be cheaper.
    const attempt = (capKw: number) => {
      const kw = Math.max(6, Math.min(10, capKw));
      return { missed: 0, kw, money: capKw >= 5.7 && capKw < 5.9 ? 0 : kw };
    };
    expect(bestBelowCaps(termsOf(perKw), attempt, 0, [], true).money).toBe(0);
  });

  it('of a cost that rises to both sides is a hundredth of the way between two that are suggested, where a try is quick', () => {
    const law = fc.property(fc.integer({ min: 200, max: 1000 }), fc.constantFrom(1, 3), (best, steep) => {
      const money = (kw: number) => Math.max(kw - best / 100, steep * (best / 100 - kw));
      const { kw, tried } = found(money, { ownKw: 2, isQuick: true });
      expect(Math.abs(kw - best / 100)).toBeLessThan(0.02);
      expect(new Set(tried).size).toBe(tried.length);
    });
    fc.assert(law, lawCases(200));
  });
});

describe('a load beside what a house takes', () => {
  const net = [1, 3, 2, 0].map((kw, i) => ({ start: at(60 * i), end: at(60 * i + 60), kw }));
  const blocked = (kw: number, windowKwh = 0, minute = 0) => {
    const terms = peakTermsOf({ rule: perKw, dailyMaxima: [], windowKwh }, at(minute));
    return blockedAbove(
      terms,
      net,
      at(minute),
      4,
    )(kw).map(({ from, until }) => [from - at(0) / 60, until - at(0) / 60]);
  };

  it.each<[string, kw: number, windowKwh: number, minute: number, stretches: number[][]]>([
    ['finds room up to the cap', 1, 0, 0, []],
    ['finds none where both are above it', 1.5, 0, 0, [[60, 120]]],
    ['finds none for hours on end as one stretch', 2.5, 0, 0, [[60, 180]]],
    ['finds none before and after', 4, 0, 0, [[0, 180]]],
    ['finds none in an hour that has had its share', 0.5, 4, 30, [[0, 60]]],
  ])('%s', (_, kw, windowKwh, minute, stretches) => {
    expect(blocked(kw, windowKwh, minute)).toEqual(stretches);
  });

  it('finds room again between two stretches without', () => {
    const hills = [3, 1, 3].map((kw, i) => ({ start: at(60 * i), end: at(60 * i + 60), kw }));
    const terms = peakTermsOf({ rule: perKw, dailyMaxima: [] }, at(0));
    expect(blockedAbove(terms, hills, at(0), 4)(2)).toEqual([
      { from: at(0) / 60, until: at(60) / 60 },
      { from: at(120) / 60, until: at(180) / 60 },
    ]);
  });

  it('is blocked for whole minutes', () => {
    const half = [{ start: at(0) + 30, end: at(1) + 30, kw: 4 }];
    const terms = peakTermsOf({ rule: perKw, dailyMaxima: [] }, at(0));
    expect(blockedAbove(terms, half, at(0), 4)(1)).toEqual([{ from: at(0) / 60, until: at(2) / 60 }]);
  });

  it('has no float noise for a kW', () => {
    const terms = peakTermsOf({ rule: perKw, dailyMaxima: [] }, at(0));
    expect(blockedAbove(terms, [{ start: at(0), end: at(60), kw: 0.1 }], at(0), 0.3)(0.2)).toEqual([]);
  });
});
