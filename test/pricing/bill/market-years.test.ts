import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { rowOn } from '../../../src/core/dated.ts';
import { type CountryCode, markets } from '../../../src/core/markets.ts';
import type { MeterReading } from '../../../src/core/series.ts';
import { addDays, localDay, wallTime } from '../../../src/core/time.ts';
import type { PeakRule } from '../../../src/planner/house/peak.ts';
import { bill } from '../../../src/pricing/bill/bill.ts';
import { householdLines } from '../../../src/pricing/bill/household.ts';
import type { BillQuestion, HouseholdBill } from '../../../src/pricing/bill/types.ts';
import type { Issuer, PeakLine } from '../../../src/pricing/bill-lines.ts';
import { pastBook } from '../../../src/pricing/comparison/past-prices.ts';
import type { Tariff } from '../../../src/pricing/tariff.ts';
import { openCatalogue } from '../../../src/service/catalogue/catalogue.ts';
import { peaksBeforeVat, shippedPeaks } from '../../../src/service/contracts/peak-rules.ts';

/**
 * A year of 3,500 kWh in each market with a complete catalogue. The household uses 3,500/365 kWh every day from 12:00 to 14:00. Its
 * supplier charges 0.10 per kWh and 5 a month. The figures in the sums are those of the sources, not of the catalogue.
 */

const catalogue = openCatalogue('data/catalogue');
const KWH = 3500;
const PER_DAY = KWH / 365;

const supplier: Tariff = {
  ...{ id: 'own-home', companyId: 'own', sector: 'consumption', name: 'Home', link: null, description: null },
  ...{ type: 'static', available: true, household: true, monthly: 5 },
  versions: [{ version: '20250101', available: true, price: { kind: 'clock', rates: [{ price: 0.1 }] } }],
};

interface Home extends Pick<BillQuestion, 'contractedKw' | 'fuseA'> {
  readonly from?: string;
  readonly to?: string;
  readonly postalCode?: string;
  readonly grid?: string;
  readonly options?: readonly string[];
  readonly contract?: Partial<Tariff>;
  readonly supplier?: Tariff;
  readonly perDay?: number;
}

function yearOf(country: CountryCode, home: Home): HouseholdBill {
  const {
    from = '2026-01-01',
    to = '2026-12-31',
    postalCode,
    grid: id,
    options,
    contract,
    supplier: base = supplier,
    perDay = PER_DAY,
    ...facts
  } = home;
  const book = catalogue.books.get(country);
  if (!book) throw new Error(`no book of ${country}`);
  const { timeZone } = markets[country];
  const span = { start: localDay(from, timeZone).start, end: localDay(to, timeZone).end };
  const grid = id === undefined ? undefined : book.tariffs.get(id);
  const place = {
    span,
    ...(grid && { grid, operator: grid.companyId }),
    ...(postalCode !== undefined && { postalCode }),
  };
  const pointsOf = () => [];
  const consumption = { ...base, ...contract };
  const lines = householdLines(
    book,
    place,
    { consumption, ...(options && { options }) },
    {
      ...{ past: pastBook(book, place, pointsOf), pointsOf },
    },
  );
  return bill({ ...{ from, to, consumption: noonReadings(from, to, timeZone, perDay) }, ...lines, ...facts });
}

/** Readings of whole days without a hole: all of the day's energy is from 12:00 to 14:00. */
function noonReadings(from: string, to: string, timeZone: string, kWh: number): MeterReading[] {
  const readings: MeterReading[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const { start, end } = localDay(date, timeZone);
    const noon = wallTime(date, '12:00', timeZone);
    readings.push({ start, end: noon, kWh: 0 });
    for (let at = noon; at < noon + 7200; at += 900) readings.push({ start: at, end: at + 900, kWh: kWh / 8 });
    readings.push({ start: noon + 7200, end, kWh: 0 });
  }
  return readings;
}

const cents = (amount: number) => Math.round(amount * 100 + 1e-6) / 100;
/** Energy and fee of the supplier. */
const SUPPLIER = 0.1 * KWH + 12 * 5;
const days = (count: number) => count * PER_DAY;

const complete = (bought: HouseholdBill, total: number) =>
  expect(bought).toMatchObject({ missing: [], status: 'complete', total: cents(total) });

describe('a year of 3,500 kWh', () => {
  it('Germany, Berlin: base price, legal maximum of the meter, levies, concession fee of a large city, 19 %', () => {
    const net = SUPPLIER + KWH * 0.0746 + 33.36 + KWH * (0.0205 + 0.00446 + 0.00941 + 0.01559 + 0.0239);
    const home = { grid: 'de-stromnetz-berlin-household' };
    complete(yearOf('DE', home), net * 1.19 + 25);
    // Module 1 takes 123.18 off the network charge, and the smart meter costs 50.
    complete(yearOf('DE', { ...home, options: ['module-1'] }), (net - 123.18) * 1.19 + 50);
  });

  it('Germany without the size of the municipality: at least, with the concession fee up to 25,000 and the choices', () => {
    const munich = yearOf('DE', { grid: 'de-swm-infrastruktur-household' });
    const net = SUPPLIER + KWH * 0.0647 + 63.27 + KWH * (0.0205 + 0.00446 + 0.00941 + 0.01559 + 0.0132);
    expect(munich).toMatchObject({ status: 'at-least', total: cents(net * 1.19 + 25) });
    const sizes = ['to-25000', 'to-100000', 'to-500000', 'above-500000'];
    expect(munich.missing).toMatchObject([
      { name: 'Konzessionsabgabe', reason: 'household', choices: sizes.map((size) => `inhabitants-${size}`) },
    ]);
    complete(
      yearOf('DE', { grid: 'de-swm-infrastruktur-household', options: ['inhabitants-to-25000'] }),
      net * 1.19 + 25,
    );
  });

  it('sends one invoice of the supplier in Germany, and a second one of the network company in Sweden', () => {
    const namesOf = (issuer: Issuer, { lines }: HouseholdBill) =>
      lines.flatMap((line) => (line.issuer === issuer ? line.name : []));
    const german = yearOf('DE', { to: '2026-01-31', grid: 'de-stromnetz-berlin-household' });
    expect(namesOf('network', german)).toEqual([]);
    expect(namesOf('supplier', german)).toContain('Stromsteuer');
    const swedish = yearOf('SE', { to: '2026-01-31', grid: 'se-vattenfall-e4', fuseA: 20 });
    expect(namesOf('supplier', swedish)).toEqual(['energy', 'supplier fee']);
    expect(namesOf('network', swedish)).toEqual(['network', 'Fast avgift', 'Energiskatt']);
  });

  it('has no fee of a supplier that charges 0 a month, and lacks the fee of one that names none', () => {
    const home = { grid: 'de-stromnetz-berlin-household', options: ['inhabitants-above-500000'] };
    const free = yearOf('DE', { ...home, contract: { monthly: 0 } });
    expect(free.status).toBe('complete');
    expect(free.lines.find(({ name }) => name === 'supplier fee')?.amount).toBe(0);
    const { monthly, ...unstated } = supplier;
    expect(yearOf('DE', { ...home, supplier: unstated }).missing).toMatchObject([{ name: 'supplier fee' }]);
    // In Spain the market has a line for the margin of the supplier.
    const lacking = (options: string[]) =>
      yearOf('ES', { to: '2026-01-31', contractedKw: 4.6, options, supplier: unstated }).missing.map(
        ({ name }) => name,
      );
    expect([lacking([]), lacking(['pvpc'])]).toEqual([['supplier fee'], []]);
  });

  it('Germany: module 1 is no more than the network charge', () => {
    const { lines } = yearOf('DE', { grid: 'de-ewe-netz-household', options: ['module-1'], perDay: 0 });
    expect(lines.find(({ name }) => name === 'Modul 1')?.amount).toBe(-91.23);
    // Stromnetz Berlin: 33.36 without any energy.
    const berlin = yearOf('DE', { grid: 'de-stromnetz-berlin-household', options: ['module-1'], perDay: 0 });
    expect(berlin.lines.find(({ name }) => name === 'Modul 1')?.amount).toBe(-33.36);
  });

  it('Austria, Vienna: losses, yearly parts, the use levy on energy and network with its new rate from March', () => {
    const early = days(59);
    const energyAndNetwork = (kWh: number, share: number) =>
      kWh * 0.1 + kWh * (0.0698 + 0.007) + share * (60 + 54 + 28.8);
    const net =
      energyAndNetwork(KWH, 1) +
      // The supplier's fee and the maximum for metering are charged by the month.
      0.06 * (early * 0.1768 + 2 * (5 + 2.4) + (54 * 59) / 365) +
      0.07 * ((KWH - early) * 0.1768 + 10 * (5 + 2.4) + (54 * 306) / 365) +
      KWH * (0.001 + 0.0062) +
      (3.796 + 19.02);
    complete(yearOf('AT', { postalCode: '1010', grid: 'at-wien-household' }), net * 1.2);
  });

  it('Netherlands, Liander: no charge per kWh, the yearly amount, the reduction of the energy tax', () => {
    const net = SUPPLIER + KWH * 0.09161 + 395.07 - 519.8;
    complete(yearOf('NL', { grid: 'nl-liander-3x25' }), net * 1.21);
    // Without consumption the reduction makes the total negative.
    expect(yearOf('NL', { grid: 'nl-liander-3x25', perDay: 0 }).total).toBe(cents((60 + 395.07 - 519.8) * 1.21));
  });

  it('Sweden, Vattenfall with 20 A: energy fee, tax and a yearly fee by fuse', () => {
    const net = SUPPLIER + KWH * (0.356 + 0.36);
    complete(yearOf('SE', { grid: 'se-vattenfall-e4', fuseA: 20 }), net * 1.25 + 8085);
  });

  it('Norway, BKK: working days and rest days, a step from 2 to 5 kW, no support without exchange prices', () => {
    const bought = yearOf('NO', { postalCode: '5003', grid: 'no-bkk-grid', options: ['cabin'] });
    // 2026 has 261 weekdays; 8 of the holidays are on one of them.
    const working = days(253);
    const net = SUPPLIER + working * 0.2877 + (KWH - working) * 0.105 + KWH * (0.01 + 0.0713) + 2400;
    complete(bought, net * 1.25);
  });

  it('Denmark, N1 from October 2026: winter and summer, the tariffs of both years, two subscriptions carried on', () => {
    const bought = yearOf('DK', { from: '2026-10-01', to: '2027-09-30', grid: 'dk-n1-c' });
    const network = days(182) * 0.263563 + days(183) * 0.131782 + days(92) * (0.043 + 0.072) + days(273) * 0.105;
    complete(bought, (SUPPLIER + network + KWH * 0.008 + 12 * 28.12 + 187) * 1.25);
    expect(bought.provisional).toEqual([
      { name: 'network', from: '2027-01-01', to: '2027-09-30', reason: 'expired' },
      { name: 'TSO-abonnement', from: '2027-01-01', to: '2027-09-30', reason: 'expired' },
    ]);
  });

  it('Finland, Helen from October 2026: energy fee, duty, monthly fee of 3x25 A', () => {
    const net = SUPPLIER + KWH * (0.0376 + 0.02325);
    const home = { from: '2026-10-01', to: '2027-09-30', grid: 'fi-helen-general', fuseA: 25 };
    complete(yearOf('FI', home), net * 1.255 + 12 * 6.01);
  });

  it('Flanders, Imewo: the capacity of 4.79 kW, the data fee, both levies until July', () => {
    const early = days(212);
    const kw = PER_DAY / 2;
    const net =
      SUPPLIER + KWH * 0.0522864 + kw * 54.2009816 + 17.85 + early * (0.0474811 + 0.0019261) + (KWH - early) * 0.046;
    complete(yearOf('BE', { postalCode: '9000', grid: 'be-imewo-digital' }), net * 1.06);
  });

  it('Flanders: a second home pays at most 0.3276168 per kWh for the network, and at least 2.5 kW', () => {
    const network = (kWh: number) => {
      const home = { postalCode: '9000', grid: 'be-imewo-digital', perDay: kWh / 365 };
      const names = ['network', 'Capaciteitstarief', 'Maximumtarief'];
      const lines = yearOf('BE', home).lines.filter(({ name }) => names.includes(name));
      return cents(lines.reduce((sum, { amount }) => sum + amount, 0));
    };
    // 3,500 kWh are 4.79 kW: below the cap. 450 kWh are 2.5 kW: the sum would be 135.50 + 23.53.
    expect(network(3500)).toBe(cents(3500 * 0.0522864 + (PER_DAY / 2) * 54.2009816));
    expect(network(450)).toBe(cents(450 * 0.3276168));
    expect(network(100)).toBe(cents(2.5 * 54.2009816));
  });

  it('Brussels, Sibelga at 9.2 kVA: the regulator simulates the network and levies of 2026-09', () => {
    const early = days(212);
    const net = SUPPLIER + early * (0.0474811 + 0.0019261) + (KWH - early) * 0.046;
    const total = net * 1.06 + KWH * 0.122292 + 14.734 + 50.07 + 21.37;
    complete(yearOf('BE', { postalCode: '1000', grid: 'be-sibelga-single', contractedKw: 9.2 }), total);
  });

  it('France, CU at 6 kVA from August 2025: management, metering, power, the CTA on them, the accise', () => {
    const home = { from: '2025-08-01', to: '2026-07-31', contractedKw: 6 };
    const fixed = 16.8 + 22 + 6 * 11.07;
    const early = days(184);
    const net =
      SUPPLIER +
      KWH * 0.0484 +
      fixed +
      fixed * ((0.2193 * 184) / 365 + (0.15 * 181) / 365) +
      early * 0.02998 +
      (KWH - early) * 0.03085;
    complete(yearOf('FR', home), net * 1.2);
  });

  it('Spain, 4.6 kW to October 2026: P1 on working days, P3 on rest days, the tax on energy and power, three rates of VAT', () => {
    const bought = yearOf('ES', { to: '2026-10-31', contractedKw: 4.6 });
    // Days, working days and months of each stretch: the noon of a working day is in P1, and the next hour is too.
    const stretch = (count: number, working: number, months: number, taxRate: number, social: number) => {
      const kWh = days(count);
      const energy = kWh * 0.1 + 5 * months + days(working) * 0.097553 + days(count - working) * 0.003292;
      const power = (4.6 * (27.704413 + 0.725423) * count) / 365;
      return (energy + power) * (1 + taxRate) + 0.81 * months + (social * count) / 365;
    };
    const TAX = 0.0511269632;
    const total =
      // 1 January to 21 March; 22 March to 31 May at the reduced rates; to 25 June; to 31 October with the new social bonus.
      stretch(80, 55, 2 + 21 / 31, TAX, 6.979247) * 1.21 +
      stretch(71, 49, 10 / 31 + 2, 0.005, 6.979247) * 1.1 +
      stretch(25, 19, 25 / 30, TAX, 6.979247) * 1.21 +
      stretch(128, 90, 5 / 30 + 4, TAX, 9.011295) * 1.21;
    complete(bought, total);
  });

  it('Italy, residents at 3 kW: fixed and contracted parts, system charges, an excise on all but what is left of 150 kWh a month', () => {
    // Above 220 kWh each kWh takes one of the 150 free ones: a month is charged for 2 x kWh - 370.
    const excised = 2 * KWH - 12 * 370;
    const fixed = 23.04 + 3 * 23.7188;
    complete(
      yearOf('IT', { contractedKw: 3 }),
      (SUPPLIER + KWH * (0.01473 + 0.030295) + excised * 0.0227 + fixed) * 1.1,
    );
    // ARERA's household of 2,000 kWh is taxed for 200 kWh and pays 6.18 ct for network and meter.
    const vulnerable = yearOf('IT', { contractedKw: 3, perDay: 2000 / 365 });
    const amount = (...names: string[]) =>
      vulnerable.lines.reduce((sum, line) => sum + (names.includes(line.name) ? line.amount : 0), 0);
    expect(amount('Accisa')).toBeCloseTo(200 * 0.0227, 6);
    expect(amount('network', 'Quota fissa', 'Quota potenza') / 2000).toBeCloseTo(0.0618, 4);
  });

  it('Great Britain at the price cap of October 2026: network in the rate, 0 % VAT until March, then 5 %', () => {
    const price = { kind: 'clock', rates: [{ price: 0.2632 }] } as const;
    const contract = {
      bundled: true,
      region: 'C',
      monthly: 16.68,
      versions: [{ version: '20261001', available: true, price }],
    } as const;
    const half = (count: number) => days(count) * 0.2632 + 6 * 16.68;
    const home = { from: '2026-10-01', to: '2027-09-30', postalCode: 'SW1A', contract };
    complete(yearOf('GB', home), half(182) + half(183) * 1.05);
  });

  it('France: a bundled rate contains the network, its standing charges, the CTA on them and the accise', () => {
    complete(yearOf('FR', { contract: { bundled: true } }), SUPPLIER * 1.2);
  });

  it('Ireland: network in the rate, the PSO levy by the year', () => {
    const home = { from: '2026-10-01', to: '2027-09-30', contract: { bundled: true } };
    complete(yearOf('IE', home), (SUPPLIER + 19.1) * 1.09);
  });

  it('Poland, Energa G11: the quality fee of January and of the other months, three monthly charges', () => {
    const quality = days(31) * 0.0331 + days(334) * 0.0332;
    const net = SUPPLIER + KWH * (0.3485 + 0.0073 + 0.003 + 0.005) + quality + 12 * (11.77 + 0.7 + 24.05);
    complete(yearOf('PL', { grid: 'pl-energa-g11' }), net * 1.23);
  });

  it('Estonia, Võrk 1 at 16 A: four levies, the excise of May, a monthly fee by fuse', () => {
    const excise = days(120) * 0.0021 + days(245) * 0.00307;
    const net = SUPPLIER + KWH * (0.0772 + 0.0084 + 0.00758 + 0.00373) + excise + 12 * 3.86;
    complete(yearOf('EE', { grid: 'ee-vork-1', fuseA: 16 }), net * 1.24);
  });

  it('Lithuania: one zone Standartinis without a fixed charge, Efektyvus by permitted kW, Namai by the month', () => {
    const net = (perKwh: number) => SUPPLIER + KWH * (perKwh - 0.00044);
    complete(yearOf('LT', { grid: 'lt-eso-one-standard' }), net(0.092) * 1.21);
    complete(yearOf('LT', { grid: 'lt-eso-one-effective', contractedKw: 5 }), net(0.073) * 1.21 + 12 * 5);
    complete(yearOf('LT', { grid: 'lt-eso-one-home' }), net(0.079) * 1.21 + 12 * 3);
  });
});

it('has the charges for peaks that plans count, row by row', () => {
  const differing = [...peaksBeforeVat(shippedPeaks)].flatMap(([operator, rules]) => {
    const { standing = [] } = catalogue.books.get(operator.slice(0, 2).toUpperCase() as CountryCode) ?? {};
    const [row] = standing.filter(({ kind, scope }) => kind === 'peak' && scope?.operators?.includes(operator));
    return rules.filter(({ from, value }) => {
      const { steps, ...billed } = rowOn((row as PeakLine).rows, from)?.value ?? ({} as PeakRule);
      const first = steps?.slice(0, value.steps?.length);
      return !isDeepStrictEqual({ ...billed, ...(first && { steps: first }) }, value);
    });
  });
  expect(differing).toEqual([]);
});

describe('a total that is at least so much', () => {
  it.each<[string, CountryCode, Home, string]>([
    [
      'Graz: the use levy of the municipality',
      'AT',
      { postalCode: '8010', grid: 'at-graz-household' },
      'Gebrauchsabgabe',
    ],
    ['Namur: the fixed charge of Wallonia', 'BE', { postalCode: '5000', grid: 'be-ores-single' }, 'Redevance fixe'],
    ['Dortmund: the base price of the operator', 'DE', { grid: 'de-dortmunder-netz-household' }, 'Grundpreis'],
    ['Göteborg flats: the fixed fee', 'SE', { grid: 'se-goteborg-flat' }, 'Fast avgift'],
    ['Stedin at 3x35 A: the yearly amount', 'NL', { grid: 'nl-stedin-3x35' }, 'Netbeheerkosten'],
    ['Tauron: the fixed network charge', 'PL', { grid: 'pl-tauron-g11' }, 'Stawka sieciowa stała'],
    ['Switzerland: the levies of the municipality', 'CH', {}, 'Abgaben der Gemeinde'],
    ['Czechia: the charge by the main breaker', 'CZ', { grid: 'cz-cez-d02d' }, 'Plat podle hlavního jističe'],
    ['Greece: the public service obligations', 'GR', {}, 'ΥΚΩ'],
    ['Hungary: the base charge', 'HU', {}, 'Elosztói alapdíj'],
    ['Portugal: the higher rate of VAT', 'PT', {}, 'IVA a 23 %'],
    ['Slovenia: the agreed power', 'SI', {}, 'Obračunska moč'],
  ])('%s', (_, country, home, name) => {
    const bought = yearOf(country, { to: '2026-01-31', ...home });
    expect(bought.status).toBe('at-least');
    expect(bought.missing.map((each) => each.name)).toContain(name);
  });

  it('names the fee of Sweden without a fuse, and the capacity charge of a small Polish household', () => {
    const { missing } = yearOf('SE', { to: '2026-01-31', grid: 'se-vattenfall-e4' });
    expect(missing).toMatchObject([{ name: 'Fast avgift', reason: 'household' }]);
    const small = yearOf('PL', { to: '2026-01-31', grid: 'pl-energa-g11', perDay: 5 });
    expect(small.missing).toMatchObject([{ name: 'Opłata mocowa', reason: 'figure' }]);
  });

  it('counts no VAT of Spain in November and December 2026, which is an example value', () => {
    const from = ({ missing }: HouseholdBill, name: string) => missing.find((each) => each.name === name)?.from;
    const year = yearOf('ES', { contractedKw: 4.6 });
    expect([from(year, 'vat'), from(year, 'Impuesto especial sobre la electricidad')]).toEqual([
      '2026-11-01',
      '2026-11-01',
    ]);
  });

  it('has no price for a Dutch household above 10,000 kWh a year', () => {
    const { missing } = yearOf('NL', { to: '2026-01-31', grid: 'nl-liander-3x25', perDay: 30 });
    expect(missing).toMatchObject([{ name: 'Energiebelasting, first 10,000 kWh a year', reason: 'figure' }]);
  });
});
