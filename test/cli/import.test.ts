import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DayAheadBody } from '../../src/api/bodies.ts';
import { importCommand } from '../../src/cli/import.ts';
import { loadPrices } from '../../src/service/exchange/prices.ts';
import { createService } from '../../src/service/service.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'import-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const at = (iso: string) => Date.parse(iso) / 1000;

/** Rows of our CSV from an ISO time on, one after the other. */
const rows = (from: string, resolution: number, prices: readonly number[]) =>
  prices.map((price, i) => `${at(from) + i * resolution},${resolution},${price},EUR`);
const steady = (price: number, count = 24) => new Array<number>(count).fill(price);
const csv = (name: string, ...lines: string[]) => {
  const path = join(dir, name);
  writeFileSync(path, ['from_utc,resolution_s,price_per_kwh,currency', ...lines, ''].join('\n'));
  return path;
};
const run = (...files: string[]) => importCommand(['--zone', 'X', '--prices', join(dir, 'prices'), ...files]);
const days = () =>
  [...(loadPrices(join(dir, 'prices')).get('X')?.days.values() ?? [])].map(
    ({ date, resolution, prices }) => `${date} ${resolution} ${prices.length} ${prices[0]} ${prices.at(-1)}`,
  );
const file = () => join(dir, 'prices', 'X.txt');
const MIDNIGHT = '2026-04-14T22:00:00Z';
const NEXT = '2026-04-15T22:00:00Z';

describe('an import', () => {
  // Promise P-625 use/catalogue: only whole delivery days are written, to 0.01 EUR/MWh
  it('writes whole delivery days into a file that is served as it is dated', () => {
    const hourly = csv('a.csv', ...rows(MIDNIGHT, 3600, steady(0.1)), ...rows(NEXT, 900, steady(-0.00001, 96)));
    expect(run(hourly)).toEqual([
      'X: 2 delivery days, 2026-04-15 to 2026-04-16, from CSV',
      `  2 new, 0 changed, 0 as before: ${file()}`,
    ]);
    expect(days()).toEqual(['2026-04-15 3600 24 0.1 0.1', '2026-04-16 900 96 -0.00001 -0.00001']);
    expect(loadPrices(join(dir, 'prices')).get('X')?.replay).toBe(false);
  });

  // Promise P-627 use/catalogue: importing the same again changes nothing
  it('of the same again changes nothing, not even the file', () => {
    const hourly = csv('a.csv', ...rows(MIDNIGHT, 3600, steady(0.1)));
    run(hourly);
    const before = statSync(file());
    expect(run(hourly).at(-1)).toBe(`  nothing new; ${file()} is unchanged`);
    expect([statSync(file()).mtimeMs, statSync(file()).ino]).toEqual([before.mtimeMs, before.ino]);
  });

  it('keeps what a file holds that an editor has left with CR and a BOM', () => {
    run(csv('a.csv', ...rows(MIDNIGHT, 3600, steady(0.1))));
    writeFileSync(file(), `\uFEFF${readFileSync(file(), 'utf8').replaceAll('\n', '\r\n')}`);
    expect(run(csv('b.csv', ...rows(NEXT, 3600, steady(0.2)))).at(-1)).toBe(
      `  1 new, 0 changed, 0 as before: ${file()}`,
    );
    expect(days()).toEqual(['2026-04-15 3600 24 0.1 0.1', '2026-04-16 3600 24 0.2 0.2']);
    expect(readFileSync(file(), 'utf8')).toMatch(/^zone: X\nsource: CSV\n/);
  });

  it('writes no price that could not be read again', () => {
    run(csv('a.csv', ...rows(MIDNIGHT, 3600, steady(0.1))));
    const before = readFileSync(file(), 'utf8');
    expect(() => run(csv('b.csv', ...rows(MIDNIGHT, 3600, steady(1e9))))).toThrow(
      /X\.txt: line 7: prices must be whole hundredths/,
    );
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('says in a line which days on end lack the same', () => {
    const gaps = ['2026-04-17', '2026-04-18'].flatMap((day) => rows(`${day}T00:00:00Z`, 3600, steady(0.1, 22)));
    const last = rows('2026-04-21T22:00:00Z', 3600, steady(0.1));
    expect(run(csv('a.csv', ...rows(MIDNIGHT, 3600, steady(0.1)), ...gaps, ...last)).slice(1, -1)).toEqual([
      '  2026-04-16: no price at all; the day is left out',
      '  2026-04-17 to 2026-04-18: no price 00:00-02:00; the days are left out',
      '  2026-04-19 to 2026-04-21: no price at all; the days are left out',
    ]);
  });

  it('replaces a day that is another now, and keeps the others and the header', () => {
    run(csv('a.csv', ...rows(MIDNIGHT, 3600, steady(0.1)), ...rows(NEXT, 3600, steady(0.2))));
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('source: CSV\n', 'source: mine\nreplayed by: me\n'));
    const header = readFileSync(file(), 'utf8').split('\n\n')[0];
    const later = csv('b.csv', ...rows(NEXT, 3600, steady(0.3)), ...rows('2026-04-16T22:00:00Z', 3600, steady(0.4)));
    expect(run(later).at(-1)).toBe(`  1 new, 1 changed, 0 as before: ${file()}`);
    expect(days()).toEqual(['2026-04-15 3600 24 0.1 0.1', '2026-04-16 3600 24 0.3 0.3', '2026-04-17 3600 24 0.4 0.4']);
    expect(readFileSync(file(), 'utf8').split('\n\n')[0]).toBe(header);
    expect(readdirSync(join(dir, 'prices'))).toEqual(['X.txt']);
  });

  // Promise P-624 use/catalogue: what is twice, contradicts, overlaps or is missing is reported, and where clocks
  //   change
  it.each<[string, string[], string[], string[]]>([
    [
      'a price that is there twice',
      [...rows(MIDNIGHT, 3600, steady(0.1)), ...rows(MIDNIGHT, 3600, [0.1, 0.1])],
      ['2026-04-15 3600 24 0.1 0.1'],
      ['  prices that repeat another: 2'],
    ],
    [
      'another price of the same interval',
      [...rows(MIDNIGHT, 3600, steady(0.1)), ...rows(MIDNIGHT, 3600, [0.2])],
      ['2026-04-15 3600 24 0.2 0.1'],
      ['  prices that contradict another for the same interval (the last one read counts): 1'],
    ],
    [
      'an hour over its quarters',
      [...rows(MIDNIGHT, 900, steady(0.1, 96)), ...rows('2026-04-15T21:00:00Z', 3600, [0.2])],
      ['2026-04-15 900 96 0.1 0.1'],
      ['  prices that overlap another of a different length (the shorter one counts): 1'],
    ],
    [
      'quarters over an hour',
      [...rows(MIDNIGHT, 3600, steady(0.1)), ...rows('2026-04-15T21:00:00Z', 900, steady(0.2, 4))],
      ['2026-04-15 900 96 0.1 0.2'],
      ['  prices that overlap another of a different length (the shorter one counts): 4'],
    ],
    [
      'a hole, and a day that is not there',
      [
        ...rows(MIDNIGHT, 3600, steady(0.1)),
        ...rows(NEXT, 3600, steady(0.2, 14)),
        ...rows('2026-04-16T14:00:00Z', 900, steady(0.2, 28)),
        ...rows('2026-04-17T22:00:00Z', 3600, steady(0.3)),
      ],
      ['2026-04-15 3600 24 0.1 0.1', '2026-04-18 3600 24 0.3 0.3'],
      [
        '  2026-04-16: no price 14:00-16:00, 23:00-24:00; the day is left out',
        '  2026-04-17: no price at all; the day is left out',
      ],
    ],
    [
      'the spring change',
      rows('2026-03-28T23:00:00Z', 3600, steady(0.1, 23)),
      ['2026-03-29 3600 23 0.1 0.1'],
      ['  2026-03-29: clocks change, 23 hours'],
    ],
    [
      'the autumn change at half hours',
      rows('2026-10-24T22:00:00Z', 1800, steady(0.1, 50)),
      ['2026-10-25 1800 50 0.1 0.1'],
      ['  2026-10-25: clocks change, 25 hours'],
    ],
  ])('reports %s', (_, lines, held, report) => {
    expect(run(csv('a.csv', ...lines)).slice(1, -1)).toEqual(report);
    expect(days()).toEqual(held);
  });

  // Promise P-623 use/catalogue: files of several formats go together
  it('takes files of several formats together', () => {
    const lines = run(
      'test/feeds/formats/files/entsoe.xml',
      csv('a.csv', ...rows('2026-10-25T23:00:00Z', 3600, steady(0.1))),
    );
    expect(lines.slice(0, 3)).toEqual([
      'X: 2 delivery days, 2026-10-25 to 2026-10-26, from ENTSO-E Transparency Platform, CSV',
      '  test/feeds/formats/files/entsoe.xml: series of other auctions, left out: 1',
      '  2026-10-25: clocks change, 25 hours',
    ]);
    expect(days()).toEqual(['2026-10-25 3600 25 0.08 0.0615', '2026-10-26 3600 24 0.1 0.1']);
  });

  // Promise P-629 use/catalogue: prices in another currency need `--per-euro`
  it('keeps the exchange rate with the prices, so that 11 p are 11 p again in Great Britain, and nothing without a rate', async () => {
    const rates = Array.from({ length: 48 }, (_, i) => ({
      value_exc_vat: 11,
      valid_from: new Date((at(MIDNIGHT) + i * 1800) * 1000).toISOString(),
      valid_to: new Date((at(MIDNIGHT) + (i + 1) * 1800) * 1000).toISOString(),
    }));
    const octopus = join(dir, 'octopus.json');
    writeFileSync(octopus, JSON.stringify({ results: rates }));
    importCommand(['--zone', 'GB-C', '--prices', join(dir, 'prices'), '--per-euro', '0.8735', octopus]);
    const path = join(dir, 'prices', 'GB-C.txt');
    expect(readFileSync(path, 'utf8')).toContain('\n2026-04-15 1800,,0.8735 12593 0 0');
    const query = 'consumption_tariff=gb-exchange-gb-c&resolution=1800&historic_days=0';
    const agile = {
      country: 'GB',
      company: 'Octopus',
      name: 'Agile',
      zone: 'GB-C',
      settlement: 1800,
    } as const;
    const live = { prices: { get: () => undefined }, exchange: [agile], sources: () => [] };
    const answer = () => {
      const { fetch, tokens } = createService({ own: dir, live, now: () => at('2026-04-15T10:00:00Z') });
      const headers = { authorization: `Bearer ${tokens.production}` };
      return fetch(new Request(`http://embedded/v2/gb/dayahead?${query}`, { headers }));
    };
    const { consumption } = (await (await answer()).json()) as DayAheadBody;
    expect(consumption?.prices.at(-1)?.energy).toBeCloseTo(0.11, 5);
    writeFileSync(path, readFileSync(path, 'utf8').replace(',,0.8735', ''));
    expect(await (await answer()).text()).toMatch(
      /no price .*; its imported prices have no exchange rate: import them again with --per-euro/,
    );
  });

  // Promise P-628 use/catalogue: a file of another zone, auction or currency is refused
  it('of another zone or another auction leaves what the file of the zone holds', () => {
    const dutch = (...files: string[]) => importCommand(['--zone', 'NL', '--prices', join(dir, 'prices'), ...files]);
    dutch(csv('a.csv', ...rows('2025-10-14T22:00:00Z', 3600, steady(0.1))));
    const before = readFileSync(join(dir, 'prices', 'NL.txt'), 'utf8');
    const german = 'test/feeds/recorded/entsoe-sequences.xml';
    expect(() => dutch(german)).toThrow(`${german}: is about 10Y1001A1001A82H, and NL is 10YNL----------L`);
    const others = join(dir, 'others.xml');
    const xml = readFileSync(german, 'utf8').replaceAll('10Y1001A1001A82H', '10YNL----------L');
    writeFileSync(others, xml.replaceAll(/(?<=component.position>)1(?=<)/gi, '2'));
    expect(() => dutch(others)).toThrow(
      /others\.xml: has no prices of the coupled auction; 2025-10-15: only another auction's/,
    );
    expect(() => dutch(csv('b.csv', `${at(MIDNIGHT)},3600,0.1,SEK`))).toThrow('prices are in SEK, and NL has EUR');
    expect(readFileSync(join(dir, 'prices', 'NL.txt'), 'utf8')).toBe(before);
  });

  // Promise P-626 use/catalogue: nothing is written where there is no whole day
  it('without a whole day says so and writes nothing', () => {
    const morning = csv('a.csv', ...rows(MIDNIGHT, 3600, steady(0.1, 12)));
    expect(() => run(morning)).toThrow(
      'X: no complete delivery day\n  2026-04-15: no price 12:00-24:00; the day is left out',
    );
    expect(readdirSync(dir)).toEqual(['a.csv']);
  });

  it('that cannot read one of its files writes nothing, and names all of them', () => {
    const good = csv('good.csv', ...rows(MIDNIGHT, 3600, steady(0.1)));
    expect(() => run(good, csv('b.csv', 'x'), csv('c.csv', 'y'))).toThrow(/b\.csv: line 2 .*\n.*c\.csv: line 2 /);
    expect(readdirSync(dir)).toEqual(['b.csv', 'c.csv', 'good.csv']);
  });

  it.each([
    ['--prices p a.csv', '--zone must be given, e.g. DE-LU'],
    ['--zone ../x --prices p a.csv', '--zone must be letters, digits, - and _, e.g. DE-LU'],
    ['--zone X a.csv', '--prices must be given: the folder to write into'],
    ['--zone X --prices p', 'import takes one or more files of prices'],
    ['--zone X --prices p --per-euro 0 a.csv', '--per-euro must be more than 0'],
    ['--zone X --prices p --per-euro x a.csv', '--per-euro must be a number, e.g. 0.8735'],
    ['--zone X --prices p --port 1 a.csv', 'Unknown option "--port"'],
  ])('cannot follow %s', (line, message) => {
    expect(() => importCommand(line.split(' '))).toThrow(message);
  });

  it('refuses a price off the quarter hour', () => {
    const odd = csv('a.csv', `${at(MIDNIGHT) + 60},900,0.1,EUR`);
    expect(() => run(odd)).toThrow('2026-04-14T22:01:00.000Z: times must be on quarter hours');
  });
});
