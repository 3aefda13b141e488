import { describe, expect, it } from 'vitest';
import {
  countedUntil,
  type MeteredCounter,
  newCounter,
  packedReadings,
  unpackedReadings,
} from '../../../src/runtime/power/meter-counters.ts';

const timeZone = 'Europe/Berlin';
const at = (iso: string) => Date.parse(iso) / 1000;
const NOON = at('2026-01-15T12:00:00+01:00');
const MINUTE = 60;

/** The state after readings, each at so many minutes after noon. */
const counted = (readings: readonly (readonly [minute: number, kWh: number])[], start = NOON): MeteredCounter =>
  readings.reduce((state, [minute, kWh]) => countedUntil(state, kWh, start + minute * MINUTE, timeZone), newCounter);
const minutes = ({ readings }: MeteredCounter) =>
  readings.map(({ start, end, kWh }) => [(start - NOON) / MINUTE, (end - NOON) / MINUTE, kWh]);

describe('the counter of a meter', () => {
  it('meters quarter hours from readings at any time', () => {
    // 0.6 kWh in 20 minutes are 0.03 a minute.
    const state = counted([
      [5, 100],
      [25, 100.6],
      [31, 100.9],
    ]);
    expect(minutes(state)).toEqual([
      [5, 15, 0.3],
      [15, 30, 0.55],
      [30, 31, 0.05],
    ]);
  });

  it('loses nothing of a meter that sends each second: 0.0015 kWh in a quarter hour', () => {
    const seconds = Array.from({ length: 901 }, (_, i): [number, number] => [i / 60, 100 + (i * 0.0015) / 900]);
    expect(minutes(counted(seconds))).toEqual([[0, 15, expect.closeTo(0.0015, 7)]]);
  });

  it('takes no more than 100 kW in a quarter hour, in however many steps', () => {
    // A counter in Wh that is sent as kWh: 0.9 kWh every second.
    const seconds = Array.from({ length: 61 }, (_, i): [number, number] => [i / 60, i * 0.9]);
    const kWh = counted(seconds).readings.reduce((sum, reading) => sum + reading.kWh, 0);
    expect(kWh).toBeLessThanOrEqual(1 + 100 / 60);
  });

  it('keeps the energy of more than two hours in one reading', () => {
    expect(
      minutes(
        counted([
          [0, 100],
          [150, 105],
          [165, 106],
        ]),
      ),
    ).toEqual([
      [0, 150, 5],
      [150, 165, 1],
    ]);
  });

  it.each([
    ['is reset', 2],
    ['is replaced by one that shows more', 4000],
  ])('leaves the time unmetered in which it %s', (_, shown) => {
    expect(
      minutes(
        counted([
          [0, 100],
          [15, 100.5],
          [30, shown],
          [45, shown + 0.25],
        ]),
      ),
    ).toEqual([
      [0, 15, 0.5],
      [30, 45, 0.25],
    ]);
  });

  it('ignores what rounding takes back', () => {
    expect(
      minutes(
        counted([
          [0, 100],
          [5, 99.995],
          [15, 100.5],
        ]),
      ),
    ).toEqual([[0, 15, 0.5]]);
  });

  it('adds nothing where the clock is set back', () => {
    expect(
      minutes(
        counted([
          [30, 100],
          [15, 101],
          [30, 102],
        ]),
      ),
    ).toEqual([[15, 30, 1]]);
  });

  it('begins a month without the readings of the one before, and with what is metered since midnight', () => {
    const start = at('2026-01-31T23:30:00+01:00');
    const { readings } = counted(
      [
        [0, 100],
        [15, 101],
        [40, 103.5],
      ],
      start,
    );
    // 2.5 kWh in 25 minutes: 1 in the last ten.
    expect(readings).toEqual([{ start: at('2026-02-01T00:00:00+01:00'), end: start + 40 * MINUTE, kWh: 1 }]);
  });

  it('is kept in a few bytes for each quarter hour', () => {
    const { readings } = counted([
      [0, 100],
      [150, 105],
      [165, 105.123],
    ]);
    expect(packedReadings(readings)).toEqual([
      [NOON, 9000, 5000],
      [0, 900, 123],
    ]);
    expect(unpackedReadings(packedReadings(readings))).toEqual(readings);
  });
});
