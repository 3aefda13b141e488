import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../../nodes/editor/chart/format.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const span = (start: string, minutes: number) => ({ start: at(start), end: at(start) + minutes * 60 });

describe('what a chart says', () => {
  it.each([
    ['EUR', 'en', 'ct/kWh', '25.6'],
    ['DKK', 'de', 'øre/kWh', '25,6'],
    ['CZK', 'en', 'CZK/kWh', '0.26'],
  ])('of 0.25636 %s in %s is told in %s as %s', (currency, language, unit, price) => {
    const format = formatOf(currency, 'Europe/Berlin', language);
    expect([format.unit, format.price(0.25636)]).toEqual([unit, price]);
  });

  it.each([
    ['EUR', 0.5, 0.1, '50'],
    ['EUR', 0.005, 0.005, '0.5'],
    ['EUR', 0.075, 0.025, '7.5'],
    ['CZK', 0.25, 0.25, '0.25'],
    ['CZK', 2.5, 0.5, '2.5'],
  ])('at the axis is as short as it can be: %s %d every %d is %s', (currency, price, step, expected) => {
    expect(formatOf(currency, 'Europe/Berlin', 'en').label(price, step)).toBe(expected);
  });

  it.each([
    ['2026-01-14T10:00:00+01:00', '10:00–10:15'],
    ['2026-10-25T01:45:00+02:00', '01:45–02:00'],
    ['2026-10-25T02:00:00+02:00', '02:00–02:15 MESZ'],
    ['2026-10-25T02:00:00+01:00', '02:00–02:15 MEZ'],
  ])('of the quarter hour at %s tells the hours of a clock change apart', (start, expected) => {
    expect(formatOf('EUR', 'Europe/Berlin', 'de').span(span(start, 15))).toBe(expected);
  });
});
