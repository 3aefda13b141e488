import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../../src/core/markets.ts';
import type { Book } from '../../../src/pricing/book.ts';
import { parsed } from '../../../src/service/catalogue/file.ts';
import { countryFile } from '../../../src/service/catalogue/schema.ts';
import { contractFile, vatRateOf } from '../../../src/service/contracts/contract-file.ts';
import { readContract, type TypedContract } from '../../../src/service/contracts/typed-contract.ts';
import { lawCases } from '../../support/cases.ts';
import { formOf } from '../../support/service/contract-form.ts';
import { catalogue } from '../../support/service/shipped-service.ts';
import { typedFrom } from '../../support/service/typed-from-file.ts';

const bookIn = (country: CountryCode): Book => {
  const book = catalogue.books.get(country);
  if (!book) throw new Error(`no book of ${country}`);
  return book;
};

/** The only company of a contract's file, read as any file of a catalogue is. */
function companyOf(contract: TypedContract) {
  const file = contractFile(contract, bookIn(contract.country));
  const [company] = parsed('contract.jsonc', file, countryFile(file.unit ?? '')).companies;
  if (!company) throw new Error('no company');
  return company;
}

function readBack(contract: TypedContract): TypedContract | undefined {
  const { country, unit, vat } = contract;
  const rate = vatRateOf(contract, bookIn(country));
  return typedFrom(companyOf(contract), { country, unit, vat: vat === 'in' ? rate : undefined });
}

const price = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((units) => String(units / 10_000));
const factor = fc.integer({ min: 0, max: 30_000 }).map((units) => String(units / 10_000));
const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'));
const span = fc
  .uniqueArray(
    time.map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`),
    { minLength: 2, maxLength: 2 },
  )
  .map(([from = '', to = '']) => ({ from, to: to === '00:00' ? '24:00' : to }));
const days = fc.constantFrom('all', 'working', 'rest', '12345', '67', '1', '246');
const row = fc.record({ days, span, price }).map(({ span, ...rest }) => ({ ...rest, ...span }));
const fixed = fc.record({ kind: fc.constant('fixed'), price });
const clock = fc.record({
  kind: fc.constant('clock'),
  rows: fc.array(row, { minLength: 1, maxLength: 4 }),
  otherwise: price,
});
const limits = fc.constantFrom({ cap: '', floor: '' }, { cap: '40', floor: '' }, { cap: '40', floor: '-0.5' });
const exchange = fc
  .record({
    kind: fc.constant('exchange'),
    zone: fc.constantFrom('DE-LU', 'NO2', 'mine'),
    factor,
    margin: price,
    settlement: fc.constantFrom('900', '1800', '3600'),
    limits,
  })
  .map(({ limits, ...rest }) => ({ ...rest, ...limits }));
const network = fc.oneof(
  fc.constant({ kind: 'address' }),
  fc.constant({ kind: 'listed', tariff: 'de-netze-bw-module-3', name: 'Netze BW Modul 3' }),
  fixed,
  clock,
);
const form = fc
  .record({
    id: fc.constantFrom('own-1', 'own-a1b2c3'),
    name: fc.constantFrom('My contract', 'Wärmepumpe “Öko” 100 %'),
    country: fc.constantFrom('DE', 'DK', 'NL', 'GB', 'SE', 'ES', 'CZ', 'HU'),
    from: fc.constantFrom('2025-01-01', '2026-02-28', '2026-11-01'),
    unit: fc.constantFrom('hundredth', 'major'),
    vat: fc.constantFrom('in', 'out'),
    includes: fc.constantFrom('energy', 'all'),
    energy: fc.oneof(exchange, fixed, clock, fc.constant({ kind: 'none' })),
    network,
    feedin: fc.oneof(fc.constant({ kind: 'none' }), exchange, fixed, clock),
    monthly: fc.constantFrom('', '0', '4.9', '12.34'),
  })
  .filter(({ energy, network, feedin }) => [energy, feedin].some(({ kind }) => kind !== 'none') || 'price' in network)
  .map(formOf);

it('what was typed is what is read from its file again', () => {
  fc.assert(
    fc.property(form, (form) => {
      const read = readContract(form);
      if ('problems' in read) throw new Error(JSON.stringify(read.problems));
      expect(readBack(read.contract)).toEqual(read.contract);
    }),
    lawCases(300, 5000, 15),
  );
});

describe('a contract as a file', () => {
  // Promise P-585 use/catalogue: *Save as file* writes it as a file of the page
  it('is the one that docs/use/catalogue.md has one write, without VAT', () => {
    const energy = {
      kind: 'exchange',
      zone: 'DE-LU',
      factor: '1,02',
      margin: '1,5',
      cap: '18',
      floor: '',
      settlement: '900',
    };
    const network = {
      kind: 'clock',
      rows: [{ days: 'working', from: '17', to: '20', price: '11,8' }],
      otherwise: '7,3',
    };
    const read = readContract(formOf({ from: '2026-04-01', energy, network, monthly: '5,9' }));
    if ('problems' in read) throw new Error('refused');
    const common = { name: 'My contract', source: 'typed in the dialog' };
    expect(contractFile(read.contract, bookIn('DE'))).toEqual({
      unit: 'ct/kWh',
      companies: [
        {
          id: 'own-1',
          name: 'My contract',
          tariffs: [
            {
              ...common,
              id: 'own-1',
              sector: 'consumption',
              versions: [
                {
                  version: '20260401',
                  available: true,
                  price: { kind: 'spot', zone: 'DE-LU', settlement: 900, coefficient: 1.02, margin: 1.5, cap: 18 },
                },
              ],
              gridTariff: 'own-1-grid',
              monthly: 5.9,
            },
            {
              ...common,
              id: 'own-1-grid',
              sector: 'grid',
              versions: [
                {
                  version: '20260401',
                  available: true,
                  price: {
                    kind: 'clock',
                    rates: [{ price: 11.8, when: { days: 'working', hours: ['17:00-20:00'] } }, { price: 7.3 }],
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['months', { kind: 'clock', rates: [{ price: 1, when: { months: [1] } }, { price: 2 }] }],
    [
      'no rate for the rest',
      {
        kind: 'clock',
        rates: [
          { price: 1, when: { days: 'rest' } },
          { price: 2, when: { days: 'working' } },
        ],
      },
    ],
    ['registers', { kind: 'registers', prices: { day: 1 } }],
  ])('with %s is none that a form can hold', (_, rule) => {
    const read = readContract(formOf());
    if ('problems' in read) throw new Error('refused');
    const { companies } = parsed(
      'file',
      {
        companies: [
          {
            ...{ id: 'c', name: 'C' },
            tariffs: [
              {
                ...{ id: 't', sector: 'consumption', name: 'T', source: 'a test' },
                versions: [{ version: '20260101', price: rule }],
              },
            ],
          },
        ],
      },
      countryFile('EUR/kWh'),
    );
    const [company] = companies;
    expect(company && typedFrom(company, { country: 'DE', unit: 'major' })).toBeUndefined();
  });
});
