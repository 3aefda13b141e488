import { describe, expect, it } from 'vitest';
import type { MarketDay } from '../../src/pricing/calendar/quarters.ts';
import { type DayCharges, pointsOver } from '../../src/pricing/points.ts';

const day: MarketDay = { date: '2026-04-15', month: 4, weekday: 3, working: true };
const quarters = [0, 900, 1800].map((start, slot) => ({ start, day, slot }));

describe('the points of a series', () => {
  it('leave out a quarter hour whose energy price is not known, and not one whose network charge is not', () => {
    expect(pointsOver(quarters, [0.1, undefined, 0.3], [0.05, 0.05, undefined], () => ({}))).toEqual([
      { start: 0, end: 900, energy: 0.1, grid: 0.05 },
      { start: 1800, end: 2700, energy: 0.3 },
    ]);
  });

  it.each<[string, DayCharges, object]>([
    ['nothing', {}, { energy: 0.3, grid: 0.1 }],
    ['a levy inside the network charge', { grid: { perKwh: 0.025, share: 0 } }, { energy: 0.3, grid: 0.125 }],
    ['a levy per kWh', { fees: { perKwh: 0.05, share: 0 } }, { energy: 0.3, grid: 0.1, fees: 0.05 }],
    ['a share of energy and network', { fees: { perKwh: 0, share: 0.5 } }, { energy: 0.3, grid: 0.1, fees: 0.2 }],
    ['VAT of 25 %', { vat: 0.25 }, { energy: 0.3, grid: 0.1, vat: 0.1 }],
    ['VAT of 0 %', { vat: 0 }, { energy: 0.3, grid: 0.1, vat: 0 }],
    [
      'VAT on all but the levies that bear none',
      { fees: { perKwh: 0.1, share: 0, vatFree: 0.04 }, vat: 0.25 },
      { energy: 0.3, grid: 0.1, fees: 0.1, vat: 0.115 },
    ],
    [
      'VAT on levies too',
      { fees: { perKwh: 0.1, share: 0 }, vat: 0.25 },
      { energy: 0.3, grid: 0.1, fees: 0.1, vat: 0.125 },
    ],
  ])('carry %s on top', (_, charges, components) => {
    expect(pointsOver(quarters.slice(0, 1), [0.3], [0.1], () => charges)).toEqual([
      { start: 0, end: 900, ...components },
    ]);
  });

  it('are one where neighbours of a day cost the same, for who wants them so', () => {
    const next = { ...day, date: '2026-04-16' };
    const hours = [...quarters, { start: 2700, day, slot: 3 }, { start: 3600, day: next, slot: 0 }];
    expect(pointsOver(hours, [0.1, 0.1, 0.1, 0.2, 0.2], [0.05, 0.05, 0.06, 0.06, 0.06], () => ({}), true)).toEqual([
      { start: 0, end: 1800, energy: 0.1, grid: 0.05 },
      { start: 1800, end: 2700, energy: 0.1, grid: 0.06 },
      { start: 2700, end: 3600, energy: 0.2, grid: 0.06 },
      { start: 3600, end: 4500, energy: 0.2, grid: 0.06 },
    ]);
  });

  it('ask for the charges of a day once', () => {
    let asked = 0;
    pointsOver(quarters, [0.1, 0.1, 0.1], [], () => {
      asked++;
      return {};
    });
    expect(asked).toBe(1);
  });
});
