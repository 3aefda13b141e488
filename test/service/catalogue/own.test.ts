import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Book } from '../../../src/pricing/book.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';
import { besideCatalogue } from '../../../src/service/catalogue/own.ts';
import { bookStatistics } from '../../../src/service/catalogue/public-facts.ts';
import { withTold } from '../../../src/service/catalogue/told.ts';
import { createService } from '../../../src/service/service.ts';
import { at } from '../../support/service/pricing-fixture.ts';

const base = loadCatalogue('test/support/service/markets');

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'own-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(path: string, content: object): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), JSON.stringify(content));
}

const flat = { kind: 'clock', rates: [{ price: 0.2 }] };
const company = (id: string, ...tariffs: string[]) => ({
  id,
  name: id,
  tariffs: tariffs.map((tariff) => ({
    ...{ id: tariff, sector: 'consumption', name: tariff, source: 'a test' },
    versions: [{ version: '20260101', price: flat }],
  })),
});
const townLevy = (value: number) => ({
  ...{ name: 'town', component: 'fees', basis: 'kwh', source: 'a test' },
  rates: [{ from: '2027-04-01', value }],
});
const companies = (id: string, ...tariffs: string[]) => ({ companies: [company(id, ...tariffs)] });

describe('a folder of one’s own', () => {
  it('adds to a country what the rest of it stays beside', () => {
    write('nl/mine.jsonc', companies('me', 'mine'));
    const { books, own } = besideCatalogue(base, dir);
    const [before, after] = [base.books.get('NL'), books.get('NL')];
    expect([...(after?.companies.keys() ?? [])]).toEqual([...(before?.companies.keys() ?? []), 'me']);
    expect([...(after?.tariffs.keys() ?? [])].sort()).toEqual([...(before?.tariffs.keys() ?? []), 'mine'].sort());
    for (const key of ['network', 'areas', 'levies', 'vat', 'holidays', 'exchangeRates', 'levyFree'] as const)
      expect(after?.[key], key).toEqual(before?.[key]);
    expect([...(own ?? [])]).toEqual([['NL', ['mine']]]);
  });

  // Promise P-655 use/catalogue: levies, VAT, holidays and areas add to those of the country
  it('adds levies, VAT, holidays and areas to those of the country', () => {
    const rates = [{ from: '2026-01-01', value: 0.01 }];
    const scope = { postalCodes: ['1012'] };
    write('nl/mine.jsonc', {
      ...companies('me', 'mine'),
      levies: [{ name: 'town', component: 'fees', basis: 'kwh', rates, scope, source: 'a test' }],
      vat: [{ rates, scope, source: 'a test' }],
      holidays: ['2026-04-16'],
      areas: [{ codes: ['99999'], operator: 'me' }],
    });
    const [before, after] = [base.books.get('NL'), besideCatalogue(base, dir).books.get('NL')];
    for (const key of ['levies', 'vat', 'areas'] as const)
      expect(after?.[key].length, key).toBe((before?.[key].length ?? 0) + 1);
    expect([before, after].map((book) => book?.holidays.has('2026-04-16'))).toEqual([false, true]);
    expect(after?.holidays.rules.length).toBe((before?.holidays.rules.length ?? 0) + 1);
  });

  it('keeps its levies where a feed publishes another rate of the same name', () => {
    write('own/nl/mine.jsonc', { levies: [townLevy(0.02)] });
    const rates = [
      { from: '2026-01-01', value: 0.01 },
      { from: '2027-04-01', value: 0.03 },
    ];
    write('told/nl/feed.json', { levies: { town: rates } });
    const { books } = withTold(besideCatalogue(base, join(dir, 'own')), join(dir, 'told'));
    expect(books.get('NL')?.levies.find(({ name }) => name === 'town')?.rates).toEqual([
      { from: '2026-01-01', value: 0.01 },
      { from: '2027-04-01', value: 0.02 },
    ]);
  });

  // Promise P-617 use/catalogue: a folder leaves the shipped suppliers as they are
  it('leaves every row of the country the one that it is', () => {
    write('nl/mine.jsonc', companies('me', 'mine'));
    const [before, after] = [base.books.get('NL'), besideCatalogue(base, dir).books.get('NL')];
    for (const [id, tariff] of before?.tariffs ?? []) expect(after?.tariffs.get(id), id).toBe(tariff);
    for (const [id, company] of before?.companies ?? []) expect(after?.companies.get(id), id).toBe(company);
    for (const key of ['areas', 'levies', 'vat', 'schedules'] as const)
      for (const [i, row] of (before?.[key] ?? []).entries()) expect(after?.[key][i], key).toBe(row);
  });

  it('may say of a country that levies nothing per kWh that it does so', () => {
    write('nl/mine.jsonc', { levyFree: { source: 'a test' } });
    expect([base, besideCatalogue(base, dir)].map(({ books }) => books.get('NL')?.levyFree)).toEqual([false, true]);
  });

  it('leaves every other country as it is', () => {
    write('nl/mine.jsonc', companies('me', 'mine'));
    const { books } = besideCatalogue(base, dir);
    expect([...books.keys()]).toEqual([...base.books.keys()]);
    expect(books.get('GB')).toBe(base.books.get('GB'));
  });

  it('is counted where the rest was counted before', () => {
    write('nl/mine.jsonc', companies('me', 'mine'));
    const nl = base.books.get('NL');
    const holdings = { GB: bookStatistics(nl as Book), NL: bookStatistics(nl as Book) };
    const { holdings: counted } = besideCatalogue({ ...base, holdings }, dir);
    expect(counted?.GB).toBe(holdings.GB);
    expect(counted?.NL?.tariffs.consumption).toBe(holdings.NL.tariffs.consumption + 1);
  });

  // Promise P-658 use/catalogue: a country that is not shipped may be brought
  it('may bring a country of its own, and sources to credit', () => {
    write('lu/market.jsonc', { network: 'operator', ...companies('me', 'mine') });
    write('sources.jsonc', { sources: [{ publisher: 'Me', licence: 'mine', notice: 'Me' }] });
    const { books, sources } = besideCatalogue(base, dir);
    expect([books.get('LU')?.tariffs.size, sources.at(-1)?.publisher]).toEqual([1, 'Me']);
  });

  it('has prices of its own, and the tariffs that are there already keep theirs', async () => {
    const service = createService({ own: 'test/support/service/own', now: () => at('2026-04-15T10:00:00Z') });
    const headers = { authorization: `Bearer ${service.tokens.production}` };
    const ask = async (tariff: string) => {
      const url = `http://service.test/v2/de/dayahead?consumption_tariff=${tariff}`;
      const { consumption } = await (await service.fetch(new Request(url, { headers }))).json();
      return [consumption.prices.length, consumption.prices[0].energy];
    };
    expect(await ask('my-contract')).toEqual([48, 0.2]);
    expect(await ask('my-spot')).toEqual([24, 0.11]);
    expect((await ask('de-example-spot-hourly'))[0]).toBe(24);
  });
});

describe('a folder of one’s own is refused', () => {
  const [taken] = base.books.get('NL')?.tariffs.values() ?? [];

  // Promise P-611 use/catalogue: whatever is wrong is named with its file and place, all at once
  it('with all that is wrong in it, each with its file and place', () => {
    write('nl/a.jsonc', companies('me', 'mine', taken?.id ?? ''));
    write('nl/b.jsonc', companies(taken?.companyId ?? ''));
    expect(() => besideCatalogue(base, dir)).toThrow(
      [
        `${join(dir, 'nl/a.jsonc')}: companies[0].tariffs[1].id: "${taken?.id}" is the id of a tariff that is there already; choose another`,
        `${join(dir, 'nl/b.jsonc')}: companies[0].id: "${taken?.companyId}" is the id of a company that is there already; choose another`,
      ].join('\n'),
    );
  });

  it.each<[string, string, object, string]>([
    ['with a file that is wrong', 'nl/a.jsonc', { companies: 1 }, 'a.jsonc: companies: must be a list'],
    [
      'with the network of a country that has one',
      'nl/a.jsonc',
      { network: 'operator' },
      'nl/a.jsonc: network: must be given once, and is in another file or in the shipped catalogue',
    ],
    [
      'with the exchange rates of a country that has some',
      'no/a.jsonc',
      { exchangeRates: { source: 'a test', rates: [{ from: '2026-01-01', value: 11 }] } },
      'no/a.jsonc: exchangeRates: must be given once, and is in another file or in the shipped catalogue',
    ],
    [
      'with what a market says of its levies once more',
      'gb/a.jsonc',
      { levyFree: { source: 'a test' } },
      'gb/a.jsonc: levyFree: must be given once, and is in another file or in the shipped catalogue',
    ],
    [
      'with a network that does or does not follow the contract',
      'nl/a.jsonc',
      { networkFollowsContract: false },
      'nl/a.jsonc: networkFollowsContract: must be given once, and is in another file or in the shipped catalogue',
    ],
    [
      'with a row of an operator whom neither it nor the catalogue has',
      'nl/a.jsonc',
      { areas: [{ codes: ['1012'], operator: 'nobody' }] },
      'nl/a.jsonc: areas[0].operator: "nobody" must be the id of a company',
    ],
    [
      'with a levy twice',
      'nl/a.jsonc',
      { levies: [townLevy(0.01), townLevy(0.02)] },
      'nl/a.jsonc: levies[1].name: levy "town" must be given once for its scope',
    ],
    [
      'without the network of a new country',
      'lu/a.jsonc',
      companies('me'),
      'lu: network must be given in one of the files',
    ],
    [
      'with an id twice',
      'nl/a.jsonc',
      companies('me', 'mine', 'mine'),
      'nl/a.jsonc: companies[0].tariffs[1].id: tariff "mine" is there twice',
    ],
    ['with a folder that is no country', 'nederland/a.jsonc', {}, 'nederland: the folder must be named AT, BE,'],
    [
      'with nothing in it that counts',
      'contract.jsonc',
      {},
      'must hold a folder for each country, named as de, or a folder prices',
    ],
  ])('%s', (_, path, content, message) => {
    write(path, content);
    expect(() => besideCatalogue(base, dir)).toThrow(message);
  });
});
