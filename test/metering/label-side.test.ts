import { describe, expect, it } from 'vitest';
import type { MeterFile } from '../../src/metering/types.ts';
import { meterText, shownFinding, shownReading, utcMinute } from './meter-file.ts';

const HOURS = [...Array(24).keys()];
const two = (number: number) => String(number).padStart(2, '0');
const clock = (hour: number) => `${two(hour)}:00`;
const day = (date: string, hours: readonly (number | string)[]) => hours.map((hour) => [date, hour] as const);
type Label = readonly [date: string, hour: number | string];

/** Files that have the number of the row as the energy of each label. */
const layouts: Readonly<Record<string, (labels: readonly Label[]) => string>> = {
  'Datadis CSV': (labels) =>
    ['cups;fecha;hora;consumo_kWh', ...labels.map(([date, hour], i) => `ES1;${date};${hour};${i % 7}`)].join('\n'),
  'e-distribución': (labels) =>
    ['CUPS;Fecha;Hora;AE_kWh', ...labels.map(([date, hour], i) => `ES1;${date};${hour};${i % 7}`)].join('\n'),
  'Datadis JSON': (labels) =>
    JSON.stringify(
      labels.map(([date, hour], i) => ({
        ...{ cups: 'ES1', date, time: typeof hour === 'number' ? `${hour}:00` : hour },
        ...{ consumptionKWh: i % 7, surplusEnergyKWh: 0 },
      })),
    ),
};

/** `first end to last start, count`, and the findings about consumption. */
const shown = ({ consumption, findings }: MeterFile) => [
  `${utcMinute(consumption[0]?.start ?? 0)} to ${utcMinute(consumption.at(-1)?.end ?? 0)}, ${consumption.length}`,
  ...findings.filter(({ direction }) => direction === 'consumption').map(shownFinding),
];

describe.each(Object.entries(layouts))('in %s', (_, text) => {
  const read = (...days: (readonly Label[])[]) => shown(meterText(text(days.flat())));

  it.each<[string, (readonly Label[])[], string[]]>([
    ['00 to 23 are starts', [day('2026/02/01', HOURS.map(clock))], ['2026-01-31T23:00Z to 2026-02-01T23:00Z, 24']],
    ['0 to 23 are starts', [day('2026/02/01', HOURS)], ['2026-01-31T23:00Z to 2026-02-01T23:00Z, 24']],
    [
      '01 to 24 are ends',
      [
        day(
          '2026/02/01',
          HOURS.map((hour) => clock(hour + 1)),
        ),
      ],
      ['2026-01-31T23:00Z to 2026-02-01T23:00Z, 24'],
    ],
    [
      '01 to 00 of the next day are ends',
      [day('2026/02/01', HOURS.slice(1)), day('2026/02/02', [0])],
      ['2026-01-31T23:00Z to 2026-02-01T23:00Z, 24'],
    ],
    [
      'an operator changed from ends to starts between two days',
      [
        day(
          '2026/02/01',
          HOURS.map((hour) => hour + 1),
        ),
        day('2026/02/02', HOURS),
      ],
      ['2026-01-31T23:00Z to 2026-02-02T23:00Z, 48'],
    ],
    [
      'starts have a hole of two hours',
      [day('2026/02/01', HOURS), day('2026/02/02', HOURS.toSpliced(10, 2))],
      ['2026-01-31T23:00Z to 2026-02-02T23:00Z, 46', '2026-02-02 missing 2'],
    ],
    [
      '1 to 23 could be both',
      [day('2026/02/01', HOURS.slice(1))],
      ['2026-01-31T23:00Z to 2026-02-01T22:00Z, 23', '2026-02-01 doubtful start-or-end 23'],
    ],
    [
      'a part of a day could be both',
      [day('2026/02/01', [8, 9, 10, 11])],
      ['2026-02-01T06:00Z to 2026-02-01T10:00Z, 4', '2026-02-01 doubtful start-or-end 4'],
    ],
  ])('%s', (__, days, expected) => {
    expect(read(...days)).toEqual(expected);
  });

  it.each<[string, string, number[]]>([
    ['spring by the clock, from 0', '2026/03/29', HOURS.toSpliced(2, 1)],
    ['spring counted, from 0', '2026/03/29', HOURS.slice(0, 23)],
    ['spring counted, from 1', '2026/03/29', HOURS.slice(1)],
    ['autumn by the clock, from 0', '2026/10/25', HOURS.toSpliced(2, 0, 2)],
    ['autumn counted, from 0', '2026/10/25', [...HOURS, 24]],
    ['autumn counted, from 1', '2026/10/25', [...HOURS.slice(1), 24, 25]],
  ])('the day of the clock change is whole: %s', (__, date, hours) => {
    const [year, month, number] = date.split('/').map(Number);
    const midnight = Date.UTC(year ?? 0, (month ?? 0) - 1, number) / 1000 - (hours.length < 24 ? 1 : 2) * 3600;
    expect(read(day(date, hours))).toEqual([
      `${utcMinute(midnight)} to ${utcMinute(midnight + hours.length * 3600)}, ${hours.length}`,
    ]);
  });
});

it('two hours in one value of autumn begin at the label where labels are starts', () => {
  const { consumption, findings } = meterText(layouts['Datadis CSV']?.(day('2026/10/25', HOURS)) ?? '');
  expect(consumption.slice(1, 4).map(shownReading)).toEqual([
    '2026-10-24T23:00Z 1 x4',
    '2026-10-25T00:00Z 2 x8',
    '2026-10-25T02:00Z 3 x4',
  ]);
  expect(findings.map(shownFinding)).toEqual(['2026-10-25 doubtful two-hours 1']);
});

const QUARTERS = [...Array(96).keys()].map((i) => `${two(Math.floor(i / 4))}:${two((i % 4) * 15)}`);
const noe = (...labels: string[]) =>
  shown(meterText(['Messzeitpunkt;Verbrauch (kWh);', ...labels.map((label, i) => `${label};${i % 7};`)].join('\n')));

it.each<[string, string[], string[]]>([
  ['00:00 to 23:45', QUARTERS.map((time) => `01.06.2026 ${time}`), ['2026-05-31T22:00Z to 2026-06-01T22:00Z, 96']],
  [
    '00:15 to 00:00',
    [...QUARTERS.slice(1).map((time) => `01.06.2026 ${time}`), '02.06.2026 00:00'],
    ['2026-05-31T22:00Z to 2026-06-01T22:00Z, 96'],
  ],
  [
    '00:00 to 00:00, which fit both',
    [...QUARTERS.map((time) => `01.06.2026 ${time}`), '02.06.2026 00:00'],
    ['2026-05-31T21:45Z to 2026-06-01T22:00Z, 97', '2026-05-31 doubtful start-or-end 97'],
  ],
])('quarter hours of Netz NÖ: %s', (_, labels, expected) => {
  expect(noe(...labels)).toEqual(expected);
});

it.each<[string, string[], string[]]>([
  ['00:00 to 23:45 are starts', QUARTERS, ['2026-05-31T22:00Z to 2026-06-01T22:00Z, 96']],
  ['00:15 to 24:00 are ends', [...QUARTERS.slice(1), '24:00'], ['2026-05-31T22:00Z to 2026-06-01T22:00Z, 96']],
  ['00:15 to 23:45 stay starts', QUARTERS.slice(1), ['2026-05-31T22:15Z to 2026-06-01T22:00Z, 95']],
  ['08:00 to 08:30 stay starts', ['08:00', '08:15', '08:30'], ['2026-06-01T06:00Z to 2026-06-01T06:45Z, 3']],
])('starts that no column names: %s', (_, times, expected) => {
  const rows = times.map((time, i) => `2026-06-01 ${time},${i % 7}`);
  expect(shown(meterText(['timestamp,kWh', ...rows].join('\n'), { country: 'DE' }))).toEqual(expected);
});

it('half hours of the API of Enedis from 00:00 to 23:30 are starts', () => {
  const interval_reading = HOURS.flatMap((hour) => [`${two(hour)}:00`, `${two(hour)}:30`]).map((time) => ({
    ...{ value: '400', date: `2026-01-05 ${time}:00`, interval_length: 'PT30M' },
  }));
  const answer = { meter_reading: { usage_point_id: '1', reading_type: { unit: 'W' }, interval_reading } };
  expect(shown(meterText(JSON.stringify(answer)))).toEqual(['2026-01-04T23:00Z to 2026-01-05T23:00Z, 48']);
});

it('an end by the name of its column or by the user stays an end', () => {
  const rows = HOURS.map((hour) => `2026-06-01 ${two(hour)}:00;${hour % 7}`);
  const columns = { end: 'until', consumption: 'kWh' };
  expect(shown(meterText(['until;kWh', ...rows].join('\n'), { country: 'DE', columns }))).toEqual([
    '2026-05-31T21:00Z to 2026-06-01T21:00Z, 24',
  ]);
});
