import { describe, expect, it } from 'vitest';
import { valueOn } from '../../../src/core/dated.ts';
import { joinedRates, ratesRequest, readReferenceRates } from '../../../src/feeds/rates/ecb.ts';

/** In the form of the bank's files; the figures are examples. */
const cube = (day: string, ...rates: string[]) => `<Cube time="${day}">${rates.join('')}</Cube>`;
const rate = (currency: string, value: string) => `<Cube currency="${currency}" rate="${value}"/>`;
const file = (...days: string[]) =>
  `<?xml version="1.0"?><gesmes:Envelope><gesmes:subject>Reference rates</gesmes:subject><Cube>${days.join('')}</Cube></gesmes:Envelope>`;

const held = readReferenceRates(
  file(
    cube('2026-10-12', rate('SEK', '10.98'), rate('PLN', '4.26')),
    cube('2026-10-09', rate('SEK', '10.96')),
    cube('2026-10-08', rate('SEK', '10.95')),
  ),
);

describe('reference rates', () => {
  it.each([
    ['a working day', 'SEK', '2026-10-09', 10.96],
    ['a Saturday: that of Friday holds', 'SEK', '2026-10-10', 10.96],
    ['a Sunday', 'SEK', '2026-10-11', 10.96],
    ['a day after the last', 'SEK', '2026-10-20', 10.98],
    ['a day before the first', 'SEK', '2026-10-07', undefined],
    ['a currency of one day', 'PLN', '2026-10-10', undefined],
    ['a currency that is not there', 'NOK', '2026-10-12', undefined],
  ])('of %s', (_, currency, date, expected) => {
    expect(valueOn(held.get(currency) ?? [], date)).toBe(expected);
  });

  it('are joined by day; the newer reading counts', () => {
    const newer = readReferenceRates(
      file(cube('2026-10-13', rate('SEK', '11')), cube('2026-10-12', rate('SEK', '10.99'))),
    );
    expect(joinedRates(held, newer).get('SEK')).toEqual([
      { from: '2026-10-08', value: 10.95 },
      { from: '2026-10-09', value: 10.96 },
      { from: '2026-10-12', value: 10.99 },
      { from: '2026-10-13', value: 11 },
    ]);
  });

  it('are kept for 120 days and from the one on that held then, whatever a file of years says', () => {
    const days = ['2016-02-01', '2026-06-12', '2026-06-16', '2026-09-30'].map((day) => cube(day, rate('SEK', '11')));
    const kept = joinedRates(
      readReferenceRates(file(...days)),
      readReferenceRates(file(cube('2026-10-13', rate('SEK', '11')))),
    );
    expect(kept.get('SEK')?.map(({ from }) => from)).toEqual(['2026-06-12', '2026-06-16', '2026-09-30', '2026-10-13']);
  });

  it.each([
    ['a web page', '<html><body>Cube</body></html>'],
    ['rates without a day', file(rate('SEK', '10.9'))],
    ['rates whose decimal point has slipped', file(cube('2026-10-09', rate('SEK', '1095'), rate('HUF', '3.9')))],
    ['rates that are none', file(cube('2026-10-09', rate('SEK', 'NaN'), rate('PLN', '0'), rate('NOK', '-1')))],
  ])('are not in %s', (_, body) => {
    expect(() => readReferenceRates(body)).toThrow('holds no reference rates');
  });

  it('are refused where one day has two rates of a currency', () => {
    const body = file(cube('2026-10-09', rate('SEK', '10.96'), rate('SEK', '10.69')));
    expect(() => readReferenceRates(body)).toThrow('has two rates of SEK for 2026-10-09');
  });

  it('are asked for ninety days back, then of the last day', () => {
    expect([ratesRequest('ninety-days').path, ratesRequest('last-day').path]).toEqual([
      '/stats/eurofxref/eurofxref-hist-90d.xml',
      '/stats/eurofxref/eurofxref-daily.xml',
    ]);
  });
});
