import { describe, expect, it } from 'vitest';
import { meterText, refusal, shownReading } from './meter-file.ts';

const enedis = [
  'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Pas en minutes',
  '12345678901234;Courbe de charge;05/01/2026;06/01/2026;Energie active;Consommation;Comptage Brut;W;',
  'Horodate;Valeur',
  '2026-01-05T00:30:00+01:00;1000',
  '2026-01-05T01:00:00+01:00;500',
];
const noe = ['Messzeitpunkt;Verbrauch (kWh);', '05.01.2026 00:15;0,5;', '05.01.2026 00:30;0,25;'];
const fluvius = [
  'Van (datum);Van (tijdstip);Tot (datum);Tot (tijdstip);EAN-code;Register;Volume;Eenheid;Validatiestatus',
  '05-01-2026;00:00:00;05-01-2026;00:15:00;541;Afname Dag;0,5;kWh;Gevalideerd',
  '05-01-2026;00:15:00;05-01-2026;00:30:00;541;Afname Dag;0,25;kWh;Gevalideerd',
];
const plain = ['timestamp,kWh', '2026-01-05T00:00+01:00,0.5', '2026-01-05T00:15+01:00,0.25'];
const quarters = ['2026-01-04T23:00Z 0.5', '2026-01-04T23:15Z 0.25'];
const halves = ['2026-01-04T23:00Z 0.5 x2', '2026-01-04T23:30Z 0.25 x2'];

describe('rows at the end that are no readings are ignored', () => {
  it.each<[string, string[], string[], string[]]>([
    [
      'registers of Enedis with a header of their own',
      enedis,
      [
        '',
        'Horodate;Type de releve;EAS F1;EAS F2;EAS D1;EAS T',
        '2026-01-06T00:00:00+01:00;Arrêté quotidien;36175380;;29095364;36175380',
      ],
      halves,
    ],
    ['registers without a header', enedis, ['2026-01-06T00:00:00+01:00;Arrêté quotidien;36175380;;29095364'], halves],
    [
      'a calendar of the supplier',
      enedis,
      ['', 'Periode;Identifiant calendrier fournisseur;Libelle', 'Du 05/01/2026 au 06/01/2026;FC000027;Tempo'],
      halves,
    ],
    ['a table of registers as wide', noe, ['Datum;Zählerstand (kWh);', '05.01.2026 00:00;12345,6;'], quarters],
    ['codes of registers', noe, ['1.8.0;12345,678;', '1-1:2.8.0;0,000;', 'Zählerstand 05.01.2026;12345,6;'], quarters],
    ['a total', noe, ['Total;7,560'], quarters],
    ['a total in one cell', fluvius, ['Totaal: 14,4'], quarters],
    ['a total with another decimal mark', noe, ['Summe 2026: 0.750'], quarters],
    ['a total whose decimals are a cell', plain, ['Total 2026,0,750', 'Somme: 0,750'], quarters],
    [
      'the total of a period and notes',
      noe,
      ['05.01.2026 - 06.01.2026;0,750;', 'Januar 2026;0,750;', 'Exportiert am 07.01.2026 12:00', 'Seite 1 von 1'],
      quarters,
    ],
  ])('%s', (_, file, foreign, expected) => {
    for (const end of ['\n', '\r\n']) {
      const { consumption, findings } = meterText([...file, ...foreign, ''].join(end));
      expect([consumption.map(shownReading), findings]).toEqual([expected, []]);
    }
  });
});

it('a total between the readings is ignored, and the header of the next month begins the table anew', () => {
  const [header = '', ...rows] = noe;
  const text = [header, ...rows, 'Summe 1: 0,75', header, '05.01.2026 00:45;0,125;'];
  expect(meterText(text.join('\n')).consumption.map(shownReading)).toEqual([...quarters, '2026-01-04T23:30Z 0.125']);
});

it('the total of a day is no reading at midnight, which a file may write without its time', () => {
  const day = ['04.01.2026 23:45;0,5;', '05.01.2026 00:00;0,25;'];
  const read = (...rows: string[]) => meterText([noe[0], ...rows].join('\n')).consumption.map(shownReading);
  const evening = ['2026-01-04T22:30Z 0.5', '2026-01-04T22:45Z 0.25'];
  expect(read(...day, '04.01.2026;0,75;')).toEqual(evening);
  expect(read('04.01.2026 23:45;0,5;', '05.01.2026;0,25;')).toEqual(evening);
});

it.each<[string, string[]]>([
  ['no row has a date', ['timestamp,kWh', 'row 1,0.5', 'row 2,0.5']],
  ['most rows have none', [...plain, ...Array.from({ length: 50 }, (_, i) => `row ${i + 1},0.5`)]],
])('the column of times is refused where %s', (_, lines) => {
  expect(refusal(() => meterText(lines.join('\n')))).toEqual([
    'stamp',
    expect.stringMatching(/^Line \d+ contains "row 1" instead of a date and time/),
  ]);
});

it('a row with a date that no calendar has is refused wherever it is', () => {
  expect(refusal(() => meterText([...plain, '2026-02-30T00:00Z,1'].join('\n')))[0]).toBe('stamp');
});
