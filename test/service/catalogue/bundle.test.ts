import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Book } from '../../../src/pricing/book.ts';
import { loadCatalogue } from '../../../src/service/catalogue/catalogue.ts';
import { bundleOf, openBundle } from '../../../src/service/catalogue/figures/bundle.ts';
import { changesOf } from '../../../src/service/catalogue/figures/changes.ts';
import {
  confirmWaiting,
  install,
  installedBundle,
  keepWaiting,
  newestFigures,
  waitingBundle,
} from '../../../src/service/catalogue/figures/installed.ts';
import { judgeBundle } from '../../../src/service/catalogue/figures/judge-bundle.ts';
import { withBundle } from '../../../src/service/catalogue/figures/over-shipped.ts';
import { besideCatalogue } from '../../../src/service/catalogue/own.ts';
import { createService } from '../../../src/service/service.ts';
import { at } from '../../support/service/pricing-fixture.ts';
import {
  bundleText,
  filesOf,
  finnishFactorIn,
  finnishLevy,
  levyOf,
  type RawBundle,
  type RawFile,
  scaleFinnishLevy,
  wholeBundle,
  withFinnishLevy,
} from '../../support/service/raw-bundle.ts';

const FOLDER = 'data/catalogue';
const shipped = loadCatalogue(FOLDER);

const bundleWith = (change?: (bundle: RawBundle) => void) => openBundle(bundleText(change), 'figures.json');
const judge = (change: (bundle: RawBundle) => void, today = '2026-11-26') =>
  judgeBundle(bundleWith(change), shipped, shipped, today);

const tariffsOf = (bundle: RawBundle, country: string) =>
  filesOf(bundle, country).flatMap(({ companies = [] }) => companies.flatMap(({ tariffs = [] }) => tariffs));

/** Multiplies each number below a key of the name. */
function scale(value: unknown, keys: readonly string[], by: number): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
    if (keys.includes(key) && typeof inner === 'number') (value as Record<string, unknown>)[key] = inner * by;
    else scale(inner, keys, by);
  }
}

const comparable = (book: Book | undefined) => ({ ...book, holidays: book?.holidays.rules });

describe('a bundle of the shipped catalogue', () => {
  it('has the same figures in every market', () => {
    const bundled = withBundle(shipped, openBundle(JSON.stringify(wholeBundle), 'figures.json'));
    for (const [country, book] of shipped.books)
      expect(comparable(bundled.books.get(country)), country).toEqual(comparable(book));
  });

  it('changes nothing, skips nothing and is not refused', () => {
    const bundle = openBundle(JSON.stringify(wholeBundle), 'figures.json');
    expect(judgeBundle(bundle, shipped, shipped, '2026-11-26')).toEqual({
      changes: [],
      jumps: [],
      refusals: [],
      skipped: [],
    });
  });

  it('is dated by the newest of its sources', () => {
    const days = shipped.sources.flatMap(({ replay, updated }) => (replay || !updated ? [] : updated));
    expect(bundleOf(FOLDER).version).toBe(days.toSorted().at(-1));
  });
});

describe('a bundle', () => {
  it('skips and names a tariff whose kind of price is unknown, which keeps its shipped price', () => {
    const change = (bundle: RawBundle) => {
      const [tariff] = tariffsOf(bundle, 'NL');
      if (tariff) tariff.versions = [{ ...tariff.versions[0], price: { kind: 'auction', lots: 3 } }];
    };
    const [id = ''] = shipped.books.get('NL')?.tariffs.keys() ?? [];
    expect(judge(change).skipped).toEqual([
      expect.stringMatching(/^NL tariffs "[a-z0-9-]+": versions\[0\]\.price.*"clock".*"calendar"/),
    ]);
    const bundled = withBundle(shipped, bundleWith(change)).books.get('NL');
    expect(bundled?.tariffs.get(id)).toEqual(shipped.books.get('NL')?.tariffs.get(id));
  });

  it('skips and names a levy with a basis of later versions, and keeps the shipped one', () => {
    const change = (bundle: RawBundle) => Object.assign(levyOf(bundle, 'FI'), { basis: 'meter' });
    const { name } = finnishLevy;
    expect(judge(change).skipped).toEqual([
      expect.stringContaining(`FI levies "${name}": basis: must be "kwh" or "share"`),
    ]);
    const levies = withBundle(shipped, bundleWith(change)).books.get('FI')?.levies;
    expect(levies).toEqual(shipped.books.get('FI')?.levies);
  });

  it.each([
    ['a list of another form', { levies: 7 }, 'FI levies: $: must be a list'],
    ['a key of later versions', { taxes: [] }, 'FI taxes: $: "taxes" is not known here'],
    ['exchange rates of another form', { exchangeRates: { source: 'x', rates: [7] } }, 'FI exchangeRates: rates[0]: '],
    ['a company of another form', { companies: [{ id: 'fi-new', seat: 1 }] }, 'FI companies "fi-new": '],
  ])('skips and names %s', (_, more, skipped) => {
    const {
      skipped: [first],
      refusals,
    } = judge((bundle) => filesOf(bundle, 'FI').push(more as unknown as RawFile));
    expect(first).toContain(skipped);
    expect(refusals).toEqual([]);
  });

  it('skips and names an unknown market', () => {
    expect(judge((bundle) => Object.assign(bundle.markets, { XX: [{}] })).skipped).toEqual(['XX: unknown market']);
  });

  it('keeps tariffs of the package that it lacks', () => {
    const change = (bundle: RawBundle) => {
      bundle.markets.NL = filesOf(bundle, 'NL').map(({ companies, areas, ...file }) => file);
    };
    const [before, after] = [shipped.books.get('NL'), withBundle(shipped, bundleWith(change)).books.get('NL')];
    expect([...(after?.tariffs.keys() ?? [])].sort()).toEqual([...(before?.tariffs.keys() ?? [])].sort());
  });

  // Promise P-604 use/catalogue: a row of a bundle beyond twice or half needs a confirmation
  it('needs a confirmation for a levy that is more than doubled, and none for less', () => {
    const by = (factor: number) => (bundle: RawBundle) => scaleFinnishLevy(bundle, factor);
    const row = `levy "${finnishLevy.name}"`;
    expect(judge(by(1.9)).changes).toMatchObject([{ country: 'FI', row, from: finnishLevy.from }]);
    expect(judge(by(1.9)).jumps).toEqual([]);
    expect(judge(by(2.1)).jumps).toMatchObject([{ country: 'FI', row, factor: expect.closeTo(2.1, 3) }]);
    expect(judge(by(0.4)).jumps).toMatchObject([{ factor: expect.closeTo(2.5, 3) }]);
  });

  // Promise P-606 use/catalogue: impossible totals in a bundle are refused
  it('is refused where network, levies and VAT exceed 1.50 EUR/kWh, also from a later day on', () => {
    const dear = (bundle: RawBundle) => levyOf(bundle, 'FI').rates.push({ from: '2099-06-01', value: 250 });
    expect(judge(dear).refusals.length).toBe(1);
    expect(judge(dear).refusals[0]).toMatch(
      /^FI grid [a-z0-9-]+: network, levies and VAT of 3\.\d+ EUR\/kWh on 2099-06-01; 0 to 1\.5 are allowed; and \d+ more$/,
    );
  });

  it('is refused where network, levies and VAT are negative', () => {
    const negative = (bundle: RawBundle) => levyOf(bundle, 'FI').rates.push({ from: '2099-06-01', value: -50 });
    expect(judge(negative).refusals[0]).toMatch(/^FI grid .* of -0\.\d+ EUR\/kWh on 2099-06-01/);
  });

  // Promise P-607 use/catalogue: a tenfold change of a majority of tariffs in a bundle is refused
  it('is refused where most tariffs of a market have changed tenfold', () => {
    const keys = ['price', 'margin', 'coefficient'];
    const cents = (bundle: RawBundle) => scale(filesOf(bundle, 'PT'), keys, 0.01);
    expect(judge(cents).refusals).toEqual([
      expect.stringMatching(/^PT: \d+ of \d+ tariffs changed by a factor of 10 or more$/),
    ]);
  });

  it('is refused where its rows contradict each other', () => {
    const change = (bundle: RawBundle) =>
      filesOf(bundle, 'FI').push({ areas: [{ codes: ['99'], operator: 'nobody' }] });
    expect(judge(change).refusals).toEqual([expect.stringContaining('"nobody" must be the id of a company')]);
  });

  it('is refused with a version after tomorrow', () => {
    expect(judge((bundle) => Object.assign(bundle, { version: '2026-11-28' })).refusals).toEqual([
      'version 2026-11-28 is after today, 2026-11-26',
    ]);
  });

  it.each([
    ['no JSON', 'hello', 'figures.json: must be JSON'],
    ['no figures', '{"schema":1}', 'figures.json: version: must be there'],
    ['another schema', '{"schema":2}', 'written by a newer version of this package (format 2, here 1)'],
  ])('with %s cannot be opened', (_, text, problem) => {
    expect(() => openBundle(text, 'figures.json')).toThrow(problem);
  });
});

describe('installed figures', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'figures-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const factorInUse = () => finnishFactorIn(newestFigures(shipped, dir));

  // Promise P-608 use/catalogue: the newer of bundle and package counts
  it('replace older figures of the package, and are kept behind newer ones', () => {
    install(dir, withFinnishLevy(1.02));
    expect(factorInUse()).toBe(1.02);
    install(dir, withFinnishLevy(1.06, '2020-01-01'));
    expect(newestFigures(shipped, dir)).toBe(shipped);
  });

  // Promise P-610 use/catalogue: the previous bundle stays after a refusal
  it('are replaced as a whole; the bundle before stays beside them', () => {
    install(dir, withFinnishLevy(1.02));
    install(dir, withFinnishLevy(1.06));
    expect(readdirSync(dir).sort()).toEqual(['figures.json', 'figures.previous.json']);
    expect(readFileSync(join(dir, 'figures.previous.json'), 'utf8')).toBe(withFinnishLevy(1.02));
    expect(factorInUse()).toBe(1.06);
  });

  it('wait beside those in use until they are confirmed', () => {
    install(dir, withFinnishLevy(1.02));
    keepWaiting(dir, withFinnishLevy(4));
    expect(waitingBundle(dir)?.version).toBe('2026-11-26');
    expect(factorInUse()).toBe(1.02);
    expect(confirmWaiting(dir)).toBe(true);
    expect(factorInUse()).toBe(4);
    expect(confirmWaiting(dir)).toBe(false);
  });

  it('count as none while their file cannot be read', () => {
    install(dir, '{');
    expect(newestFigures(shipped, dir)).toBe(shipped);
    expect(() => installedBundle(dir)).toThrow('figures.json: must be JSON');
  });

  // Promise P-609 use/catalogue: own rows come before bundle and package
  it('give way to a user’s own rows', () => {
    install(dir, withFinnishLevy(1.02));
    const { name } = finnishLevy;
    const rates = [{ from: '2030-04-01', value: 0.023_25 }];
    mkdirSync(join(dir, 'own', 'fi'), { recursive: true });
    const levy = { name, component: 'fees', basis: 'kwh', rates, source: 'a test' };
    writeFileSync(join(dir, 'own', 'fi', 'levies.json'), JSON.stringify({ levies: [levy] }));
    const book = besideCatalogue(newestFigures(shipped, dir), join(dir, 'own')).books.get('FI');
    expect(book?.levies.find((each) => each.name === name)?.rates.at(-1)).toEqual(rates[0]);
  });

  it('are in use by a running service with its next answer', async () => {
    const service = createService({ figures: dir, now: () => at('2026-11-26T12:00:00Z') });
    const headers = { authorization: `Bearer ${service.tokens.production}` };
    const fees = async () => {
      const url = 'http://embedded/v2/fi/dayahead?consumption_tariff=fi-example-fixed&include=fees';
      const response = await service.fetch(new Request(url, { headers }));
      return (await response.json()).consumption?.prices[0]?.fees;
    };
    const before = await fees();
    install(dir, withFinnishLevy(4));
    expect(await fees()).toBeCloseTo(before + (3 * finnishLevy.value) / 100, 6);
  });
});

describe('the changes between two books', () => {
  it('compare a figure with the one that was carried on', () => {
    const tariff = (periods: readonly { from: string; to: string; price: number }[]) => ({
      ...[...(shipped.books.get('FI')?.tariffs.values() ?? [])].find(({ sector }) => sector === 'grid'),
      id: 'net',
      versions: [
        {
          ...{ version: '20260101', available: true },
          price: { kind: 'periods', periods: periods.map(({ price, ...span }) => ({ ...span, rates: [{ price }] })) },
        },
      ],
    });
    const book = (periods: Parameters<typeof tariff>[0]) =>
      ({
        ...shipped.books.get('FI'),
        levies: [],
        vat: [],
        tariffs: new Map([['net', tariff(periods)]]),
      }) as unknown as Book;
    const year2026 = { from: '2026-01-01', to: '2026-12-31', price: 0.04 };
    expect(
      changesOf(book([year2026]), book([year2026, { from: '2027-01-01', to: '2027-12-31', price: 0.05 }])),
    ).toEqual([
      {
        country: 'FI',
        row: 'grid net',
        unit: 'price',
        from: '2027-01-01',
        before: [0.04],
        after: [0.05],
        factor: 1.25,
      },
    ]);
  });
});
