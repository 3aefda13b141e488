import { describe, expect, it } from 'vitest';
import { isoTimeIn, localDay } from '../../src/core/time.ts';
import { decodedMeterFile } from '../../src/metering/decode.ts';
import { readMeter } from '../../src/metering/read-meter.ts';
import { meterText, refusal, shownFinding, shownReading } from './meter-file.ts';

/** An interval of a day with the energy that a test invents for it. */
interface Hour {
  readonly start: number;
  readonly end: number;
  readonly kWh: number;
  readonly exported: number;
}

function hoursOf(date: string, zone: string, seconds: number): Hour[] {
  const { start, end } = localDay(date, zone);
  return Array.from({ length: (end - start) / seconds }, (_, i) => {
    const at = start + i * seconds;
    return { start: at, end: at + seconds, kWh: (i % 5) + 0.5, exported: (i % 3) / 2 };
  });
}

const comma = (value: number) => String(value).replace('.', ',');
/** The local date and time as `2026-03-29 00:15`. */
const wall = (instant: number, zone: string) => isoTimeIn(zone, instant).slice(0, 16).replace('T', ' ');
/** An end on the day of its interval: midnight is `24:00`. */
function endOfDay(end: number, zone: string): string {
  const text = wall(end, zone);
  return text.endsWith('00:00') ? `${wall(end - 60, zone).slice(0, 10)} 24:00` : text;
}
/** `29.03.2026 00:15` from `2026-03-29 00:15`. */
const dayFirst = (text: string, mark: string) => text.replace(/^(\d{4})-(\d\d)-(\d\d)/, `$3${mark}$2${mark}$1`);

/** Czech and Polish text in Windows-1250. */
function inWindows1250(text: string): Buffer {
  const codes: Readonly<Record<string, number>> = { ě: 0xec, ř: 0xf8, ś: 0x9c, ć: 0xe6 };
  return Buffer.from([...text].map((letter) => codes[letter] ?? letter.charCodeAt(0)));
}

/** A file of a day as its operator writes it, in intervals of `seconds`. */
interface Layout {
  readonly format: string;
  readonly zone: string;
  readonly seconds: number;
  readonly write: (hours: readonly Hour[]) => Buffer;
  readonly withoutExport?: boolean;
}

const irish = (unit: 'kW' | 'kWh'): Layout => ({
  format: 'ESB Networks HDF',
  zone: 'Europe/Dublin',
  seconds: 1800,
  write: (hours) => {
    const rows = hours.toReversed().flatMap(({ end, kWh, exported }) => {
      const row = (value: number, name: string) =>
        `10001,0042,${(unit === 'kW' ? 2 * value : value).toFixed(6)},Active ${name} Interval (${unit}),${dayFirst(wall(end, 'Europe/Dublin'), '-')}`;
      return [row(kWh, 'Import'), row(exported, 'Export')];
    });
    return Buffer.from(['MPRN,Meter Serial Number,Read Value,Read Type,Read Date and End Time', ...rows].join('\r\n'));
  },
});

const czech: Layout = {
  format: 'ČEZ Distribuce',
  zone: 'Europe/Prague',
  seconds: 900,
  write: (hours) => {
    const rows = hours.map(({ end, kWh, exported }) => {
      const at = `${dayFirst(endOfDay(end, 'Europe/Prague'), '.')}:00`;
      const block = (kW: number) => `${at};${comma(kW)};naměřená data OK;`;
      return `${block(4 * kWh)}${block(4 * exported)}${block(9)}`;
    });
    const names = ['+A/784703', '-A/784703', 'Rv/784703'];
    const header = names.map((name) => `"Datum";"${name} [kW]";"Status";`).join('');
    return inWindows1250([header, ...rows, ''].join('\r\n'));
  },
};

/** `write` makes the row of an hour from its value and the word for its direction. */
const polish = (header: string, write: (hour: Hour, value: string, kind: string) => string): Layout => ({
  format: 'Tauron',
  zone: 'Europe/Warsaw',
  seconds: 3600,
  write: (hours) => {
    const rows = (kind: string, energyOf: (hour: Hour) => number) =>
      hours.map((hour) => write(hour, comma(energyOf(hour)), kind));
    return Buffer.from(
      [`\uFEFF${header}`, ...rows('pobór', ({ kWh }) => kWh), ...rows('oddanie', ({ exported }) => exported), ''].join(
        '\r\n',
      ),
    );
  },
});

const polishEnd = (end: number) => endOfDay(end, 'Europe/Warsaw').replace(' 0', ' ');

const french: Layout = {
  format: 'Enedis (Linky)',
  zone: 'Europe/Paris',
  seconds: 1800,
  withoutExport: true,
  write: (hours) => {
    const rows = hours
      .toReversed()
      .map(({ end, kWh }) => `${wall(end, 'Europe/Paris').slice(11)}:00;${2000 * kWh};Réelle`);
    return Buffer.from(
      [
        'Récapitulatif de mes puissances atteintes en W',
        '',
        'Date et heure de relève par le distributeur;Puissance atteinte (W);Nature de la donnée',
        `${dayFirst(wall(hours[0]?.start ?? 0, 'Europe/Paris'), '/').slice(0, 10)};;`,
        ...rows,
        '',
      ].join('\r\n'),
      'latin1',
    );
  },
};

/** `again`: whether the hour of autumn that comes twice has second columns. */
const inColumns = (format: string, zone: string, day: string, seconds: number, again = true): Layout => ({
  format,
  zone,
  seconds,
  withoutExport: true,
  write: (hours) => {
    const clock = (at: number) => new Date((at % 86_400) * 1000).toISOString().slice(11, 16);
    const starts = Array.from({ length: 86_400 / seconds }, (_, i) => i * seconds);
    const second = again ? starts.filter((start) => clock(start).startsWith('02')) : [];
    const columns = starts.toSpliced((3 * 3600) / seconds, 0, ...second);
    const left = [...hours];
    const cells = columns.map((column) =>
      left[0] && wall(left[0].start, zone).slice(11) === clock(column) ? comma(left.shift()?.kWh ?? 0) : '',
    );
    const header = [day, ...columns.map((column) => `${clock(column)}-${clock(column + seconds)}`)];
    const date = wall(hours[0]?.start ?? 0, zone).slice(0, 10);
    return Buffer.from(`\uFEFF${header.join(';')}\r\n${[date, ...cells].join(';')}\r\n`);
  },
});

const layouts: [name: string, layout: Layout][] = [
  ['ESB Networks in kW', irish('kW')],
  ['ESB Networks in kWh', irish('kWh')],
  ['ČEZ Distribuce in three blocks, Windows-1250', czech],
  [
    'Tauron with hours of the clock',
    polish('Data; Wartość kWh;Rodzaj;', ({ end }, value, kind) => `${polishEnd(end)};${value};${kind};`),
  ],
  [
    'Tauron with counted hours and tariff zones',
    polish('Data; Strefa; Wartość ;Rodzaj;Status;', ({ start }, value, kind) => {
      const day = wall(start, 'Europe/Warsaw').slice(0, 10);
      const number = (start - localDay(day, 'Europe/Warsaw').start) / 3600 + 1;
      return `${day} ${number}:00;T1;${value};${kind} [kWh]; licznik; `;
    }),
  ],
  [
    'Tauron of 2026',
    polish(
      'Data i godzina;Wartosc[kWh/kvar];Rodzaj energii',
      ({ end }, value, kind) => `${dayFirst(wall(end, 'Europe/Warsaw'), '.')};${value};${kind}`,
    ),
  ],
  ['Linky with a heading for each day', french],
  ['Ellevio with 25 columns', inColumns('Ellevio', 'Europe/Stockholm', 'Datum', 3600)],
  ['e-distribuzione with 100 columns', inColumns('e-distribuzione', 'Europe/Rome', 'Giorno', 900)],
];

// Promise P-663
describe.each(layouts)('%s', (_, { format, zone, seconds, write, withoutExport }) => {
  it.each([
    ['23 hours of spring', '2026-03-29'],
    ['24 hours', '2026-06-01'],
    ['25 hours of autumn', '2025-10-26'],
  ])('reads the %s', (_day, date) => {
    const hours = hoursOf(date, zone, seconds);
    const { recognised, consumption, feedIn, findings } = readMeter(write(hours));
    expect([recognised.format, recognised.zone, recognised.resolution]).toEqual([format, zone, seconds]);
    expect(consumption).toEqual(hours.map(({ start, end, kWh }) => ({ start, end, kWh })));
    const exported = hours.map(({ start, end, exported: kWh }) => ({ start, end, kWh }));
    expect(feedIn).toEqual(withoutExport ? [] : exported);
    expect(findings).toEqual([]);
  });

  it('reports the rows that are missing', () => {
    const hours = hoursOf('2026-06-01', zone, seconds);
    const [from, to] = [hours.length / 2, hours.length / 2 + 2];
    const { consumption, findings } = readMeter(write([...hours.slice(0, from), ...hours.slice(to)]));
    expect(consumption).toHaveLength(hours.length - 2);
    expect(findings.map(shownFinding)).toEqual(Array(withoutExport ? 1 : 2).fill('2026-06-01 missing 2'));
  });
});

const shown = ({ consumption, feedIn, findings }: ReturnType<typeof meterText>) => [
  ...consumption.map(shownReading),
  ...feedIn.map((reading) => `feed-in ${shownReading(reading)}`),
  ...findings.map(shownFinding),
];

it.each<[what: string, file: string[], expected: string[]]>([
  [
    'registers of ESB Networks among intervals, after a spreadsheet',
    [
      'MPRN,Meter Serial Number,Read Value,Read Type,Read Date and End Time',
      '1,2,0.5,Active Import Interval (kWh),01/06/2026 01:00',
      '1,2,4711,24 Hr Active Import Register (kWh),01/06/2026 00:00',
    ],
    ['2026-05-31T23:30Z 0.5 x2'],
  ],
  [
    'what ČEZ says of each value',
    [
      'Datum;+A/1 [kW];Status;Datum;-A/1 [kW];Status;',
      ...[
        '01.06.2026 00:15;2;naměřená data OK;01.06.2026 00:15;0;neznámá hodnota;',
        '01.06.2026 00:30;0;neznámá hodnota;01.06.2026 00:30;4;naměřená data OK;',
        '01.06.2026 00:45;1;naměřená data, výpadek napětí;01.06.2026 00:45;4;naměřená data OK;',
        '01.06.2026 24:00;2;platný odhad;01.06.2026 24:00;4;naměřená data OK;',
      ],
    ],
    [
      '2026-05-31T22:00Z 0.5',
      '2026-05-31T22:30Z 0.25',
      '2026-06-01T21:45Z 0.5',
      'feed-in 2026-05-31T22:15Z 1',
      'feed-in 2026-05-31T22:30Z 1',
      'feed-in 2026-06-01T21:45Z 1',
      '2026-06-01 doubtful estimated 1',
      '2026-06-01 doubtful power-failure 1',
      '2026-06-01 missing 93',
      '2026-06-01 missing 93',
    ],
  ],
  [
    'one block of ČEZ with the feed-in',
    [
      '"Datum";"-A/1 [kW]";"Status";',
      '01.06.2026 00:15:00;0,4;naměřená data OK;',
      '01.06.2026 00:30:00;0;naměřená data OK;',
    ],
    ['feed-in 2026-05-31T22:00Z 0.1', 'feed-in 2026-05-31T22:15Z 0'],
  ],
  [
    'energy of Tauron as measured, without what is balanced from it',
    [
      'Data;Wartość kWh;Rodzaj',
      '2026-06-01 1:00;1,5;pobór',
      '2026-06-01 1:00;0,5;oddanie',
      '2026-06-01 1:00;1;pobrana po zbilansowaniu',
      '2026-06-01 1:00;0;oddana po zbilansowaniu',
      '2026-06-01 24:00;2;pobór',
    ],
    ['2026-05-31T22:00Z 1.5 x4', '2026-06-01T21:00Z 2 x4', 'feed-in 2026-05-31T22:00Z 0.5 x4', '2026-06-01 missing 22'],
  ],
  [
    'energy of Tauron that is balanced where the file has no other',
    [
      'Data;Wartość kWh;Rodzaj',
      '2026-06-01 23:00;1;pobrana po zbilansowaniu',
      '2026-06-01 24:00;2;pobrana po zbilansowaniu',
      '2026-06-01 23:00;3;oddana po zbilansowaniu',
      '2026-06-01 24:00;4;oddana po zbilansowaniu',
    ],
    [
      '2026-06-01T20:00Z 1 x4',
      '2026-06-01T21:00Z 2 x4',
      'feed-in 2026-06-01T20:00Z 3 x4',
      'feed-in 2026-06-01T21:00Z 4 x4',
    ],
  ],
  [
    'the hour of autumn that Tauron lists twice as 3:00',
    [
      'Data;Wartość kWh;Rodzaj',
      ...['1:00;1', '2:00;2', '3:00;3', '3:00;4', '4:00;5', '24:00;6'].map((row) => `2025-10-26 ${row};pobór`),
    ],
    [
      ...[1, 2, 3, 4, 5].map(
        (kWh) => `${new Date(Date.UTC(2025, 9, 25, 21 + kWh)).toISOString().slice(0, 16)}Z ${kWh} x4`,
      ),
      '2025-10-26T22:00Z 6 x4',
      '2025-10-26 missing 19',
    ],
  ],
  [
    'two days of Linky with an estimate',
    [
      'Récapitulatif de mes puissances atteintes en W',
      '',
      'Date et heure de relève par le distributeur;Puissance atteinte (W);Nature de la donnée',
      '02/06/2026;;',
      '00:30:00;1000;Réelle',
      '',
      '01/06/2026;;',
      '00:00:00;2000;Estimée',
      '23:30:00;3000;Réelle',
    ],
    [
      '2026-06-01T21:00Z 1.5 x2',
      '2026-06-01T21:30Z 1 x2',
      '2026-06-01T22:00Z 0.5 x2',
      '2026-06-01 doubtful estimated 1',
    ],
  ],
  [
    'rows of Enedis with their own unit and length',
    [
      'Identifiant PRM;Date de début;Date de fin;Grandeur physique;Grandeur métier;Etape métier;Unité;Horodate;Valeur;Nature;Pas;Indice de vraisemblance;Etat complémentaire',
      '1;2023-03-13 00:00:00;2025-03-13 00:00:00;PA;CONS;BRUT;W;2023-03-13 00:30:00;692;B;PT30M;0;0',
      '1;2023-03-13 00:00:00;2025-03-13 00:00:00;PA;CONS;BRUT;W;2023-03-13 01:00:00;1284;E;PT30M;0;0',
    ],
    ['2023-03-12T23:00Z 0.346 x2', '2023-03-12T23:30Z 0.642 x2', '2023-03-13 doubtful estimated 1'],
  ],
])('reads %s', (_, lines, expected) => {
  expect(shown(meterText(lines.join('\r\n')))).toEqual(expected);
});

it('leaves out the hour of an autumn day of Ellevio with 24 columns, and its sum', () => {
  const hours = hoursOf('2025-10-26', 'Europe/Stockholm', 3600).toSpliced(3, 1);
  const file = inColumns('Ellevio', 'Europe/Stockholm', 'Datum', 3600, false).write(hours).toString();
  const { consumption, findings } = meterText(`${file}Summa;58,5\r\n`);
  expect(consumption).toEqual(hours.toSpliced(2, 1).map(({ start, end, kWh }) => ({ start, end, kWh })));
  expect(findings.map(shownFinding)).toEqual(['2025-10-26 doubtful clock-change 1', '2025-10-26 missing 2']);
});

// Promise P-666
it.each([
  ['Polish', inWindows1250('Data;Wartość kWh;Rodzaj'), 'Data;Wartość kWh;Rodzaj'],
  ['Czech', inWindows1250('naměřená data, výpadek napětí'), 'naměřená data, výpadek napětí'],
  ['Danish', Buffer.from('Mængde;køb', 'latin1'), 'Mængde;køb'],
  ['Italian', Buffer.from('lunedì;così', 'latin1'), 'lunedì;così'],
  ['French', Buffer.from([0xe9, 0x3b, 0x63, 0x9c, 0x75, 0x72]), 'é;cœur'],
])('decodes %s by the code page of Windows that fits it', (_, bytes, text) => {
  expect(decodedMeterFile(bytes)).toBe(text);
});

describe('Datadis', () => {
  const hours = ['01:00', '02:00', '24:00'];
  const quarters = ['00:15', '00:30', '24:00'];

  it('reads the JSON of its portal with decimal commas', () => {
    const rows = hours.map((hora) => ({
      ...{
        cups: 'ES1',
        fecha: '2026/06/01',
        hora,
        consumo_kWh: '0,5',
        metodoObtencion: 'Real',
        energiaVertida_kWh: null,
      },
    }));
    expect(shown(meterText(JSON.stringify(rows)))).toEqual([
      '2026-05-31T22:00Z 0.5 x4',
      '2026-05-31T23:00Z 0.5 x4',
      '2026-06-01T21:00Z 0.5 x4',
      '2026-06-01 missing 21',
    ]);
  });

  it.each<[what: string, times: string[], readings: string[]]>([
    [
      'the hour of autumn in one value with the hour before',
      ['01:00', '02:00', '03:00', '04:00'],
      ['2025-10-25T22:00Z 1 x4', '2025-10-25T23:00Z 1 x8', '2025-10-26T01:00Z 1 x4', '2025-10-26T02:00Z 1 x4'],
    ],
    [
      'hours that are counted to 25',
      ['01:00', '02:00', '03:00', '25:00'],
      ['2025-10-25T22:00Z 1 x4', '2025-10-25T23:00Z 1 x4', '2025-10-26T00:00Z 1 x4', '2025-10-26T22:00Z 1 x4'],
    ],
    [
      'each hour where 03:00 comes twice',
      ['01:00', '02:00', '03:00', '03:00', '04:00'],
      [
        ...['2025-10-25T22:00Z 1 x4', '2025-10-25T23:00Z 1 x4', '2025-10-26T00:00Z 1 x4'],
        ...['2025-10-26T01:00Z 1 x4', '2025-10-26T02:00Z 1 x4'],
      ],
    ],
    [
      'each hour where 02:00 comes twice',
      ['01:00', '02:00', '02:00', '03:00'],
      ['2025-10-25T22:00Z 1 x4', '2025-10-25T23:00Z 1 x4', '2025-10-26T00:00Z 1 x4', '2025-10-26T01:00Z 1 x4'],
    ],
  ])('reads %s', (_, times, readings) => {
    const rows = times.map((time) => ({ cups: 'ES1', date: '2025/10/26', time, consumptionKWh: 1 }));
    expect(meterText(JSON.stringify(rows)).consumption.map(shownReading)).toEqual(readings);
  });

  it.each([
    ['hours', hours, ['2026-05-31T22:00Z 1 x4', '2026-05-31T23:00Z 1 x4', '2026-06-01T21:00Z 1 x4'], 21],
    ['quarter hours', quarters, ['2026-05-31T22:00Z 1', '2026-05-31T22:15Z 1', '2026-06-01T21:45Z 1'], 93],
  ])('reads %s of the second version of its API and of CSV', (_, times, readings, missing) => {
    const timeCurve = times.map((time) => ({
      cups: 'ES1',
      date: '2026/06/01',
      time,
      consumptionKWh: 1,
      obtainMethod: 'Real',
    }));
    const csv = ['cups;fecha;hora;consumo_kWh', ...times.map((time) => `ES1;2026/06/01;${time};1`)];
    const expected = [...readings, `2026-06-01 missing ${missing}`];
    expect(shown(meterText(JSON.stringify({ timeCurve, distributorError: [] })))).toEqual(expected);
    expect(shown(meterText(csv.join('\n')))).toEqual(expected);
  });
});

it('refuses a file of ESB Networks that has registers only', () => {
  const rows = ['1,2,4711,24 Hr Active Import Register (kWh),01-06-2026 00:00'];
  const text = ['MPRN,Meter Serial Number,Read Value,Read Type,Read Date and End Time', ...rows].join('\n');
  expect(refusal(() => meterText(text))[0]).toBe('no-readings');
});
