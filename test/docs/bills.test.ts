import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CountryCode, markets } from '../../src/core/markets.ts';
import type { MeterReading } from '../../src/core/series.ts';
import { localDay, offsetsOver, wallClock } from '../../src/core/time.ts';
import type { PeakRule } from '../../src/planner/house/peak.ts';
import { compareTariffs } from '../../src/pricing/comparison/compare.ts';
import { pastBook } from '../../src/pricing/comparison/past-prices.ts';
import type { Tariff } from '../../src/pricing/tariff.ts';
import { shippedCatalogue } from '../../src/service/catalogue/shipped.ts';
import { tariffOf } from '../support/service/pricing-fixture.ts';

/** The bill of a section of docs/internals/bills.md: the contracts that it is reckoned with. */
interface Contracts {
  readonly country: CountryCode;
  readonly grid: string;
  /** Left out, energy is free. */
  readonly consumption?: string;
  readonly peak?: PeakRule;
}

const steps = [
  [0, 1488],
  [2, 2400],
  [5, 3984],
  [10, 5760],
  [15, 7392],
] as const;
const bills: Readonly<Record<string, Contracts>> = {
  Norway: {
    ...{ country: 'NO', grid: 'no-bkk-grid' },
    peak: { measure: 60, pick: 3, per: 'year', steps: steps.map(([fromKw, amount]) => ({ fromKw, amount })) },
  },
  Denmark: { country: 'DK', grid: 'dk-radius-c' },
  Germany: { country: 'DE', grid: 'de-netze-bw-module-3' },
  Sweden: {
    ...{ country: 'SE', grid: 'se-goteborg-house' },
    peak: { measure: 60, pick: 3, per: 'month', perKw: 39.2 },
  },
  Belgium: {
    ...{ country: 'BE', grid: 'be-antwerpen-digital', consumption: 'be-example-single' },
    peak: { measure: 15, pick: 1, per: 'year', months: 12, floor: 2.5, perKw: 49.4 },
  },
};

const page = readFileSync('docs/internals/bills.md', 'utf8');
const sections = page
  .split('\n## ')
  .slice(1)
  .map((text) => {
    const [, name = '', year = '', month = ''] = /^(\w+): .*(\d{4})-(\d\d)\n/.exec(text) ?? [];
    const rows = [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
    const use = rows.filter((row) => row.length === 3 && row[1] !== 'kWh');
    const lines = rows.filter((row) => row.length === 4 && row[1] !== 'part');
    return { name, date: `${year}-${month}-01`, use, lines };
  });

/** `707.09 x 0.2877 x 1.25`, from the left to the right. */
function reckoned(text: string): number {
  const [first = '', ...rest] = text.split(/ (?=[x/] )/);
  return rest.reduce((value, step) => {
    const number = Number(step.slice(2));
    return step.startsWith('x') ? value * number : value / number;
  }, Number(first));
}

/** The readings of a month by the hour. */
function readingsOf(use: readonly string[][], date: string, zone: string): MeterReading[] {
  const { start } = localDay(date, zone);
  const { end } = localDay(`${date.slice(0, 8)}31`, zone);
  const offsetAt = offsetsOver({ start, end }, zone);
  const rowAt = (at: number) => {
    const { weekday, minute } = wallClock(at, offsetAt(at));
    return use.findIndex(([when = '']) => {
      const [, working, from, to] = /^(Mon-Fri )?(\d\d):00-(\d\d):00$/.exec(when) ?? [];
      if (from === undefined) return true;
      return (!working || weekday <= 5) && Number(from) * 60 <= minute && minute < Number(to) * 60;
    });
  };
  const hours = Array.from({ length: (end - start) / 3600 }, (_, i) => start + i * 3600);
  return use.flatMap(([, total, peak = ''], row) => {
    const own = hours.filter((at) => rowAt(at) === row);
    const firsts = own.filter((at, i) => i === 0 || at - (own[i - 1] ?? at) > 3600).slice(0, peak ? 3 : 0);
    const rest = (Number(total) - firsts.length * Number(peak)) / (own.length - firsts.length);
    return own.map((at) => ({ start: at, end: at + 3600, kWh: firsts.includes(at) ? Number(peak) : rest }));
  });
}

const books = shippedCatalogue().books;
const free = tariffOf('free', { '20200101': { kind: 'clock', rates: [{ price: 0 }] } });
const cents = (amount: number) => Math.round(amount * 100);

describe.each(sections)('the bill of $name', ({ name, date, use, lines }) => {
  const parts = lines.filter(([line]) => line !== 'in all');
  const printed = Number(lines.find(([line]) => line === 'in all')?.[3]);

  it('adds up as it is printed', () => {
    for (const [line, , text = '', amount] of parts)
      expect([line, cents(reckoned(text))]).toEqual([line, cents(Number(amount))]);
    expect(cents(parts.reduce((sum, [, , text = '']) => sum + reckoned(text), 0))).toBe(cents(printed));
  });

  it("is what the catalogue's figures come to, part by part and in all", () => {
    const { country, grid, consumption, peak } = bills[name] as Contracts;
    const book = books.get(country);
    if (!book) throw new Error(`no book of ${country}`);
    const { timeZone } = markets[country];
    const metered = readingsOf(use, date, timeZone).sort((a, b) => a.start - b.start);
    const span = { start: metered[0]?.start ?? 0, end: metered.at(-1)?.end ?? 0 };
    const tariff = consumption === undefined ? free : (book.tariffs.get(consumption) as Tariff);
    const past = pastBook(book, { span, grid: book.tariffs.get(grid) as Tariff }, () => []);
    const { points, components } = past.consumption(tariff);
    const [cost] = compareTariffs({ consumption: metered, timeZone }, [
      { id: name, name, prices: points, components, vat: past.vat, ...(peak && { peak }) },
    ]).tariffs;
    expect(cost?.unpriced).toEqual([]);
    const withVat = 1 + (past.vat.findLast(({ from }) => from <= date)?.value ?? 0);
    for (const part of ['energy', 'grid', 'fees', 'peak'] as const) {
      const told = parts.filter((row) => row[1] === part).reduce((sum, [, , text = '']) => sum + reckoned(text), 0);
      expect([part, cents((cost?.sum[part] ?? 0) * withVat)]).toEqual([part, cents(told)]);
    }
    expect(cents(cost?.sum.total ?? 0)).toBe(cents(printed));
  });
});

it('the page has a bill of five markets', () => {
  expect(sections.map(({ name }) => name)).toEqual(Object.keys(bills));
});
