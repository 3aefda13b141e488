import { expect, it } from 'vitest';
import { valueStatus } from '../../src/metering/status-words.ts';
import { meterText, shownFinding, shownReading } from './meter-file.ts';

it.each<[string, string[]]>([
  [
    'estimated',
    [
      ...['Estimated', 'estimate', 'Substituted value', 'geschätzt', 'Ersatzwert', 'rechnerisch ermittelt', 'Geschat'],
      ...['Valeur estimée', 'Estimada', 'Estimado', 'Stimato', 'valore stimato', 'Uppskattat', 'Beräknad', 'Beregnet'],
      ...[
        'Estimeret',
        'Anslået',
        'Stipulert',
        'Arvioitu',
        'odhad',
        'Náhradní hodnota',
        'szacunkowa',
        'becsült',
        'Εκτίμηση',
      ],
    ],
  ],
  [
    'unknown',
    [
      ...[
        'unknown value',
        'Unknown',
        'missing',
        'no data',
        'N/A',
        'invalid',
        'Unbekannter Wert',
        'fehlt',
        'keine Daten',
      ],
      ...['Valeur inconnue', 'manquante', 'non disponible', 'onbekende waarde', 'geen gegevens', 'Valor desconocido'],
      ...['sin datos', 'sconosciuto', 'valor desconhecido', 'Ukendt', 'Mangler', 'okänt värde', 'saknas', 'ukjent'],
      ...['Tuntematon', 'puuttuu', 'neznámá hodnota', 'neplatná data', 'nieznana wartość', 'brak danych', 'ismeretlen'],
    ],
  ],
  [
    'power-failure',
    [
      ...['Power failure', 'power outage', 'Stromausfall', 'Netzausfall', 'Spannungsausfall', 'Coupure de courant'],
      ...['Stroomuitval', 'Corte de suministro', 'Falha de energia', 'Mancanza di tensione', 'Strømafbrydelse'],
      ...[
        'Strömavbrott',
        'Strømbrudd',
        'Sähkökatko',
        'naměřená data, výpadek napětí',
        'Brak zasilania',
        'zanik napięcia',
      ],
    ],
  ],
])('knows the words for %s in the languages of the markets', (status, texts) => {
  expect(texts.filter((text) => valueStatus(text) !== status)).toEqual([]);
});

it('knows no status in words of measured values, of denials and of other columns', () => {
  const texts = [
    ...[
      'Measured',
      'Read',
      'Real',
      'R',
      'G',
      'VAL',
      'Målt',
      'OK',
      'Gemessen',
      'Wahrer Wert',
      'Uitgelezen',
      'Gevalideerd',
    ],
    ...['No consumption', 'Geen verbruik', 'naměřená data OK', 'not estimated', 'nicht geschätzt', 'no estimado'],
    ...['keine Ersatzwerte', 'fehlerfrei', 'Digitale meter', 'Afname Dag', 'Tidsserie', 'Hochtarif', 'kWh', 'Strom'],
  ];
  expect(texts.filter((text) => valueStatus(text) !== undefined)).toEqual([]);
});

const rows = (...lines: string[]) => {
  const { consumption, feedIn, findings } = meterText(lines.join('\n'), { country: 'DE' });
  return [
    ...consumption.map(shownReading),
    ...feedIn.map((reading) => `feed-in ${shownReading(reading)}`),
    ...findings.map(shownFinding),
  ];
};

it('reports a status of any table: an unknown zero is missing, other values count', () => {
  expect(
    rows(
      'timestamp,kWh,remark',
      '2026-06-01 00:00,0.5,estimated',
      '2026-06-01 00:15,0,unknown value',
      '2026-06-01 00:30,0.25,unknown value',
      '2026-06-01 00:45,0,power failure',
      '2026-06-01 01:00,1,measured',
    ),
  ).toEqual([
    '2026-05-31T22:00Z 0.5',
    '2026-05-31T22:30Z 0.25',
    '2026-05-31T22:45Z 0',
    '2026-05-31T23:00Z 1',
    '2026-06-01 doubtful estimated 1',
    '2026-06-01 doubtful power-failure 1',
    '2026-06-01 doubtful unknown 1',
    '2026-06-01 missing 1',
  ]);
});

it('takes no address for a status', () => {
  expect(
    rows('address,timestamp,kWh', 'Invalidenstraße 5,2026-06-01 00:00,0', 'Invalidenstraße 5,2026-06-01 00:15,1'),
  ).toEqual(['2026-05-31T22:00Z 0', '2026-05-31T22:15Z 1']);
});

it('reads the status of a direction after its values, and a column that says yes', () => {
  const columns = { start: 'at', consumption: 'in kWh', feedIn: 'out kWh' };
  const read = (...lines: string[]) => meterText(lines.join('\n'), { country: 'DE', columns }).findings;
  expect(
    read(
      'at;in kWh;status;out kWh;status;Geschätzt',
      '2026-06-01 00:00;1;Stromausfall;0;ok;nein',
      '2026-06-01 00:15;1;ok;0;unbekannt;nein',
      '2026-06-01 00:30;1;ok;1;ok;ja',
    ).map((finding) => `${finding.direction} ${shownFinding(finding)}`),
  ).toEqual([
    'consumption 2026-06-01 doubtful power-failure 1',
    'feed-in 2026-06-01 doubtful estimated 1',
    'feed-in 2026-06-01 missing 1',
  ]);
});
