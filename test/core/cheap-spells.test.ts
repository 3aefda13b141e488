import { describe, expect, it } from 'vitest';
import { cheapSpells } from '../../src/core/statistics.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const clock = (instant: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', weekday: 'short', hour: '2-digit', minute: '2-digit' })
    .format(instant * 1000)
    .replace(',', '');

/** The 24 hours of a day from `midnight` on; those of `cheap` cost 0.1, all others 0.3. */
const day = (midnight: string, cheap: readonly number[], hours = 24) =>
  Array.from({ length: hours }, (_, hour) => {
    const start = at(midnight) + hour * 3600;
    return { start, end: start + 3600, total: cheap.includes(hour) ? 0.1 : 0.3 };
  });
const THURSDAY = '2026-01-15T00:00:00+01:00';
const FRIDAY = '2026-01-16T00:00:00+01:00';
const spoken = (prices: readonly { start: number; end: number; total: number }[], now: string) =>
  cheapSpells(prices, 'Europe/Berlin', at(now)).map(({ start, end }) => `${clock(start)} to ${clock(end)}`);

describe('the cheap stretches ahead', () => {
  it.each([
    ['none, where all hours cost the same', [], []],
    ['one', [1, 2, 3], ['Thu 01:00 to Thu 04:00']],
    ['two', [1, 2, 13, 14], ['Thu 01:00 to Thu 03:00', 'Thu 13:00 to Thu 15:00']],
    ['one to midnight', [22, 23], ['Thu 22:00 to Fri 00:00']],
    ['one, where eight hours cost the same little', [0, 1, 2, 3, 4, 5, 6, 7], ['Thu 00:00 to Thu 08:00']],
  ])('are %s', (_, cheap, spells) => {
    expect(spoken(day(THURSDAY, cheap), THURSDAY)).toEqual(spells);
  });

  it('are reckoned by the ranks of each day, and go on over midnight', () => {
    const dearer = day(FRIDAY, [0, 1]).map((price) => ({ ...price, total: price.total * 5 }));
    expect(spoken([...day(THURSDAY, [23]), ...dearer], '2026-01-15T12:00:00+01:00')).toEqual([
      'Thu 23:00 to Fri 02:00',
    ]);
  });

  it('leave out what is over, and have what is under way from its beginning', () => {
    expect(spoken(day(THURSDAY, [1, 2, 3, 13]), '2026-01-15T02:30:00+01:00')).toEqual([
      'Thu 01:00 to Thu 04:00',
      'Thu 13:00 to Thu 14:00',
    ]);
    expect(spoken(day(THURSDAY, [1, 2, 3]), '2026-01-15T04:00:00+01:00')).toEqual([]);
  });

  it('bridge half an hour that is not cheap, and no more', () => {
    const quarters = (cheap: readonly number[]) =>
      Array.from({ length: 96 }, (_, i) => {
        const start = at(THURSDAY) + i * 900;
        return { start, end: start + 900, total: cheap.includes(i) ? 0.1 : 0.3 };
      });
    expect(spoken(quarters([4, 5, 8, 9]), THURSDAY)).toEqual(['Thu 01:00 to Thu 02:30']);
    expect(spoken(quarters([4, 5, 9, 10]), THURSDAY)).toEqual(['Thu 01:00 to Thu 01:30', 'Thu 02:15 to Thu 02:45']);
  });

  it.each([
    ['of 23 hours', '2026-03-29T00:00:00+01:00', 23, 'Sun 04:00 to Sun 05:00'],
    ['of 25 hours', '2026-10-25T00:00:00+02:00', 25, 'Sun 02:00 to Sun 03:00'],
  ])('are told by the clock on a day %s', (_, midnight, hours, spell) => {
    expect(spoken(day(midnight, [3], hours), midnight)).toEqual([spell]);
  });

  it('compare the first hour of a Finnish tomorrow with its delivery day', () => {
    const finnish = (last: number) => [
      ...day('2026-01-15T00:00:00+02:00', [3, 4]),
      { start: at('2026-01-16T00:00:00+02:00'), end: at('2026-01-16T01:00:00+02:00'), total: last },
    ];
    const spells = (last: number) =>
      cheapSpells(finnish(last), 'Europe/Helsinki', at('2026-01-15T08:00:00+02:00')).map(({ start }) => clock(start));
    expect([spells(0.1), spells(0.3)]).toEqual([['Thu 23:00'], []]);
  });

  it('are none in a day of which a part is unknown', () => {
    expect(spoken(day(THURSDAY, [1, 2, 13], 20), THURSDAY)).toEqual([]);
  });

  it('are none without prices', () => {
    expect(spoken([], THURSDAY)).toEqual([]);
  });
});
