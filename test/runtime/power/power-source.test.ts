import { describe, expect, it } from 'vitest';
import { measured, nothingMeasured } from '../../../src/runtime/power/learnt.ts';
import { createPowerOutlook, isStale, newSource, type PowerSource } from '../../../src/runtime/power/power-source.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text) / 1000;
const noon = at('2026-01-15T12:00:00+01:00');
const expectedPower = createPowerOutlook(zone);
const quarters = (...kw: number[]) => kw;

/** The quarter hours of two days from `from` on: so much from 06:00 to 18:00. */
const sunny = (from: number, first: number, second: number): PowerSource => ({
  ...newSource,
  forecast: {
    at: from,
    from,
    kw: [first, second].flatMap((kw) => Array.from({ length: 96 }, (_, i) => (i >= 24 && i < 72 ? kw : 0))),
  },
});
const midnight = at('2026-01-15T00:00:00+01:00');
const withPower = (source: PowerSource, kw: number, now: number): PowerSource => ({
  ...source,
  measured: measured(source.measured, kw, now, zone),
});

describe('what is expected of a source', () => {
  it('is nothing before anything is known', () => {
    expect(expectedPower(newSource, noon, 4)).toBeUndefined();
  });

  it('is its forecast from the quarter hour of now on', () => {
    const source = sunny(midnight, 2, 3);
    expect(expectedPower(source, midnight + 17.6 * 3600, 4)).toEqual(quarters(2, 2, 0, 0));
  });

  it('past the end of the forecast is the same time of its last day', () => {
    const expected = expectedPower(sunny(midnight, 2, 3), midnight + 86_400, 192) ?? [];
    expect([expected[48], expected[96 + 48], expected[96]]).toEqual([3, 3, 0]);
  });

  // Promise P-184 use/sun-and-load: learning goes on beside a forecast, and takes over where that ends
  it('past the end of the forecast is what was learnt beside it', () => {
    let source = sunny(midnight, 2, 3);
    for (let now = midnight; now <= noon; now += 900) source = withPower(source, 1, now);
    expect(expectedPower(source, midnight + 36 * 3600, 2)).toEqual(quarters(3, 3));
    expect(expectedPower(source, midnight + 2 * 86_400 + 8 * 3600, 2)).toEqual(quarters(1, 1));
  });

  it('before its beginning is the same time of its first day', () => {
    const { forecast } = sunny(midnight, 2, 2);
    const late = forecast && { ...forecast, from: midnight + 8 * 3600, kw: forecast.kw.slice(32) };
    expect(expectedPower({ ...newSource, forecast: late }, midnight, 40)?.[28]).toBe(2);
  });

  // Promise P-185 use/sun-and-load: the next hour leans on the power now, as far as that is at most a quarter of an
  //   hour old
  it('leans on the power now for an hour', () => {
    const source = withPower(sunny(midnight, 2, 2), 4, noon);
    // The middle of the first quarter hour is an eighth of the hour away.
    expect(expectedPower(source, noon, 6)).toEqual(quarters(3.75, 3.25, 2.75, 2.25, 2, 2));
    expect(expectedPower(source, noon + 901, 1)).toEqual(quarters(2));
  });

  it('is the power now, where nothing else is known', () => {
    expect(expectedPower(withPower(newSource, 0.4, noon), noon, 3)).toEqual(quarters(0.4, 0.4, 0.4));
  });

  // Promise P-186 use/sun-and-load: beyond it, hours without a forecast or a measurement are left out of the series
  it.each([0, 899])('is not that beyond the next hour, %i s into a quarter hour', (late) => {
    const expected = expectedPower(withPower(newSource, 9, noon + late), noon + late, 192);
    expect(expected?.slice(0, 6)).toEqual([9, 9, 9, 9, undefined, undefined]);
    expect(expected?.slice(4).every((kw) => kw === undefined)).toBe(true);
  });

  it('has the gaps of what was learnt', () => {
    let state = nothingMeasured;
    for (let now = midnight; now <= midnight + 1800; now += 900) state = measured(state, 1, now, zone);
    const source = { ...newSource, measured: state };
    expect(expectedPower(source, midnight + 86_400 - 900, 4)).toEqual([undefined, 1, 1, undefined]);
  });

  it('is what was learnt, where there is no forecast', () => {
    let state = nothingMeasured;
    for (let now = midnight; now <= noon; now += 900) state = measured(state, 1, now, zone);
    const source = { ...newSource, measured: state };
    expect(expectedPower(source, midnight + 86_400, 4)).toEqual(quarters(1, 1, 1, 1));
  });
});

describe('a forecast', () => {
  it.each([
    ['that has just come is fresh', noon, false],
    ['that nobody has renewed for a day is stale', midnight + 86_401, true],
    ['that has ended is stale', midnight + 2 * 86_400, true],
  ])('%s', (_, now, stale) => {
    expect(isStale(sunny(midnight, 2, 2), now)).toBe(stale);
  });
});
