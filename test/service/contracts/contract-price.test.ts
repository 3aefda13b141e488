import { describe, expect, it } from 'vitest';
import type { DayAheadBody } from '../../../src/api/bodies.ts';
import type { SpotPrices } from '../../../src/pricing/book.ts';
import { readContract, type TypedContract } from '../../../src/service/contracts/typed-contract.ts';
import { createService } from '../../../src/service/service.ts';
import { formOf } from '../../support/service/contract-form.ts';
import { at, exchangeOf } from '../../support/service/pricing-fixture.ts';
import { catalogue, minorAt } from '../../support/service/shipped-service.ts';

/** Cents of each quarter of every hour, 10 in the mean; at 3 it is paid to use electricity, at 18 it is dear. */
const quarters = [8, 9, 11, 12];
const prices = exchangeOf(at('2027-01-01T00:00:00Z'), (start) => {
  const hour = new Date(start * 1000).getUTCHours() + 1;
  return { 3: -0.3, 18: 0.5 }[hour] ?? (quarters[(start / 900) % 4] ?? 0) / 100;
});

function contractOf(form: object): TypedContract {
  const read = readContract(formOf(form));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.contract;
}

async function answerOf(
  form: object,
  query = '',
  now = '2026-01-14T11:30:00Z',
  spot: SpotPrices = prices,
): Promise<DayAheadBody> {
  const contract = contractOf(form);
  const { fetch, tokens } = createService({ catalogue, prices: spot, contracts: [contract], now: () => at(now) });
  const asked = `consumption_tariff=own-1&include=fees,vat&resolution=900&historic_days=0${query}`;
  const address = `http://embedded/v2/${contract.country}/dayahead?${asked}`;
  const headers = { authorization: `Bearer ${tokens.production}` };
  const response = await fetch(new Request(address, { headers }));
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const exchange = { kind: 'exchange', zone: 'DE-LU', factor: '1', margin: '0', cap: '', floor: '', settlement: '3600' };
const clock = (
  rows: readonly (readonly [days: string, from: string, to: string, price: string])[],
  otherwise: string,
) => ({
  kind: 'clock',
  rows: rows.map(([days, from, to, price]) => ({ days, from, to, price })),
  otherwise,
});

const wednesday = '2026-01-14T12:15:00+01:00';
const sunday = '2026-01-18T12:15:00+01:00';
const denmark = {
  country: 'DK',
  energy: { ...exchange, zone: 'DK2', margin: '4' },
  network: { kind: 'listed', tariff: 'dk-radius-c' },
};
const sweden = {
  country: 'SE',
  vat: 'in',
  energy: { ...exchange, zone: 'SE3', margin: '6,25' },
  network: clock([['12345', '6', '22', '67,00']], '26,80'),
};
const spain = { country: 'ES', unit: 'major', energy: { kind: 'fixed', price: '0,12' } };
const netherlands = {
  country: 'NL',
  vat: 'in',
  energy: clock([['working', '7:00', '23:00', '14,52']], '10,89'),
  network: { kind: 'fixed', price: '0' },
};
const britain = { country: 'GB', vat: 'in', includes: 'all', energy: { kind: 'fixed', price: '27.69' } };

// Promise P-582 use/catalogue: a contract is typed with a decimal point, with or without VAT
describe('an hour of a typed contract, worked out by hand, per kWh in hundredths', () => {
  // German levies of 2026: 2.05 + 0.446 + 0.941 + 1.559 + 1.32 = 6.316 ct.
  it.each([
    ['fixed, without VAT', {}, wednesday, { energy: 15.5, fees: 6.316, vat: 4.14504, total: 25.96104 }],
    [
      'fixed, 18,445 with 19 % VAT is 15.5',
      { vat: 'in', energy: { kind: 'fixed', price: '18,445' } },
      wednesday,
      { energy: 15.5, fees: 6.316, vat: 4.14504, total: 25.96104 },
    ],
    [
      'fixed, in EUR',
      { unit: 'major', energy: { kind: 'fixed', price: '0.155' } },
      wednesday,
      { energy: 15.5, fees: 6.316, vat: 4.14504, total: 25.96104 },
    ],
    [
      'exchange by the hour: 10 x 1.02 + 2.5',
      { energy: { ...exchange, factor: '1,02', margin: '2,5' } },
      wednesday,
      { energy: 12.7, fees: 6.316, vat: 3.61304, total: 22.62904 },
    ],
    [
      'exchange by the quarter hour: 9 x 1.02 + 2.5',
      { energy: { ...exchange, factor: '1,02', margin: '2,5', settlement: '900' } },
      wednesday,
      { energy: 11.68, fees: 6.316, vat: 3.41924, total: 21.41524 },
    ],
    [
      'a margin with VAT, on the exchange price without: 10 + 2.38 / 1.19',
      { vat: 'in', energy: { ...exchange, margin: '2,38' } },
      wednesday,
      { energy: 12, fees: 6.316, vat: 3.48004, total: 21.79604 },
    ],
    [
      '50 x 1.02 + 1.5 is more than the cap of 18',
      { energy: { ...exchange, factor: '1.02', margin: '1.5', cap: '18' } },
      '2026-01-14T18:30:00+01:00',
      { energy: 18, fees: 6.316, vat: 4.62004, total: 28.93604 },
    ],
    [
      '-30 is less than the floor of 0',
      { energy: { ...exchange, floor: '0' } },
      '2026-01-15T03:30:00+01:00',
      { energy: 0, fees: 6.316, vat: 1.20004, total: 7.51604 },
    ],
    [
      'a typed network charge, over midnight',
      { network: clock([['all', '22:15', '6:30', '2,61']], '7,46') },
      '2026-01-15T03:30:00+01:00',
      { energy: 15.5, grid: 2.61, fees: 6.316, vat: 4.64094, total: 29.06694 },
    ],
    [
      'all included, with VAT: nothing comes on top',
      { vat: 'in', includes: 'all', energy: { kind: 'fixed', price: '32,9' } },
      wednesday,
      { energy: 21.331059, grid: 0, fees: 6.316, vat: 5.252941, total: 32.9 },
    ],
    // 0.1 EUR x 7.46038; the network of Radius 87.88, with 4.3 and 7.2 of the system operator; a duty of 0.8.
    [
      'Denmark, on a listed network',
      denmark,
      '2026-01-14T17:30:00+01:00',
      { energy: 78.6038, grid: 99.38, fees: 0.8, vat: 44.69595, total: 223.47975 },
    ],
    [
      'Denmark, with VAT in the margin: 5 / 1.25 is 4',
      { ...denmark, vat: 'in', energy: { ...denmark.energy, margin: '5,00' } },
      '2026-01-14T17:30:00+01:00',
      { energy: 78.6038, grid: 99.38, fees: 0.8, vat: 44.69595, total: 223.47975 },
    ],
    [
      'the Netherlands, a working day: 14.52 / 1.21',
      netherlands,
      wednesday,
      { energy: 12, grid: 0, fees: 9.161, vat: 4.44381, total: 25.60481 },
    ],
    [
      'the Netherlands, a Sunday: 10.89 / 1.21',
      netherlands,
      sunday,
      { energy: 9, grid: 0, fees: 9.161, vat: 3.81381, total: 21.97481 },
    ],
    [
      'Great Britain, the price cap with 5 % VAT',
      britain,
      wednesday,
      { energy: 26.371429, grid: 0, vat: 1.318571, total: 27.69 },
    ],
    [
      'Great Britain, once there is no VAT on it',
      britain,
      '2026-10-14T12:15:00+01:00',
      { energy: 26.371429, grid: 0, vat: 0, total: 26.371429 },
    ],
    // 0.1 EUR x 11; the tax is 36 öre.
    [
      'Sweden, a working day: 67.00 / 1.25',
      sweden,
      wednesday,
      { energy: 115, grid: 53.6, fees: 36, vat: 51.15, total: 255.75 },
    ],
    [
      'Sweden, a Sunday: 26.80 / 1.25',
      sweden,
      sunday,
      { energy: 115, grid: 21.44, fees: 36, vat: 43.11, total: 215.55 },
    ],
    // P1 of the national network charge is 9.7553 ct, the tax 5.11269632 % of energy and network.
    [
      'Spain, in EUR with a comma',
      spain,
      wednesday,
      { energy: 12, grid: 9.7553, fees: 1.112282, vat: 4.802192, total: 27.669775 },
    ],
    [
      'Spain, 0,1452 with 21 % VAT is 0.12',
      { ...spain, vat: 'in', energy: { kind: 'fixed', price: '0,1452' } },
      wednesday,
      { energy: 12, grid: 9.7553, fees: 1.112282, vat: 4.802192, total: 27.669775 },
    ],
  ])('%s', async (_, form, time, components) => {
    const now = new Date((at(time) - 7200) * 1000).toISOString();
    expect(minorAt(await answerOf(form, '', now), time)).toEqual(components);
  });
});

describe('what is sold', () => {
  const soldAt = async (feedin: object) => {
    const { feedin: sold } = await answerOf({ vat: 'in', feedin }, '&feedin_tariff=own-1-feedin');
    return sold?.prices.find(({ from_utc }) => from_utc === at(wednesday))?.energy;
  };
  it.each([
    ['fixed, never divided by VAT', { kind: 'fixed', price: '8,11' }, 0.0811],
    ['the exchange price less 0.4 ct', { ...exchange, margin: '-0,4' }, 0.096],
    ['more at noon', clock([['all', '11', '13', '3']], '8'), 0.03],
  ])('%s', async (_, feedin, price) => expect(await soldAt(feedin)).toBe(price));
});

// Promise P-649 use/catalogue: another chosen network replaces the `gridTariff`
describe('the network of a typed contract', () => {
  const gridOf = async (network: object, query = '') => {
    const { consumption, grid_tariff } = await answerOf({ network }, query);
    const point = consumption?.prices.find(({ from_utc }) => from_utc === at(wednesday));
    return [grid_tariff?.id, point?.grid];
  };
  const berlin = '&postal_code=10115';

  it.each([
    ['is that of the address', { kind: 'address' }, berlin, ['de-stromnetz-berlin-household', 0.0746]],
    ['is unknown without one', { kind: 'address' }, '', [undefined, undefined]],
    ['goes before the address', { kind: 'fixed', price: '9' }, berlin, ['own-1-grid', 0.09]],
    [
      'may be a listed one',
      { kind: 'listed', tariff: 'de-netze-bw-module-3' },
      berlin,
      ['de-netze-bw-module-3', 0.0303],
    ],
    [
      'gives way to one that is asked for',
      { kind: 'fixed', price: '9' },
      '&grid_tariff=de-stromnetz-berlin-household',
      ['de-stromnetz-berlin-household', 0.0746],
    ],
    ['is missing where it is listed no longer', { kind: 'listed', tariff: 'gone' }, '', [undefined, undefined]],
  ])('%s', async (_, network, query, expected) => expect(await gridOf(network, query)).toEqual(expected));
});

describe('a network price copied from a bill', () => {
  const partsOf = async (form: object, query = '') => {
    const { energy = 0, grid = 0, fees = 0, vat = 0 } = minorAt(await answerOf(form, query), wednesday);
    return [energy, grid, fees, vat, energy + grid + fees + vat].map((part) => Number(part.toFixed(3)));
  };
  const price = { vat: 'in', energy: { kind: 'fixed', price: '23,8' } };
  const network = { kind: 'fixed', price: '17,85' };

  // 23.80 and 17.85 ct with 19 % VAT are 20 and 15; the levies of 2026 are 6.316 ct.
  it.each([
    ['of the network alone is followed by levies', network, [20, 15, 6.316, 7.85, 49.166]],
    ['of the network alone, as chosen', { ...network, contains: 'network' }, [20, 15, 6.316, 7.85, 49.166]],
    [
      'of network, levies and taxes is all there is',
      { ...network, contains: 'levies' },
      [20, 8.684, 6.316, 6.65, 41.65],
    ],
  ])('%s', async (_, typed, parts) => expect(await partsOf({ ...price, network: typed })).toEqual(parts));

  it('holds the percentages of the address too', async () => {
    const vienna = { country: 'AT', ...price, network: { ...network, contains: 'levies' } };
    const [, , , , total = 0] = await partsOf(vienna, '&postal_code=1010');
    expect(total).toBeCloseTo(23.8 + 17.85, 3);
  });

  it('holds from its day on, and the listed price with its levies before that day', async () => {
    // Netze BW: 7.57 ct, without the levies of 6.316 ct. From 15 January on, 15 ct hold both.
    const typed = { ...network, contains: 'levies', before: 'de-netze-bw-household' };
    const body = await answerOf({ ...price, from: '2026-01-15', network: typed });
    const partsAt = (time: string) => {
      const { grid = 0, fees = 0 } = minorAt(body, time);
      return [grid, fees].map((part) => Number(part.toFixed(3)));
    };
    expect(partsAt('2026-01-14T23:45:00+01:00')).toEqual([7.57, 6.316]);
    expect(partsAt('2026-01-15T00:00:00+01:00')).toEqual([8.684, 6.316]);
  });

  it('is that of every day where the listed tariff before it is gone', async () => {
    const typed = { ...network, before: 'gone' };
    expect(await partsOf({ ...price, from: '2026-01-15', network: typed })).toEqual([20, 15, 6.316, 7.85, 49.166]);
  });

  it('changes nothing in a price of all together', async () => {
    const whole = { ...price, includes: 'all', network: { ...network, contains: 'levies' } };
    expect((await partsOf(whole)).at(-1)).toBe(23.8);
  });
});

it('a price of all together on a network that is listed no longer is none, not a wrong one', async () => {
  const form = { includes: 'all', network: { kind: 'listed', tariff: 'gone' } };
  await expect(answerOf(form)).rejects.toThrow(/the tariff .*own-1.* does not exist/);
});

describe('an exchange price in a currency of which no rate to the euro is held', () => {
  const agile = { country: 'GB', includes: 'all', energy: { ...exchange, zone: 'GB-C' } };
  const at12 = (body: DayAheadBody) => minorAt(body, '2026-01-14T12:15:00Z');

  it('is none where it is in euro', async () => {
    await expect(answerOf(agile)).rejects.toThrow(/no price is published yet/);
  });

  it('is right where it brings its own: 10 ct x 0.87, with 5 % VAT', async () => {
    const withRate: SpotPrices = {
      ...prices,
      pointsOf: (...asked) => prices.pointsOf(...asked).map((point) => ({ ...point, perEuro: 0.87 })),
    };
    expect(at12(await answerOf(agile, '', undefined, withRate))).toEqual({
      energy: 8.7,
      grid: 0,
      vat: 0.435,
      total: 9.135,
    });
  });
});
