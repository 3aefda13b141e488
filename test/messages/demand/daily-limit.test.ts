import { describe, expect, it } from 'vitest';
import { dailyLimit } from '../../../src/messages/demand/daily-limit.ts';
import { percentIn } from '../../../src/messages/demand/percent.ts';
import { horizonOf } from '../../../src/planner/horizon.ts';

const ZONE = 'Europe/Berlin';
const at = (iso: string) => Date.parse(iso) / 1000;
/** Two ordinary days, and the hours at which a price of theirs begins; the last holds until midnight. */
const days = ['2026-04-15', '2026-04-16'];
type Day = readonly (readonly [hour: number, price: number])[];

const horizon = (prices: readonly Day[], sense?: 'revenue') =>
  horizonOf(
    prices.flatMap((day, i) =>
      day.map(([hour, price], k) => ({
        start: at(`${days[i]}T00:00+02:00`) + hour * 3600,
        end: at(`${days[i]}T00:00+02:00`) + (day[k + 1]?.[0] ?? 24) * 3600,
        price,
      })),
    ),
    sense,
  );

/** The hours since the first midnight at which a price is allowed. */
function allowed(percent: number, prices: readonly Day[], sense?: 'revenue'): string[] {
  const { rule, price, weighed } = dailyLimit(percent, horizon(prices, sense), ZONE);
  expect(rule).toBe('interval');
  const begin = at(`${days[0]}T00:00+02:00`);
  const isAllowed = (its: number) => (sense ? its >= price : its <= price);
  return (weighed?.spans ?? [])
    .filter((span) => isAllowed(span.price))
    .map(({ start, end }) => `${(start - begin) / 3600}-${(end - begin) / 3600}`);
}

describe('a limit in percent of the mean of a day', () => {
  const cheapDay: Day = [
    [0, 0.1],
    [12, 0.3],
  ];
  const dearDay: Day = [
    [0, 0.3],
    [12, 0.5],
  ];
  it.each<[string, number, readonly Day[], string[]]>([
    ['100 % are the prices up to the mean', 100, [cheapDay], ['0-12']],
    [
      'weighs by time',
      100,
      [
        [
          [0, 0.1],
          [18, 0.2],
          [20, 0.3],
        ],
      ],
      ['0-18'],
    ],
    ['is another one each day', 100, [cheapDay, dearDay], ['0-12', '24-36']],
    [
      'parts a price at midnight',
      90,
      [
        [
          [0, 0.5],
          [12, 0.2],
        ],
        [
          [0, 0.2],
          [12, 0.1],
        ],
      ],
      ['12-24', '36-48'],
    ],
    [
      'is a fifth further down where the mean is below zero',
      80,
      [
        [
          [0, -0.1],
          [6, -0.05],
        ],
      ],
      ['0-6'],
    ],
    ['may allow nothing', 50, [[[0, 0.2]]], []],
    ['may allow everything', 200, [cheapDay], ['0-12', '12-24']],
    ['keeps a price that is just it', 100, [[[0, 0.2]]], ['0-24']],
  ])('%s', (_name, percent, prices, expected) => {
    expect(allowed(percent, prices)).toEqual(expected);
  });

  // Finland's clock is an hour ahead of the delivery day: in the morning an hour of tomorrow is known, until 22:00 UTC.
  it.each<[string, number, number, string[]]>([
    ['the mean of its delivery day where it is cheap', 0.1, 25, ['0-12', '24-25']],
    ['the mean of its delivery day where it is dear', 0.3, 25, ['0-12']],
    ['nothing, where a part of that is unknown', 0.1, 30, ['0-12', '24-25']],
  ])('of the hours of a Finnish tomorrow that are known is %s', (_name, price, hours, expected) => {
    const midnight = at('2026-04-15T00:00+03:00');
    const spans = Array.from({ length: hours }, (_, i) => ({
      start: midnight + i * 3600,
      end: midnight + (i + 1) * 3600,
      price: i < 12 ? 0.1 : i < 24 ? 0.4 : i < 25 ? price : 0.01,
    }));
    const limit = dailyLimit(80, horizonOf(spans), 'Europe/Helsinki');
    const inside = (limit.weighed?.spans ?? []).filter((span) => span.price <= limit.price);
    expect(inside.map(({ start, end }) => `${(start - midnight) / 3600}-${(end - midnight) / 3600}`)).toEqual(expected);
  });

  it('is the mean of what is known, where that reaches the end of no day', () => {
    const hours = [0.1, 0.3, 0.2, 0.4].map((price, i) => {
      const start = at('2026-04-15T06:00+02:00') + i * 3600;
      return { start, end: start + 3600, price };
    });
    expect(dailyLimit(80, horizonOf(hours), ZONE).price).toBe(0.2);
  });

  it('is nothing in a day of which no mean is known', () => {
    const one = { start: at('2026-04-16T00:00+03:00'), end: at('2026-04-16T01:00+03:00'), price: 0.1 };
    const { price } = dailyLimit(100, horizonOf([one]), 'Europe/Helsinki');
    expect(price).toBeLessThan(0.1);
  });

  it('is what a price has to reach where it is earned', () => {
    expect(allowed(120, [cheapDay, dearDay], 'revenue')).toEqual(['12-24', '36-48']);
  });

  it('moves what it bars no further than it must, and nothing else', () => {
    const { price, weighed } = dailyLimit(100, horizon([cheapDay, dearDay]), ZONE);
    expect(price).toBe(0.3);
    expect(weighed?.spans.map((span) => span.price)).toEqual([0.1, 0.300001, 0.3, 0.5]);
  });

  it.each([
    ['80 %', 80],
    ['80%', 80],
    ['112.5 %', 112.5],
    ['80', undefined],
    ['-80 %', undefined],
    ['% 80', undefined],
  ])('%s is read as %s', (text, expected) => {
    expect(percentIn(text)).toBe(expected);
  });
});
