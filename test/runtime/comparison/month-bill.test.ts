import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MeterReading } from '../../../src/core/series.ts';
import { choicesAt } from '../../../src/runtime/comparison/billed-place.ts';
import type { BilledHome } from '../../../src/runtime/comparison/contract-bills.ts';
import { monthBill } from '../../../src/runtime/comparison/month-bill.ts';
import { accountedDevice } from '../../support/device/accounted-device.ts';

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
  feedIn: MeterReading[] = [],
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
    const energy = quarters(0, 60);
    const [bought, sold] = [billAt(60, energy), billAt(60, energy, { feedin: { id: 'sun' } }, energy)];
    expect(sold?.lines.find(({ name }) => name === 'feed-in')?.amount).toBe(-3.1);
    expect(sold?.soFar).toBeCloseTo((bought?.soFar ?? 0) - 3.1, 6);
  });

  it('is incomplete where energy is fed in and no contract pays for it', () => {
    const energy = quarters(0, 60);
    expect([billAt(60, energy)?.status, billAt(60, energy, {}, energy)?.status]).toEqual(['complete', 'incomplete']);
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

  it('has the price of one more kWh by quarter hours from now on, without the peak', () => {
    const household = { country: 'LU', postalCode: '1234', consumption: { id: 'home' }, feedin: { id: 'sun' } };
    const question = { household, home: {}, consumption: quarters(0, 60), feedIn: quarters(0, 60), marginal: true };
    const { contract, prices } = monthBill(question, places(), BEGIN + 60 * HOUR)?.marginal ?? { prices: [] };
    expect([contract, prices.length]).toEqual(['home', 2 * 96]);
    expect(prices[0]).toEqual({
      ...{ start: BEGIN + 60 * HOUR, end: BEGIN + 60 * HOUR + 900, feedIn: expect.closeTo(0.05, 5) },
      consumption: {
        ...{ energy: expect.closeTo(0.2, 5), grid: expect.closeTo(0.04, 5), fees: 0 },
        vat: expect.closeTo(0.048, 5),
      },
    });
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

// Promise P-960 use/accounts: the cost of a device in the bill of the month has bought energy, own sun and the peak
it('has the cost that a device causes, with its own sun at the feed-in price and its part of the peak', async () => {
  const household = { country: 'LU', postalCode: '1234', consumption: { id: 'home' }, feedin: { id: 'sun' } };
  const house = await accountedDevice(
    BEGIN,
    { minutes: '120', powerKw: '2' },
    'Europe/Luxembourg',
    async (readings, now) => monthBill({ household, home: {}, ...readings }, places(), now),
  );
  const iso = (hour: number) => new Date((BEGIN + hour * HOUR) * 1000).toISOString();
  // The boiler of 2 kW is planned from 12:00 to 14:00.
  const prices = Array.from({ length: 24 }, (_, i) => ({
    ...{ start: iso(i), end: iso(i + 1), total: i === 12 || i === 13 ? 0.2 : 0.3 },
  }));
  house.input({ timeZone: 'Europe/Luxembourg', currency: 'EUR', prices });
  let [importKwh, exportKwh] = [100, 50];
  for (let quarter = 0; quarter < 4 * 20; quarter += 1) {
    const hour = Math.floor(quarter / 4);
    // An override lets it run from 18:00 to 19:00 once more.
    if (quarter === 4 * 18) house.input({ override: 'on', overrideUntil: iso(19) });
    house.site.bill.counted({ importKwh, exportKwh });
    // The rest of the house: 1 kW, 2 kW from 18:00 on; the sun shines with 2.5 kW from 12:00 to 14:00.
    const others = hour === 18 ? 2 : 1;
    const sun = hour === 12 || hour === 13 ? 2.5 : 0;
    const boiler = hour === 12 || hour === 13 || hour === 18 ? 2 : 0;
    importKwh += Math.max(0, others + boiler - sun) / 4;
    exportKwh += Math.max(0, sun - others - boiler) / 4;
    await house.until(BEGIN + (quarter + 1) * 900);
  }
  house.site.bill.counted({ importKwh, exportKwh });
  await house.until(BEGIN + 20 * HOUR + 130);
  const energy = 3 * 1.2 * (0.2 + 0.04);
  const ownSun = 3 * 0.05;
  const peak = ((1.2 * 5) / 31) * (4 - 2);
  expect(house.account()?.bill?.energyKwh).toBeCloseTo(6, 6);
  expect(house.account()?.bill?.cost).toBeCloseTo(energy + ownSun + peak, 5);
  // The cost at the prices of the message stays as it is.
  expect(house.account()?.month).toMatchObject({ energyKwh: 6, cost: 4 * 0.2 + 2 * 0.3 });
  await house.close({ removed: true });
});
