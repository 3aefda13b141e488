import { describe, expect, it } from 'vitest';
import { wallClock } from '../../../src/core/time.ts';
import { learntPower, type MeasuredPower, measured, nothingMeasured } from '../../../src/runtime/power/learnt.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text) / 1000;
const wall = (local: string) => wallClock(at(`${local}:00Z`), 0);

/** A meter that says every five minutes what `kw` is then. */
function metered(from: string, days: number, kw: (instant: number) => number, before = nothingMeasured): MeasuredPower {
  let state = before;
  for (let now = at(from); now <= at(from) + days * 86_400; now += 300) state = measured(state, kw(now), now, zone);
  return state;
}

describe('a load that is learnt', () => {
  // Promise P-180 use/sun-and-load: without a forecast the mean of each quarter hour, Monday to Friday apart from the
  //   weekend
  it('is the mean of a quarter hour, by working and other days', () => {
    // From Thursday on: 1 kW, at the weekend 3 kW.
    const weekend = at('2026-01-17T00:00:00+01:00');
    const learnt = learntPower(metered('2026-01-15T00:00:00+01:00', 4, (now) => (now < weekend ? 1 : 3)));
    expect(learnt(wall('2026-01-20T12:00'))).toBe(1);
    expect(learnt(wall('2026-01-25T12:00'))).toBe(3);
  });

  it('weighs each power by its time', () => {
    const noon = at('2026-01-15T12:00:00+01:00');
    const told = [
      [0, 3],
      [300, 0],
      [900, 0],
    ] as const;
    const state = told.reduce((before, [late, kw]) => measured(before, kw, noon + late, zone), nothingMeasured);
    expect(learntPower(state)(wall('2026-01-16T12:00'))).toBe(1);
  });

  it('takes the other days for a kind of day that it has not seen', () => {
    const learnt = learntPower(metered('2026-01-15T00:00:00+01:00', 1, () => 0.7));
    expect(learnt(wall('2026-01-17T08:00'))).toBe(0.7);
  });

  // Promise P-182 use/sun-and-load: a quarter hour is known where half of it was measured
  it.each([
    [449, undefined],
    [450, 2],
  ])('of a quarter hour of which %i s were told is %j', (seconds, kw) => {
    const end = at('2026-01-15T12:15:00+01:00');
    const told = measured(measured(nothingMeasured, 2, end - seconds, zone), 2, end, zone);
    expect(learntPower(told)(wall('2026-01-16T12:00'))).toBe(kw);
  });

  // Promise P-183 use/sun-and-load: a measured power counts for half an hour without a new one
  it.each([
    [1800, 2],
    [1801, undefined],
  ])('takes a power for what it was told for half an hour: %i s later it is %j', (seconds, kw) => {
    const noon = at('2026-01-15T12:00:00+01:00');
    const told = measured(measured(nothingMeasured, 2, noon, zone), 5, noon + seconds, zone);
    expect(learntPower(told)(wall('2026-01-16T12:00'))).toBe(kw);
  });

  // Promise P-181 use/sun-and-load: the means are those of the last 28 days that were measured
  it('forgets a day with the 28th that is measured after it, however long ago that was', () => {
    const december = metered('2025-12-01T00:00:00+01:00', 28, () => 9);
    expect(december.days).toHaveLength(28);
    const march = metered('2026-03-01T00:00:00+01:00', 28, () => 1, december);
    expect(march.days).toHaveLength(28);
    expect(learntPower(march)(wall('2026-03-30T12:00'))).toBe(1);
    const before = metered('2026-03-02T00:00:00+01:00', 7, () => 1, december);
    expect(learntPower(before)(wall('2026-03-09T12:00'))).toBeGreaterThan(1);
  });

  it.each([
    ['the hour that comes twice is one', '2025-10-26T00:00:00+02:00', 96],
    ['the hour that does not come is not known', '2026-03-29T00:00:00+01:00', 92],
  ])('%s', (_, from, quarters) => {
    const [day] = metered(from, 1.1, () => 2).days;
    expect(day?.kw.filter((kw) => kw === 2)).toHaveLength(quarters);
  });

  it('goes on after a clock that was set back', () => {
    const noon = at('2026-01-15T12:00:00+01:00');
    const back = measured(measured(nothingMeasured, 2, noon, zone), 1, noon - 7200, zone);
    expect(measured(back, 1, noon - 6300, zone).days).toMatchObject([{ date: '2026-01-15' }]);
  });
});
