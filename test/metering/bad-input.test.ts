import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LARGEST_METER_FILE } from '../../src/metering/decode.ts';
import { MeterFileError } from '../../src/metering/meter-file-error.ts';
import { readMeter } from '../../src/metering/read-meter.ts';
import type { MeterOptions } from '../../src/metering/types.ts';
import { meterText, refusal, shownFinding, shownReading } from './meter-file.ts';

const recorded = (name: string) => readFileSync(new URL(`recorded/${name}`, import.meta.url), 'utf8');
const hex = (bytes: string) => Buffer.from(bytes, 'hex');
const rows = (...lines: string[]) => Buffer.from(lines.join('\n'));
const day = (...lines: string[]) => rows('timestamp,kWh', ...lines);

// Promise P-680 use/meter-files: what cannot be read rightly is refused with a sentence; by its size above 32 MB;
//   XLSX with several sheets, formulas, links or above 64 MB unpacked
it.each<[what: string, file: Uint8Array, key: string, sentence: RegExp, options?: MeterOptions]>([
  ['100 MB', new Uint8Array(100 * 1024 * 1024), 'too-large', /is 100 MB; the maximum is 32 MB/],
  ['32 MB and a byte', new Uint8Array(LARGEST_METER_FILE + 1), 'too-large', /is 33 MB/],
  ['nothing', hex(''), 'empty', /is empty/],
  ['blanks', rows(' ', ''), 'empty', /is empty/],
  ['a screenshot', hex('89504e470d0a1a0a0000000d'), 'picture', /is a picture \(PNG\), whatever its name says/],
  ['a photo', hex('ffd8ffe000104a464946'), 'picture', /JPEG/],
  ['a bill', Buffer.from('%PDF-1.7 …'), 'document', /PDF/],
  ['a workbook', hex('504b030414000600'), 'spreadsheet', /XLSX\)\. Save the sheet with the readings as CSV/],
  ['an old workbook', hex('d0cf11e0a1b11ae1'), 'spreadsheet', /XLS/],
  ['a login', rows('<!DOCTYPE html>', '<html><body>Login</body></html>'), 'web-page', /is a web page/],
  ['a program', Buffer.from('abc\u0001def'), 'not-text', /byte 4/],
  ['half a JSON', rows('{"results": [{"consumption": 1,'), 'json', /a key in quotes is missing/],
  ['a JSON of others', rows('{"prices": []}'), 'unknown-format', /"prices"/],
  [
    'a JSON with a word for a number',
    rows('{"results": [{"consumption": "much"}]}'),
    'shape',
    /results\[0\]\.consumption/,
  ],
  [
    'a position in hexadecimal digits',
    Buffer.from(recorded('eloverblik.json').replace('"position": "1"', '"position": "0x1"')),
    'shape',
    /position/,
  ],
  [
    'an unknown table',
    rows('a;b;c', '1;2;3'),
    'unknown-format',
    /The columns "a, b, c" fit no known format\. Choose the time and energy columns/,
  ],
  ['a shopping list', rows('bread', 'milk'), 'unknown-format', /"bread"/],
  ['a header alone', rows('timestamp,kWh'), 'no-readings', /None of the 0 rows/],
  ['rows without values', day('2026-06-01T00:00Z,', '2026-06-01T00:15Z,-'), 'no-readings', /None of the 2 rows/],
  ['gas by its unit', rows('Datum von;Datum bis;m3'), 'gas', /contains gas readings/],
  [
    'gas by the unit of its rows',
    rows('MålepunktsID;Fra_dato;Til_dato;Mængde;Måleenhed;Kvalitet', '5;01-02-2026 00:00;01-02-2026 01:00;1;M3;Målt'),
    'gas',
    /M3/,
  ],
  [
    'gas in a JSON',
    rows('{"data": {"headpoint": {"ean": "5", "energyType": "G"}}}'),
    'gas',
    /contains gas readings \("energyType G"\)\. Electricity readings are needed/,
  ],
  [
    'gas by a word of its first row',
    rows('Typ;Zählpunkt;OBIS-Code;DatumUhrzeit;Verbrauch;Einheit', 'Gas;AT1;Wirk Lieferung;01.01.2024 00:00;1;kWh'),
    'gas',
    /Gas;AT1/,
  ],
  ['gas by a line above', rows('Erdgas - Verbrauch (kWh);;', 'DATE_FROM;DATE_TO;VALUE'), 'gas', /Erdgas/],
  ['a unit that is none', day('2026-06-01T00:00Z,1'), 'unknown-option', /unit is "kwh"/, { unit: JSON.parse('"kwh"') }],
  [
    'reactive energy',
    rows(
      'MålepunktsID;Fra_dato;Til_dato;Mængde;Måleenhed;Kvalitet',
      '5;01-02-2026 00:00;01-02-2026 01:00;1;kVArh;Målt',
    ),
    'unit',
    /are in "kVArh"/,
  ],
  [
    'two meters in one',
    rows('cups;fecha;hora;consumo_kWh', 'ES1;2026/01/01;1;1', 'ES2;2026/01/01;1;1'),
    'several-meters',
    /ES1, ES2\. Choose one/,
  ],
  [
    'two files one after the other',
    rows(
      'Messzeitpunkt;Verbrauch (kWh);AT0010000000000000001000000000001',
      '01.01.2024 00:15;1;',
      'Messzeitpunkt;Verbrauch (kWh);AT0010000000000000001000000000002',
      '01.01.2024 00:30;1;',
    ),
    'several-meters',
    /0001, AT\d+0002/,
  ],
  [
    'another meter',
    rows('cups;fecha;hora;consumo_kWh', 'ES1;2026/01/01;1;1'),
    'other-meter',
    /about ES1, not about ES2/,
    { meter: 'ES2' },
  ],
  [
    'what was fed in',
    rows('Messzeitpunkt;Einspeisung (kWh);', '01.01.2024 00:15;1;'),
    'other-direction',
    /contains feed-in\. A file with consumption/,
    { direction: 'consumption' },
  ],
  ['local times of nowhere', day('2026-06-01 00:00,1', '2026-06-01 00:15,1'), 'zone-needed', /have no time zone/],
  [
    'a zone that is none',
    day('2026-06-01 00:00,1', '2026-06-01 00:15,1'),
    'unknown-option',
    /timeZone is "Mars"/,
    { timeZone: 'Mars' },
  ],
  [
    'a format that is none',
    day(),
    'unknown-option',
    /format is "Foo"; one of these is needed: Wiener Netze/,
    { format: 'Foo' },
  ],
  ['another format than was said', day('2026-06-01T00:00Z,1'), 'unknown-format', /timestamp, kWh/, { format: 'IKB' }],
  [
    'a column that is not there',
    rows('at,kWh', '2026-06-01T00:00Z,1'),
    'no-column',
    /has no column "when"; it has: at, kWh/,
    { columns: { start: 'when', consumption: 'kWh' } },
  ],
  [
    'one of two columns to add',
    rows('at,T1 kWh', '2026-06-01T00:00Z,1'),
    'no-column',
    /"t2 kwh"/,
    { columns: { start: 'at', consumption: ['T1 kWh', 'T2 kWh'] } },
  ],
  ['columns without a time', day(), 'no-columns', /a start or an end/, { columns: { consumption: 'kWh' } }],
  [
    'values of no unit',
    rows('at,value', '2026-06-01T00:00Z,1'),
    'unit-needed',
    /Choose the unit/,
    { columns: { start: 'at', consumption: 'value' } },
  ],
  [
    'columns of two units to add',
    rows('at,day (Wh),night (kWh)', '2026-06-01T00:00Z,1,1'),
    'unit',
    /are in "wh, kwh"/,
    { columns: { start: 'at', consumption: ['day (Wh)', 'night (kWh)'] } },
  ],
  [
    'a decimal comma as a separator',
    rows('Fra,Til,KWH 60 Forbruk,Kvalitet', '01.02.2026 00:00,01.02.2026 01:00,1,234,Målt'),
    'row-width',
    /Line 2 has 5 cells, but there are 4 columns/,
  ],
  [
    'points that part thousands',
    rows('Messzeitpunkt;Verbrauch (kWh);', '01.01.2024 00:15;0,5;', '01.01.2024 00:30;1.234;'),
    'decimal-mark',
    /Line 2 uses a decimal comma, but line 3 uses a decimal point/,
  ],
  ['a number that is none', day('2026-06-01T00:00Z,1.234.567'), 'number', /Line 2 contains "1\.234\.567"/],
  ['a date that is none', day('2026-13-01T00:00Z,1'), 'stamp', /Line 2 contains "2026-13-01T00:00Z"/],
  ['30 February', day('2026-02-30T00:00Z,1'), 'stamp', /2026-02-30/],
  ['the year 1987', day('1987-01-01T00:00Z,1'), 'stamp', /between 2000 and 2100/],
  [
    'days and months below 13',
    day('03/04/2026 00:00,1', '03/04/2026 01:00,1'),
    'day-or-month',
    /as "03\/04\/2026 00:00"/,
  ],
  ['both orders', day('13/04/2026 00:00,1', '03/14/2026 01:00,1'), 'day-or-month', /day or with the month/],
  ['eighty years', day('2001-01-01T00:00Z,1', '2081-01-01T00:00Z,1'), 'span', /cover 2001-01-01T00:00:00Z to 2081/],
  ['a single start', day('2026-06-01T00:00Z,1'), 'resolution', /how long its intervals are/],
  [
    'an end before the start',
    rows('Consumption (kWh),Start,End', '1,2026-06-01T01:00Z,2026-06-01T00:30Z'),
    'backwards',
    /Line 2 ends at "2026-06-01T00:30Z"/,
  ],
  [
    'a register for the energy of intervals',
    day(...Array.from({ length: 48 }, (_, i) => `${1780272000 + i * 900},${100 + i}`)),
    'is-cumulative',
    /never fall/,
  ],
  [
    'the energy of intervals for a register',
    day(...Array.from({ length: 48 }, (_, i) => `${1780272000 + i * 900},${i % 3}`)),
    'not-cumulative',
    /fall 15 times/,
    { cumulative: true },
  ],
  [
    'power over intervals of unequal length',
    rows('at,W', ...['00:00', '00:15', '00:30', '01:30', '02:30', '03:30'].map((time) => `2026-06-01T${time}Z,1`)),
    'resolution',
    /A column for their start and a column for their end/,
    { columns: { start: 'at', consumption: 'W' } },
  ],
])('refuses %s', (_, file, key, sentence, options) => {
  const [seen, message] = refusal(() => readMeter(file, options));
  expect(seen).toBe(key);
  expect(message).toMatch(sentence);
});

// Promise P-681 use/meter-files: the error has `key` and `values`
it('has the words of the sentence apart, short enough for a line and without what would break it', () => {
  const error = new MeterFileError('stamp', { line: 3, cell: `no\n\u0007date ${'x'.repeat(500)}` });
  expect(error.values).toEqual({ line: 3, cell: `no date ${'x'.repeat(111)}…` });
  expect(error.message).toContain('Line 3 contains "no date xxx');
});

// Promise P-674 use/meter-files: the `same` value twice is counted once, a `contradiction` not at all, and `negative`
//   values are left out
it.each<[string, string[], string[]]>([
  [
    'two values for an interval: leaves both out',
    ['00:00Z,1', '00:15Z,2', '00:15Z,3', '00:30Z,4'],
    ['2026-06-01T00:00Z 1', '2026-06-01T00:30Z 4', '2026-06-01 missing 1', '2026-06-01 twice contradiction 1'],
  ],
  [
    'a value twice: counts it once',
    ['00:00Z,1', '00:15Z,2', '00:15Z,2'],
    ['2026-06-01T00:00Z 1', '2026-06-01T00:15Z 2', '2026-06-01 twice same 1'],
  ],
  [
    'a value and none: takes the value',
    ['00:00Z,1', '00:15Z,2', '00:15Z,', '00:00Z,'],
    ['2026-06-01T00:00Z 1', '2026-06-01T00:15Z 2'],
  ],
  [
    'less than nothing: leaves it out',
    ['00:00Z,1', '00:15Z,-2', '00:30Z,1'],
    ['2026-06-01T00:00Z 1', '2026-06-01T00:30Z 1', '2026-06-01 doubtful negative 1', '2026-06-01 missing 1'],
  ],
])('does not guess on %s', (_, lines, shown) => {
  const { consumption, findings } = meterText(
    ['timestamp,kWh', ...lines.map((line) => `2026-06-01T${line}`)].join('\n'),
  );
  expect([...consumption.map(shownReading), ...findings.map(shownFinding)]).toEqual(shown);
});

// Promise P-675 use/meter-files: an `overlap` is not counted
it('leaves out intervals that reach into each other', () => {
  const lines = ['00:00Z,2026-06-01T00:30Z', '00:15Z,2026-06-01T00:45Z', '00:45Z,2026-06-01T01:15Z'];
  const { consumption, findings } = meterText(
    ['Consumption (kWh),Start,End', ...lines.map((line) => `1,2026-06-01T${line}`)].join('\n'),
  );
  expect(consumption.map(shownReading)).toEqual(['2026-06-01T00:45Z 1 x2']);
  expect(findings.map(shownFinding)).toEqual(['2026-06-01 missing 2', '2026-06-01 twice overlap 2']);
});

// Promise P-676 use/meter-files: a register that fell is left out, a `long` time between two readings is reported
it('leaves out where a register fell, and says that one was not read for days', () => {
  const states = ['01T00:00Z,100', '01T01:00Z,101', '01T02:00Z,5', '01T03:00Z,6', '05T03:00Z,30', '05T04:00Z,31'];
  const text = ['timestamp,kWh', ...states.map((state) => `2026-06-${state}`)].join('\n');
  const { consumption, findings } = meterText(text, { cumulative: true });
  expect(consumption.map(({ kWh }) => kWh)).toEqual([1, 1, 24, 1]);
  expect(findings.map(shownFinding)).toEqual([
    '2026-06-01 doubtful long 1',
    '2026-06-01 doubtful reset 1',
    '2026-06-01 missing 1',
  ]);
});

// Promise P-671 use/meter-files: of several meters one is chosen
it('reads the meter that was chosen of several', () => {
  const text = 'cups;fecha;hora;consumo_kWh\nES1;2026/01/01;1;1\nES2;2026/01/01;1;2\nES2;2026/01/01;2;3';
  expect(meterText(text, { meter: 'ES2' }).consumption.map(({ kWh }) => kWh)).toEqual([2, 3]);
});

it.each<[string, unknown, string]>([
  ['text', 'timestamp,kWh', 'bytes must be a Uint8Array, got a string'],
  ['an ArrayBuffer', new ArrayBuffer(8), 'bytes must be a Uint8Array, got an ArrayBuffer: pass new Uint8Array(it)'],
  ['nothing', undefined, 'bytes must be a Uint8Array, got undefined'],
])('names the argument where it is %s', (_, bytes, message) => {
  expect(() => readMeter(bytes as Uint8Array)).toThrow(new TypeError(message));
});
