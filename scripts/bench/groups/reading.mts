import { readFileSync } from 'node:fs';
import { readAnswerTo } from '../../../dist/src/client/day-ahead-answer.js';
import { totalOf } from '../../../dist/src/core/components.js';
import { deliveryDay } from '../../../dist/src/core/window.js';
import { findingsOf } from '../../../dist/src/feeds/day-findings.js';
import { type FeedName, isReading } from '../../../dist/src/feeds/feed.js';
import { priceFeeds } from '../../../dist/src/feeds/price-feeds.js';
import { readSettings } from '../../../dist/src/messages/demand/demand.js';
import { readPrices } from '../../../dist/src/messages/prices.js';
import { batches } from '../harness/batch.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { ratioOf } from '../harness/ratio.mts';

const QUARTER_HOUR = 900;
const FIRST = 1_763_593_200;

/** Something read as we do and as one would who trusts it. */
type Row = readonly [name: string, yardstick: string, atMost: number, ours: () => void, bare: () => void];

/** What everything that comes from outside costs on the way in, beside the barest reading of the same bytes. */
export default async function reading(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, yardstick, atMost, ours, bare] of [answer(), tibber(), demand(), ...feeds()])
    figures.push(figure({ name: `read: ${name}`, yardstick, atMost }, await ratioOf(batches(ours), batches(bare))));
  return figures;
}

const json = (name: string, atMost: number, text: string, read: (value: unknown) => void): Row => [
  name,
  'JSON.parse of the same bytes',
  atMost,
  () => read(JSON.parse(text)),
  () => JSON.parse(text),
];

/** Five days of quarter hours: the longest series that the service answers. */
function answer(): Row {
  const prices = Array.from({ length: 480 }, (_, i) => ({
    from_utc: FIRST + i * QUARTER_HOUR,
    energy: 0.08123 + i / 1e5,
    grid: 0.0911,
    fees: 0.0431,
    vat: 0.04093,
  }));
  const question = { country: 'DE', consumption: 'A', resolution: QUARTER_HOUR } as const;
  const text = JSON.stringify({
    currency: 'EUR',
    next: FIRST,
    consumption: { tariff: { id: 'A', type: null }, prices },
  });
  return json('an answer of 480 points, checked and summed', 4.7, text, (value) => {
    readAnswerTo(question, value).consumption?.points.map(totalOf);
  });
}

/** As Tibber says two days. */
function tibber(): Row {
  const at = (i: number) => new Date(1000 * (FIRST + i * QUARTER_HOUR)).toISOString();
  const day = (from: number) =>
    Array.from({ length: 96 }, (_, i) => ({
      startsAt: at(from + i),
      total: 0.2,
      energy: 0.05,
      tax: 0.15,
      currency: 'EUR',
    }));
  const text = JSON.stringify({
    viewer: { homes: [{ currentSubscription: { priceInfo: { today: day(0), tomorrow: day(96) } } }] },
  });
  return json('two days of prices in a message', 11, text, (value) => void readPrices(value as object, 0));
}

function demand(): Row {
  const text = JSON.stringify({
    ...{ shape: 'split', energyKwh: 12.5, powerKw: 3.7, readyBy: 'Mon-Fri 07:00, Sat 09:00', earliest: '22:00' },
    ...{ minOnMinutes: 30, minOffMinutes: 15, maxStarts: 4, maxPrice: 0.31, prefer: 'latest', whenUnknown: 'estimate' },
  });
  return json('a demand in a message', 19, text, (value) => void readSettings(value as Record<string, unknown>));
}

const recorded = (file: string) => readFileSync(`test/feeds/recorded/${file}`, 'utf8');

/** Answers as public sources gave them. */
function feeds(): Row[] {
  const row = (name: FeedName, zone: string, first: string, last: string, text: string) => {
    const feed = priceFeeds.find((each) => each.name === name);
    if (!feed) throw new Error(`no feed ${name}`);
    const question = { zone, first, last, start: deliveryDay(first).start, end: deliveryDay(last).end };
    return () => {
      const step = feed.next(question, [text]);
      if (!isReading(step)) throw new Error('asks for more');
      findingsOf(feed, question, step, () => 1);
    };
  };
  const [charts, entsoe, omie] = [
    recorded('energy-charts-100.json'),
    recorded('entsoe-sequences.xml'),
    recorded('omie.txt'),
  ];
  return [
    [
      'a day from Energy-Charts, JSON',
      'JSON.parse of the same bytes',
      120,
      row('energy-charts', 'DE-LU', '2025-10-26', '2025-10-26', charts),
      () => JSON.parse(charts),
    ],
    [
      'two days from ENTSO-E, XML',
      'a regular expression over the same bytes',
      52,
      row('entsoe', 'DE-LU', '2025-10-15', '2025-10-16', entsoe),
      () => Array.from(entsoe.matchAll(/<price\.amount>([^<]*)</g), ([, price]) => Number(price)),
    ],
    [
      'a day from OMIE, CSV',
      'the same bytes split into numbers',
      17,
      row('omie', 'ES', '2025-10-01', '2025-10-01', omie),
      () => omie.split('\n').map((line) => line.split(';').map(Number)),
    ],
  ];
}
