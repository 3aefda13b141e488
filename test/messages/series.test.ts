import { describe, expect, it } from 'vitest';
import type { PricePoint } from '../../src/core/series.ts';
import { type SeriesFacts, seriesAt } from '../../src/messages/series.ts';
import { seriesMessage } from '../../src/messages/to-message.ts';

const instant = (text: string) => Date.parse(text) / 1000;

/** Intervals of `seconds` from one instant to the other, all with the same components. */
function points(from: string, until: string, components: object = { energy: 0.1 }, seconds = 900): PricePoint[] {
  const count = (instant(until) - instant(from)) / seconds;
  return Array.from({ length: count }, (_, i) => ({
    start: instant(from) + i * seconds,
    end: instant(from) + (i + 1) * seconds,
    ...components,
  }));
}

function facts(changes: Partial<SeriesFacts>): SeriesFacts {
  return {
    country: 'DE',
    resolution: 900,
    currency: 'EUR',
    asked: ['energy', 'grid', 'fees', 'vat'],
    fetchedAt: instant('2026-11-20T10:20:00Z'),
    nextPoll: instant('2026-11-20T12:17:00Z'),
    attribution: [],
    ...changes,
  };
}

const messageAt = (known: SeriesFacts, now: number) => seriesMessage(seriesAt(known, now));

describe('seriesMessage', () => {
  it('says an answer of the service as a message', () => {
    const message = messageAt(
      facts({
        consumption: {
          tariff: { id: 'spot', type: 'dynamic' },
          points: points('2026-11-19T23:00:00Z', '2026-11-19T23:15:00Z', {
            energy: 0.08123,
            grid: 0.0911,
            fees: 0.0431,
            vat: 0.04093,
          }),
        },
        feedin: { points: points('2026-11-19T23:00:00Z', '2026-11-19T23:15:00Z', { energy: 0.0712 }) },
        gridTariff: { id: 'net', type: 'static' },
        origin: { kind: 'live', feed: 'energy-charts' },
        attribution: [{ publisher: 'P', licence: 'L', notice: 'N' }],
      }),
      instant('2026-11-19T23:05:00Z'),
    );
    expect(message).toEqual({
      country: 'DE',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      unit: 'EUR/kWh',
      resolution: 900,
      source: { kind: 'live', feed: 'energy-charts', fetchedAt: '2026-11-20T11:20:00+01:00' },
      fetchedAt: '2026-11-20T11:20:00+01:00',
      nextPoll: '2026-11-20T13:17:00+01:00',
      stale: false,
      missing: [],
      coverage: {
        from: '2026-11-20T00:00:00+01:00',
        until: '2026-11-20T00:15:00+01:00',
        today: false,
        tomorrow: false,
      },
      tariff: { consumption: { id: 'spot', type: 'dynamic' }, grid: { id: 'net', type: 'static' } },
      prices: [
        {
          start: '2026-11-20T00:00:00+01:00',
          end: '2026-11-20T00:15:00+01:00',
          energy: 0.08123,
          grid: 0.0911,
          fees: 0.0431,
          vat: 0.04093,
          total: 0.25636,
        },
      ],
      feedin: [{ start: '2026-11-20T00:00:00+01:00', end: '2026-11-20T00:15:00+01:00', energy: 0.0712, total: 0.0712 }],
      attribution: [{ publisher: 'P', licence: 'L', notice: 'N' }],
    });
  });

  // Promise P-567 use/adjustments: the message names it
  it('names the adjustment of its prices, and none where there is none', () => {
    const known = seriesAt(facts({}), instant('2026-11-20T00:30:00Z'));
    expect(seriesMessage({ ...known, adjustment: 'no-price-support' })).toMatchObject({
      adjustment: 'no-price-support',
    });
    expect(seriesMessage(known)).not.toHaveProperty('adjustment');
  });

  it('names the service itself where that does not say where its prices come from', () => {
    const consumption = { points: points('2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z') };
    const { source } = messageAt(facts({ consumption }), instant('2026-11-20T00:30:00Z'));
    expect(source).toEqual({ kind: 'service', fetchedAt: '2026-11-20T11:20:00+01:00' });
  });

  it.each([
    ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 92, '2026-03-29T03:00:00+02:00', 8],
    ['2025-10-26', '2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z', 100, '2025-10-26T02:00:00+01:00', 12],
    ['2026-11-20', '2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z', 96, '2026-11-20T02:00:00+01:00', 8],
  ])(
    'writes every quarter hour of %s once, with the offset of its own hour',
    (date, from, until, count, start, index) => {
      const { prices, coverage } = messageAt(facts({ consumption: { points: points(from, until) } }), instant(from));
      expect(prices).toHaveLength(count);
      expect(new Set(prices.map((price) => price.start)).size).toBe(count);
      expect(prices.every((price) => price.start.startsWith(date))).toBe(true);
      expect(prices[index]?.start).toBe(start);
      expect(coverage).toMatchObject({ today: true, tomorrow: false });
    },
  );

  it.each([
    ['all of them', { energy: 0, grid: 0, fees: 0, vat: 0 }, []],
    ['no network charge', { energy: 0.1, fees: 0, vat: 0 }, ['grid']],
    ['energy alone', { energy: 0.1 }, ['grid', 'fees', 'vat']],
  ])('client rule 2: names what is missing of a price with %s', (_, components, missing) => {
    const consumption = { points: points('2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z', components) };
    const message = messageAt(facts({ consumption }), instant('2026-11-20T00:30:00Z'));
    expect(message.missing).toEqual(missing);
    expect(Object.keys(message.prices[0] ?? {})).toEqual(['start', 'end', ...Object.keys(components), 'total']);
  });

  // Promise P-498 operate/reactions: `stale` where no known interval covers now
  it.each([
    ['before the first interval', '2026-11-19T22:59:59Z', true],
    ['at its beginning', '2026-11-19T23:00:00Z', false],
    ['in the last second', '2026-11-20T22:59:59Z', false],
    ['at the end', '2026-11-20T23:00:00Z', true],
  ])('is stale or not %s', (_, now, stale) => {
    const consumption = { points: points('2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z') };
    expect(messageAt(facts({ consumption }), instant(now)).stale).toBe(stale);
  });

  // The published delivery days end at 22:00 UTC in summer; see "The window" in the specification.
  it.each([
    ['DE', 'both', '2026-04-14T22:00:00Z', '2026-04-16T22:00:00Z', true, true],
    ['DE', 'today', '2026-04-14T22:00:00Z', '2026-04-15T22:00:00Z', true, false],
    ['DE', 'nearly tomorrow', '2026-04-14T22:00:00Z', '2026-04-16T21:00:00Z', true, false],
    ['GB', 'today', '2026-04-14T23:00:00Z', '2026-04-15T22:00:00Z', true, false],
    ['GB', 'both', '2026-04-14T23:00:00Z', '2026-04-16T22:00:00Z', true, true],
    ['FI', 'today', '2026-04-14T21:00:00Z', '2026-04-15T22:00:00Z', true, false],
    ['FI', 'both', '2026-04-14T21:00:00Z', '2026-04-16T22:00:00Z', true, true],
  ] as const)('in %s knows %s', (country, _, from, until, today, tomorrow) => {
    const consumption = { points: points(from, until) };
    const message = messageAt(facts({ country, consumption }), instant('2026-04-15T10:20:00Z'));
    expect(message.coverage).toMatchObject({ today, tomorrow });
  });

  it('does not call a day with a gap known', () => {
    const consumption = {
      points: points('2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z').filter((_, i) => i !== 50),
    };
    expect(messageAt(facts({ consumption }), instant('2026-11-20T10:20:00Z')).coverage.today).toBe(false);
  });

  it('takes the coverage from the export prices where only those were asked, and misses nothing of them', () => {
    const feedin = { points: points('2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z') };
    const message = messageAt(facts({ feedin, asked: [] }), instant('2026-11-20T10:20:00Z'));
    expect(message).toMatchObject({ prices: [], stale: false, missing: [], coverage: { today: true } });
    expect(message.feedin).toHaveLength(96);
  });
});
