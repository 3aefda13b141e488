import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zonePricesIn } from '../../../src/core/price-file.ts';
import { addDays } from '../../../src/core/time.ts';
import { slippedUnit } from '../../../src/feeds/doubts/slipped-unit.ts';

const folder = 'data/prices';
const finland = 'test/feeds/recorded/finland-extremes.txt';
const files = [...readdirSync(folder).map((name) => join(folder, name)), finland];
/** Each reading of a day's prices parses them: here once. */
const daysIn = (file: string): ReadonlyMap<string, readonly number[]> =>
  new Map([...zonePricesIn(readFileSync(file, 'utf8'), file).days].map(([date, { prices }]) => [date, prices]));

/** The day, as `change` leaves it, beside the real days of the two weeks before it. */
function judge(days: ReadonlyMap<string, readonly number[]>, date: string, change = (price: number) => price) {
  const history = Array.from({ length: 14 }, (_, i) => days.get(addDays(date, -1 - i)) ?? []);
  const known = history.filter(({ length }) => length > 0);
  return slippedUnit((days.get(date) ?? []).map(change), known);
}

describe('a real day', () => {
  // Promise P-073 operate/live: no real day is doubted; most slipped units are
  it.each(files)('of %s is never doubted', (file) => {
    const days = daysIn(file);
    expect([...days.keys()].filter((date) => judge(days, date) !== undefined)).toEqual([]);
  });

  it.each([
    ['2023-11-24', -0.5, 0.02164],
    ['2024-01-05', 0.15006, 1.896],
  ])('of Finland, %s with prices from %f to %f EUR/kWh, is never doubted', (date, min, max) => {
    const days = daysIn(finland);
    const prices = days.get(date) ?? [];
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([min, max]);
    expect(judge(days, date)).toBeUndefined();
  });
});

describe('a day whose unit has slipped', () => {
  const days = daysIn(`${folder}/DE-LU.txt`);
  const dates = [...days.keys()].slice(14);
  it.each<[string, number, string, number]>([
    ['x10', 10, 'too-high', 0.8],
    ['x25', 25, 'too-high', 0.9],
    ['x1/1000', 1 / 1000, 'too-low', 0.95],
    ['x1/10', 1 / 10, 'too-low', 0.3],
    ['x-1', -1, 'opposite-sign', 0.9],
  ])('%s is doubted', (_, factor, slip, least) => {
    const found = dates.map((date) => judge(days, date, (price) => price * factor));
    const share = found.filter((each) => each === slip).length / dates.length;
    expect(share).toBeGreaterThanOrEqual(least);
  });

  it('is not doubted with less than a week of history', () => {
    const week = dates.slice(0, 7).map((date) => days.get(date) ?? []);
    const slipped = (days.get(dates[7] ?? '') ?? []).map((price) => price * 25);
    expect([slippedUnit(slipped, week.slice(1)), slippedUnit(slipped, week)]).toEqual([undefined, 'too-high']);
  });
});
