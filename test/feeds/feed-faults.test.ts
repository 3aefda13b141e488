import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deliveryDay } from '../../src/core/window.ts';
import { askFeed } from '../../src/feeds/ask-feed.ts';
import type { DayFinding } from '../../src/feeds/day-findings.ts';
import type { FeedName } from '../../src/feeds/feed.ts';
import { feedAnswer } from '../support/feeds/feed-answers.ts';
import { ask, feedCalled, questionOf, shown } from '../support/feeds/feed-questions.ts';

const DATE = '2026-04-15';
const { start, end } = deliveryDay(DATE);
const world = { priceAt: (_zone: string, at: number) => Math.round((at / 900) % 960) / 10, until: end };

/** What becomes of the day when the feed's answer is spoilt on its way. */
function outcome(name: FeedName, zone: string, spoilt: (body: string) => string): string {
  try {
    return ask(name, questionOf(zone, DATE), world, spoilt).findings.map(shown).join();
  } catch (error) {
    return `unusable: ${error instanceof Error ? error.message : error}`;
  }
}
const each: [FeedName, string][] = [
  ['entsoe', 'DE-LU'],
  ['energy-charts', 'DE-LU'],
  ['energi-data-service', 'DK1'],
  ['smard', 'AT'],
  ['omie', 'ES'],
  ['ote', 'CZ'],
  ['pse', 'PL'],
  ['energyzero', 'NL'],
  ['elprisetjustnu', 'SE4'],
  ['hvakosterstrommen', 'NO1'],
  ['elering', 'LT'],
  ['spot-hinta', 'SE3'],
  ['octopus', 'GB-C'],
];

describe.each(each)('an answer of %s', (name, zone) => {
  // Promise P-061 operate/live: an answer that cannot be read is no day
  it.each<[string, (body: string) => string]>([
    ['a web page', () => '<!doctype html><html><body>Just a moment...</body></html>'],
    ['nothing at all', () => ''],
    ['a hundred thousand brackets', () => '['.repeat(1e5)],
    ['a list in a list, a hundred thousand times', () => `${'['.repeat(1e5)}${']'.repeat(1e5)}`],
    ['an object in an object, a hundred thousand times', () => `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`],
    ['a number', () => '1e308'],
    ['a list of a hundred thousand nulls', () => `[${'null,'.repeat(1e5)}null]`],
    ['a hundred thousand elements that do not end', () => '<Publication_MarketDocument><TimeSeries>'.repeat(1e5)],
    ['a hundred thousand comments that do not end', () => '<!--'.repeat(1e5)],
    ['half of it', (body) => body.slice(0, body.length / 2)],
    ['an archive of it', (body) => `PK\u0003\u0004${deflateRawSync(body).toString('latin1')}`],
  ])('that is %s is no day', (_, spoilt) => {
    expect(outcome(name, zone, spoilt)).not.toMatch(/^\d+ x/);
  });
});

const HOUR = 3600;

describe.each(each)('a price of %s', (name, zone) => {
  // In whatever currency: the stand-in for the exchange rate is four.
  // Promise P-062 operate/live: a price beyond the limits of the auction spoils its day
  it.each([1e308, -1e308, 16_001, -2001, Number.NaN])('that is %f spoils its day', (price) => {
    const spoilt = (of: string, at: number) => (at === start + 4 * HOUR ? price : world.priceAt(of, at));
    const kinds = () => ask(name, questionOf(zone, DATE), { priceAt: spoilt, until: end }).findings;
    expect(['unusable', 'partial']).toContain(kindIn(kinds));
  });
});

function kindIn(findings: () => readonly DayFinding[]): string {
  try {
    return findings()
      .map(({ kind }) => kind)
      .join();
  } catch {
    return 'unusable';
  }
}

/** An answer of Energy-Charts over `span`, its times and prices as `change` leaves them. */
const charts =
  (change: (starts: number[], prices: unknown[]) => void, from = start, count = 96) =>
  () => {
    const starts = Array.from({ length: count }, (_, i) => from + i * 900);
    const prices: unknown[] = starts.map((_, i) => i);
    change(starts, prices);
    return JSON.stringify({ unix_seconds: starts, price: prices, unit: 'EUR / MWh' });
  };

/** What is wrong, whose answer in which zone, how it is spoilt, and what becomes of the day. */
type Spoilt = [string, FeedName, string, (body: string) => string, string];

const FIRST = world.priceAt('AT', start);
const LAST_SERIES = /<TimeSeries>(?!.*<TimeSeries>).*?<\/TimeSeries>/s;
const LAST_PERIOD = /<Period>(?!.*<Period>).*?<\/Period>/s;
const pointsOf = (body: string): string[] => LAST_SERIES.exec(body)?.[0].match(/<Point>.*?<\/Point>/g) ?? [];
const risen = (point: string) => point.replace(/(?<=amount>)[^<]+/, (price) => String(Number(price) + 100));

// Promise P-060 operate/live: only whole days are kept; what is odd spoils its day
it.each<Spoilt>([
  ['yesterday', 'energy-charts', 'DE-LU', charts(() => {}, start - 24 * HOUR), 'nothing'],
  ['yesterday', 'omie', 'ES', (body) => body.replace('15/04/2026', '14/04/2026'), 'unusable: is not about 2026-04-15'],
  ['yesterday', 'pse', 'PL', (body) => body.replaceAll(DATE, '2026-04-14'), 'unusable: is not about 2026-04-15'],
  ['yesterday', 'ote', 'CZ', (body) => body.replaceAll(DATE, '2026-04-14'), 'nothing'],
  ['yesterday', 'elprisetjustnu', 'SE4', (body) => body.replaceAll(DATE, '2026-04-14'), 'nothing'],
  [
    'another zone',
    'energi-data-service',
    'DK1',
    (body) => body.replaceAll('DK1', 'DK2'),
    'unusable: is not about DK1 alone',
  ],
  [
    'another zone',
    'entsoe',
    'AT',
    (body) => body.replaceAll('10YAT-APG------L', '10YBE----------2'),
    'unusable: is not about 10YAT-APG------L',
  ],
  ['another country', 'elering', 'LT', (body) => body.replace('"lt"', '"xx"'), 'unusable: is not about lt'],
  [
    'another currency',
    'entsoe',
    'AT',
    (body) => body.replaceAll('>EUR<', '>PLN<'),
    'unusable: has a currency other than EUR',
  ],
  [
    'another auction alone',
    'entsoe',
    'AT',
    (body) => body.replace(/position>1<(?=\/classification)/, 'position>2<'),
    'nothing',
  ],
  [
    'another unit',
    'energy-charts',
    'DE-LU',
    (body) => body.replace('EUR / MWh', 'ct / kWh'),
    'unusable: $.unit: Invalid option: expected one of "EUR / MWh"|"EUR/MWh"|"No Unit"',
  ],
  [
    'a hundred records of more',
    'energi-data-service',
    'DK1',
    (body) => body.replace('"total":96', '"total":192'),
    'unusable: holds 96 of 192 records',
  ],
  [
    'a missing hour',
    'energy-charts',
    'DE-LU',
    charts((starts, prices) => [starts, prices].map((list) => list.splice(40, 4))),
    'partial: 4 of 96 of its prices are missing',
  ],
  [
    'a missing quarter hour',
    'energy-charts',
    'DE-LU',
    charts((starts, prices) => [starts, prices].map((list) => list.splice(40, 1))),
    'partial: 1 of 96 of its prices are missing',
  ],
  [
    'a doubled hour that says something else',
    'energy-charts',
    'DE-LU',
    charts((starts, prices) => {
      starts.push(start);
      prices.push(7);
    }),
    'unusable: 1 of its prices contradict others of the same time',
  ],
  [
    'a doubled hour that says the same',
    'energy-charts',
    'DE-LU',
    charts((starts, prices) => {
      starts.push(start);
      prices.push(0);
    }),
    '96 x 900',
  ],
  [
    'a price of 1e308',
    'energy-charts',
    'DE-LU',
    charts((_, prices) => prices.splice(9, 1, 1e308)),
    'unusable: a price is beyond the limits of the auction',
  ],
  [
    'a price above the limit',
    'energy-charts',
    'DE-LU',
    charts((_, prices) => prices.splice(9, 1, 4000.01)),
    'unusable: a price is beyond the limits of the auction',
  ],
  [
    'a price below the limit',
    'energy-charts',
    'DE-LU',
    charts((_, prices) => prices.splice(9, 1, -500.01)),
    'unusable: a price is beyond the limits of the auction',
  ],
  [
    'a price below the limit until the auction of 2026-05-27',
    'energy-charts',
    'DE-LU',
    charts((_, prices) => prices.splice(9, 1, -550)),
    'unusable: a price is beyond the limits of the auction',
  ],
  [
    'a price at each limit',
    'energy-charts',
    'DE-LU',
    charts((_, prices) => prices.splice(9, 2, -500, 4000)),
    '96 x 900',
  ],
  [
    'a price as text',
    'energy-charts',
    'DE-LU',
    charts((_, prices) => prices.splice(9, 1, '12')),
    'unusable: $.price.9: Invalid input: expected number, received string',
  ],
  [
    'NaN',
    'ote',
    'CZ',
    (body) => body.replace(/<Price>[^<]*/, '<Price>NaN'),
    'unusable: has a Price that is no decimal number',
  ],
  [
    'NaN',
    'entsoe',
    'AT',
    (body) => body.replace(/amount>[^<]*/g, 'amount>NaN'),
    'unusable: price.amount must be a decimal number such as -12.34',
  ],
  [
    'NaN',
    'omie',
    'ES',
    (body) => body.replace(/;\s+[\d,]+/, ';NaN'),
    'unusable: has a price that is no number with a decimal comma',
  ],
  [
    'a time off the quarter hour',
    'energy-charts',
    'DE-LU',
    charts((starts) => starts.splice(5, 1, start + 5 * 900 + 7)),
    'unusable: 2026-04-14T23:15:07.000Z: times must be on quarter hours',
  ],
  [
    'hours where quarters are traded',
    'energy-charts',
    'DE-LU',
    () =>
      JSON.stringify({
        unix_seconds: Array.from({ length: 24 }, (_, i) => start + i * HOUR),
        price: new Array(24).fill(0).map((_, i) => i),
        unit: 'EUR / MWh',
      }),
    'unusable: prices last 3600 s, where 900 s are traded',
  ],
  [
    'hours where hours are traded',
    'energy-charts',
    'CH',
    () =>
      JSON.stringify({
        unix_seconds: Array.from({ length: 24 }, (_, i) => start + i * HOUR),
        price: new Array(24).fill(0).map((_, i) => i),
        unit: 'EUR / MWh',
      }),
    '24 x 3600',
  ],
  [
    'positions 1 to 96 a second time with other prices',
    'entsoe',
    'AT',
    (body) => body.replaceAll('</Period>', `${pointsOf(body).map(risen).join('')}</Period>`),
    `unusable: position 1 must not have two prices: it has ${FIRST} and ${FIRST + 100}`,
  ],
  [
    'positions 1 to 96 a second time with the same prices',
    'entsoe',
    'AT',
    (body) => body.replaceAll('</Period>', `${pointsOf(body).join('')}</Period>`),
    '96 x 900',
  ],
  [
    'a second period with other prices',
    'entsoe',
    'AT',
    (body) => body.replace(LAST_PERIOD, (period) => period + period.replace(/<Point>.*?<\/Point>/g, risen)),
    'unusable: must not have two prices for the interval from 2026-04-14T22:00Z',
  ],
  [
    'a second series with other prices',
    'entsoe',
    'AT',
    (body) => body.replace(LAST_SERIES, (series) => series + series.replace(/<Point>.*?<\/Point>/g, risen)),
    'unusable: must not have two prices for the interval from 2026-04-14T22:00Z',
  ],
  [
    'a point with two prices',
    'entsoe',
    'AT',
    (body) => body.replaceAll('</price.amount>', '</price.amount><price.amount>7</price.amount>'),
    'unusable: price.amount must not be there twice with different values',
  ],
  [
    'two resolutions of one period',
    'entsoe',
    'AT',
    (body) => body.replaceAll('</resolution>', '</resolution><resolution>PT60M</resolution>'),
    'unusable: resolution must not be there twice with different values',
  ],
  ...['0x10', '1e1', '1_0', '0b11', '1,5', '--5', 'Infinity', '-'].flatMap((text): Spoilt[] => [
    [
      `the price ${text}`,
      'entsoe',
      'AT',
      (body) =>
        body.replace(/amount>[^<]*(?=<\/price.amount><\/Point><\/Period><\/TimeSeries><\/Pub)/, `amount>${text}`),
      'unusable: price.amount must be a decimal number such as -12.34',
    ],
    [
      `the price ${text}`,
      'ote',
      'CZ',
      (body) => body.replace(/<Price>[^<]*/, `<Price>${text}`),
      'unusable: has a Price that is no decimal number',
    ],
  ]),
  ...['0x1', '1e0', '1.0', '+1', '0', '-1'].map(
    (text): Spoilt => [
      `the position ${text}`,
      'entsoe',
      'AT',
      (body) => body.replace(/<Point><position>1(?=<\/position><price.amount>\d\d)/, `<Point><position>${text}`),
      'unusable: position must be a whole number from 1',
    ],
  ),
  [
    'the position 97 of 96',
    'entsoe',
    'AT',
    (body) => body.replaceAll('<position>96</position>', '<position>97</position>'),
    'unusable: position 97 must be 96 at most, as timeInterval says',
  ],
  [
    'the sequence 0x1',
    'entsoe',
    'AT',
    (body) => body.replace(/position>1<(?=\/classification)/, 'position>0x1<'),
    'unusable: classificationSequence_AttributeInstanceComponent.position must be a whole number from 1',
  ],
  [
    'a start in another form',
    'entsoe',
    'AT',
    (body) => body.replaceAll('<start>2026-04-14T22:00Z', '<start>14 April 2026 22:00 UTC'),
    'unusable: start must be a time as 2025-10-25T22:00Z',
  ],
  [
    'a second row of prices',
    'omie',
    'ES',
    (body) =>
      body.replace(/^Precio marginal en el sistema espa.*$/m, (row) => `${row}\n${row.replace(/;\s*[\d,]+/, ';1,0')}`),
    'unusable: has two rows of prices of ES',
  ],
  [
    'an item a second time with another price',
    'ote',
    'CZ',
    (body) => body.replace(/<Item>.*?<\/Item>/, (item) => item + item.replace(/<Price>[^<]*/, '<Price>7')),
    'unusable: 1 of its prices contradict others of the same time',
  ],
  [
    'a period of a thousand years',
    'entsoe',
    'AT',
    (body) => body.replaceAll(/<end>\d{4}/g, '<end>3026'),
    'unusable: timeInterval must have 40000 positions at most',
  ],
  [
    'two thousand periods of a year each',
    'entsoe',
    'AT',
    (body) =>
      body.replace(/<Period>.*?<\/Period>/s, (period) => period.replace(/<start>\d{4}/, '<start>2025').repeat(2000)),
    'unusable: must have 160000 positions at most',
  ],
  [
    'ten thousand series',
    'entsoe',
    'AT',
    (body) => body.replace('<TimeSeries>', (series) => `${series}</TimeSeries>`.repeat(10_000) + series),
    'unusable: has more than 5000 series and periods',
  ],
  [
    'a hundred thousand empty objects',
    'energy-charts',
    'DE-LU',
    () => `{"unix_seconds":[${'{},'.repeat(1e5)}{}]}`,
    'unusable: has more than 50000 lists and objects',
  ],
  [
    'six thousand items',
    'ote',
    'CZ',
    (body) => body.replace(/<Item>.*?<\/Item>/, (item) => item.repeat(6000)),
    'unusable: has more than 5000 items',
  ],
  [
    'a list of six thousand',
    'energy-charts',
    'DE-LU',
    charts(() => {}, start, 6000),
    'unusable: $.unix_seconds: Too big: expected array to have <=5000 items',
  ],
  [
    'times a thousand years apart',
    'energy-charts',
    'DE-LU',
    charts((starts) => starts.splice(95, 1, 4e10)),
    'partial: 1 of 96 of its prices are missing',
  ],
])('%s in an answer of %s: the price is right or there is none', (_, name, zone, spoilt, expected) => {
  expect(outcome(name, zone, spoilt)).toBe(expected);
});

// Promise P-071 operate/live: the prices of other auctions are left out, and their day is named
it('prices of another auction alone are left out, and their day is named', async () => {
  const secondAlone = (body: string) => body.replace(/position>1<(?=\/classification)/, 'position>2<');
  const question = questionOf('AT', DATE);
  const { leftOut } = await askFeed(feedCalled('entsoe'), question, {
    ...{ address: 'http://x', userAgent: 'x', deadline: 1000 },
    fetch: async (url) => {
      const text = secondAlone(feedAnswer(new URL(url), world).body);
      const body = (async function* () {
        yield Buffer.from(text);
      })();
      return { status: 200, headers: { get: () => null }, body };
    },
  });
  expect([...(leftOut ?? [])]).toEqual([
    [DATE, "only another auction's prices are there (sequence 2); they are left out"],
  ]);
});

describe('the minimum of the auction', () => {
  /** The finding about a day with one price of `price` EUR/MWh; PSE's are in PLN/MWh, at 4 PLN a euro. */
  const dayWith = (name: FeedName, zone: string, date: string, price: number) => {
    const day = deliveryDay(date);
    const priceAt = (of: string, at: number) => (at === day.start + 4 * HOUR ? price : world.priceAt(of, at));
    return ask(name, questionOf(zone, date), { priceAt, until: day.end }).findings.map(shown).join();
  };
  const beyond = 'unusable: a price is beyond the limits of the auction';

  // Promise P-063 operate/live: the lower limit is -500 EUR/MWh, and -600 EUR/MWh since trading day 2026-05-28
  it.each([
    ['2026-05-28', -550, beyond],
    ['2026-05-29', -550, '96 x 900'],
    ['2026-05-29', -600, '96 x 900'],
    ['2026-05-29', -600.01, beyond],
  ])('is -500 EUR/MWh up to delivery day 2026-05-28 and -600 EUR/MWh after it: on %s, %f is %s', (date, price, day) => {
    expect(dayWith('energy-charts', 'DE-LU', date, price)).toBe(day);
  });

  it.each([
    [-2400.3, '96 x 900'],
    [-2401, beyond],
  ])('allows for the rounding of an exchange rate: %f PLN/MWh at 4 PLN a euro is %s', (price, day) => {
    expect(dayWith('pse', 'PL', '2026-05-29', price)).toBe(day);
  });
});
