import { describe, expect, it } from 'vitest';
import { addDays, type LocalDate, localDay } from '../../src/core/time.ts';
import { forecast } from '../../src/forecast/forecast.ts';
import { standIn } from '../../src/forecast/stand-in.ts';
import { changeNights, hoursOf, pricedByClock } from '../support/feeds/change-nights.ts';

const datesUntil = (last: LocalDate, count: number) =>
  Array.from({ length: count }, (_, i) => addDays(last, i + 1 - count));

/** True of an hour that no change of a clock is beside. */
const isApart = ({ shown }: { readonly shown: number }) => shown < 1 || shown > 3;

describe.each(changeNights)('$date in $timeZone, a day of $hours hours', ({ timeZone, date, hours }) => {
  const workingDays = (dates: readonly LocalDate[]) =>
    dates.map((each) => ({ ...localDay(each, timeZone), kind: 'working' as const }));
  const wrong = (expected: Parameters<typeof hoursOf>[0], day: LocalDate) => {
    const read = hoursOf(expected, localDay(day, timeZone), timeZone);
    expect(read).toHaveLength(day === date ? hours * 4 : 96);
    return read.filter(({ shown, priced }) => shown !== priced);
  };

  it('is expected by the hour that its clock shows', () => {
    const known = datesUntil(addDays(date, -1), 28);
    const expected = forecast(pricedByClock(known, timeZone), workingDays([...known, date, addDays(date, 1)]));
    expect(wrong(expected, date)).toEqual([]);
    expect(wrong(expected, addDays(date, 1))).toEqual([]);
  });

  it('teaches what the day after it costs by the hour', () => {
    const known = datesUntil(date, 28);
    const expected = forecast(pricedByClock(known, timeZone), workingDays([...known, addDays(date, 1)]));
    expect(wrong(expected, addDays(date, 1)).filter(isApart)).toEqual([]);
  });

  it('is stood in for by the day before it, hour by hour', () => {
    const days = workingDays([addDays(date, -1), date]);
    expect(wrong(standIn(pricedByClock([addDays(date, -1)], timeZone), days), date)).toEqual([]);
  });

  it('stands in for the day after it, hour by hour, but for those beside the change', () => {
    const next = addDays(date, 1);
    const expected = standIn(pricedByClock([date], timeZone), workingDays([date, next]));
    expect(wrong(expected, next).filter(isApart)).toEqual([]);
  });
});

it('an hour that the clock skips costs as the one before it, where the day after has it', () => {
  const [day, next] = ['2026-03-29', '2026-03-30'].map((date) => ({
    ...localDay(date, 'Europe/Helsinki'),
    kind: 'working' as const,
  }));
  if (!day || !next) throw new Error('no days');
  const expected = standIn(pricedByClock(['2026-03-29'], 'Europe/Helsinki'), [day, next]);
  const read = hoursOf(expected, next, 'Europe/Helsinki').filter(({ passed }) => passed === 3);
  expect(read).toEqual(new Array(4).fill({ passed: 3, shown: 3, priced: 2 }));
});
