import { describe, expect, it } from 'vitest';
import { meterText, refusal, shownFinding, shownReading } from './meter-file.ts';

/** Lines of `timestamp,kWh` in Berlin. */
const plain = (...lines: string[]) => meterText(['timestamp,kWh', ...lines].join('\n'), { country: 'DE' });
/** Lines of `end;kWh` in Berlin. */
const withEnds = (...lines: string[]) =>
  meterText(['end;kWh', ...lines].join('\n'), { country: 'DE', columns: { end: 'end', consumption: 'kWh' } });
const shown = ({ consumption, findings }: ReturnType<typeof meterText>) => [
  ...consumption.map(shownReading),
  ...findings.map(shownFinding),
];

describe('autumn: 26 October 2025 at 03:00 it is 02:00 again', () => {
  // Promise P-677 use/meter-files: the hour that autumn repeats is read twice where the sequence shows which is which
  it('goes twice through the hour where the file does', () => {
    const rows = [
      '01:45,1',
      '02:00,2',
      '02:15,3',
      '02:30,4',
      '02:45,5',
      '02:00,6',
      '02:15,7',
      '02:30,8',
      '02:45,9',
      '03:00,10',
    ];
    expect(shown(plain(...rows.map((row) => `2025-10-26 ${row}`)))).toEqual([
      '2025-10-25T23:45Z 1',
      '2025-10-26T00:00Z 2',
      '2025-10-26T00:15Z 3',
      '2025-10-26T00:30Z 4',
      '2025-10-26T00:45Z 5',
      '2025-10-26T01:00Z 6',
      '2025-10-26T01:15Z 7',
      '2025-10-26T01:30Z 8',
      '2025-10-26T01:45Z 9',
      '2025-10-26T02:00Z 10',
    ]);
  });

  it('goes twice through it backwards where the newest is first', () => {
    const rows = ['03:00,5', '02:30,4', '02:00,3', '02:30,2', '02:00,1', '01:30,0'];
    expect(shown(plain(...rows.map((row) => `2025-10-26 ${row}`)))).toEqual(
      [
        '2025-10-25T23:30Z 0',
        '2025-10-26T00:00Z 1',
        '2025-10-26T00:30Z 2',
        '2025-10-26T01:00Z 3',
        '2025-10-26T01:30Z 4',
        '2025-10-26T02:00Z 5',
      ].map((line) => `${line} x2`),
    );
  });

  it('knows the first hour from the second where a quarter hour is missing in one of them', () => {
    const rows = ['01:45,1', '02:00,2', '02:15,3', '02:45,5', '02:00,6', '02:15,7', '02:30,8', '02:45,9', '03:00,10'];
    expect(shown(plain(...rows.map((row) => `2025-10-26 ${row}`)))).toContain('2025-10-26 missing 1');
  });

  it('leaves out the hours of a file that goes through once, and says so', () => {
    const rows = ['01:45,1', '02:00,2', '02:15,3', '02:30,4', '02:45,5', '03:00,10'];
    expect(shown(plain(...rows.map((row) => `2025-10-26 ${row}`)))).toEqual([
      '2025-10-25T23:45Z 1',
      '2025-10-26T02:00Z 10',
      '2025-10-26 doubtful clock-change 4',
      '2025-10-26 missing 8',
    ]);
  });

  // Promise P-678 use/meter-files: the repeated hour is omitted where the sequence does not show which is which
  it('leaves them out where the rows are sorted as text, so that nothing tells the first from the second', () => {
    const rows = [
      '01:45,1',
      '02:00,2',
      '02:00,6',
      '02:15,3',
      '02:15,7',
      '02:30,4',
      '02:30,8',
      '02:45,5',
      '02:45,9',
      '03:00,10',
    ];
    expect(shown(plain(...rows.map((row) => `2025-10-26 ${row}`)))).toEqual([
      '2025-10-25T23:45Z 1',
      '2025-10-26T02:00Z 10',
      '2025-10-26 doubtful clock-change 8',
      '2025-10-26 missing 8',
    ]);
  });

  it.each([
    ['the end of the first hour as the clock then shows it', '02:45:00;02:00:00'],
    ['or as if it went on', '02:45:00;03:00:00'],
  ])('reads %s', (_, turn) => {
    const rows = [
      '02:30:00;02:45:00;1',
      `${turn};2`,
      '02:00:00;02:15:00;3',
      '02:15:00;02:30:00;4',
      '02:30:00;02:45:00;5',
      '02:45:00;03:00:00;6',
      '03:00:00;03:15:00;7',
    ];
    const text = ['Datum;Zeit von;Zeit bis;Flat - Verbrauch [kWh]', ...rows.map((row) => `26.10.2025;${row}`)].join(
      '\n',
    );
    expect(shown(meterText(text))).toEqual([
      '2025-10-26T00:30Z 1',
      '2025-10-26T00:45Z 2',
      '2025-10-26T01:00Z 3',
      '2025-10-26T01:15Z 4',
      '2025-10-26T01:30Z 5',
      '2025-10-26T01:45Z 6',
      '2025-10-26T02:00Z 7',
    ]);
  });

  it.each([
    ['by the clock', ['02:00;1', '02:30;2', '02:00;3', '02:30;4', '03:00;5', '03:30;6']],
    ['as their start and half an hour', ['02:00;1', '02:30;2', '03:00;3', '02:30;4', '03:00;5', '03:30;6']],
    ['so, with the newest first', ['03:30;6', '03:00;5', '02:30;4', '03:00;3', '02:30;2', '02:00;1']],
  ])('reads ends that are written %s', (_, rows) => {
    expect(shown(withEnds(...rows.map((row) => `2025-10-26 ${row}`)))).toEqual([
      '2025-10-25T23:30Z 1 x2',
      '2025-10-26T00:00Z 2 x2',
      '2025-10-26T00:30Z 3 x2',
      '2025-10-26T01:00Z 4 x2',
      '2025-10-26T01:30Z 5 x2',
      '2025-10-26T02:00Z 6 x2',
    ]);
  });

  // Promise P-679 use/meter-files: two hours in one value are reported as `two-hours`
  it.each<[string, number[], string[]]>([
    [
      'the second of 24 hours holds two, as the hour in question ends at 02:00 twice',
      [1, 2, 3, 4],
      [
        '2025-10-25T22:00Z 1 x4',
        '2025-10-25T23:00Z 2 x8',
        '2025-10-26T01:00Z 3 x4',
        '2025-10-26T02:00Z 4 x4',
        '2025-10-26 doubtful two-hours 1',
      ],
    ],
    [
      'of 25 hours each is one',
      [1, 2, 3, 4, 25],
      [
        '2025-10-25T22:00Z 1 x4',
        '2025-10-25T23:00Z 2 x4',
        '2025-10-26T00:00Z 3 x4',
        '2025-10-26T01:00Z 4 x4',
        '2025-10-26T22:00Z 25 x4',
        '2025-10-26 missing 20',
      ],
    ],
  ])('in Spain, where hours are numbered, %s', (_, hours, expected) => {
    const text = [
      'CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion',
      ...hours.map((hour) => `ES1;26/10/2025;${hour};${hour};R`),
    ];
    expect(shown(meterText(text.join('\n')))).toEqual(expected);
  });

  it('adds nothing to nothing: the difference of a register reaches over the hour that nobody can date', () => {
    const rows = ['01:30,100', '01:45,101', '02:00,102', '02:30,104', '03:00,110', '03:15,111'];
    const text = ['time,Import kWh,Export kWh', ...rows.map((row) => `2025-10-26 ${row},0`)].join('\n');
    expect(meterText(text).consumption.map(shownReading)).toEqual([
      '2025-10-25T23:30Z 1',
      '2025-10-25T23:45Z 9 x9',
      '2025-10-26T02:00Z 1',
    ]);
  });
});

describe('spring: 29 March 2026 at 02:00 it is 03:00', () => {
  it.each<[string, string, string[], string[]?]>([
    ['starts', 'timestamp,kWh', ['01:30,1', '01:45,2', '03:00,3']],
    [
      'ends',
      'Messzeitpunkt;Verbrauch (kWh);',
      ['01:45;1;', '03:00;2;', '03:15;3;'],
      ['2026-03-29 doubtful start-or-end 3'],
    ],
    [
      'both',
      'Datum von;Datum bis;Verbrauch in kWh;Ersatzwert',
      ['01:30;29.03.2026 01:45;1;', '01:45;29.03.2026 03:00;2;', '03:00;29.03.2026 03:15;3;'],
    ],
  ])('has no hole where %s are told', (_, header, rows, findings = []) => {
    const text = [header, ...rows.map((row) => `29.03.2026 ${row}`)].join('\n');
    expect(shown(meterText(text, { country: 'AT' }))).toEqual([
      '2026-03-29T00:30Z 1',
      '2026-03-29T00:45Z 2',
      '2026-03-29T01:00Z 3',
      ...findings,
    ]);
  });

  it('is an hour later in Finland', () => {
    const rows = [
      '"sunnuntai 29.3.2026 02:00";"1,5";""',
      '"sunnuntai 29.3.2026 04:00";"2,5";""',
      '"sunnuntai 29.3.2026 05:00";"3,5";""',
    ];
    const text = ['"Ajankohta";"Laskutettava kulutus (kWh)";"Ylijäämätuotanto (kWh)"', ...rows].join('\n');
    expect(shown(meterText(text))).toEqual([
      '2026-03-29T00:00Z 1.5 x4',
      '2026-03-29T01:00Z 2.5 x4',
      '2026-03-29T02:00Z 3.5 x4',
    ]);
  });

  it.each<[string, number[], string[]]>([
    ['counted through', [1, 2, 3], ['2026-03-28T23:00Z 1 x4', '2026-03-29T00:00Z 2 x4', '2026-03-29T01:00Z 3 x4']],
    ['those of the clock', [1, 3, 4], ['2026-03-28T23:00Z 1 x4', '2026-03-29T00:00Z 3 x4', '2026-03-29T01:00Z 4 x4']],
  ])('in Spain has numbers that are %s', (_, hours, expected) => {
    const text = ['cups;fecha;hora;consumo_kWh', ...hours.map((hour) => `ES1;29/03/2026;${hour};${hour}`)].join('\n');
    expect(shown(meterText(text))).toEqual(expected);
  });

  it.each([
    ['with the end of its first hour at 02:00', ['01:45;1', '02:00;2', '03:15;3']],
    [
      'with a skipped hour of nothing or 0',
      ['01:45;1', '02:00;2', '02:15;0', '02:30;', '02:45;0', '03:00;0', '03:15;3'],
    ],
  ])('reads a file %s', (_, rows) => {
    expect(shown(withEnds(...rows.map((row) => `2026-03-29 ${row}`)))).toEqual([
      '2026-03-29T00:30Z 1',
      '2026-03-29T00:45Z 2',
      '2026-03-29T01:00Z 3',
    ]);
  });

  it('counts the value of 02:00 once where the file repeats it at 03:00', () => {
    const rows = ['01:45;1', '02:00;2', '02:15;', '02:30;', '02:45;', '03:00;2', '03:15;3'];
    expect(shown(withEnds(...rows.map((row) => `2026-03-29 ${row}`)))).toEqual([
      '2026-03-29T00:30Z 1',
      '2026-03-29T00:45Z 2',
      '2026-03-29T01:00Z 3',
      '2026-03-29 twice same 1',
    ]);
  });

  it('is refused where the file has a time that was skipped', () => {
    expect(refusal(() => plain('2026-03-29 01:45,1', '2026-03-29 02:00,2'))).toEqual([
      'skipped-time',
      'Line 3 contains "2026-03-29 02:00", a time that the clocks of Europe/Berlin skipped. Check the time zone.',
    ]);
  });
});
