import { expect, it } from 'vitest';
import type { MeterOptions } from '../../src/metering/types.ts';
import { meterText, refusal, shownReading, utcMinute } from './meter-file.ts';

it.each<[string, string[], MeterOptions, string]>([
  ['the file shows by a number above 12', ['03/04/2026', '13/04/2026'], { timeZone: 'UTC' }, '2026-04-03'],
  ['the file shows, whatever the country', ['03/04/2026', '03/13/2026'], { country: 'DE' }, '2026-03-03'],
  ['the days of the file follow', ['03/04/2026', '04/04/2026'], { timeZone: 'UTC' }, '2026-04-03'],
  ['the days of the file follow', ['03/04/2026', '03/05/2026'], { timeZone: 'UTC' }, '2026-03-04'],
  ['the chosen country writes', ['03/04/2026', '03/05/2026'], { country: 'IE' }, '2026-04-02'],
  ['the chosen country writes', ['03/04/2026'], { country: 'DE' }, '2026-04-02'],
  ['the zone writes', ['03-04-26'], { timeZone: 'Europe/Paris' }, '2026-04-02'],
])('takes the order of day and month as %s', (_, days, options, first) => {
  const rows = days.flatMap((day, i) => [`${day} 00:00;${i}`, `${day} 01:00;${i}`]);
  const { consumption } = meterText(['timestamp;kWh', ...rows].join('\n'), options);
  expect(utcMinute(consumption[0]?.start ?? 0).slice(0, 10)).toBe(first);
});

it('does not take months for days where each date has a row', () => {
  const text = ['timestamp;kWh', '01/01/2026;1', '01/02/2026;2', '01/03/2026;1'].join('\n');
  expect(refusal(() => meterText(text, { timeZone: 'UTC' }))[0]).toBe('day-or-month');
});

it('takes the order of day and month from a file before that of its layout', () => {
  const rows = ['1.5, 01/31/2026 00:00, 01/31/2026 00:30', '1, 02/01/2026 00:00, 02/01/2026 00:30'];
  const { consumption } = meterText(['Consumption (kWh), Start, End', ...rows].join('\n'));
  expect(consumption.map(shownReading)).toEqual(['2026-01-31T00:00Z 1.5 x2', '2026-02-01T00:00Z 1 x2']);
});
