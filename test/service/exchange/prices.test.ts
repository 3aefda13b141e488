import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveryDay } from '../../../src/core/window.ts';
import { packPrices } from '../../../src/service/exchange/packed-prices.ts';
import { loadPrices } from '../../../src/service/exchange/prices.ts';

describe('a folder of prices', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'prices-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const load = (...lines: string[]) => {
    writeFileSync(join(dir, 'XX.txt'), ['zone: XX', 'lines: as they are', '', ...lines, ''].join('\n'));
    return loadPrices(dir).get('XX')?.days;
  };
  const hours = (count: number) => ['10260', ...new Array(count - 1).fill('-1')].join(' ');

  it('holds per zone its days, in euro per kWh', () => {
    const day = load(`2026-01-14 3600 ${hours(24)}`)?.get('2026-01-14');
    expect(day?.resolution).toBe(3600);
    expect(day?.prices.slice(0, 3)).toEqual([0.1026, 0.10259, 0.10258]);
    expect(day?.prices).toHaveLength(24);
  });

  it('may be packed, as those of the package are', () => {
    const text = ['zone: XX', '', `2026-01-14 3600 ${hours(24)}`, ''].join('\n');
    writeFileSync(join(dir, 'XX.txt.br'), packPrices(text));
    expect(loadPrices(dir).get('XX')?.days.get('2026-01-14')?.prices[0]).toBe(0.1026);
  });

  it('refuses a price of 400 digits', () => {
    const line = `2026-01-14 3600 ${hours(23)} ${'9'.repeat(400)}`;
    expect(() => load(line)).toThrow('prices must be whole hundredths of a euro per MWh, of 9 digits at the most');
  });

  it('may come from an editor that ends lines with CR and begins with a BOM', () => {
    const text = ['\uFEFFzone: XX', 'replay: no', '', `2026-01-14 3600 ${hours(24)}`, ''].join('\r\n');
    writeFileSync(join(dir, 'XX.txt'), text);
    const { days, replay } = loadPrices(dir).get('XX') ?? {};
    expect([days?.get('2026-01-14')?.prices[0], replay]).toEqual([0.1026, false]);
  });

  it.each([
    [`2026-1-14 3600 ${hours(24)}`, '"2026-1-14" is no date YYYY-MM-DD'],
    [`2026-02-31 3600 ${hours(24)}`, '"2026-02-31" is no date YYYY-MM-DD'],
    [`2026-01-13 3600 ${hours(24)}`, '2026-01-13 is there twice'],
    [`2026-01-14 600 ${hours(144)}`, 'seconds per price must be one of 3600, 1800, 900'],
    [`2026-01-14 3600 ${hours(22)}`, '22 prices of 3600 s are no day of 23, 24, 25 hours'],
    [`2026-01-14 3600 ${hours(23)} 0.5`, 'prices must be whole hundredths of a euro per MWh'],
    [`2026-01-14 3600 ${hours(23)} 007`, 'prices must be whole hundredths of a euro per MWh'],
    [`2026-01-14 3600 ${hours(23)} x`, 'prices must be whole hundredths of a euro per MWh'],
  ])('refuses "%s", naming file and line', (line, problem) => {
    expect(() => load(`2026-01-13 3600 ${hours(24)}`, line)).toThrow(`${join(dir, 'XX.txt')}: line 5: ${problem}`);
  });
});

describe('the shipped prices', () => {
  const store = loadPrices('data/prices');

  it.each([
    ['AT', '2025-12-22', '2026-04-19', 35],
    ['BE', '2025-10-20', '2026-04-19', 42],
    ['CH', '2025-10-20', '2026-04-19', 41],
    ['CZ', '2026-03-16', '2026-04-19', 21],
    ['DE-LU', '2025-10-01', '2026-08-23', 327],
    ['DK1', '2025-10-20', '2026-08-09', 56],
    ['DK2', '2025-09-29', '2026-08-09', 91],
    ['FR', '2025-10-20', '2026-04-19', 42],
    ['HU', '2025-10-20', '2026-04-19', 28],
    ['NL', '2025-10-20', '2026-04-19', 42],
    ['NO2', '2025-10-20', '2026-08-09', 56],
    ['PL', '2025-10-20', '2026-04-19', 42],
    ['SE3', '2025-10-20', '2026-08-09', 56],
    ['SE4', '2025-10-20', '2026-08-09', 56],
    ['SI', '2025-12-22', '2026-04-19', 35],
  ])('of %s run from %s to %s over %d days, each as long as its delivery day', (zone, first, last, count) => {
    const days = [...(store.get(zone)?.days.values() ?? [])];
    expect([days[0]?.date, days.at(-1)?.date, days.length]).toEqual([first, last, count]);
    for (const { date, resolution, prices } of days) {
      const { start, end } = deliveryDay(date);
      expect(prices.length * resolution, date).toBe(end - start);
    }
  });

  it.each([
    ['DE-LU', '2025-10-01', 0, 0.1026],
    ['DE-LU', '2025-10-01', 1, 0.09224],
    ['DK2', '2026-01-14', 68, 0.17925],
    ['CH', '2026-04-15', 0, 0.13151],
    ['BE', '2026-03-25', 95, 0.06811],
  ])('%s on %s, number %d, is %d euro per kWh as the source has it', (zone, date, i, price) => {
    expect(store.get(zone)?.days.get(date)?.prices[i]).toBe(price);
  });

  it('of DE-LU are negative in 1838 quarter hours', () => {
    const prices = [...(store.get('DE-LU')?.days.values() ?? [])].flatMap((day) => day.prices);
    expect([prices.length, prices.filter((price) => price < 0).length]).toEqual([31_392, 1838]);
  });
});
