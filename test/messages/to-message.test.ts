import { describe, expect, it } from 'vitest';
import { readPrices } from '../../src/messages/prices.ts';
import { planMessage, seriesMessage, switchMessage } from '../../src/messages/to-message.ts';
import { nothingPlanned } from '../support/device/nothing-planned.ts';
import { knownSeriesOf } from '../support/feeds/known-series.ts';

const utc = (time: string) => Date.parse(time) / 1000;

describe('a message', () => {
  it.each([
    ['the day of 23 hours', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['the day of 25 hours', '2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z'],
  ])('says every instant of %s so that another device reads the same', (_, from, until) => {
    const series = knownSeriesOf({ country: 'DE', from, until, resolution: 900, total: (quarter) => quarter / 100 });
    const spans = series.prices.map(({ start, end, total }) => ({ start, end, price: total }));
    expect(readPrices(seriesMessage(series), 0)).toEqual({
      spans,
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      origin: { kind: 'service' },
      attribution: [],
    });
  });

  it('of prices keeps the order of its keys, whatever stands beside them', () => {
    const [from, until] = ['2026-01-14T23:00:00Z', '2026-01-15T00:00:00Z'];
    const known = knownSeriesOf({ country: 'DE', from, until, resolution: 3600, total: () => 0.3 });
    const allowance = { requestsToday: 1, newToday: {} };
    const series = {
      ...known,
      feedin: known.prices,
      warnings: ['grid-needs-postal-code'] as const,
      allowance,
    };
    const before = Object.keys({ ...known, feedin: [], attribution: [], warnings: [], allowance });
    expect(Object.keys(seriesMessage(series))).toEqual(before);
  });

  it.each([
    ['summer', '2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-30T00:00:00+02:00'],
    ['winter', '2026-10-23T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26T00:00:00+01:00'],
  ])(
    'says an export price that goes on into %s time, past the last import price, by that time',
    (_, from, until, later, end) => {
      const known = { country: 'DE', from, resolution: 3600, total: () => 0.3 } as const;
      const series = {
        ...knownSeriesOf({ ...known, until }),
        feedin: knownSeriesOf({ ...known, until: later }).prices,
      };
      expect(seriesMessage(series).feedin?.at(-1)?.end).toBe(end);
    },
  );

  it('of a plan without runs says when it changes all the same', () => {
    const { timeZone, ...plan } = nothingPlanned;
    expect(planMessage(nothingPlanned)).toEqual(plan);
    expect(planMessage({ ...nothingPlanned, next: utc('2026-07-01T10:00:00Z') })).toEqual({
      ...plan,
      next: '2026-07-01T12:00:00+02:00',
    });
  });

  it.each([
    ['nothing is planned', null, null],
    ['in winter', utc('2026-01-15T10:00:00Z'), '2026-01-15T11:00:00+01:00'],
    ['in summer', utc('2026-07-15T10:00:00Z'), '2026-07-15T12:00:00+02:00'],
  ])('of a switch says until when: %s', (_, until, said) => {
    const state = { on: true, reason: 'planned', price: 0.3 };
    expect(switchMessage({ ...state, until }, 'Europe/Berlin')).toEqual({ ...state, until: said });
  });
});
