import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MeterReading } from '../../../src/core/series.ts';
import { choicesAt } from '../../../src/runtime/comparison/billed-place.ts';
import type { BilledHome } from '../../../src/runtime/comparison/contract-bills.ts';
import { monthBill } from '../../../src/runtime/comparison/month-bill.ts';

const rows = (value: unknown) => [{ from: '2025-01-01', value }];
const tariff = (id: string, price: number, sector = 'consumption') => ({
  ...{ id, sector, name: id, source: 'a test' },
  versions: [{ version: '20250101', price: { kind: 'clock', rates: [{ price }] } }],
});
/** Energy at 20 ct, network 4 ct, a meter at 1 a day, a control box at 2 a day by choice, 5 a month for each kW of the month's highest hour, 20 % VAT. */
const market = {
  ...{ network: 'operator', unit: 'ct/kWh', vat: [{ rates: rows(0.2), source: 'a test' }] },
  areas: [{ codes: ['1'], operator: 'net' }],
  companies: [
    { id: 'net', name: 'Net', householdTariff: 'wire', tariffs: [tariff('wire', 4, 'grid')] },
    { id: 'me', name: 'Me', tariffs: [{ ...tariff('home', 20), monthly: 3.1 }, tariff('sun', 5, 'feedin')] },
  ],
  standing: [
    { kind: 'time', name: 'Meter', issuer: 'network', part: 'grid', source: 'a test', per: 'day', rates: rows(1) },
    {
      ...{ kind: 'time', name: 'Box', issuer: 'network', part: 'grid', source: 'a test', per: 'day' },
      ...{ option: 'control-box', rates: rows(2) },
    },
    {
      ...{ kind: 'peak', name: 'Peak', issuer: 'network', part: 'grid', source: 'a test' },
      rates: rows({ measure: 60, pick: 1, per: 'month', perKw: 5 }),
    },
  ],
  needed: [{ lines: ['Meter', 'Peak'] }],
};

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'month-'));
  mkdirSync(join(dir, 'lu'));
  writeFileSync(join(dir, 'sources.jsonc'), '{ "sources": [] }');
  writeFileSync(join(dir, 'lu', 'a.jsonc'), JSON.stringify(market));
});
afterAll(() => rmSync(dir, { recursive: true }));

const BEGIN = Date.parse('2026-01-01T00:00:00+01:00') / 1000;
const HOUR = 3600;
/** 0.25 kWh a quarter hour, but 0.5 in the hour after 18:00 of each day. */
const quarters = (fromHour: number, toHour: number) =>
  Array.from({ length: 4 * (toHour - fromHour) }, (_, i) => {
    const start = BEGIN + fromHour * HOUR + i * 900;
    return { start, end: start + 900, kWh: Math.floor((start - BEGIN) / HOUR) % 24 === 18 ? 0.5 : 0.25 };
  });
const householdWith = (more: object) => ({ country: 'LU', postalCode: '1234', consumption: { id: 'home' }, ...more });
const places = () => ({ catalogue: dir, keep: join(dir, 'none') });
const billAt = (
  hours: number,
  consumption: ReturnType<typeof quarters>,
  { home = {}, ...more }: { readonly home?: BilledHome } & Record<string, unknown> = {},
  feedIn = consumption,
) => monthBill({ household: householdWith(more), home, consumption, feedIn }, places(), BEGIN + hours * HOUR);

describe('the bill of a month so far', () => {
  // Promise P-946 use/compare: `grid/bill` has standing charges of today, the expected month and the peak
  it('has energy as metered, standing charges with today, and the peak', () => {
    // Two days of 25 kWh; it is noon of the third, with 12 kWh more: 62 kWh x 24 ct + 3 x (1 + 3.10 / 31) + 3/31 x 2 kW x 5.
    const report = billAt(60, quarters(0, 60));
    const net = 62 * 0.24 + 3 * 1.1 + (3 / 31) * 10;
    // Of the month: 62 kWh in 60 of 744 hours, and all of the charges by time.
    const whole = (62 * 0.24 * 744) / 60 + 31 * 1.1 + 10;
    const cents = (amount: number) => Math.round(120 * amount) / 100;
    expect(report).toMatchObject({
      ...{ month: '2026-01', currency: 'EUR', importKwh: 62, peakKw: 2, status: 'complete', missing: [] },
      ...{ soFar: cents(net), expected: cents(whole), until: '2026-01-03T11:00:00Z' },
    });
    expect(report?.lines.map(({ name, amount, expected }) => [name, amount, expected])).toEqual([
      ['energy', cents(62 * 0.2), cents((62 * 0.2 * 744) / 60)],
      ['supplier fee', cents(0.3), cents(3.1)],
      ['network', cents(62 * 0.04), cents((62 * 0.04 * 744) / 60)],
      ['Meter', cents(3), cents(31)],
      ['Peak', cents((3 / 31) * 10), cents(10)],
    ]);
  });

  it('earns the feed-in of its contract', () => {
    const [bought, sold] = [billAt(60, quarters(0, 60)), billAt(60, quarters(0, 60), { feedin: { id: 'sun' } })];
    expect(sold?.lines.find(({ name }) => name === 'feed-in')?.amount).toBe(-3.1);
    expect(sold?.soFar).toBeCloseTo((bought?.soFar ?? 0) - 3.1, 6);
  });

  it('has the lines that the household has chosen, which its dialog offers', () => {
    expect(choicesAt(householdWith({}), places(), BEGIN)).toEqual({
      choices: [{ lines: ['Box'], options: ['control-box'] }],
      fuses: [],
    });
    const boxOf = (home: BilledHome) =>
      billAt(60, quarters(0, 60), { home })?.lines.find(({ name }) => name === 'Box')?.amount;
    // 3 days x 2, with 20 % VAT.
    expect([boxOf({}), boxOf({ choices: ['control-box'] })]).toEqual([undefined, 7.2]);
  });

  // Promise P-947 use/compare: `grid/bill` is "at least" after a reset, a gap or silence
  it.each<[string, MeterReading[]]>([
    ['began in the month', quarters(24, 60)],
    ['had a gap', [...quarters(0, 30), ...quarters(40, 60)]],
    ['has been silent for hours', quarters(0, 50)],
  ])('is at least so much if the meter %s', (_, consumption) => {
    const report = billAt(60, consumption);
    expect(report?.status).toBe('at-least');
    expect(report?.missing).toContain('energy');
  });

  it('is incomplete, and not at least so much, if the meter has no counter of the feed-in that the contract pays', () => {
    const report = billAt(60, quarters(0, 60), { feedin: { id: 'sun' } }, []);
    expect(report).toMatchObject({ status: 'incomplete', missing: ['feed-in'] });
  });

  it('expects nothing of a month of which less than a day is metered', () => {
    expect(billAt(20, quarters(0, 20))).not.toHaveProperty('expected');
  });

  it('is none without a contract, or with one that the package does not know', () => {
    expect(billAt(20, quarters(0, 20), { consumption: '' })).toBeUndefined();
    const elsewhere = { consumption: { id: 'elsewhere' } };
    expect(billAt(20, quarters(0, 20), elsewhere)).toBeUndefined();
    expect(choicesAt(householdWith(elsewhere), places(), BEGIN)).toBeUndefined();
  });
});
