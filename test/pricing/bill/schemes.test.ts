import { describe, expect, it } from 'vitest';
import { norwegianSchemes } from '../../../src/core/market/norway.ts';
import { type CountryCode, markets } from '../../../src/core/markets.ts';
import { localDate, localDay, wallTime } from '../../../src/core/time.ts';
import { readMeter } from '../../../src/metering/read-meter.ts';
import { bill } from '../../../src/pricing/bill/bill.ts';
import { householdLines } from '../../../src/pricing/bill/household.ts';
import { marginalPrices } from '../../../src/pricing/bill/marginal-prices.ts';
import type { BillQuestion } from '../../../src/pricing/bill/types.ts';
import type { TieredPrice } from '../../../src/pricing/bill-lines.ts';
import type { SpotPoint } from '../../../src/pricing/book.ts';
import { pastBook } from '../../../src/pricing/comparison/past-prices.ts';
import type { PriceRule, Tariff } from '../../../src/pricing/tariff.ts';
import { openCatalogue } from '../../../src/service/catalogue/catalogue.ts';

/** Support in Norway and netting in the Netherlands, on meter files as Elhub and HomeWizard export them. */

const catalogue = openCatalogue('data/catalogue');

const tariff = (price: PriceRule, sector: Tariff['sector'] = 'consumption'): Tariff => ({
  ...{ id: `own-${sector}`, companyId: 'own', sector, name: 'Home', link: null, description: null, monthly: 0 },
  ...{ type: price.kind === 'spot' ? 'dynamic' : 'static', available: true, household: true },
  versions: [{ version: '20250101', available: true, price }],
});

interface Case {
  readonly lines: readonly string[];
  readonly grid: string;
  readonly consumption: Tariff;
  readonly feedin?: Tariff;
  readonly options?: readonly string[];
  /** Exchange prices of hours, in EUR per kWh; the market has 10 of its currency to the euro. */
  readonly hours?: Readonly<Record<string, number>>;
}

/** The question for the bill of the days of a meter file. */
function questionOf(country: CountryCode, { lines, grid: id, hours = {}, options, ...contract }: Case): BillQuestion {
  const { timeZone } = markets[country];
  const { consumption, feedIn } = readMeter(Buffer.from(lines.join('\n')), { timeZone });
  const from = localDate(consumption[0]?.start ?? 0, timeZone);
  const to = localDate((consumption.at(-1)?.end ?? 0) - 1, timeZone);
  const span = { start: localDay(from, timeZone).start, end: localDay(to, timeZone).end };
  const book = catalogue.books.get(country);
  const grid = book?.tariffs.get(id);
  if (!book || !grid) throw new Error(`no ${id}`);
  const place = { span, grid, operator: grid.companyId };
  const pointsOf = (): SpotPoint[] =>
    Object.entries(hours).map(([hour, price]) => {
      const start = wallTime(hour.slice(0, 10), hour.slice(11), timeZone);
      return { start, end: start + 3600, price, ...(country === 'NL' ? {} : { perEuro: 10 }) };
    });
  const facts = { past: pastBook(book, place, pointsOf), pointsOf };
  const question = householdLines(book, place, { ...contract, ...(options && { options }) }, facts);
  return { from, to, consumption, feedIn, ...question };
}

/** Its lines, each with the amount and the VAT on it. */
function linesOf(country: CountryCode, home: Case) {
  const made = bill(questionOf(country, home));
  return Object.fromEntries(made.lines.map(({ name, amount, vat }) => [name, { amount, vat }]));
}

const about = (net: number, vat: number) => ({
  amount: expect.closeTo(net, 5) as number,
  vat: expect.closeTo(net * vat, 5) as number,
});

describe('Norway: support or the fixed price', () => {
  const home: Case = {
    lines: [
      'Fra,Til,KWH 60 Forbruk,Kvalitet',
      '01.02.2026 00:00,01.02.2026 01:00,"1,2",Målt',
      '01.02.2026 01:00,01.02.2026 02:00,"1,1",Målt',
    ],
    grid: 'no-bkk-grid',
    consumption: tariff({ kind: 'spot', zone: 'NO5', settlement: 3600, coefficient: 1, margin: 0.04 }),
    // 1.50 and 0.60 NOK.
    hours: { '2026-02-01T00:00': 0.15, '2026-02-01T01:00': 0.06 },
  };

  it('pays 90 % of what the hour costs above 0.77 NOK, by the network company', () => {
    const { Strømstøtte, Norgespris, energy } = linesOf('NO', home);
    expect(energy).toEqual(about(1.2 * 1.54 + 1.1 * 0.64, 0.25));
    expect(Strømstøtte).toEqual(about(-0.9 * (1.5 - 0.77) * 1.2, 0.25));
    expect(Norgespris).toBeUndefined();
  });

  it('charges 0.40 NOK in place of the exchange price with Norgespris, in cheap hours too, and no support', () => {
    const { Strømstøtte, Norgespris } = linesOf('NO', { ...home, options: ['norgespris'] });
    expect(Norgespris).toEqual(about(1.2 * (0.4 - 1.5) + 1.1 * (0.4 - 0.6), 0.25));
    expect(Strømstøtte).toBeUndefined();
  });

  it.each([
    ['Strømstøtte', 'no-price-support'],
    ['Norgespris', 'no-fixed-price'],
  ] as const)('has in %s up to its limit the rates of the adjustment %s', (name, kind) => {
    const line = catalogue.books.get('NO')?.standing?.find((row) => row.name === name);
    const prices = line?.rows.map(({ value }) => (value as TieredPrice).tiers[0]?.price);
    expect(prices).toMatchObject(norwegianSchemes[kind].map(({ value }) => value));
  });

  it.each([
    ['support', [], 4000, 1.54 - 0.9 * (1.5 - 0.77)],
    ['no support above 5,000 kWh', [], 5001, 1.54],
    ['Norgespris', ['norgespris'], 4000, 0.4 + 0.04],
    ['no Norgespris above 5,000 kWh', ['norgespris'], 5001, 1.54],
  ])('prices one more kWh at 1.50 NOK with %s', (_, options, kWh, energy) => {
    const { consumption, ...question } = questionOf('NO', { ...home, options });
    const [hour = { start: 0, end: 0 }] = consumption;
    // The whole month is billed; its first hour has all the energy so far.
    const month = { ...question, from: '2026-02-01', to: '2026-02-28', consumption: [{ ...hour, kWh }] };
    expect(marginalPrices(month, [hour])[0]?.consumption?.energy).toBeCloseTo(energy, 5);
  });
});

describe('Netherlands: netting until the end of 2026', () => {
  /** 3 kWh are sold at noon and 4 kWh are bought in the evening. */
  const file = (date: string) => [
    'time,Import kWh,Export kWh',
    ...[`${date} 12:00,100,10`, `${date} 12:15,100,13`, `${date} 12:30,100,13`],
    ...[`${date} 18:00,100,13`, `${date} 18:15,104,13`, `${date} 18:30,104,13`],
  ];
  const spot: PriceRule = { kind: 'spot', zone: 'NL', settlement: 3600, coefficient: 1, margin: 0 };
  const dynamic = (date: string): Case => ({
    ...{ lines: file(date), grid: 'nl-liander-3x25', consumption: tariff(spot), feedin: tariff(spot, 'feedin') },
    hours: Object.fromEntries(
      Array.from({ length: 24 }, (_, hour) => [
        `${date}T${String(hour).padStart(2, '0')}:00`,
        hour === 12 ? 0.02 : 0.2,
      ]),
    ),
  });
  const TAX = 'Energiebelasting, first 10,000 kWh a year';

  it('with exchange prices: energy by the hour both ways, tax on the net kWh, VAT on the netted feed-in', () => {
    const lines = linesOf('NL', dynamic('2026-06-01'));
    expect(lines.energy).toEqual(about(4 * 0.2, 0.21));
    expect(lines['feed-in, netted']).toEqual(about(-3 * 0.02, 0.21));
    expect(lines['feed-in']).toEqual(about(0, 0));
    expect(lines[TAX]).toEqual(about((4 - 3) * 0.09161, 0.21));
  });

  it('with exchange prices in 2027: tax on every kWh bought, no VAT on feed-in', () => {
    const lines = linesOf('NL', dynamic('2027-06-01'));
    expect(lines['feed-in, netted']).toEqual(about(0, 0));
    expect(lines['feed-in']).toEqual(about(-3 * 0.02, 0));
    expect(lines[TAX]).toEqual(about(4 * 0.088, 0.21));
  });

  it('with a fixed price: the net kWh in 2026, and both ways in 2027', () => {
    const price = (perKwh: number): PriceRule => ({ kind: 'clock', rates: [{ price: perKwh }] });
    const fixed = (date: string): Case => ({
      ...{ lines: file(date), grid: 'nl-liander-3x25' },
      ...{ consumption: tariff(price(0.1)), feedin: tariff(price(0.05), 'feedin') },
    });
    const [before, after] = [linesOf('NL', fixed('2026-06-01')), linesOf('NL', fixed('2027-06-01'))];
    expect([before.energy, before['feed-in']]).toEqual([about((4 - 3) * 0.1, 0.21), about(0, 0)]);
    expect([after.energy, after['feed-in']]).toEqual([about(4 * 0.1, 0.21), about(-3 * 0.05, 0)]);
  });

  // The export of 3 kWh is below the import of 4 kWh: until the end of 2026 one more kWh of it is netted.
  it.each([
    ['2026', 0.2 + 0.09161, 1.21],
    ['2027', 0.2, 1],
  ])('with exchange prices: one more kWh sold at 19:00 of 1 June %s', (year, earned, vat) => {
    const question = questionOf('NL', dynamic(`${year}-06-01`));
    const start = wallTime(`${year}-06-01`, '19:00', 'Europe/Amsterdam');
    const [price] = marginalPrices(question, [{ start, end: start + 900 }]);
    expect(price?.feedIn).toBeCloseTo(earned * vat, 5);
    const { energy = 0, fees = 0, vat: tax = 0 } = price?.consumption ?? {};
    expect(energy).toBeCloseTo(0.2, 5);
    expect(tax).toBeCloseTo(0.21 * (energy + fees), 5);
  });
});
