import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveryDay } from '../../../src/core/window.ts';
import type { FeedDay } from '../../../src/feeds/day-findings.ts';
import { heldDays } from '../../../src/runtime/live/held-days.ts';
import { keptDays } from '../../../src/runtime/live/kept-days.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'held-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** A day on which every hour costs as much, in euro per kWh. */
const dayOf = (date: string, price: number): FeedDay => ({
  ...deliveryDay(date),
  ...{ date, resolution: 3600, prices: Array(24).fill(price), holes: [], feed: 'energy-charts' },
});
const inTheWay = () => join(dir, 'DE-LU.txt.new');
const fillDisk = () => mkdirSync(inTheWay());
const makeRoom = () => rmSync(inTheWay(), { recursive: true });

function opened() {
  const told: string[] = [];
  const days = heldDays(keptDays(dir, 'DE-LU'), (text) => told.push(text));
  const first = () => [...days.days()].map(([date, { prices }]) => [date, prices[0]]);
  return { days, told, first };
}

describe('days that cannot be written', () => {
  it('hold all the same, beside those that were written, and it is told once', () => {
    const { days, told, first } = opened();
    days.write(dayOf('2026-04-14', 0.1), '2026-04-15');
    fillDisk();
    days.write(dayOf('2026-04-16', 0.123456), '2026-04-15');
    days.write(dayOf('2026-04-15', 0.2), '2026-04-15');
    expect(first()).toEqual([
      ['2026-04-14', 0.1],
      ['2026-04-15', 0.2],
      ['2026-04-16', 0.12346],
    ]);
    expect(told).toEqual([expect.stringMatching(/^prices are not kept for a restart: EISDIR/)]);
    expect(days.days()).toBe(days.days());
    expect(opened().first()).toEqual([['2026-04-14', 0.1]]);
  });

  it('are as they are read once they are written, with the next day after there is room', () => {
    const { days, told, first } = opened();
    fillDisk();
    days.write(dayOf('2026-04-15', 0.2), '2026-04-15');
    const before = [...days.days().values()];
    makeRoom();
    days.write(dayOf('2026-04-16', 0.3), '2026-04-15');
    expect(opened().first()).toEqual(first());
    expect(opened().days.days().get('2026-04-15')).toEqual(before[0]);
    fillDisk();
    days.write(dayOf('2026-04-17', 0.4), '2026-04-16');
    expect(told).toHaveLength(2);
  });

  it('are replaced by what a source says of them next', () => {
    const { days, first } = opened();
    fillDisk();
    days.write(dayOf('2026-04-15', 0.2), '2026-04-15');
    days.write(dayOf('2026-04-15', 0.25), '2026-04-15');
    expect(first()).toEqual([['2026-04-15', 0.25]]);
  });

  it('hold for no longer than those that are written', () => {
    const { days, first } = opened();
    fillDisk();
    days.write(dayOf('2026-04-15', 0.2), '2026-04-15');
    days.write(dayOf('2027-06-01', 0.3), '2027-06-01');
    expect(first()).toEqual([['2027-06-01', 0.3]]);
  });

  it('are none where the file is one of a newer version, which is left as it is', () => {
    const newer = 'format: 99\nzone: DE-LU\n';
    writeFileSync(join(dir, 'DE-LU.txt'), newer);
    const { days, told } = opened();
    expect(() => days.write(dayOf('2026-04-15', 0.2), '2026-04-15')).toThrow(/DE-LU\.txt/);
    expect(told).toEqual([]);
    expect(readFileSync(join(dir, 'DE-LU.txt'), 'utf8')).toBe(newer);
  });
});
