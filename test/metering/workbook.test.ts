import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decodedMeterFile } from '../../src/metering/decode.ts';
import { isMeterFileError } from '../../src/metering/meter-file-error.ts';
import { readMeter } from '../../src/metering/read-meter.ts';
import { monthSums, refusal, shownFinding, shownReading } from './meter-file.ts';
import { date, dateTime, row, time, workbookOf, workbookParts, zipOf } from './workbook.ts';

/** 2026-03-29 in days of the calendar of 1900. */
const SPRING = 46_110;
const header = row('Data', 'Hora', 'Consumo registado (kW)', 'Estado');
const readings =
  header + row(date(SPRING), time(0.25 / 24), 0.4, 'Real') + row(date(SPRING), time(0.5 / 24), 0.8, 'Real');
const plain = workbookOf({ 'Dados de Energia': row('Intervalo:', '15 min') + readings });

// Promise P-680
it('reads the only sheet of a workbook as a table of its layout', () => {
  const { recognised, consumption } = readMeter(plain);
  expect([recognised.format, ...consumption.map(shownReading)]).toEqual([
    'E-REDES',
    '2026-03-29T00:00Z 0.1',
    '2026-03-29T00:15Z 0.2',
  ]);
});

it('reads both days on which the clock changes from dates as numbers', () => {
  const hours = (day: number, ends: readonly number[]) =>
    ends.map((hour, i) => row(dateTime(day + hour / 24), i + 1, '')).join('');
  const sheet =
    row('Messzeitpunkt', 'Verbrauch (kWh)', 'Qualität') + hours(45_956, [1, 2, 2, 3, 4]) + hours(SPRING, [1, 3, 4]);
  const { consumption, findings } = readMeter(workbookOf({ Werte: sheet }));
  expect([
    consumption.map(shownReading),
    findings.map(shownFinding).filter((each) => !each.includes('missing')),
  ]).toEqual([
    [
      '2025-10-25T22:00Z 1 x4',
      '2025-10-25T23:00Z 2 x4',
      '2025-10-26T00:00Z 3 x4',
      '2025-10-26T01:00Z 4 x4',
      '2025-10-26T02:00Z 5 x4',
      '2026-03-28T23:00Z 1 x4',
      '2026-03-29T00:00Z 2 x4',
      '2026-03-29T01:00Z 3 x4',
    ],
    [],
  ]);
});

it('reads a workbook that Excel has saved', () => {
  const columns = { end: 'Datum', consumption: 'Daten 1' };
  const file = readFileSync('test/metering/recorded/kwg-at.xlsx');
  const { consumption, findings } = readMeter(file, { country: 'AT', unit: 'kWh', columns });
  // The cells from B4 on in `xl/worksheets/sheet1.xml`, added up.
  expect([consumption.length, monthSums(consumption, 'Europe/Vienna'), findings]).toEqual([
    744,
    { '2025-12': 2451.42 },
    [],
  ]);
});

it.each<[what: string, file: Buffer, text: string]>([
  [
    'shared strings with runs',
    workbookOf(
      { A: row('<c t="s"><v>2</v></c>') },
      { strings: '<si><t>no</t></si><si/><si><r><t>kW</t></r><r><t>h &amp; &#x20ac;</t></r><rPh><t>x</t></rPh></si>' },
    ),
    'kWh & €',
  ],
  [
    'numbers in binary and scientific notation',
    workbookOf({ A: row(0.1 + 0.2, '<c><v>5.1999999999999998E-2</v></c>') }),
    '0.30000000000000004\t0.052',
  ],
  [
    'midnight, a second and the end of a day',
    workbookOf({ A: row(date(SPRING), dateTime(SPRING + 1 / 86_400), time(1)) }),
    '2026-03-29\t2026-03-29 00:00:01\t24:00:00',
  ],
  [
    'dates of the calendar of 1904',
    workbookOf({ A: row(date(SPRING - 1462)) }, { properties: '<workbookPr date1904="1"/>' }),
    '2026-03-29',
  ],
  [
    'text in CDATA sections, and nothing in comments or in a cell without a value',
    workbookOf(
      { A: `<!-- ${row('no')} -->${row('a <![CDATA[b < c & d]]> e', '<c t="s"/>', '<c s="3"><v>1e400</v></c>')}` },
      { strings: '<si><t>no</t></si>' },
    ),
    'a b < c & d e\t\t1e400',
  ],
  [
    'cells above a drop-down list of another sheet',
    zipOf({
      ...workbookParts({ A: '' }),
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row('a')}</sheetData><x14:formula1><xm:f>B!$A$1</xm:f></x14:formula1></worksheet>`,
    }),
    'a',
  ],
  ['cells and rows at their places', workbookOf({ A: '<row r="2"><c r="C2"><v>1</v></c></row>' }), '\n\t\t1'],
  ['texts on one line, with quotes', workbookOf({ A: row('a\tb\nc', 'd "e"') }), 'a b c\t"d ""e"""'],
  ['no errors and true values', workbookOf({ A: row('<c t="e"><v>#N/A</v></c>', '<c t="b"><v>1</v></c>') }), '\t1'],
  [
    'tags with namespaces, unpacked',
    zipOf(
      {
        ...workbookParts({ A: '' }),
        'xl/worksheets/sheet1.xml': '<x:worksheet><x:row><x:c t="str"><x:v>a</x:v></x:c></x:row></x:worksheet>',
      },
      { stored: true },
    ),
    'a',
  ],
  [
    'the sheet that is shown and has cells',
    workbookOf({ Empty: row('<c s="1"/>'), Full: row('a'), 'Hidden" state="hidden': row('b') }),
    'a',
  ],
])('reads %s', (_, file, text) => {
  expect(decodedMeterFile(file)).toBe(text);
});

// Promise P-680
it.each<[what: string, file: Buffer, key: string, sentence: RegExp]>([
  [
    'several sheets with data',
    workbookOf({ 'Day &amp; night': readings, Totals: row(1) }),
    'sheets',
    /several sheets with data: Day & night, Totals\. Keep only/,
  ],
  [
    'a formula',
    workbookOf({ A: readings + row('<c r="C9"><f>SUM(C2:C8)</f><v>1</v></c>') }),
    'formula',
    /\(C9\)\. Save the sheet with the readings/,
  ],
  [
    'a link to another file',
    zipOf({ ...workbookParts({ A: readings }), 'xl/externalLinks/externalLink1.xml': '' }),
    'formula',
    /xl\/externallinks/,
  ],
  [
    'more than 64 MB unpacked',
    zipOf(workbookParts({ A: readings }), { size: 64 * 2 ** 20 + 1 }),
    'too-large',
    /is 65 MB; the maximum is 64 MB/,
  ],
  [
    'more than its directory says',
    zipOf(workbookParts({ A: readings.padEnd(2 ** 20) }), { size: 100 }),
    'spreadsheet',
    /ZIP or XLSX/,
  ],
  ['a password', zipOf(workbookParts({ A: readings }), { flags: 1 }), 'spreadsheet', /ZIP or XLSX/],
  ['no sheet', zipOf({ 'readings.csv': 'a;b' }), 'spreadsheet', /Save the sheet with the readings as CSV/],
  ['no cells', workbookOf({ A: '' }), 'empty', /is empty/],
  ['half of its bytes', plain.subarray(0, plain.length / 2), 'spreadsheet', /ZIP or XLSX/],
  [
    'rows of 16,384 columns',
    workbookOf({ A: '<row><c r="XFD1"><v>1</v></c></row>'.repeat(5000) }),
    'too-large',
    /the maximum is 64 MB/,
  ],
  [
    'one long text in many cells',
    workbookOf(
      { A: row(...Array(700).fill('<c t="s"><v>0</v></c>')) },
      { strings: `<si><t>${'a'.repeat(1e5)}</t></si>` },
    ),
    'too-large',
    /the maximum is 64 MB/,
  ],
])('refuses a workbook with %s', (_, file, key, sentence) => {
  const [found, message] = refusal(() => readMeter(file));
  expect(message).toMatch(sentence);
  expect(found).toBe(key);
});

it('reads a workbook with a changed byte, or refuses it with a sentence', () => {
  for (let at = 4; at < plain.length; at += 29) {
    const changed = Buffer.from(plain);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    try {
      expect(readMeter(changed).consumption.map(({ kWh }) => kWh)).toEqual([0.1, 0.2]);
    } catch (error) {
      if (!isMeterFileError(error)) throw error;
    }
  }
});
