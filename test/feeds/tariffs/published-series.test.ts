import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../../src/feeds/day-findings.ts';
import { type FeedName, isReading } from '../../../src/feeds/feed.ts';
import { feedCalled, questionOf, shown } from '../../support/feeds/feed-questions.ts';
import { pvpcDay, vseDay } from '../../support/feeds/published-series.ts';

/** What a body comes to; francs are four to the euro. */
function found(name: FeedName, zone: string, date: string, body: string) {
  const feed = feedCalled(name);
  const step = feed.next(questionOf(zone, date), [body]);
  if (!isReading(step)) throw new Error('asks for more');
  return findingsOf(feed, questionOf(zone, date), step, () => 4)[0];
}
const outcome = (...asked: Parameters<typeof found>) => {
  try {
    return shown(found(...asked));
  } catch (error) {
    return `unusable: ${error instanceof Error ? error.message : error}`;
  }
};
const days: [string, number][] = [
  ['2026-03-29', 23],
  ['2026-04-15', 24],
  ['2025-10-26', 25],
];

describe('PVPC', () => {
  it('is asked for by the day', () => {
    expect(feedCalled('pvpc').next(questionOf('PVPC', '2026-03-29'), [])).toEqual({
      path: '/archives/70/download_json?locale=es&date=2026-03-29',
    });
  });

  it.each(days)('%s has %i hours, each price at its own time', (date, hours) => {
    const day = found('pvpc', 'PVPC', date, pvpcDay(date, hours));
    expect(shown(day)).toBe(`${hours} x 3600`);
    // 100.25 EUR/MWh in the first hour, ten more in each that follows.
    const expected = Array.from({ length: hours }, (_, i) => Number(((100.25 + i * 10) / 1000).toFixed(5)));
    expect(day?.kind === 'whole' && day.day.prices).toEqual(expected);
  });

  const body = pvpcDay('2026-04-15', 24);
  it.each<[string, string, string]>([
    ['a day that is not published', '{"message":"No values for specified archive"}', 'nothing'],
    ['another day', pvpcDay('2026-04-14', 24), 'unusable: is not about 2026-04-15'],
    ['an hour less', pvpcDay('2026-04-15', 23), 'partial: 1 of 24 of its prices are missing'],
    ['an hour more', pvpcDay('2026-04-15', 25), 'unusable: has an hour that is none of 2026-04-15'],
    [
      'an hour twice',
      body.replace('"01-02"', '"00-01"'),
      'unusable: 1 of its prices contradict others of the same time',
    ],
    [
      'a decimal point',
      body.replace('100,25', '100.25'),
      'unusable: $.PVPC.0.PCB: must be a number with a decimal comma',
    ],
    ['NaN', body.replace('100,25', 'NaN'), 'unusable: $.PVPC.0.PCB: must be a number with a decimal comma'],
    ['a price beyond all', body.replace('100,25', '9999,99'), 'unusable: a price is beyond the limits of the auction'],
    ['a web page', '<html>', 'unusable: is no JSON'],
    ['nothing at all', '{}', 'unusable: $: has no prices'],
    [
      'six thousand hours',
      `{"PVPC":[${'{},'.repeat(6000)}{}]}`,
      'unusable: $.PVPC: Too big: expected array to have <=5000 items',
    ],
  ])('with %s is no day', (_, text, expected) => {
    expect(outcome('pvpc', 'PVPC', '2026-04-15', text)).toContain(expected);
  });
});

describe('a Swiss dynamic tariff', () => {
  it.each<[FeedName, string, string]>([
    ['vse-ekz', 'CH-EKZ', '/v1/tariffs?tariff_type=integrated&tariff_name=integrated_400D'],
    [
      'vse-ckw',
      'CH-CKW',
      '/api/v1/netzinformationen/energie/dynamische-preise?tariff_type=integrated&tariff_name=home_dynamic',
    ],
    ['vse-groupe-e', 'CH-GROUPE-E', '/v2/tariffs?tariff_type=integrated&tariff_name=vario'],
  ])('of %s is asked for in UTC', (name, zone, path) => {
    expect(feedCalled(name).next(questionOf(zone, '2026-03-29'), [])).toEqual({
      path: `${path}&start_timestamp=2026-03-28T23%3A00%3A00Z&end_timestamp=2026-03-29T22%3A00%3A00Z`,
    });
  });

  it.each(days)('%s has %i hours of four prices, each at its own time', (date, hours) => {
    const day = found('vse-ekz', 'CH-EKZ', date, vseDay(date));
    expect(shown(day)).toBe(`${hours * 4} x 900`);
    // 0.20 francs in the first quarter hour, a tenth of a centime more in each that follows; four francs are a euro.
    const expected = Array.from({ length: hours * 4 }, (_, i) => ((0.2 + i * 0.001) / 4).toFixed(6));
    expect(day?.kind === 'whole' && [day.day.perEuro, day.day.prices.map((price = 9) => price.toFixed(6))]).toEqual([
      4,
      expected,
    ]);
  });

  const body = vseDay('2026-04-15');
  it.each<[string, string, string]>([
    ['another spelling of the unit', body.replaceAll('CHF_kWh', 'CHF/kWh'), '96 x 900'],
    ['times without seconds', body.replaceAll(':00+', '+'), '96 x 900'],
    [
      'times of no offset',
      body.replaceAll('+02:00', ''),
      'unusable: $.prices.0.start_timestamp: must be a time with its offset',
    ],
    ['another day', vseDay('2026-04-14'), 'nothing'],
    ['no price per kWh', body.replace('CHF_kWh', 'CHF_kW'), 'unusable: has a stretch without one price per kWh'],
    ['two prices per kWh', body.replace('"CHF_m"', '"CHF_kWh"'), 'unusable: has a stretch without one price per kWh'],
    ['another tariff', body.replaceAll('integrated', 'grid'), 'unusable: $.prices.0.integrated: Invalid input'],
    [
      'a quarter hour missing',
      body.replace(/,\{"start_timestamp":"2026-04-15T01:00.*?\]\}/, ''),
      'partial: 1 of 96 of its prices are missing',
    ],
    ['1e308', body.replace('0.2}', '1e308}'), 'unusable: a price is beyond the limits of the auction'],
    ['an error', '{"error":"x"}', 'unusable: $.prices: Invalid input'],
  ])('with %s is right or none', (_, text, expected) => {
    expect(outcome('vse-ekz', 'CH-EKZ', '2026-04-15', text)).toContain(expected);
  });
});
