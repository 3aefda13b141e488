import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readOutside } from '../../../../src/messages/outside/outside.ts';
import { sharedPollers } from '../../../../src/runtime/polling/shared-pollers.ts';
import type { KnownPrices } from '../../../../src/runtime/prices/from-answer.ts';
import { givenFacts } from '../../../../src/runtime/prices/outside/given-facts.ts';
import { keptGiven, packedGiven, unpackedGiven } from '../../../../src/runtime/prices/outside/kept-given.ts';
import {
  openPriceSeries,
  type RunningPriceSeries,
  type SeriesState,
} from '../../../../src/runtime/prices/price-series.ts';
import { createSite } from '../../../../src/runtime/site.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const HOUR = 3600;
const MIDNIGHT = Date.parse('2026-01-15T00:00:00+01:00') / 1000;
const hour = (index: number) => new Date((MIDNIGHT + index * HOUR) * 1000).toISOString();

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'given-'));
});
const running = new Set<RunningPriceSeries>();
afterEach(async () => {
  for (const series of running) await series.stop({ removed: false });
  running.clear();
});
afterAll(() => rm(directory, { recursive: true }));

/** A price of 0.20 + 0.01 for each hour since midnight, of which 0.05 are energy, as Tibber says it. */
const price = (i: number) => ({
  startsAt: hour(i),
  total: 0.2 + i / 100,
  energy: 0.05,
  tax: 0.15 + i / 100,
  currency: 'EUR',
});
const day = (first: number, count = 24) => Array.from({ length: count }, (_, i) => price(first + i));
const tibber = (tomorrow = false) => ({ priceInfo: { today: day(0), tomorrow: tomorrow ? day(24) : [] } });

/** Exchange prices of a whole day as ENTSO-E publishes them. */
const document = (eic: string, currency = 'EUR') => `<?xml version="1.0" encoding="utf-8"?>
<Publication_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:7:3"><TimeSeries>
<in_Domain.mRID codingScheme="A01">${eic}</in_Domain.mRID><currency_Unit.name>${currency}</currency_Unit.name>
<price_Measure_Unit.name>MWH</price_Measure_Unit.name><curveType>A03</curveType>
<Period><timeInterval><start>2026-01-14T23:00Z</start><end>2026-01-15T23:00Z</end></timeInterval>
<resolution>PT60M</resolution><Point><position>1</position><price.amount>87.5</price.amount></Point>
<Point><position>13</position><price.amount>-12</price.amount></Point></Period></TimeSeries></Publication_MarketDocument>`;

/** A node from a start to a stop; each has a file of its own, or an earlier one's. */
async function nodeAt(now: number, config: object = {}, file = `${Math.random()}`.slice(2)) {
  const clock = manualClock(MIDNIGHT + now * HOUR);
  const embedded = await createSite({ clock });
  const real = await embedded.client();
  let asked = 0;
  const client = {
    ...real,
    dayAhead: (question: Parameters<typeof real.dayAhead>[0]) => {
      asked++;
      return real.dayAhead(question);
    },
  };
  const states: SeriesState[] = [];
  const news: Partial<KnownPrices>[] = [];
  const published: [prefix: string, now: number | undefined][] = [];
  const troubles: string[] = [];
  const series = await openPriceSeries({
    site: {
      ...embedded,
      client: async () => client,
      follow: sharedPollers({ client, clock }).follow,
      publishPrices: (prefix, _, now) => published.push([prefix, now?.now]),
    },
    config: { country: 'DE', ...config },
    keeping: { file: join(directory, file) },
    demo: false,
    topic: 'Prices',
    owner: { id: 'node', name: 'Prices' },
    onUpdate(update) {
      if (update.news) news.push(update.news);
      if (update.state) states.push(update.state);
    },
    onTrouble: ({ message }) => troubles.push(message),
  });
  running.add(series);
  const give = (payload: object) => series.input(payload, undefined);
  const stop = () => series.stop({ removed: false });
  return { clock, series, give, states, news, published, troubles, file, asked: () => asked, stop };
}

const contract = { consumption: { id: 'de-example-spot-15min' } };

describe('prices that came with a message', () => {
  // Promise P-444 integrate/outside-prices: each form of the table keeps the components and the rank of the day
  it('have their components, the place among those of the day, and the name of who sends them so', async () => {
    const { give } = await nodeAt(10.5);
    const { series, now } = await give(tibber(true));
    expect(series).toMatchObject({
      country: 'DE',
      currency: 'EUR',
      resolution: 3600,
      source: { kind: 'external', feed: 'tibber' },
      stale: false,
      missing: [],
      coverage: { today: true, tomorrow: true },
    });
    expect(series?.prices[10]).toEqual({
      start: MIDNIGHT + 10 * HOUR,
      end: MIDNIGHT + 11 * HOUR,
      energy: 0.05,
      fees: 0.25,
      total: 0.3,
    });
    expect(now).toMatchObject({ now: 0.3, next: 0.31, rank: 11, slots: 24, min: 0.2, max: 0.43, unit: 'EUR/kWh' });
  });

  // Promise P-458 integrate/outside-prices: they hold as long as they last
  it('are the price of each hour as it begins, and none after the last', async () => {
    const { give, clock, news, states } = await nodeAt(22.5);
    await give(tibber());
    await clock.advanceBy(HOUR);
    expect(news.at(-1)).toMatchObject({ now: { now: 0.43, next: null } });
    await clock.advanceBy(HOUR);
    expect(news.at(-1)).toMatchObject({ series: { stale: true } });
    expect(states.at(-1)?.prices?.now).toBeUndefined();
  });

  // Promise P-453 integrate/outside-prices: what an exchange price lacks is in `missing`
  it('are of the exchange alone where ENTSO-E says them, and what they lack is named', async () => {
    const { give } = await nodeAt(13);
    const { series, now } = await give({ document: document('10Y1001A1001A82H') });
    expect(series).toMatchObject({ source: { feed: 'entsoe' }, missing: ['grid', 'fees', 'vat'] });
    expect(series?.prices[0]).toMatchObject({ energy: 0.0875, total: 0.0875 });
    expect(now?.now).toBe(-0.012);
  });

  it('name the days of which a document has only another auction', async () => {
    const { give, troubles } = await nodeAt(13);
    const sequence = 'classificationSequence_AttributeInstanceComponent.position';
    const [start = '', series = '', end = ''] = document('10Y1001A1001A82H').split(/(<TimeSeries>.*<\/TimeSeries>)/s);
    const tomorrow = series
      .replace('<curveType>', `<${sequence}>3</${sequence}><curveType>`)
      .replaceAll('2026-01-15T', '2026-01-16T')
      .replaceAll('2026-01-14T', '2026-01-15T');
    const known = await give({ document: start + series + tomorrow + end });
    expect(known.series?.coverage).toMatchObject({ today: true, tomorrow: false });
    expect(troubles).toEqual(["2026-01-16: only another auction's prices are there (sequence 3); they are left out"]);
  });

  // Promise P-456 integrate/outside-prices: requests to the service stop, and no contract takes their place, until
  //   `{reset: true}`
  it('end what is asked of the service, which {reset: true} begins again', async () => {
    const { give, clock, asked, series } = await nodeAt(10, contract);
    await clock.advanceBy(0);
    expect(asked()).toBe(1);
    expect((await give(tibber())).series?.source.kind).toBe('external');
    await clock.advanceBy(26 * HOUR);
    expect(asked()).toBe(1);
    // No contract takes their place unasked: that would be another price.
    expect((await series.input(undefined, undefined)).series?.stale).toBe(true);
    await give({ reset: true });
    await clock.advanceBy(0);
    expect(asked()).toBe(2);
  });

  // Promise P-459 integrate/outside-prices: a later message replaces what it is about
  it('stay beside later ones that are not about them', async () => {
    const { give } = await nodeAt(14);
    await give(tibber(true));
    const { series } = await give({ today: [{ ...price(14), total: 0.9, energy: 0.1, tax: 0.8 }, price(15)] });
    expect(series?.prices.map(({ total }) => total).slice(13, 16)).toEqual([0.33, 0.9, 0.35]);
    expect(series?.coverage).toMatchObject({ today: true, tomorrow: true });
  });

  // Promise P-461 integrate/outside-prices: a later message replaces prices from this morning on
  it('of days that are over are left out', async () => {
    const { give } = await nodeAt(10);
    const { series } = await give({ today: day(-48, 72) });
    expect(series?.coverage.from).toBe(MIDNIGHT);
  });

  // Promise P-462 integrate/outside-prices: they are kept over a restart
  it('are known after a restart without asking, as long as they last', async () => {
    const first = await nodeAt(10, contract);
    await first.give(tibber());
    await first.stop();
    const second = await nodeAt(12, contract, first.file);
    expect(second.news).toMatchObject([{ series: { source: { feed: 'tibber' } }, now: { now: 0.32 } }]);
    expect(second.asked()).toBe(0);
    await second.stop();
    const late = await nodeAt(25, contract, first.file);
    expect((await late.series.input(undefined, undefined)).series?.source.kind).toBe('replay');
  });

  // Promise P-464 integrate/outside-prices: another country or another contract in the dialog forgets them
  it.each([
    ['another country is chosen', { country: 'NL' }],
    ['a contract is chosen', contract],
  ])('are forgotten with a restart where %s', async (_, config) => {
    const { give, stop, file } = await nodeAt(10);
    await give(tibber());
    await stop();
    const { states } = await nodeAt(12, config, file);
    expect(states.filter(({ prices }) => prices?.series.source.kind === 'own')).toEqual([]);
  });

  // Promise P-452 integrate/outside-prices: nothing is added, and settings for the service's prices change nothing
  it('come with nothing added or taken, whatever is chosen for the prices of the service', async () => {
    const { give } = await nodeAt(10, {
      ...{ country: 'NL', adjustment: 'nl-energy-tax', adjustmentRate: 0.1 },
      ...{ includeFees: false, includeVat: false, resolution: 900 },
    });
    const { series } = await give(tibber());
    expect(series).toMatchObject({ resolution: 3600, missing: [], prices: { length: 24 } });
    expect(series).not.toHaveProperty('adjustment');
    expect(series?.prices[10]).toMatchObject({ energy: 0.05, fees: 0.25, total: 0.3 });
  });

  // Promise P-455 integrate/outside-prices: whatever their topic, they are the node's own prices, published as these
  it('are the node’s own whatever their topic, and are published as such', async () => {
    const { series, states, published } = await nodeAt(10, contract);
    await series.input(tibber(), 'Tibber');
    expect((await series.input(undefined, 'Prices')).now?.now).toBe(0.3);
    expect(states.at(-1)?.prices?.now?.now).toBe(0.3);
    expect(published.at(-1)).toEqual(['price', 0.3]);
  });

  // Promise P-460 integrate/outside-prices: a later message in another form replaces everything
  it('of another form do not stay beside later ones', async () => {
    const { give } = await nodeAt(10);
    await give(tibber(true));
    const { series } = await give({ rates: [quoted(10)] });
    expect(series?.coverage).toMatchObject({ from: MIDNIGHT + 10 * HOUR, until: MIDNIGHT + 11 * HOUR });
  });

  // Promise P-463 integrate/outside-prices: some two days of quarter hours are kept over a restart
  it.each([
    ['two days of quarter hours', 192, 192],
    ['the first 200 of more', 300, 200],
  ])('are kept over a restart: %s', async (_, sent, kept) => {
    const { give, stop, file } = await nodeAt(0);
    const quarter = (i: number) => new Date((MIDNIGHT + i * 900) * 1000).toISOString();
    const prices = Array.from({ length: sent }, (_, i) => ({ start: quarter(i), end: quarter(i + 1), value: 0.3 }));
    await give({ prices });
    await stop();
    const { news } = await nodeAt(1, {}, file);
    expect(news[0]?.series?.prices).toHaveLength(kept);
  });

  // Promise P-457 integrate/outside-prices: a selection starts requests to the service again
  it('give way to a selection that comes later', async () => {
    const { give } = await nodeAt(10);
    await give(tibber());
    expect((await give({ country: 'DE', ...contract })).series?.source.kind).toBe('replay');
  });
});

it.each([
  ['HU', 49],
  ['DE', 0.49],
  ['SE', 49],
])('of %s %f per kWh is a price', async (country, value) => {
  const { give } = await nodeAt(10.5, { country });
  expect((await give({ prices: [{ ...quoted(10), value }] })).now?.now).toBe(value);
});

// Promise P-448 integrate/outside-prices: a document of another zone or auction is refused, and so is a price that no
//   household pays
// Promise P-466 integrate/outside-prices: prices of another currency or time zone, in the past or more than a year
//   away are refused; nothing is lost
describe('prices that are refused leave those that are known', () => {
  it.each([
    [
      'in the money of another country',
      {},
      { prices: [{ ...quoted(10), currency: 'SEK' }], currency: 'SEK' },
      /^currency: SEK is not the currency of DE/,
    ],
    [
      'in a currency that the country they name has not',
      {},
      { prices: [quoted(10)], country: 'NL', currency: 'PLN' },
      /^currency: PLN is not the currency of NL, which is EUR$/,
    ],
    [
      'by the clock of another country',
      {},
      { prices: [quoted(10)], timeZone: 'Europe/London' },
      /^timeZone: Europe\/London is not the time zone of DE/,
    ],
    [
      'of Tibber in a country without it',
      { country: 'DK' },
      {
        today: [
          { startsAt: hour(10), total: 1 },
          { startsAt: hour(11), total: 1 },
        ],
      },
      /^currency: missing, and DK is no country of tibber/,
    ],
    [
      'of a zone of another currency',
      { country: 'DK' },
      { document: document('10Y1001A1001A82H') },
      /^currency: EUR is not the currency of DK/,
    ],
    [
      'of a French zone in a Dutch node',
      { country: 'NL' },
      { document: document('10YFR-RTE------C') },
      /^these prices are for FR or MC, but this node is for NL$/,
    ],
    [
      'of a Belgian zone in a Dutch node',
      { country: 'NL' },
      { document: document('10YBE----------2') },
      /^these prices are for BE, but this node is for NL$/,
    ],
    [
      'of a zone outside of the markets',
      {},
      { document: document('10YUA-WEPS-----0') },
      /^document: 10YUA-WEPS-----0 is no bidding zone of a market that is known$/,
    ],
    [
      'of another auction',
      {},
      {
        document: document('10Y1001A1001A82H').replace(
          '<curveType>',
          '<classificationSequence_AttributeInstanceComponent.position>2</classificationSequence_AttributeInstanceComponent.position><curveType>',
        ),
      },
      /^document: has no prices of the coupled auction; 2026-01-15: only another auction's prices are there/,
    ],
    [
      'of 90 EUR/kWh',
      {},
      { prices: [{ ...quoted(10), value: 90 }] },
      /^total of 2026-01-15T09:00:00Z: must be from -0.9 to 6 EUR\/kWh, got 90: per MWh\?/,
    ],
    ['that are over', {}, { prices: [quoted(8)] }, /^the last of these prices ended at 2026-01-15T08:00:00Z$/],
    [
      'that go on for ten years',
      {},
      { prices: [{ ...quoted(10), end: '2036-01-15T00:00:00Z' }] },
      /^the last of these prices ends at 2036-01-15T00:00:00Z, which is more than a year away$/,
    ],
    ['of no document of ENTSO-E', {}, { document: '<html>502</html>' }, /^document: is no Publication_MarketDocument/],
    [
      'of a reason instead',
      {},
      {
        document:
          '<Acknowledgement_MarketDocument><Reason><text>No matching data</text></Reason></Acknowledgement_MarketDocument>',
      },
      /^document: No matching data$/,
    ],
    ['of nowhere', { country: '' }, { prices: [quoted(10)] }, /^country: choose/],
  ])('%s', async (_, config, payload, text) => {
    const { give, series, states } = await nodeAt(10, config);
    const known = { prices: [quoted(10)], country: 'DE', currency: 'EUR' };
    await give(known);
    const before = states.length;
    await expect(give(payload)).rejects.toThrow(text);
    expect((await series.input(undefined, undefined)).now?.now).toBe(0.3);
    expect(states).toHaveLength(before);
  });
});

function quoted(index: number) {
  return { start: hour(index), end: hour(index + 1), value: 0.3 };
}

it('prices of a message that version 0.1 kept as the user’s own are external, and keep the form of their message', () => {
  const kept = { settings: '{}', country: 'DE', currency: 'EUR', asked: [], fetchedAt: MIDNIGHT };
  const origin = { kind: 'own', feed: 'tibber' };
  const facts = unpackedGiven(
    keptGiven.parse({ ...kept, origin, consumption: [[MIDNIGHT, MIDNIGHT + HOUR, 0.1, null, null, null, null]] }),
  );
  expect(facts).toMatchObject({ origin: { kind: 'external', feed: 'tibber' }, attribution: [] });
});

it('a series of another node keeps its marks and the credit of its sources over a restart', () => {
  const attribution = [{ publisher: 'P', licence: 'L', notice: 'N' }];
  const prices = [{ start: '2026-01-15T00:00:00+01:00', end: '2026-01-15T01:00:00+01:00', total: 0.3 }];
  const source = { kind: 'replay', examples: ['grid'], expired: { fees: '2025-12-31' } } as const;
  const given = givenFacts(readOutside({ country: 'DE', prices, source, attribution }, 0), {
    ...{ before: undefined, country: undefined, now: MIDNIGHT },
  });
  const restarted = unpackedGiven(keptGiven.parse(JSON.parse(JSON.stringify(packedGiven({}, given)))));
  expect(restarted).toMatchObject({ origin: source, attribution });
});
