import { expect, it } from 'vitest';
import { oddTimes } from '../../src/metering/time/odd-times.ts';
import type { MeterOptions } from '../../src/metering/types.ts';
import { meterText, shownFinding, shownReading } from './meter-file.ts';

const second = (time: string) => Date.parse(`2026-06-01T${time.length === 5 ? `${time}:00` : time}Z`) / 1000;
const shownTime = (at: number) => new Date(at * 1000).toISOString().slice(11, 19);

it.each<[string, string[], string[]]>([
  ['between half hours', ['11:30', '12:00', '12:14:10', '12:30', '13:00'], ['12:14:10']],
  ['beside a hole', ['11:00', '11:30', '12:00', '12:14:10', '13:00', '13:30'], ['12:14:10']],
  ['before the first time', ['11:44:10', '12:00', '12:30', '13:00'], ['11:44:10']],
  ['after the last one', ['12:00', '12:15', '12:30', '12:37:02'], ['12:37:02']],
  [
    'twice in two hours',
    ['12:00', '12:14:10', '12:30', '12:44:10', '13:00', '13:30', '14:00'],
    ['12:14:10', '12:44:10'],
  ],
  ['between hours', ['10:00', '11:00', '11:59:59', '12:00', '13:00'], ['11:59:59']],
  ['in a file of a few rows', ['12:00', '12:14:10', '12:30'], ['12:14:10']],
])('a time is odd %s', (_, times, odd) => {
  expect([...oddTimes(times.map(second))].map(shownTime)).toEqual(odd);
});

it.each<[string, string[]]>([
  ['a regular series', ['12:00', '12:30', '13:00']],
  [
    'quarter hours for an hour among hours',
    ['10:00', '11:00', '12:00', '12:15', '12:30', '12:45', '13:00', '14:00', '15:00'],
  ],
  ['ten minutes among half hours', ['11:00', '11:30', '12:00', '12:10', '12:20', '12:30', '13:00', '13:30']],
  ['a clock that is set to another phase', ['12:00', '12:15', '12:30', '12:45', '13:05', '13:20', '13:35', '13:50']],
  ['times that are never regular', ['12:00:07', '12:15:31', '12:29:58', '12:46:10', '13:01:02']],
  ['days', ['00:00']],
])('no time is odd in %s', (_, times) => {
  expect([...oddTimes(times.map(second))]).toEqual([]);
});

const enedis = [
  'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Pas en minutes',
  '12345678901234;Courbe de charge;05/01/2026;06/01/2026;Energie active;Consommation;Comptage Brut;W;30',
  'Horodate;Valeur',
];
const times = ['00:30', '01:00', '01:14:10', '01:30', '02:00'];
const full = (time: string) => `2026-01-05T${time.length === 5 ? `${time}:00` : time}+01:00`;
const point = (time: string) => ({
  value: '400',
  date: full(time).slice(0, 19).replace('T', ' '),
  interval_length: 'PT30M',
});
const pairs = ['00:00;00:30', '00:30;01:00', '00:44:10;01:14:10', '01:00;01:30', '01:30;02:00'];

it.each<[string, string, MeterOptions?]>([
  [
    'a plain CSV',
    ['timestamp,kWh', ...['00:00', '00:30', '00:44:10', '01:00', '01:30'].map((time) => `${full(time)},0.2`)].join(
      '\n',
    ),
  ],
  ['a layout with a length', [...enedis, ...times.map((time) => `${full(time)};400`)].join('\n')],
  [
    'a JSON with lengths',
    JSON.stringify({
      meter_reading: { usage_point_id: '1', reading_type: { unit: 'W' }, interval_reading: times.map(point) },
    }),
  ],
  [
    'a table with starts and ends',
    ['from;until;kWh', ...pairs.map((pair) => `${pair.split(';').map(full).join(';')};0.2`)].join('\n'),
    { columns: { start: 'from', end: 'until', consumption: 'kWh' } },
  ],
])('an odd row costs only itself in %s', (_, text, options) => {
  const { consumption, findings } = meterText(text, { country: 'FR', ...options });
  expect(consumption.map(shownReading)).toEqual([
    '2026-01-04T23:00Z 0.2 x2',
    '2026-01-04T23:30Z 0.2 x2',
    '2026-01-05T00:00Z 0.2 x2',
    '2026-01-05T00:30Z 0.2 x2',
  ]);
  expect(findings.map(shownFinding)).toEqual(['2026-01-05 doubtful irregular 1']);
});
