import { describe, expect, it } from 'vitest';
import { barAt, drawingOf, pointable } from '../../../../nodes/editor/chart/drawing.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const hours = (date: string, ...prices: number[]) =>
  prices.map((total, i) => ({ start: `${date}T0${i}:00:00+01:00`, end: `${date}T0${i + 1}:00:00+01:00`, total }));
const draw = (data: object) =>
  drawingOf(
    {
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      prices: [],
      devices: [],
      source: { kind: 'live', fetchedAt: '' } as const,
      now: '2026-01-14T01:30:00Z',
      ...data,
    },
    'en',
  );
const today = { start: at('2026-01-14T00:00:00+01:00'), end: at('2026-01-15T00:00:00+01:00') };

describe('what a chart draws', () => {
  it('is the whole of today, however little is known of it', () => {
    expect(draw({ prices: hours('2026-01-14', 1) }).span).toEqual(today);
  });

  it('goes on as far as prices do', () => {
    const prices = [...hours('2026-01-14', 1), ...hours('2026-01-15', 2)];
    expect(draw({ prices }).span.end).toBe(at('2026-01-15T01:00:00+01:00'));
  });

  it('goes on as far as anything is planned', () => {
    const runs = [{ start: '2026-01-15T05:00:00+01:00', end: '2026-01-15T06:00:00+01:00' }];
    expect(draw({ devices: [{ name: 'Car', runs }] }).span.end).toBe(at('2026-01-15T06:00:00+01:00'));
  });

  it('leaves out what is over since yesterday', () => {
    const { bars } = draw({ prices: [...hours('2026-01-13', 1, 2), ...hours('2026-01-14', 3)] });
    expect(bars.map(({ total }) => total)).toEqual([3]);
  });

  it('takes what is sold for the price where nothing is bought', () => {
    const feedin = hours('2026-01-14', 0.07);
    const { bars, feedin: line } = draw({ feedin });
    expect([bars.length, line.length]).toEqual([1, 0]);
  });

  it.each([
    ['2026-01-14T01:30:00Z', 3],
    ['2026-01-14T09:00:00Z', undefined],
  ])('says the price of %s', (now, expected) => {
    expect(barAt(draw({ prices: hours('2026-01-14', 1, 2, 3), now }))?.total).toBe(expected);
  });

  const days = (first: number, count: number) =>
    Array.from({ length: count * 24 }, (_, i) => {
      const start = today.start + (24 * first + i) * 3600;
      const iso = (at: number) => new Date(at * 1000).toISOString();
      return { start: iso(start), end: iso(start + 3600), total: 5, low: 2, high: 9 };
    });

  it.each([
    ['tomorrow and the day after where neither is known', days(0, 1), days(1, 8), '2026-01-17'],
    ['the day after tomorrow where tomorrow is known', days(0, 2), days(2, 8), '2026-01-17'],
    ['nothing more where all of that is known', days(0, 4), days(4, 8), '2026-01-18'],
  ])('shows of what is expected %s', (_, prices, forecast, end) => {
    const drawing = draw({ prices, forecast });
    expect(drawing.span.end).toBe(at(`${end}T00:00:00+01:00`));
    expect(pointable(drawing).at(-1)?.end).toBe(drawing.span.end);
  });

  it('shows what is expected as far as anything is planned', () => {
    const runs = [{ start: '2026-01-19T05:00:00+01:00', end: '2026-01-19T06:00:00+01:00' }];
    const { expected } = draw({ prices: days(0, 1), forecast: days(1, 8), devices: [{ name: 'Car', runs }] });
    expect(expected.at(-1)?.end).toBe(at('2026-01-19T06:00:00+01:00'));
  });

  it('says an expected price where it is pointed at, and never as the one of now', () => {
    const drawing = draw({ prices: [], forecast: days(0, 1) });
    expect(barAt(drawing, today.start + 60)).toMatchObject({ total: 5, band: { low: 2, high: 9 }, parts: [] });
    expect(barAt(drawing)).toBeUndefined();
  });
});
