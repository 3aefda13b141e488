import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { zonePricesIn } from '../../src/core/price-file.ts';
import { deliveryDay } from '../../src/core/window.ts';
import { writeDays } from '../../src/feeds/zone-file.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'keep-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const day = (date: string, price: number, origin = {}) => {
  const prices = new Array<number>(24).fill(price);
  return { date, ...deliveryDay(date), resolution: 3600, prices, holes: [], ...origin };
};
const held = () => [...zonePricesIn(readFileSync(join(dir, 'PL.txt'), 'utf8'), 'PL.txt').days.values()];

it('a day from a feed is kept with its name and its exchange rate', () => {
  const days = [
    day('2026-04-14', 0.1),
    day('2026-04-15', 0.2, { feed: 'energy-charts' }),
    day('2026-04-16', 0.3, { feed: 'pse', perEuro: 4.2533 }),
  ];
  writeDays(dir, 'PL', days, 'feeds');
  expect(
    readFileSync(join(dir, 'PL.txt'), 'utf8')
      .split('\n')
      .slice(-4, -1)
      .map((line) => line.slice(0, 31)),
  ).toEqual(['2026-04-14 3600 10000 0 0 0 0 0', '2026-04-15 3600,energy-charts 2', '2026-04-16 3600,pse,4.2533 3000']);
  expect(held().map(({ resolution, count, prices, origin }) => [resolution, count, prices[23], origin])).toEqual([
    [3600, 24, 0.1, undefined],
    [3600, 24, 0.2, { feed: 'energy-charts' }],
    [3600, 24, 0.3, { feed: 'pse', perEuro: 4.2533 }],
  ]);
});

it('days before the one to keep from go with the next that comes', () => {
  writeDays(dir, 'PL', [day('2026-04-14', 0.1), day('2026-04-15', 0.1)], 'feeds');
  writeDays(dir, 'PL', [day('2026-04-16', 0.1)], 'feeds', '2026-04-15');
  expect(held().map(({ date }) => date)).toEqual(['2026-04-15', '2026-04-16']);
});

it.each(['0', '-1', 'NaN', 'x'])('an exchange rate of %s is refused with file and line', (rate) => {
  const text = `zone: PL\n\n2026-04-16 3600,pse,${rate} 1${' 0'.repeat(23)}\n`;
  expect(() => zonePricesIn(text, 'PL.txt')).toThrow(`line 3: "${rate}" is no exchange rate`);
});
