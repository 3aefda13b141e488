import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type PowerSettings, readPower } from '../../../src/messages/power/power.ts';
import type { QuarterPower } from '../../../src/messages/power/quarters.ts';

const roof: PowerSettings = { kind: 'production' };
const at = (text: string) => Date.parse(text) / 1000;

function forecastOf(payload: object, terms = roof): QuarterPower {
  const message = readPower(payload, terms);
  if (!('forecast' in message)) throw new Error('no forecast');
  return message.forecast;
}
/** Mean kW of the quarter hours that begin at these times. */
const shown = ({ from, kw }: QuarterPower, ...times: string[]) => times.map((time) => kw[(at(time) - from) / 900]);
const kwh = ({ kw }: QuarterPower) => Math.round(kw.reduce((sum, each) => sum + each / 4, 0) * 1000) / 1000;

const span = (start: string, end: string, kw: unknown) => ({
  start: `2026-04-06T${start}:00+02:00`,
  end: `2026-04-06T${end}:00+02:00`,
  kw,
});

describe('a forecast of power', () => {
  // Promise P-169 use/sun-and-load: `[{start, end, kw}]` from any node
  it('in its own form is taken by quarter hours', () => {
    const forecast = forecastOf([span('08:00', '09:00', 2), span('09:00', '09:05', 3), span('09:05', '09:30', 0)]);
    expect(forecast).toEqual({ from: at('2026-04-06T08:00:00+02:00'), kw: [2, 2, 2, 2, 1, 0] });
  });

  // Promise P-170 use/sun-and-load: Forecast.Solar
  it('of Forecast.Solar is Wh up to each stamp, the sunrise among them', () => {
    const forecast = forecastOf(JSON.parse(readFileSync('test/messages/power/recorded/forecast-solar.json', 'utf8')));
    // 89 Wh from 06:20:17 to 07:00, 376 Wh from then to 08:00.
    expect(shown(forecast, '2024-04-26T06:45:00+02:00', '2024-04-26T07:30:00+02:00')).toEqual([0.134, 0.376]);
    expect(shown(forecast, '2024-04-27T01:00:00+02:00')).toEqual([0]);
    expect(kwh(forecast)).toBeCloseTo(12, 1);
  });

  it('of Forecast.Solar on a wall clock is of the zone that it names', () => {
    const watt_hours_period = { '2026-04-06 07:00:00': 0, '2026-04-06 08:00:00': 400 };
    const message = { info: { timezone: 'Europe/Berlin' } };
    expect(forecastOf({ result: { watt_hours_period }, message })).toEqual({
      from: at('2026-04-06T07:00:00+02:00'),
      kw: [0.4, 0.4, 0.4, 0.4],
    });
    expect(() => forecastOf({ result: { watt_hours_period } })).toThrow('2026-04-06 07:00:00: expected ISO 8601');
  });

  // Promise P-171 use/sun-and-load: Solcast
  it('of Solcast is the mean power of the half hour before each stamp', () => {
    const row = (period_end: string, pv_estimate: number) => ({ pv_estimate, period_end, period: 'PT30M' });
    const forecasts = [row('2026-04-06T08:00:00.0000000Z', 1.5), row('2026-04-06T08:30:00.0000000Z', 2)];
    expect(forecastOf({ forecasts })).toEqual({ from: at('2026-04-06T07:30:00Z'), kw: [1.5, 1.5, 2, 2] });
  });

  const detailedForecast = [
    { period_start: '2026-04-06T08:00:00+02:00', pv_estimate: 2.5, pv_estimate10: 1.1 },
    { period_start: '2026-04-06T08:30:00+02:00', pv_estimate: 2.9, pv_estimate10: 1.3 },
  ];

  // Promise P-172 use/sun-and-load: Solcast in Home Assistant
  it.each([
    ['as it is', detailedForecast],
    ['as an attribute', { detailedForecast }],
    ['in an entity', { attributes: { detailedForecast } }],
  ])('of Solcast in Home Assistant is kW, not kWh, %s', (_, payload) => {
    expect(forecastOf(payload).kw).toEqual([2.5, 2.5, 2.9, 2.9]);
  });

  // Promise P-174 use/sun-and-load: Home Assistant: all of its roofs at once
  it('of Home Assistant is Wh from each stamp on; several roofs add up, and the night is dark', () => {
    const one = { '2026-04-06T04:30:00+00:00': 50, '2026-04-06T05:00:00+00:00': 300, '2026-04-06T06:00:00+00:00': 800 };
    const next = { '2026-04-07T05:00:00+00:00': 400, '2026-04-07T06:00:00+00:00': 500 };
    const two = { '2026-04-06T05:00:00+00:00': 100, '2026-04-06T06:00:00+00:00': 100 };
    const forecast = forecastOf({ result: { a: { wh_hours: { ...one, ...next } }, b: { wh_hours: two } } });
    const times = ['04:30', '05:00', '06:45', '07:00'].map((time) => `2026-04-06T${time}:00Z`);
    expect(shown(forecast, ...times, '2026-04-07T06:45:00Z')).toEqual([0.1, 0.4, 0.9, 0, 0.5]);
    expect(forecastOf({ a: { wh_hours: two } }).kw).toHaveLength(8);
  });

  // Promise P-175 use/sun-and-load: evcc, in W
  it.each([
    ['', (rates: object) => ({ rates })],
    ['of earlier versions', (rates: object) => ({ result: { rates } })],
  ])('of evcc %s is in W', (_, wrapped) => {
    const rate = { start: '2026-04-06T08:00:00+02:00', end: '2026-04-06T08:15:00+02:00', value: 2500 };
    expect(forecastOf(wrapped([rate])).kw).toEqual([2.5]);
  });

  it('of two roofs is that of the first eight days, however far apart the two are', () => {
    const roof = (day: string) => ({ wh_hours: { [`${day}T10:00:00Z`]: 500, [`${day}T11:00:00Z`]: 600 } });
    const { from, kw } = forecastOf({ near: roof('2026-04-06'), far: roof('9999-04-06') });
    expect([from, kw.length, ...kw.slice(0, 9)]).toEqual([
      ...[at('2026-04-06T10:00:00Z'), 768],
      ...[0.5, 0.5, 0.5, 0.5, 0.6, 0.6, 0.6, 0.6, 0],
    ]);
  });

  // Promise P-173 use/sun-and-load: Open-Meteo, with the peak power that is typed in
  it('of Open-Meteo is what a roof of that peak power makes of the irradiance before each stamp', () => {
    const from = at('2026-10-08T10:00:00Z');
    const time = [from, from + 900, from + 1800];
    const block = { time, global_tilted_irradiance: [500, 1000, null], temperature_2m: [10, 20, 20] };
    // 10 °C + 500 x 0.0342 is 27.1 °C: 0.84 % less; 20 °C + 34.2 is 54.2 °C: 11.68 % less.
    expect(forecastOf({ minutely_15: block }, { ...roof, peakKw: 8 })).toEqual({
      from: from - 900,
      kw: [3.966, 7.066],
    });
    expect(
      forecastOf({ hourly: { time, global_tilted_irradiance_instant: [500, 0, 0] } }, { ...roof, peakKw: 8 }),
    ).toEqual({
      from,
      kw: [4, 0, 0],
    });
  });
});

describe('the power now', () => {
  it.each([
    [2.4, 2.4],
    [0, 0],
    // What an inverter draws at night.
    [-0.02, 0],
  ])('%f kW is %f', (now, kw) => {
    expect(readPower({ now }, roof)).toEqual({ now: kw });
  });
});

describe('bad input is refused by name:', () => {
  const time = ['2026-10-08T10:00', '2026-10-08T10:15'];
  it.each<[string, object, string, PowerSettings?]>([
    // Promise P-178 use/sun-and-load: a gap, an overlap, a time without an offset, a value below 0 are refused by
    //   name
    [
      'a gap',
      [span('08:00', '09:00', 1), span('10:00', '11:00', 1)],
      'a gap from 2026-04-06T07:00:00Z to 2026-04-06T08:00:00Z',
    ],
    ['an overlap', [span('08:00', '09:00', 1), span('08:30', '09:30', 1)], 'two values for 2026-04-06T06:30:00Z'],
    ['an end before its start', [span('09:00', '08:00', 1)], 'a value from 2026-04-06T07:00:00Z ends before it begins'],
    [
      'W for kW',
      [span('08:00', '09:00', 4200)],
      '4200 kW: W or Wh in place of kW, a thousand times as much? Expected at most 100 kW',
    ],
    // Promise P-179 use/sun-and-load: W in place of kW is refused: above 100 kW, or twice the peak power
    [
      'W for kW on a large roof',
      [span('08:00', '09:00', 4200)],
      'at most 400 kW, twice the peak power',
      { kind: 'production', peakKw: 200 },
    ],
    ['W for kW now', { now: 4200 }, 'now: 4200 kW: W or Wh in place of kW'],
    ['another sign', { now: -3 }, 'now: -3 kW, expected at least 0'],
    ['no number', [span('08:00', '09:00', '2.5')], '0.kw: expected a number, not text'],
    [
      'no zone',
      [{ start: '2026-04-06T08:00:00', end: '2026-04-06T09:00:00', kw: 1 }],
      '0.start: expected ISO 8601 with an offset',
    ],
    [
      'Open-Meteo on a wall clock',
      { utc_offset_seconds: 7200, hourly: { time, global_tilted_irradiance: [1, 1] } },
      'ask for timeformat=unixtime',
      { kind: 'production', peakKw: 8 },
    ],
    [
      'Open-Meteo without a roof',
      { hourly: { time, global_tilted_irradiance: [1, 1] } },
      'type in the peak power of the roof',
    ],
    [
      'Open-Meteo without a plane',
      { hourly: { time, temperature_2m: [1, 1] } },
      'global_tilted_irradiance: ask for it',
    ],
    [
      'Open-Meteo in milliseconds',
      { hourly: { time: [1775462400000, 1775466000000], global_tilted_irradiance: [1, 1] } },
      'hourly.time.0: expected UNIX seconds',
      { kind: 'production', peakKw: 8 },
    ],
    [
      'Open-Meteo without a value yet',
      { hourly: { time, global_tilted_irradiance: [null, null] } },
      'global_tilted_irradiance: holds no value',
      { kind: 'production', peakKw: 8 },
    ],
    ...['2026-04-06 25:00:00', '2026-04-06 08:60', '2026-02-30 08:00:00', '2026-13-06 08:00:00'].map(
      (stamp): [string, object, string] => [
        `Forecast.Solar at ${stamp}`,
        {
          result: { watt_hours_period: { '2026-04-06 07:00:00': 0, [stamp]: 400 } },
          message: { info: { timezone: 'Europe/Berlin' } },
        },
        `${stamp}: expected ISO 8601`,
      ],
    ),
    [
      'a refusal of Forecast.Solar',
      { result: 'Rate limit for API calls reached.', message: { code: 429 } },
      'no forecast but: Rate limit',
    ],
    ['a word too many', { now: 1, unit: 'W' }, 'unit'],
    [
      'something else',
      { watts: 1 },
      'no forecast of a form that is known, such as [{start, end, kw}], and no {now: kW}; its keys: watts',
    ],
    ['nothing', [], 'its keys: none'],
  ])('%s', (_, payload, text, terms = roof) => {
    expect(() => readPower(payload, terms)).toThrow(text);
  });
});
