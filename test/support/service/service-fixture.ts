import type { CountryCode } from '../../../src/core/markets.ts';
import type { Instant } from '../../../src/core/time.ts';
import type { Book, SpotPrices } from '../../../src/pricing/book.ts';
import type { PriceRule, Tariff } from '../../../src/pricing/tariff.ts';
import {
  type AccountPortal,
  type Accounts,
  type Allowances,
  createAccounts,
} from '../../../src/service/accounts/accounts.ts';
import { createLedger, type Ledger } from '../../../src/service/accounts/ledger.ts';
import { createVisits } from '../../../src/service/accounts/table-visits.ts';
import type { Visits } from '../../../src/service/accounts/visits.ts';
import { type AppOptions, createApp } from '../../../src/service/app.ts';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.ts';
import { bookOf } from './pricing-fixture.ts';

/** A small catalogue of our own making, and the service over it without a port. */

/** Seconds of an ISO time. */
export const at = (iso: string): Instant => Date.parse(iso) / 1000;

export const flat = (price: number): PriceRule => ({ kind: 'clock', rates: [{ price }] });

const spot = (zone: string): PriceRule => ({ kind: 'spot', zone, settlement: 900, coefficient: 1, margin: 0 });

/** `company/id`, with its price; the rest as given or plain. */
export function tariff(path: string, sector: Tariff['sector'], price: PriceRule, rest: Partial<Tariff> = {}): Tariff {
  const [companyId = '', id = ''] = path.split('/');
  return {
    id,
    companyId,
    sector,
    name: `Tariff ${id}`,
    link: null,
    description: null,
    type: price.kind === 'spot' ? 'dynamic' : 'static',
    available: true,
    household: true,
    versions: [{ version: '20250101', available: true, price }],
    ...rest,
  };
}

/** A country with these tariffs, their companies and no levy. */
export function book(country: CountryCode, tariffs: readonly Tariff[], rest: Partial<Book> = {}): Book {
  const companies = [...new Set(tariffs.map((one) => one.companyId))].map((id) => ({ id, name: `Company ${id}` }));
  return bookOf({
    country,
    companies: new Map(companies.map((company) => [company.id, company])),
    tariffs: new Map(tariffs.map((one) => [one.id, one])),
    ...rest,
  });
}

const day = (value: number) => [{ from: '2020-01-01', value }];

const germany = book(
  'DE',
  [
    tariff('stromer/de-spot', 'consumption', spot('DE-LU')),
    tariff('stromer/de-fixed', 'consumption', flat(0.3), {
      available: false,
      description: 'Closed',
      link: 'https://stromer.example/de-fixed',
      versions: [
        { version: '20250101', available: true, price: flat(0.25) },
        { version: '20250401', available: false, price: flat(0.3) },
      ],
    }),
    tariff('stromer/sun', 'feedin', flat(0.08)),
    tariff('stromer/business', 'consumption', flat(0.2), { household: false }),
    tariff('grosser/wholesale', 'consumption', flat(0.1), { household: false }),
    tariff('netz/house', 'grid', flat(0.09)),
    tariff('netz/module-3', 'grid', flat(0.02)),
  ],
  {
    companies: new Map([
      ['stromer', { id: 'stromer', name: 'Stromer', url: 'https://stromer.example' }],
      ['grosser', { id: 'grosser', name: 'Grosser' }],
      ['netz', { id: 'netz', name: 'Netz', householdTariff: 'house' }],
      ['ohne', { id: 'ohne', name: 'Ohne Tarif' }],
    ]),
    areas: [
      { codes: ['10', '11'], operator: 'netz' },
      { codes: ['20'], operator: 'ohne' },
    ],
    levies: [
      { name: 'tax', component: 'fees', basis: 'kwh', rates: day(0.02), source: 'example' },
      { name: 'concession', component: 'fees', basis: 'kwh', rates: day(0.01), source: 'example' },
      {
        name: 'concession',
        component: 'fees',
        basis: 'kwh',
        scope: { operators: ['netz'] },
        rates: day(0.015),
        source: 'example',
      },
    ],
    vat: [{ rates: day(0.19), source: 'example' }],
  },
);

const denmark = book('DK', [
  tariff('elskab/dk2-spot', 'consumption', spot('DK2')),
  tariff('radius/c-tariff', 'grid', flat(0.9)),
]);

/** One national network price, filed by one of its operators. */
const greece = book(
  'GR',
  [tariff('dei/g1', 'consumption', flat(0.15)), tariff('deddie/national', 'grid', flat(0.05))],
  {
    network: { national: 'national' },
    areas: [{ codes: ['10'], operator: 'deddie' }],
  },
);

/** A spot and a fixed contract, `gb-spot` and `gb-fixed`, and nothing else. */
const plain = (country: CountryCode) => {
  const code = country.toLowerCase();
  const tariffs = [
    tariff(`supplier/${code}-spot`, 'consumption', spot(country)),
    tariff(`supplier/${code}-fixed`, 'consumption', flat(0.2)),
  ];
  return book(country, tariffs, { exchangeRates: day(1) });
};

export const fixtureCatalogue: Catalogue = {
  books: new Map([germany, denmark, greece, plain('GB'), plain('FI'), plain('PT')].map((one) => [one.country, one])),
  sources: [
    {
      publisher: 'Example Agency',
      licence: 'CC BY 4.0',
      notice: 'Source: Example',
      countries: ['DE'],
      shareAlike: false,
    },
    { publisher: 'Everywhere', licence: 'CC0', notice: 'Everywhere' },
  ],
};

/** Quarter hours of one price, published to `until`. */
export function steadyPrices(until: Instant, price = 0.1): SpotPrices {
  return {
    publication: () => ({ until, next: until - 36_000 }),
    pointsOf: (_zone, { start, end }) =>
      Array.from({ length: Math.max(0, (Math.min(end, until) - start) / 900) }, (_, i) => ({
        start: start + i * 900,
        end: start + (i + 1) * 900,
        price,
      })),
  };
}

export const NOON = at('2026-04-15T10:20:00Z');

interface FixtureOptions extends Partial<AppOptions> {
  readonly accounts?: Accounts;
  readonly ledger?: Ledger;
  readonly allowances?: Partial<Allowances>;
}

/** The service on an afternoon whose tomorrow is published; `clock.now` is turned by the test. */
export function openService({
  allowances,
  accounts = createAccounts(),
  ledger = createLedger(),
  ...options
}: FixtureOptions = {}) {
  const clock = { now: NOON };
  const account = accounts.open(allowances);
  const testing = accounts.renewTesting(account.id, clock.now);
  const production = accounts.issueProduction(account.id);
  const asking = askedOf(clock, { visits: createVisits(accounts, ledger), ...options }, production);
  return { ...asking, accounts, account, clock, testing, production };
}

/** The same over a store of any kind. */
export async function openServiceOn<A extends AccountPortal>(
  { accounts, visits }: { readonly accounts: A; readonly visits: Visits },
  { allowances, ...options }: Omit<FixtureOptions, 'accounts' | 'ledger'> = {},
) {
  const clock = { now: NOON };
  const account = await accounts.open(allowances);
  const testing = await accounts.renewTesting(account.id, clock.now);
  const production = await accounts.issueProduction(account.id);
  return { ...askedOf(clock, { visits, ...options }, production), accounts, account, clock, testing, production };
}

function askedOf(
  clock: { readonly now: number },
  options: Partial<AppOptions> & Pick<AppOptions, 'visits'>,
  production: string,
) {
  const app = createApp({
    catalogue: fixtureCatalogue,
    prices: steadyPrices(at('2026-04-16T22:00:00Z')),
    now: () => clock.now,
    random: () => 0.5,
    delayMs: 0,
    trustProxy: false,
    log: () => undefined,
    logState: () => undefined,
    ...options,
  });
  const fetch = async (path: string, headers: Record<string, string> = {}, clientAddress?: string) =>
    app.fetch(new Request(`http://service.test${path}`, { headers }), { clientAddress });
  const get = (path: string, token = production) => fetch(path, { Authorization: `Bearer ${token}` });
  return { app, fetch, get };
}
