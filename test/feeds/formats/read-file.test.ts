import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPriceFile } from '../../../src/feeds/formats/read-file.ts';

/** Samples written after the documentation of those who publish in these formats; the prices are examples. */
const FILES = 'test/feeds/formats/files';

/** `2026-04-15T00:00Z+15 0.0912`: when, minutes, euro per kWh. */
function read(file: string, wanted = {}, folder = FILES) {
  const { quotes, ...rest } = readPriceFile(join(folder, file), { zone: 'DK1', ...wanted });
  const lines = quotes.map(
    ({ start, end, price }) =>
      `${new Date(start * 1000).toISOString().slice(0, 16)}Z+${(end - start) / 60} ${Number(price.toFixed(9))}`,
  );
  return { lines, ...rest };
}

// Promise P-621 use/catalogue: each format is read as it is published
describe('a file of prices', () => {
  it.each<[string, string, object, string[]]>([
    [
      'CSV',
      'prices.csv',
      {},
      ['2026-04-14T22:00Z+60 0.0912', '2026-04-14T23:00Z+15 -0.00041', '2026-04-14T23:15Z+15 0.0085'],
    ],
    [
      'Energy-Charts, a null and times left out: nothing covers what is missing',
      'energy-charts.json',
      {},
      [
        '2026-04-14T22:00Z+15 0.0912',
        '2026-04-14T23:00Z+15 0',
        '2026-04-15T00:15Z+15 -0.00041',
        '2026-04-15T00:30Z+15 0.0085',
        '2026-04-15T01:00Z+15 0.012',
      ],
    ],
    [
      'Nord Pool, the area of the zone',
      'nord-pool.json',
      { zone: 'SE4' },
      ['2026-04-14T22:00Z+15 0.06225', '2026-04-14T22:15Z+15 -0.0015'],
    ],
    [
      'Energi Data Service before October 2025, newest first',
      'elspotprices.json',
      {},
      ['2025-09-23T22:00Z+60 0.08267', '2025-09-23T23:00Z+60 0.07503'],
    ],
    [
      'Energi Data Service since, with the last hour and the first quarters',
      'day-ahead-prices.json',
      {},
      ['2025-09-30T21:00Z+60 0.09927', '2025-09-30T22:00Z+15 0.088', '2025-09-30T22:15Z+15 0.0875'],
    ],
    [
      'Octopus, in pence without VAT, newest first',
      'octopus.json',
      { perEuro: 0.8 },
      ['2026-04-14T23:00Z+30 -0.015', '2026-04-14T22:30Z+30 0.25'],
    ],
  ])('of %s', (_, file, wanted, lines) => {
    expect(read(file, wanted).lines).toEqual(lines);
  });

  // Promise P-447 integrate/outside-prices: of a document's auctions the coupled one counts
  // Promise P-622 use/catalogue: of ENTSO-E the coupled auction is read, and a missing position repeats the one
  //   before
  it('of ENTSO-E: the coupled auction counts, and a missing position repeats the price before it', () => {
    const { lines, notes } = read('entsoe.xml');
    expect([lines.length, lines[0], lines[1], lines[2], lines[23], lines[24]]).toEqual([
      25,
      '2026-10-24T22:00Z+60 0.08',
      '2026-10-24T23:00Z+60 0.08',
      '2026-10-25T00:00Z+60 -0.01234',
      '2026-10-25T21:00Z+60 -0.01234',
      '2026-10-25T22:00Z+60 0.0615',
    ]);
    expect(notes).toEqual(['series of other auctions, left out: 1']);
  });

  it.each([
    ['energy-charts.json', 'Energy-Charts', ['times without a price: 1']],
    ['nord-pool.json', 'Nord Pool', []],
    ['octopus.json', 'Octopus Energy', ['rates without an end, left out: 1']],
  ])('%s is told by what is in it: %s', (file, source, notes) => {
    expect(read(file, { zone: 'SE3', perEuro: 1 })).toMatchObject({ source, notes });
  });
});

describe('a publication document of ENTSO-E', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'import-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const series = (more: string, points: readonly (readonly [number, string])[], end = '23:00') => `
    <ns:TimeSeries attribute="1"><currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>
    ${more.startsWith('<curve') ? more.slice(0, more.indexOf('</curveType>') + 12) : ''}
    <Period><timeInterval><start>2026-04-14T22:00Z</start><end>2026-04-14T${end}Z</end></timeInterval>
    ${more.replace(/<curveType>.*<\/curveType>/, '')}
    ${points.map(([position, price]) => `<Point><position>${position}</position><price.amount>${price}</price.amount></Point>`).join('')}
    </Period></ns:TimeSeries>`;
  const readXml = (xml: string) => {
    writeFileSync(
      join(dir, 'a.xml'),
      `<ns:Publication_MarketDocument xmlns:ns="urn:x">${xml}</ns:Publication_MarketDocument>`,
    );
    return read('a.xml', {}, dir).lines.map((line) => line.slice(11));
  };
  const A03 = '<curveType>A03</curveType>';

  it.each<[string, string, [number, string][], string[]]>([
    [
      '15 minutes',
      `${A03}<resolution>PT15M</resolution>`,
      [
        [1, '10'],
        [3, '20'],
      ],
      ['22:00Z+15 0.01', '22:15Z+15 0.01', '22:30Z+15 0.02', '22:45Z+15 0.02'],
    ],
    ['30 minutes', `${A03}<resolution>PT30M</resolution>`, [[1, '10']], ['22:00Z+30 0.01', '22:30Z+30 0.01']],
    ['60 minutes', `${A03}<resolution>PT60M</resolution>`, [[1, '10']], ['22:00Z+60 0.01']],
    [
      'a curve without repetition',
      '<curveType>A01</curveType><resolution>PT15M</resolution>',
      [
        [1, '10'],
        [4, '20'],
      ],
      ['22:00Z+15 0.01', '22:45Z+15 0.02'],
    ],
    ['no curve at all', '<resolution>PT30M</resolution>', [[2, '20']], ['22:30Z+30 0.02']],
    ['nothing before the first point', `${A03}<resolution>PT30M</resolution>`, [[2, '20']], ['22:30Z+30 0.02']],
  ])('of %s', (_, more, points, lines) => {
    expect(readXml(series(more, points))).toEqual(lines);
  });

  // Promise P-629
  it.each<[string, string, string]>([
    [
      'another resolution',
      series('<resolution>P1D</resolution>', [[1, '1']]),
      'resolution "P1D" must be one of PT15M, PT30M, PT60M, PT1H',
    ],
    ['no price', series('<resolution>PT60M</resolution>', [[1, '']]), 'price.amount must be there'],
    [
      'a price that is none',
      series('<resolution>PT60M</resolution>', [[1, 'n/a']]),
      'price.amount must be a decimal number such as -12.34',
    ],
    [
      'no end',
      series('<resolution>PT60M</resolution>', [[1, '1']], 'later'),
      'end must be a time as 2025-10-25T22:00Z',
    ],
    [
      'another unit',
      series('<resolution>PT60M</resolution>', [[1, '1']]).replace('MWH', 'KWH'),
      'price_Measure_Unit.name "KWH" must be MWH',
    ],
    [
      'another currency',
      series('<resolution>PT60M</resolution>', [[1, '1']]).replace('EUR', 'PLN'),
      'prices are in PLN: --per-euro must say how many PLN one euro is',
    ],
  ])('is refused with %s, naming the file', (_, xml, message) => {
    expect(() => readXml(xml)).toThrow(`${join(dir, 'a.xml')}: ${message}`);
  });
});

describe('a document of ENTSO-E is what it says it is', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'import-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** The prices of one day in euro per MWh, of whatever auction and zone. */
  const series = (day: string, sequence: number, more = '', zone = '10YNL----------L') => `<TimeSeries>
    ${more}<in_Domain.mRID>${zone}</in_Domain.mRID><out_Domain.mRID>${zone}</out_Domain.mRID>
    <currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>
    <classificationSequence_AttributeInstanceComponent.position>${sequence}</classificationSequence_AttributeInstanceComponent.position>
    <curveType>A03</curveType><Period><timeInterval><start>${day}T22:00Z</start><end>${day}T23:00Z</end></timeInterval>
    <resolution>PT60M</resolution><Point><position>1</position><price.amount>${sequence}0</price.amount></Point></Period></TimeSeries>`;
  const dutch = { zone: 'NL', eic: '10YNL----------L', areas: ['NL'], currency: 'EUR' };
  const readXml = (...content: string[]) => {
    writeFileSync(join(dir, 'a.xml'), `<Publication_MarketDocument>${content.join('')}</Publication_MarketDocument>`);
    return read('a.xml', dutch, dir);
  };
  const only = (sequences: string) =>
    `only another auction's prices are there (sequence ${sequences}); they are left out`;

  it('has the coupled auction alone, and names the days of which it has only others', () => {
    const { lines, notes } = readXml(
      series('2026-04-14', 2),
      series('2026-04-14', 1),
      series('2026-04-15', 3),
      series('2026-04-15', 2),
    );
    expect(lines).toEqual(['2026-04-14T22:00Z+60 0.01']);
    expect(notes).toEqual(['series of other auctions, left out: 3', `2026-04-16: ${only('2, 3')}`]);
  });

  it.each([
    ['the second sequence', series('2026-04-14', 2), `has no prices of the coupled auction; 2026-04-15: ${only('2')}`],
    [
      'an intraday auction',
      series('2026-04-14', 1, '<contract_MarketAgreement.type>A07</contract_MarketAgreement.type>'),
      `has no prices of the coupled auction; 2026-04-15: ${only('1')}`,
    ],
    [
      'another zone',
      series('2026-04-14', 1, '', '10YFR-RTE------C'),
      'is about 10YFR-RTE------C, and NL is 10YNL----------L',
    ],
    [
      'two zones',
      series('2026-04-14', 1) + series('2026-04-14', 1, '', '10YFR-RTE------C'),
      'must be about one zone, and is about 10YNL----------L, 10YFR-RTE------C',
    ],
    [
      'a border',
      series('2026-04-14', 1).replace('<out_Domain.mRID>10YNL', '<out_Domain.mRID>10YBE'),
      'must be about one zone, and is about 10YNL----------L and 10YBE----------L',
    ],
    [
      'a market with another currency',
      series('2026-04-14', 1).replace('EUR', 'PLN'),
      'prices are in PLN, and NL has EUR',
    ],
  ])('and is refused with prices of %s alone', (_, content, message) => {
    expect(() => readXml(content)).toThrow(`${join(dir, 'a.xml')}: ${message}`);
  });

  it.each([
    ['nord-pool.json', { zone: 'DK2', areas: ['DK2'] }, 'nord-pool.json: holds SE3, SE4, but not DK2'],
    ['day-ahead-prices.json', { zone: 'SE4', areas: ['SE4'] }, 'day-ahead-prices.json: holds DK1, but not SE4'],
  ])('as are the prices of another area in %s', (file, wanted, message) => {
    expect(() => read(file, wanted)).toThrow(message);
  });
});

describe('a file of prices is refused by name and place', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'import-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const nordPool = (more: object) =>
    JSON.stringify({
      currency: 'EUR',
      multiAreaEntries: [
        { deliveryStart: '2026-04-14T22:00:00Z', deliveryEnd: '2026-04-14T23:00:00Z', entryPerArea: { A: 1, B: 2 } },
      ],
      ...more,
    });

  it.each<[string, string, string]>([
    ['what is empty', '', 'line 1 must be from_utc,resolution_s,price_per_kwh,currency'],
    [
      'a row that is none',
      'from_utc,resolution_s,price_per_kwh,currency\n1776204000,900,1,EUR\n1776204900,60,1,EUR',
      'line 3 must be as 1767222000,900,0.08123,EUR',
    ],
    ['JSON that is none', '{ "records": ', 'line 1, column 14: a value is missing before the end'],
    [
      'JSON of something else',
      '{ "prices": [] }',
      '$: one of the keys unix_seconds, multiAreaEntries, records, results must tell what it is',
    ],
    [
      'a price that is none',
      '{ "unix_seconds": [1, 2], "price": [1, "x"], "unit": "EUR / MWh" }',
      'price[1]: Invalid input: expected number',
    ],
    [
      'lists of two lengths',
      '{ "unix_seconds": [1], "price": [1, 2], "unit": "EUR / MWh" }',
      '$: must have as many prices as unix_seconds',
    ],
    [
      'another unit',
      '{ "unix_seconds": [0, 3600], "price": [1, 2], "unit": "ct / kWh" }',
      'unit "ct / kWh" must be a currency per MWh',
    ],
    [
      'times without a step',
      '{ "unix_seconds": [0, 7200], "price": [1, 2], "unit": "EUR / MWh" }',
      'times must follow each other by 15, 30 or 60 minutes',
    ],
    ['several areas, none of them asked for', nordPool({}), 'holds A, B, but not DK1'],
    [
      'prices that may change',
      nordPool({
        multiAreaEntries: [
          { deliveryStart: '2026-04-14T22:00:00Z', deliveryEnd: '2026-04-14T23:00:00Z', entryPerArea: { GER: 1 } },
        ],
        areaStates: [{ state: 'Preliminary', areas: ['GER'] }],
      }),
      'prices of GER are preliminary: import them once they are final',
    ],
  ])('%s', (_, content, message) => {
    writeFileSync(join(dir, 'a'), content);
    expect(() => read('a', {}, dir)).toThrow(`${join(dir, 'a')}: ${message}`);
  });

  it('a document that says why there is no data', () => {
    expect(() => read('entsoe-no-data.xml')).toThrow(
      'entsoe-no-data.xml: No matching data found for Data item DAY_AHEAD_PRICES',
    );
  });

  it('a file that is not there', () => {
    expect(() => read('nowhere')).toThrow('nowhere: there is no such file or folder');
  });
});
