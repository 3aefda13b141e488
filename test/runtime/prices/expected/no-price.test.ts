import { expect, it } from 'vitest';
import { readPrices } from '../../../../src/messages/prices.ts';
import type { SeriesFacts } from '../../../../src/messages/series.ts';
import { nowMessage, seriesMessage } from '../../../../src/messages/to-message.ts';
import { GivenPrices } from '../../../../src/runtime/prices/outside/given-prices.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const HOUR = 3600;
const MIDNIGHT = Date.parse('2026-01-15T00:00+01:00') / 1000;
const hourAt = (i: number) => ({ start: MIDNIGHT + i * HOUR, end: MIDNIGHT + (i + 1) * HOUR });

/** Twelve hours at 10 to 21 ct; what follows is expected to be cheaper and dearer than all of them. */
const facts: SeriesFacts = {
  country: 'DE',
  resolution: 3600,
  currency: 'EUR',
  asked: ['energy'],
  consumption: { points: Array.from({ length: 12 }, (_, i) => ({ ...hourAt(i), energy: (10 + i) / 100 })) },
  fetchedAt: MIDNIGHT,
  nextPoll: MIDNIGHT + 12 * HOUR,
  attribution: [],
};
const forecast = Array.from({ length: 36 }, (_, i) => ({
  ...hourAt(12 + i),
  total: i % 2 ? -9 : 9,
  low: -10,
  high: 10,
}));

/** The prices at an hour of that day, with and without what is expected. */
function knownAt(hour: number) {
  const clock = manualClock(MIDNIGHT + hour * HOUR);
  const [plain, expecting] = [{}, { forecast }].map(
    (expected) => new GivenPrices(clock, facts, expected, () => {}).known,
  );
  return { plain, expecting };
}

// Promise P-249 internals/forecast: no price that is published as now, next, or of a rank is taken from it
it.each([0, 5.5, 11, 11.75, 12, 13, 24, 40])(
  'is never a price: nothing else of what is known at hour %d tells of it',
  (hour) => {
    const { plain, expecting } = knownAt(hour);
    expect(expecting?.now).toEqual(plain?.now);
    expect(expecting?.series).toEqual({ ...plain?.series, forecast });
  },
);

it('is no price of the next interval, nor of the present one when the known ones are over', () => {
  expect(knownAt(11).expecting?.now).toMatchObject({
    now: 0.21,
    next: null,
    rank: null,
    slots: null,
    min: null,
    max: null,
  });
  expect(knownAt(12).expecting).toMatchObject({ series: { stale: true, coverage: { until: MIDNIGHT + 12 * HOUR } } });
  expect(knownAt(12).expecting?.now).toBeUndefined();
});

it('is told by a message beside the prices, and read by a device apart from those that it knows', () => {
  const { plain, expecting } = knownAt(5);
  if (!plain || !expecting) throw new Error('nothing is known');
  const { forecast: told, ...rest } = seriesMessage(expecting.series);
  expect(told?.[0]).toEqual({
    start: '2026-01-15T12:00:00+01:00',
    end: '2026-01-15T13:00:00+01:00',
    total: 9,
    low: -10,
    high: 10,
  });
  expect(rest).toEqual(seriesMessage(plain.series));
  const { forecast: read, ...known } = readPrices(seriesMessage(expecting.series), 0);
  expect(read?.[0]).toEqual({ start: MIDNIGHT + 12 * HOUR, end: MIDNIGHT + 13 * HOUR, price: 9 });
  expect(known).toEqual(readPrices(seriesMessage(plain.series), 0));
  expect(expecting.now && nowMessage(expecting.now)).toEqual(plain.now && nowMessage(plain.now));
});
