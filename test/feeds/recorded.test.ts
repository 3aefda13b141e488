import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findingsOf } from '../../src/feeds/day-findings.ts';
import { type FeedName, isReading } from '../../src/feeds/feed.ts';
import { feedCalled, questionOf } from '../support/feeds/feed-questions.ts';

it.each<[string, FeedName, string, string, string, string[]]>([
  [
    'a day of 25 hours',
    'energy-charts',
    'energy-charts-100.json',
    'DE-LU',
    '2025-10-26',
    ['100 x 900: 0.00717 … 0.00316'],
  ],
  ['Spain', 'omie', 'omie.txt', 'ES', '2025-10-01', ['96 x 900: 0.10510 … 0.10152']],
  ['Portugal', 'omie', 'omie.txt', 'PT', '2025-10-01', ['96 x 900: 0.10510 … 0.10152']],
  [
    'two periods, the later one first, with a point that repeats the one before',
    'entsoe',
    'entsoe-reversed.xml',
    'SE3',
    '2024-10-23',
    ['24 x 3600: 0.00000 … -0.00081', '24 x 3600: -0.00100 … 0.01327'],
  ],
  [
    'two auctions, of which the first counts; the last points repeat the one before',
    'entsoe',
    'entsoe-sequences.xml',
    'DE-LU',
    '2025-10-15',
    ['96 x 900: 0.12026 … 0.08302', '96 x 900: 0.09022 … 0.08391'],
  ],
])('%s, as %s answered', (_, name, file, zone, first, expected) => {
  const last = expected.length > 1 ? `${first.slice(0, 8)}${Number(first.slice(8)) + 1}` : first;
  const question = questionOf(zone, first, last);
  const feed = feedCalled(name);
  const reading = feed.next(question, [readFileSync(`test/feeds/recorded/${file}`, 'utf8')]);
  if (!isReading(reading)) throw new Error('asks for more');
  const days = findingsOf(feed, question, reading, () => 11.5).map((finding) => {
    if (finding.kind !== 'whole') return finding.kind;
    const { prices, resolution } = finding.day;
    return `${prices.length} x ${resolution}: ${prices[0]?.toFixed(5)} … ${prices.at(-1)?.toFixed(5)}`;
  });
  expect(days).toEqual(expected);
});

it.each([
  ['ES', 0.1051],
  ['PT', 0.0999],
])('OMIE has a row of prices for each country: %s reads its own', (zone, price) => {
  // Both countries paid the same on the recorded day.
  const recorded = readFileSync('test/feeds/recorded/omie.txt', 'utf8');
  const body = recorded.replace(/(?<=portugu.*?)105,10/, '99,90');
  const reading = feedCalled('omie').next(questionOf(zone, '2025-10-01', '2025-10-01'), [body]);
  expect(isReading(reading) && reading.quotes[0]?.price).toBe(price);
});
