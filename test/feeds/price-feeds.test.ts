import { describe, expect, it } from 'vitest';
import { deliveryDay } from '../../src/core/window.ts';
import type { FeedName } from '../../src/feeds/feed.ts';
import type { FeedWorld } from '../support/feeds/feed-answers.ts';
import { ask, feedCalled, questionOf, RATE, shown } from '../support/feeds/feed-questions.ts';

/** Euro per MWh: another in each quarter hour of ten days. */
const priceAt = (_zone: string, start: number) => Math.round((start / 900) % 960) / 10 - 20;
const always: FeedWorld = { priceAt, until: deliveryDay('2027-01-01').start };

const usual: [FeedName, string, number, number][] = [
  ['entsoe', 'DE-LU', 900, 1],
  ['energy-charts', 'DE-LU', 900, 1],
  ['energy-charts', 'FI', 900, 1],
  ['energy-charts', 'PT', 900, 1],
  ['energi-data-service', 'DK1', 900, 1],
  ['smard', 'AT', 900, 1],
  ['omie', 'PT', 900, 1],
  ['ote', 'CZ', 900, 1],
  ['pse', 'PL', 900, RATE],
  ['energyzero', 'NL', 900, 1],
  ['elprisetjustnu', 'SE4', 900, 1],
  ['hvakosterstrommen', 'NO1', 3600, 1],
  ['elering', 'LT', 900, 1],
  ['octopus', 'GB-C', 1800, RATE],
];

describe.each(usual)('%s of %s', (name, zone, step, divisor) => {
  it.each([
    ['2026-03-29', 23],
    ['2026-04-15', 24],
    ['2025-10-26', 25],
  ])('%s has %i hours, each price at its own time', (date, hours) => {
    const { findings } = ask(name, questionOf(zone, date), always);
    expect(findings.map(shown)).toEqual([`${(hours * 3600) / step} x ${step}`]);
    const [finding] = findings;
    if (finding?.kind !== 'whole') throw new Error('is not whole');
    const expected = finding.day.prices.map((_, i) => priceAt(zone, finding.day.start + i * step) / 1000 / divisor);
    expect(finding.day.prices.map((price = 9) => price.toFixed(6))).toEqual(expected.map((price) => price.toFixed(6)));
  });

  it('a day that is not published is none', () => {
    const { findings } = ask(name, questionOf(zone, '2026-04-15'), { priceAt, until: deliveryDay('2026-04-15').start });
    expect(findings.map(shown)).toEqual(findings.map(() => 'nothing'));
  });
});

// A curve A03 of ENTSO-E repeats the price before, and Octopus has no rate that is none.
it.each(usual.filter(([name]) => name !== 'entsoe' && name !== 'octopus'))(
  'a null of %s in %s is a hole, and what has holes is no day',
  (name, zone, step) => {
    const hole = deliveryDay('2026-04-15').start + 4 * 3600;
    const holed = (of: string, start: number) => (start === hole ? null : priceAt(of, start));
    const { findings } = ask(name, questionOf(zone, '2026-04-15'), { ...always, priceAt: holed });
    const missing = step === 3600 ? '1 of 24' : '1 of 96';
    expect(findings.map(shown)).toEqual([`partial: ${missing} of its prices are missing`]);
  },
);

describe('spot-hinta', () => {
  it.each([
    ['2026-03-29', 23],
    ['2026-04-15', 24],
    ['2025-10-26', 25],
  ])('%s has %i hours, each price at its own time', (date, hours) => {
    const { start, end } = deliveryDay(date);
    const [finding] = ask('spot-hinta', questionOf('SE3', date), { priceAt, until: end }).findings;
    expect(shown(finding)).toBe(`${hours * 4} x 900`);
    const expected = Array.from({ length: hours * 4 }, (_, i) => (priceAt('SE3', start + i * 900) / 1000).toFixed(6));
    expect(finding?.kind === 'whole' && finding.day.prices.map((price = 9) => price.toFixed(6))).toEqual(expected);
  });

  it('is not asked east of it, where its tomorrow ends an hour before the delivery day does', () => {
    expect(feedCalled('spot-hinta').zones.filter((zone) => ['EE', 'FI', 'LT', 'LV'].includes(zone))).toEqual([]);
  });

  it('is read without the tax that it has in it', () => {
    const { findings } = ask('spot-hinta', questionOf('SE3', '2026-04-15'), {
      priceAt: () => 100,
      until: always.until,
    });
    expect(findings.map(shown)).toEqual(['nothing']);
    const now = { priceAt: () => 100, until: deliveryDay('2026-04-15').end };
    const [finding] = ask('spot-hinta', questionOf('SE3', '2026-04-15'), now).findings;
    expect(finding?.kind === 'whole' && finding.day.prices[0]).toBe(0.1);
  });
});

describe('a question', () => {
  it.each<[FeedName, string, string, string[]]>([
    ['energy-charts', 'DE-LU', '2026-03-29', ['/price?bzn=DE-LU&start=2026-03-29&end=2026-03-29']],
    ['energy-charts', 'FI', '2026-04-15', ['/price?bzn=FI&start=2026-04-15&end=2026-04-16']],
    ['energy-charts', 'PT', '2026-04-15', ['/price?bzn=PT&start=2026-04-14&end=2026-04-15']],
    [
      'energi-data-service',
      'DK1',
      '2026-03-29',
      [
        '/dataset/DayAheadPrices?start=2026-03-29&end=2026-03-30&filter=%7B%22PriceArea%22%3A%5B%22DK1%22%5D%7D&columns=TimeUTC%2CPriceArea%2CDayAheadPriceEUR%2CDayAheadPriceDKK&sort=TimeUTC%20asc&limit=0',
      ],
    ],
    [
      'smard',
      'DE-LU',
      '2026-04-15',
      [
        '/app/chart_data/4169/DE-LU/index_quarterhour.json',
        '/app/chart_data/4169/DE-LU/4169_DE-LU_quarterhour_1776031200000.json',
      ],
    ],
    [
      'omie',
      'ES',
      '2026-03-29',
      ['/sites/default/files/dados/AGNO_2026/MES_03/TXT/INT_PBC_EV_H_1_29_03_2026_29_03_2026.TXT'],
    ],
    ['ote', 'CZ', '2026-03-29', ['/services/PublicDataService']],
    [
      'energyzero',
      'NL',
      '2026-03-29',
      ['/public/v1/prices?energyType=ENERGY_TYPE_ELECTRICITY&date=29-03-2026&interval=INTERVAL_QUARTER'],
    ],
    ['elprisetjustnu', 'SE3', '2026-10-09', ['/api/v1/prices/2026/10-09_SE3.json']],
    ['hvakosterstrommen', 'NO5', '2026-10-09', ['/api/v1/prices/2026/10-09_NO5.json']],
    ['elering', 'EE', '2026-03-29', ['/api/nps/price?start=2026-03-28T23%3A00%3A00Z&end=2026-03-29T21%3A59%3A59Z']],
    ['spot-hinta', 'SE3', '2026-03-29', ['/TodayAndDayForward?region=SE3&priceResolution=15']],
    [
      'octopus',
      'GB-C',
      '2026-03-29',
      [
        '/v1/products/AGILE-24-10-01/electricity-tariffs/E-1R-AGILE-24-10-01-C/standard-unit-rates/?period_from=2026-03-28T23%3A00%3A00Z&period_to=2026-03-29T22%3A00%3A00Z',
      ],
    ],
    [
      'entsoe',
      'AT',
      '2026-03-29',
      [
        '/api?securityToken=SECRET&documentType=A44&contract_MarketAgreement.type=A01&in_Domain=10YAT-APG------L&out_Domain=10YAT-APG------L&periodStart=202603282300&periodEnd=202603292200',
      ],
    ],
  ])('to %s of %s about %s', (name, zone, date, paths) => {
    expect(ask(name, questionOf(zone, date), always).paths).toEqual(paths);
  });

  it('to PSE follows its pages, on its own address only', () => {
    const { paths } = ask('pse', questionOf('PL', '2026-04-15'), always);
    expect(paths).toEqual([
      "/api/csdac-pln?%24filter=business_date%20eq%20'2026-04-15'&%24first=200",
      "/api/csdac-pln?$filter=business_date%20eq%20'2026-04-15'&$first=50&$after=50",
    ]);
  });

  it('about two days is answered for each', () => {
    const until = deliveryDay('2026-04-15').end;
    for (const [name, zone] of usual.filter(([each]) => feedCalled(each).mostDays > 1))
      expect(ask(name, questionOf(zone, '2026-04-15', '2026-04-16'), { priceAt, until }).findings.map(shown)).toEqual([
        zone.startsWith('GB') ? '48 x 1800' : '96 x 900',
        'nothing',
      ]);
  });
});
