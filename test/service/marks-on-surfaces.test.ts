import { expect, it } from 'vitest';
import { priceSourceText, readPriceSource } from '../../src/api/price-source.ts';
import { type ComponentName, componentNames } from '../../src/core/components.ts';
import { markets } from '../../src/core/markets.ts';
import { addDays, dashedDate, type Instant, type LocalDate, wallTime } from '../../src/core/time.ts';
import type { PriceOrigin } from '../../src/core/vocabulary.ts';
import { readPrices } from '../../src/messages/prices.ts';
import { englishMark, markTexts } from '../../src/messages/provenance.ts';
import { type SeriesFacts, seriesAt } from '../../src/messages/series.ts';
import { seriesMessage } from '../../src/messages/to-message.ts';
import { metaTopic } from '../../src/mqtt/house/meta-topic.ts';
import type { Book } from '../../src/pricing/book.ts';
import { CannotPrice } from '../../src/pricing/calendar/registers.ts';
import { type PricedSeries, priceSeries } from '../../src/pricing/price-series.ts';
import type { Tariff } from '../../src/pricing/tariff.ts';
import { loadCatalogue } from '../../src/service/catalogue/catalogue.ts';
import { markedBook, otherFigures } from '../support/service/marked-books.ts';
import { exchangeOf } from '../support/service/pricing-fixture.ts';

const { books } = loadCatalogue('data/catalogue');

/** The days on which a figure of a tariff or a charge begins, a recent one and one of the next year beside them. */
function changeDates({ levies, vat }: Book, { versions }: Tariff): LocalDate[] {
  const charged = [...levies, ...vat].flatMap(({ rates }) => rates.map(({ from }) => from));
  const own = versions.flatMap(({ version, price }) => [
    dashedDate(version),
    ...(price.kind === 'periods' ? price.periods.map(({ from }) => from) : []),
  ]);
  const dates = ['2026-11-27', '2027-01-01', ...charged, ...own];
  return [...new Set(dates)].filter((date) => '2026-01-01' < date && date < '2028').sort();
}

function priced(book: Book, id: string, now: Instant): PricedSeries | undefined {
  const tariff = book.tariffs.get(id);
  const free = [...book.tariffs.values()].find(({ sector, bundled }) => sector === 'consumption' && !bundled);
  const question = { now, historicDays: 0, resolution: 3600, include: new Set(['fees', 'vat'] as const) } as const;
  const asked = {
    consumption: { consumption: tariff },
    feedin: { feedin: tariff },
    grid: { consumption: free, grid: tariff },
  };
  try {
    return (
      tariff &&
      priceSeries(
        { ...question, ...asked[tariff.sector] } as Parameters<typeof priceSeries>[0],
        book,
        exchangeOf(now + 33 * 3600, () => 0.08),
      )
    );
  } catch (error) {
    if (error instanceof CannotPrice) return undefined;
    throw error;
  }
}

const valuesOf = ({ consumption = [], feedin = [] }: PricedSeries, name: ComponentName) =>
  [...consumption, ...feedin].map((point) => point[name]?.toFixed(9)).join();

// Promise P-050 operate/live: every figure that is not settled has its mark on every surface
it('no example, proposed or expired figure of any shipped tariff goes without its mark, on both sides of a change', () => {
  const unmarked: string[] = [];
  const seen = new Set<ComponentName>();
  for (const [country, shipped] of books) {
    const book = markedBook(shipped);
    const others = componentNames.map((name) => [name, otherFigures(book, name)] as const);
    let turn = 0;
    for (const tariff of book.tariffs.values()) {
      for (const date of changeDates(book, tariff)) {
        // A series of the eve has both sides of the change.
        const now = wallTime(addDays(date, -1), '14:00', markets[country].timeZone);
        const series = priced(book, tariff.id, now);
        if (!series) continue;
        const { examples = [], proposed = [], expired = {} } = series.marks;
        const marked = new Set<string>([...examples, ...proposed, ...Object.keys(expired)]);
        const [component, other] = others[turn++ % others.length] as (typeof others)[number];
        if (marked.has(component)) seen.add(component);
        else if (valuesOf(series, component) !== valuesOf(priced(other, tariff.id, now) ?? series, component))
          unmarked.push(`${country} ${tariff.id} ${date}: ${component}`);
      }
    }
  }
  expect(unmarked).toEqual([]);
  expect([...seen].sort()).toEqual([...componentNames].sort());
});

const everyMark: Omit<PriceOrigin, 'kind'> = {
  examples: ['grid'],
  proposed: ['vat'],
  expired: { fees: '2026-12-31', energy: '2026-06-30' },
  doubtful: true,
};
const inWords = [
  'network charge: example value',
  'proposed VAT',
  'energy price valid until 2026-06-30; no later figures yet',
  'levies for 2026; 2027 not yet published',
  'prices doubtful',
];

it.each(['replay', 'live', 'own', 'external', 'service'] as const)(
  'every surface of %s prices has every mark: header, message, the prices of a device, topic and text',
  (kind) => {
    const origin = { kind, feed: 'energy-charts', ...everyMark };
    const now = wallTime('2027-01-15', '12:00', 'Europe/Berlin');
    const attribution = [{ publisher: 'P', licence: 'L', notice: 'N' }];
    const named = readPriceSource(priceSourceText(origin));
    const facts: SeriesFacts = {
      ...{ country: 'DE', resolution: 3600, currency: 'EUR', asked: ['energy'], attribution },
      ...{
        fetchedAt: now,
        nextPoll: now + 3600,
        consumption: { points: [{ start: now, end: now + 3600, energy: 0.1 }] },
      },
      ...(named && { origin: named }),
    };
    const series = seriesAt(facts, now);
    const message = seriesMessage(series);
    const meta = JSON.parse(metaTopic([{ series }]).payload);
    expect(message).toMatchObject({ source: origin, attribution });
    expect(readPrices(message, 0)).toMatchObject({ origin, attribution });
    expect(meta).toMatchObject({ problem: 'OFF', source: { ...origin, notes: inWords } });
    expect(markTexts(message.source, englishMark)).toEqual(inWords);
  },
);
