import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkCommand } from '../../src/cli/check.ts';
import { UsageError } from '../../src/cli/flags.ts';
import { at } from '../support/service/pricing-fixture.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'check-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const write = (path: string, content: object) => {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), JSON.stringify(content));
};
const tariff = (id: string, sector: string, price: object) => ({
  ...{ id, sector, name: `The ${id}`, source: 'a test' },
  versions: [{ version: '20260101', price }],
});
const owner = (id: string, ...tariffs: object[]) => ({ id, name: id, tariffs });
const night = (low: number, high: number) => ({
  kind: 'clock',
  rates: [{ price: low, when: { hours: ['22:15-06:00'] } }, { price: high }],
});
const noon = at('2026-04-15T10:00:00Z');
const check = (...args: string[]) => checkCommand(args, noon);
/** A country whose only levy and VAT are these, so that no figure of a shipped one stands in a test. */
const market = {
  network: 'operator',
  unit: 'ct/kWh',
  vat: [{ rates: [{ from: '2026-01-01', value: 0.2 }], source: 'a test' }],
  levies: [{ name: 'l', component: 'fees', basis: 'kwh', rates: [{ from: '2026-01-01', value: 1 }], source: 'a test' }],
};

describe('check', () => {
  // Promise P-615 use/catalogue: with one network in the folder it prices the contract on it
  it('prints the day of every tariff of the folder: with its one network, levies and VAT', () => {
    write('lu/a.jsonc', {
      ...market,
      companies: [
        owner('me', tariff('day-night', 'consumption', night(10, 20)), tariff('sun', 'feedin', night(8, 8))),
        owner('net', tariff('clock', 'grid', night(3, 5.5))),
      ],
    });
    expect(check(dir)).toEqual([
      `${dir} can be used.`,
      '',
      'LU consumption day-night: The day-night\n2026-04-15, ct/kWh, network clock',
      '             energy   grid   fees    vat   total',
      '00:00-06:00  10.000  3.000  1.000  2.800  16.800',
      '06:00-22:15  20.000  5.500  1.000  5.300  31.800',
      '22:15-24:00  10.000  3.000  1.000  2.800  16.800',
      '',
      'LU feedin sun: The sun\n2026-04-15, ct/kWh',
      '             energy',
      '00:00-24:00   8.000',
      '',
      'LU grid clock: The clock\n2026-04-15, ct/kWh',
      '              grid',
      '00:00-06:00  3.000',
      '06:00-22:15  5.500',
      '22:15-24:00  3.000',
    ]);
  });

  it('names the marks of the figures below each heading, once', () => {
    const levy = { ...market.levies[0], rates: [{ from: '2025-01-01', until: '2025-12-31', value: 1 }] };
    write('lu/a.jsonc', {
      ...{ ...market, levies: [levy] },
      companies: [
        owner('me', tariff('flat', 'consumption', night(10, 10))),
        owner('net', { ...tariff('wire', 'grid', night(3, 3)), grade: 'X' }),
      ],
    });
    expect(check(dir)).toEqual([
      `${dir} can be used.`,
      'expired on 2026-04-15: LU levies valid until 2025-12-31: "l"',
      '',
      'LU consumption flat: The flat\n2026-04-15, ct/kWh, network wire',
      'network charge: example value',
      'levies for 2025; 2026 not yet published',
      '             energy   grid   fees    vat   total',
      '00:00-24:00  10.000  3.000  1.000  2.800  16.800',
      '',
      'LU grid wire: The wire\n2026-04-15, ct/kWh',
      'network charge: example value',
      '              grid',
      '00:00-24:00  3.000',
    ]);
  });

  // Promise P-648 use/catalogue: a contract's `gridTariff` is its network, `monthly` is in no price, `$schema` may
  //   stand above
  it('has what is charged by month in no price, and the network that a contract names; a line for editors may stand above', () => {
    const mine = { ...tariff('flat', 'consumption', night(10, 10)), monthly: 5.9, gridTariff: 'far' };
    write('lu/a.jsonc', {
      $schema: '../../node_modules/@dayahead/node-red-tariffs/dist/schemas/country.json',
      ...market,
      companies: [
        owner('me', mine),
        owner('net', tariff('near', 'grid', night(3, 3)), tariff('far', 'grid', night(4, 4))),
      ],
    });
    expect(check(dir).slice(2, 5)).toEqual([
      'LU consumption flat: The flat\n2026-04-15, ct/kWh',
      '             energy   grid   fees    vat   total',
      '00:00-24:00  10.000  4.000  1.000  3.000  18.000',
    ]);
  });

  it('prices a spot contract by the hour, from the prices of the folder', () => {
    const spot = { kind: 'spot', zone: 'MINE', settlement: 900, coefficient: 1.02, margin: 1.5, cap: 20 };
    write('lu/a.jsonc', { ...market, companies: [owner('me', tariff('spot', 'consumption', spot))] });
    mkdirSync(join(dir, 'prices'));
    const hours = ['10000', ...new Array<string>(22).fill('0'), '40000'].join(' ');
    writeFileSync(join(dir, 'prices', 'MINE.txt'), `zone: MINE\nreplay: no\n\n2026-04-15 3600 ${hours}\n`);
    expect(check(dir).slice(3)).toEqual([
      '             energy   fees    vat   total',
      '00:00-23:00  11.700  1.000  2.540  15.240',
      '23:00-24:00  20.000  1.000  4.200  25.200',
    ]);
    expect(check(dir, '--now', '2026-04-17T10:00:00Z').slice(3)).toEqual([
      'no price is known for zone MINE on this day',
    ]);
  });

  // Promise P-614 use/catalogue: `check` prints where the prices of a day come from
  it.each([
    ['replay: no', '3600', ', own prices'],
    ['replay: no', '3600,smard', ', live prices of smard'],
    ['', '3600', ', a replay of old auctions'],
  ])('says where the prices of a day come from: header "%s", %s', (header, facts, said) => {
    const spot = { kind: 'spot', zone: 'MINE', settlement: 900, coefficient: 1, margin: 0 };
    write('lu/a.jsonc', { ...market, companies: [owner('me', tariff('spot', 'consumption', spot))] });
    mkdirSync(join(dir, 'prices'));
    const line = `2026-04-15 ${facts} ${new Array<string>(24).fill('0').join(' ')}`;
    writeFileSync(join(dir, 'prices', 'MINE.txt'), `zone: MINE\n${header || 'source: a test'}\n\n${line}\n`);
    expect(check(dir)[2]).toBe(`LU consumption spot: The spot\n2026-04-15, ct/kWh${said}`);
  });

  // Promise P-596 use/catalogue: `check` prints rates that never apply, and days without one
  it('reports rates that never apply, and days between periods', () => {
    const tuesdays = { kind: 'clock', rates: [{ price: 1, when: { days: 'working' } }, { price: 2 }] };
    const hidden = { kind: 'clock', rates: [{ price: 1 }, { price: 2, when: { hours: ['22:00-06:00'] } }] };
    const behind = [
      ...tuesdays.rates.slice(0, 1),
      { price: 3, when: { days: 'working', weekdays: [2] } },
      { price: 2 },
    ];
    const period = (from: string, to: string) => ({ from, to, rates: [{ price: 1 }] });
    const periods = [period('2026-01-01', '2026-03-31'), period('2026-04-10', '2026-12-31')];
    write('lu/a.jsonc', {
      ...market,
      holidays: ['01-01'],
      companies: [
        owner(
          'me',
          tariff('right', 'consumption', tuesdays),
          tariff('flat-first', 'consumption', hidden),
          tariff('tuesday', 'consumption', { kind: 'clock', rates: behind }),
          tariff('months', 'consumption', { kind: 'periods', periods }),
        ),
      ],
    });
    expect(check(dir).filter((line) => line.startsWith('warning'))).toEqual([
      'warning: LU consumption flat-first, version 20260101: rates[1] {"hours":["22:00-06:00"]} never applies: the rates before it cover all its times',
      'warning: LU consumption tuesday, version 20260101: rates[1] {"weekdays":[2],"days":"working"} never applies: the rates before it cover all its times',
      'warning: LU consumption months, version 20260101: no period has the days from 2026-04-01 to 2026-04-09',
    ]);
  });

  it('reports gaps and overlaps of dated rates', () => {
    const levy = { component: 'fees', basis: 'kwh', source: 'a test' };
    const rates = [
      { from: '2026-01-01', until: '2026-06-30', value: 1 },
      { from: '2026-09-01', until: '2027-03-31', value: 2 },
      { from: '2027-01-01', value: 3 },
    ];
    write('lu/a.jsonc', { ...market, companies: [owner('me')], levies: [{ name: 'tax', ...levy, rates }] });
    expect(check(dir).slice(1)).toEqual([
      'warning: LU levy "tax": the rate from 2026-09-01 until 2027-03-31 overlaps the rate from 2027-01-01, which counts',
      'warning: LU levy "tax": no rate has the days from 2026-07-01 to 2026-08-31',
    ]);
  });

  // Promise P-597 use/catalogue: `check` prints figures that are past their validity
  it('lists the figures that are past their validity on a day', () => {
    const levy = { component: 'fees', basis: 'kwh', source: 'a test' };
    const until = { from: '2026-01-01', until: '2026-12-31' };
    const periods = [{ from: '2026-01-01', to: '2026-12-31', rates: [{ price: 1 }] }];
    write('lu/a.jsonc', {
      ...market,
      levies: [
        { name: 'tax', ...levy, rates: [{ ...until, value: 1 }] },
        {
          name: 'fund',
          ...levy,
          rates: [
            { ...until, value: 2 },
            { from: '2027-01-01', value: 3 },
          ],
        },
      ],
      companies: [owner('net', tariff('yearly', 'grid', { kind: 'periods', periods }))],
    });
    const expired = (now: string) => check(dir, '--now', now).filter((line) => line.startsWith('expired'));
    expect(expired('2026-12-31')).toEqual([]);
    expect(expired('2027-01-15')).toEqual([
      'expired on 2027-01-15: LU levies valid until 2026-12-31: "tax"',
      'expired on 2027-01-15: LU grid tariffs valid until 2026-12-31: yearly',
    ]);
  });

  it('has no prices of the shipped catalogue, which are too many', () => {
    const lines = check('--now', '2026-11-26');
    expect(lines[0]).toMatch(/^The catalogue with figures dated 20\d\d-\d\d-\d\d can be used\.$/);
    expect(lines.some((line) => line.includes('ct/kWh'))).toBe(false);
  });

  // Promise P-595 use/catalogue: `check` prints each own rate and the rate that it replaces
  it('prints own levies and VAT, and the rates that they replace', () => {
    const rates = [{ from: '2027-04-01', value: 2.325 }];
    const row = { component: 'fees', basis: 'kwh', rates, source: 'a test' };
    write('base/sources.jsonc', { sources: [] });
    write('base/lu/a.jsonc', { ...market, network: 'operator' });
    write('own/lu/a.jsonc', {
      unit: 'ct/kWh',
      levies: [
        { name: 'l', ...row },
        { name: 'town', ...row, scope: { postalCodes: ['10'] } },
      ],
      vat: [{ rates: [{ from: '2027-04-01', value: 0.05 }], source: 'a test' }],
    });
    expect(check(join(dir, 'own'), '--catalogue', join(dir, 'base')).slice(1)).toEqual([
      'LU levy "l": 2.325 ct/kWh from 2027-04-01, in place of 1',
      'LU levy "town" in 10: 2.325 ct/kWh from 2027-04-01, one more levy beside "l"',
      'LU VAT: 5 % from 2027-04-01, in place of 20',
    ]);
  });

  it('says why a tariff has no price without an address', () => {
    const registers = { kind: 'registers', prices: { low: 10, high: 20 } };
    write('lu/a.jsonc', { ...market, companies: [owner('me', tariff('registers', 'consumption', registers))] });
    expect(check(dir).at(-1)).toMatch(/switching times/);
  });

  it('of a whole catalogue prints all that it holds', () => {
    const lines = check('--catalogue', 'test/support/service/markets');
    expect(lines[0]).toBe('test/support/service/markets can be used.');
    expect(lines.filter((line) => /^NL /.test(line)).length).toBeGreaterThan(1);
  });

  // Promise P-647 use/catalogue: ids are refused that are taken, or none
  it('throws all that is wrong', () => {
    write('lu/a.jsonc', { taxes: 1 });
    write('lu/b.jsonc', { companies: [{ id: 'Me', name: 'Me' }] });
    expect(() => check(dir)).toThrow(
      /a\.jsonc: \$: "taxes" is not known here; allowed are .*unit, .*\n.*b\.jsonc: companies\[0\]\.id: must be 1 to 32 of a-z, 0-9 and -$/,
    );
  });

  it.each([
    ['a price of 400 digits', '9'.repeat(400), 'must be a number'],
    ['a price of 300 digits', '9'.repeat(300), 'must be at most 100000000'],
  ])('refuses %s', (_, price, problem) => {
    write('lu/a.jsonc', { ...market, companies: [owner('me', tariff('day', 'consumption', night(1234567, 8)))] });
    const path = join(dir, 'lu', 'a.jsonc');
    writeFileSync(path, readFileSync(path, 'utf8').replace('1234567', price));
    expect(() => check(dir)).toThrow(`companies[0].tariffs[0].versions[0].price.rates[0].price: ${problem}`);
  });

  it('reads a file that begins with a BOM and ends lines with CR', () => {
    write('lu/a.jsonc', { ...market, companies: [owner('me', tariff('sun', 'feedin', night(8, 8)))] });
    const path = join(dir, 'lu', 'a.jsonc');
    writeFileSync(path, `\uFEFF// mine\r\n${readFileSync(path, 'utf8')}\r\n`);
    expect(check(dir)[0]).toBe(`${dir} can be used.`);
  });

  it.each([
    [[], 'check takes one folder; without a folder it needs --catalogue or --now'],
    [['a', 'b'], 'check takes one folder; without a folder it needs --catalogue or --now'],
    [['a', '--port', '1'], 'Unknown option "--port"'],
    [
      ['a', '--now', '15.01.2027'],
      '--now must be a day such as 2026-01-15, or a time such as 2026-01-15T10:00:00Z, got "15.01.2027"',
    ],
  ])('cannot follow %s', (args, message) => {
    expect(() => check(...args)).toThrow(UsageError);
    expect(() => check(...args)).toThrow(message);
  });
});
