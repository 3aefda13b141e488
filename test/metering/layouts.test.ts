import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { austrianLayouts } from '../../src/metering/layouts/austria.ts';
import { europeanLayouts } from '../../src/metering/layouts/europe.ts';
import { homeLayouts } from '../../src/metering/layouts/homes.ts';
import { operatorLayouts } from '../../src/metering/layouts/operators.ts';
import { readMeter } from '../../src/metering/read-meter.ts';
import type { MeterOptions } from '../../src/metering/types.ts';
import { meterText, shownFinding, shownReading, utcMinute } from './meter-file.ts';

/** Files of our own in the layouts of others, of which no file may be shown. */
// Promise P-663 use/meter-files: layouts without a file that may be shown are read too
it.each<[format: string, lines: string[], shown: string[], options?: MeterOptions]>([
  [
    'Eloverblik',
    [
      '\uFEFFMålepunktsID;Fra_dato;Til_dato;Mængde;Måleenhed;Kvalitet;Type',
      '571;26-10-2023 11:00:00;26-10-2023 12:00:00;0,25;KWH;Målt;Tidsserie',
      '571;26-10-2023 12:00:00;26-10-2023 13:00:00;0,5;KWH;Estimeret;Tidsserie',
    ],
    ['2023-10-26T09:00Z 0.25 x4', '2023-10-26T10:00Z 0.5 x4', '2023-10-26 doubtful estimated 1'],
  ],
  [
    'Eloverblik',
    [
      'Målepunkts ID ; Fra dato ; Til dato ; Mængde ; Måleenhed ; Kvalitet ; Type',
      '571 ; 26-10-2023 11:00:00 ; 26-10-2023 12:00:00 ; 1 234,25 ; KWH ; Målt ; Tidsserie',
      '571 ; 26-10-2023 12:00:00 ; 26-10-2023 13:00:00 ; ; KWH ; Målt ; Tidsserie',
      '571 ; 26-10-2023 13:00:00 ; 26-10-2023 14:00:00 ; 0,5 ; KWH ; Målt ; Tidsserie',
    ],
    ['2023-10-26T09:00Z 1234.25 x4', '2023-10-26T11:00Z 0.5 x4', '2023-10-26 missing 1'],
  ],
  [
    'Eloverblik',
    [
      'Målepunkt id;Fra dato;Fra tidspunkt;Til dato;Til tidspunkt;Mængde;Måleenhed;Kvalitet;Type',
      '571;09-05-2024;16:00;09-05-2024;17:00;0,752;KWH;Målt;Tidsserie',
    ],
    ['2024-05-09T14:00Z 0.752 x4'],
  ],
  [
    'Elhub',
    [
      'Fra,Til,KWH 60 Forbruk,Kvalitet',
      '01.02.2026 00:00,01.02.2026 01:00,"1,5",Målt',
      '01.02.2026 01:00,01.02.2026 02:00,"1,25",Beregnet',
    ],
    ['2026-01-31T23:00Z 1.5 x4', '2026-02-01T00:00Z 1.25 x4', '2026-02-01 doubtful estimated 1'],
  ],
  [
    'Fluvius',
    [
      'Van (datum);Van (tijdstip);Tot (datum);Tot (tijdstip);EAN-code;Meter;Metertype;Register;Volume;Eenheid;Validatiestatus;Omschrijving',
      '02-09-2025;00:00:00;02-09-2025;00:15:00;="541";1SAG1;Digitale meter;Afname Dag;0,5;kWh;Geschat;',
      '02-09-2025;00:15:00;02-09-2025;00:30:00;="541";1SAG1;Digitale meter;Afname Dag;;kWh;;',
      '02-09-2025;00:30:00;02-09-2025;00:45:00;="541";1SAG1;Digitale meter;Afname Dag;1;kWh;Gevalideerd;',
      '02-09-2025;00:00:00;02-09-2025;00:15:00;="541";1SAG1;Digitale meter;Afname Nacht;0,25;kWh;Gevalideerd;',
      '02-09-2025;00:00:00;02-09-2025;00:15:00;="541";1SAG1;Digitale meter;Injectie Dag;2;kWh;Gevalideerd;',
    ],
    [
      '2025-09-01T22:00Z 0.75',
      '2025-09-01T22:30Z 1',
      'feed-in 2025-09-01T22:00Z 2',
      '2025-09-02 doubtful estimated 1',
      '2025-09-02 missing 1',
    ],
  ],
  [
    'Fluvius',
    [
      'Van Datum;Van Tijdstip;Tot Datum;Tot Tijdstip;EAN;Meter;Metertype;Register;Volume;Eenheid;Validatiestatus',
      '12-10-2022;00:00:00;12-10-2022;00:15:00;="541";1SAG1;Digitale Meter;Afname Nacht;;kWh;Geen verbruik',
      '12-10-2022;00:15:00;12-10-2022;00:30:00;="541";1SAG1;Digitale Meter;Afname Nacht;0,5;kWh;Geschat',
    ],
    ['2022-10-11T22:15Z 0.5', '2022-10-12 doubtful estimated 1', '2022-10-12 missing 1'],
  ],
  [
    'Fluvius',
    [
      'Van datum;Van tijdstip;Tot datum;Tot tijdstip;EAN-code;Meter;Metertype;Register;Volume;Eenheid;Validatiestatus;Omschrijving',
      '01-04-2025;00:00:00;01-04-2025;00:15:00;="541";1SAG1;Digitale meter;Afname Nacht;0,5;kWh;Uitgelezen;',
      '01-04-2025;00:00:00;01-04-2025;00:15:00;="541";1SAG1;Digitale meter;Injectie Nacht;0,25;kWh;Uitgelezen;',
    ],
    ['2025-03-31T22:00Z 0.5', 'feed-in 2025-03-31T22:00Z 0.25'],
  ],
  [
    'Fluvius',
    [
      'From (date);From (time);Until (date);Until (time);EAN code;Meter;Meter type;Register;Volume;Unit;Validation status;Description',
      '22/10/2023;00:00:00;22/10/2023;00:15:00;="541";1SAG1;Digital meter;Offtake Night;;kWh;No consumption;',
      '22/10/2023;00:15:00;22/10/2023;00:30:00;="541";1SAG1;Digital meter;Offtake Night;0,173;kWh;Read;',
      '22/10/2023;00:15:00;22/10/2023;00:30:00;="541";1SAG1;Digital meter;Injection Night;0,5;kWh;Estimated;',
    ],
    [
      '2023-10-21T22:15Z 0.173',
      'feed-in 2023-10-21T22:15Z 0.5',
      '2023-10-22 missing 1',
      '2023-10-22 doubtful estimated 1',
    ],
  ],
  [
    'Enedis',
    [
      'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Pas en minutes',
      '12345678901234;Courbe de charge;05/01/2026;06/01/2026;Energie active;Consommation;Comptage Brut;W;30',
      'Horodate;Valeur',
      '2026-01-05T00:30:00+01:00;1200',
      '2026-01-05T01:30:00+01:00;600',
    ],
    ['2026-01-04T23:00Z 0.6 x2', '2026-01-05T00:00Z 0.3 x2', '2026-01-05 missing 1'],
  ],
  [
    'Enedis',
    [
      'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Pas en minutes',
      '2,31282E+13;Courbe de charge;05/01/2026;06/01/2026;Energie active;Consommation;Comptage Brut;W;',
      'Horodate;Valeur;;;;;;;',
      '2026-01-05T00:30:00+01:00;1200;;;;;;;',
      '2026-01-05T01:00:00+01:00;600;;;;;;;',
      '2026-01-05T02:00:00+01:00;600;;;;;;;',
    ],
    ['2026-01-04T23:00Z 0.6 x2', '2026-01-04T23:30Z 0.3 x2', '2026-01-05T00:30Z 0.3 x2', '2026-01-05 missing 1'],
  ],
  [
    'Enedis (XLSX)',
    [
      ',,Mes mesures,,',
      ',,Identifiant PRM,12345678901234,',
      ',,Plage horaire,,Consommation',
      ',,Début,Fin,Valeur (en kW)',
      ',,05/01/2026 00:00:00,05/01/2026 00:30:00,"4,030"',
      ',,05/01/2026 00:30:00,05/01/2026 01:00:00,"0,500"',
    ],
    ['2026-01-04T23:00Z 2.015 x2', '2026-01-04T23:30Z 0.25 x2'],
  ],
  [
    'Enedis (XLSX)',
    ['Date;Valeur (en kWh)', '28/03/2026;4,5', '29/03/2026;23', '30/03/2026;4'],
    ['2026-03-27T23:00Z 4.5 x96', '2026-03-28T23:00Z 23 x92', '2026-03-29T22:00Z 4 x96'],
  ],
  [
    'Enedis (power)',
    ['horodate de fin de pas;puissance moyenne (W)', '2026-01-05T00:30:00+01:00;1000', '2026-01-05T01:00:00+01:00;500'],
    ['2026-01-04T23:00Z 0.5 x2', '2026-01-04T23:30Z 0.25 x2'],
  ],
  [
    'Datadis',
    [
      'cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh',
      'ES1;2026/09/28;01:00;0,25;Real;0;0;0',
      'ES1;2026/09/28;24:00;0,5;Estimada;1,5;0;0',
    ],
    [
      '2026-09-27T22:00Z 0.25 x4',
      '2026-09-28T21:00Z 0.5 x4',
      'feed-in 2026-09-27T22:00Z 0 x4',
      'feed-in 2026-09-28T21:00Z 1.5 x4',
      '2026-09-28 doubtful estimated 1',
      '2026-09-28 missing 22',
      '2026-09-28 doubtful estimated 1',
      '2026-09-28 missing 22',
    ],
  ],
  [
    'e-distribución',
    ['CUPS;Fecha;Hora;AE_kWh;REAL/ESTIMADO', 'ES1;15/01/2025;1;0,25;R', 'ES1;15/01/2025;2;0,5;E'],
    ['2025-01-14T23:00Z 0.25 x4', '2025-01-15T00:00Z 0.5 x4', '2025-01-15 doubtful estimated 1'],
  ],
  [
    'E-REDES',
    [
      'CPE;PT0000000000000000AA',
      'Mês/Ano;setembro 2026',
      'Intervalo:;15 min',
      '',
      'Data;Hora;Consumo registado (kW);Estado',
      '2026/09/01;00:15;0,4;Real',
      '2026/09/01;00:30;0,8;Estimado',
    ],
    ['2026-08-31T23:00Z 0.1', '2026-08-31T23:15Z 0.2', '2026-09-01 doubtful estimated 1'],
  ],
  [
    'E-REDES',
    [
      'CPE\tPT0002000123456789AN',
      'Intervalo\t15 min',
      'Contador\tData\tHora\tConsumo registado, Ativa (kW)\tEstado',
      '1\t2024/09/13\t00:15\t3.6\tReal',
      '1\t2024/09/13\t00:30\t2\tEstimado',
    ],
    ['2024-09-12T23:00Z 0.9', '2024-09-12T23:15Z 0.5', '2024-09-13 doubtful estimated 1'],
  ],
  [
    'Octopus Energy',
    [
      'Consumption (kWh), Start, End',
      ' 0.25, 2025-10-26T01:30:00+01:00, 2025-10-26T01:00:00Z',
      ' 0E-20, 2025-10-26T01:00:00Z, 2025-10-26T01:30:00Z',
    ],
    ['2025-10-26T00:30Z 0.25 x2', '2025-10-26T01:00Z 0 x2'],
  ],
  [
    'Octopus Energy with costs',
    [
      'Consumption (kwh), Estimated Cost Inc. Tax (p), Standing Charge Inc. Tax (p), Start, End',
      '0.25,0.75,1.1,2024-07-01T01:00:00+01:00,2024-07-01T01:30:00+01:00',
      '0.5,0.75,1.1,2024-07-01T02:30:00+01:00,2024-07-01T03:00:00+01:00',
    ],
    ['2024-07-01T00:00Z 0.25 x2', '2024-07-01T01:30Z 0.5 x2', '2024-07-01 doubtful not-listed 2'],
  ],
  [
    'Octopus Energy (API)',
    [
      '{"results": [',
      '{"consumption": 0.5, "interval_start": "2026-06-01T00:30:00+01:00", "interval_end": "2026-06-01T01:00:00+01:00"},',
      '{"consumption": 0.25, "interval_start": "2026-06-01T00:00:00+01:00", "interval_end": "2026-06-01T00:30:00+01:00"}]}',
    ],
    ['2026-05-31T23:00Z 0.25 x2', '2026-05-31T23:30Z 0.5 x2'],
  ],
  [
    'HomeWizard P1',
    [
      'time,Import T1 kWh,Import T2 kWh,Export T1 kWh,Export T2 kWh,L1 max W,L2 max W,L3 max W',
      '2025-01-01 00:00,100.5,200,10,20,,,',
      '2025-01-01 00:15,100.75,200.125,10,21,512,,',
      '2025-01-01 00:30,,,,,,,',
      '2025-01-01 00:45,101,201,10,21,,,',
    ],
    [
      '2024-12-31T23:00Z 0.375',
      '2024-12-31T23:15Z 1.125 x2',
      'feed-in 2024-12-31T23:00Z 1',
      'feed-in 2024-12-31T23:15Z 0 x2',
    ],
  ],
  [
    'HomeWizard kWh meter',
    [
      'time,Import kWh,Export kWh',
      '2025-01-01 00:00,100.5,10',
      '2025-01-01 00:15,100.75,10',
      '2025-01-01 00:30,101,11',
    ],
    ['2024-12-31T23:00Z 0.25', '2024-12-31T23:15Z 0.25', 'feed-in 2024-12-31T23:00Z 0', 'feed-in 2024-12-31T23:15Z 1'],
  ],
  [
    'inexogy',
    [
      '[{"time": 1761429600000, "values": {"power": 1, "energy": 20000000000, "energyOut": 0}},',
      '{"time": 1761430500000, "values": {"power": 1, "energy": 25000000000, "energyOut": 10000000000}}]',
    ],
    ['2025-10-25T22:00Z 0.5', 'feed-in 2025-10-25T22:00Z 1'],
  ],
  [
    'Home Assistant statistics',
    [
      'statistic_id,unit_of_measurement,start_ts,mean,min,max,state,sum',
      'sensor.grid,Wh,1774738800.0,,,,9,512000',
      'sensor.grid,Wh,1774742400.0,,,,1,512250',
    ],
    ['2026-03-29T00:00Z 0.25 x4'],
  ],
  [
    'Home Assistant statistics (WebSocket)',
    [
      '{"id": 7, "type": "result", "success": true, "result": {"sensor.grid": [',
      '{"start": 1774738800000, "end": 1774742400000, "state": 9, "sum": 5, "change": 0.25}]}}',
    ],
    ['2026-03-28T23:00Z 250 x4'],
    { unit: 'MWh' },
  ],
  [
    'InfluxDB (Flux)',
    [
      '#group,false,false,true,true,false,false,true,true,true',
      '#datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double,string,string,string',
      '#default,mean,,,,,,,,',
      ',result,table,_start,_stop,_time,_value,_field,_measurement,entity_id',
      ',,0,2026-03-28T23:00:00Z,2026-03-29T22:00:00Z,2026-03-29T00:00:00Z,0.5,value,kWh,grid',
      ',,0,2026-03-28T23:00:00Z,2026-03-29T22:00:00Z,2026-03-29T00:15:00Z,0.25,value,kWh,grid',
    ],
    ['2026-03-28T23:45Z 0.5', '2026-03-29T00:00Z 0.25'],
  ],
  [
    'InfluxDB',
    ['name,tags,time,mean', 'Wh,,1774742400000000000,500', 'Wh,,1774743300000000000,250'],
    ['2026-03-29T00:00Z 0.5', '2026-03-29T00:15Z 0.25'],
  ],
  [
    'Energienetze Steiermark',
    [
      '\uFEFFsep=;',
      'Anlagennummer;Zaehlpunkt;Tarif;Verbrauchszeitraum Beginn;Verbrauchszeitraum Ende;Verbrauch;Einheit;Messwert: VAL...gemessen, EST...rechnerisch ermittelt',
      '1;AT1;;28.04.2022 00:00;28.04.2022 00:15;0,5;KWH;VAL',
      '1;AT1;;28.04.2022 00:15;28.04.2022 00:30;0,25;KWH;EST',
    ],
    ['2022-04-27T22:00Z 0.5', '2022-04-27T22:15Z 0.25', '2022-04-28 doubtful estimated 1'],
  ],
  [
    'Energienetze Steiermark',
    [
      'Anlagennummer\tZählpunkt\tTarif\tLeistungszeitraum Beginn\tLeistungszeitraum Ende\tLeistung\tEinheit\tMesswert: VAL...gemessen, EST...rechnerisch ermittelt',
      '1\tAT1\t\t2024-03-31 01:30:00\t2024-03-31 01:45:00\t2\tKW\tVAL',
      '\t\t\t2024-03-31 01:45:00\t2024-03-31 03:00:00\t1\tKW\tVAL',
    ],
    ['2024-03-31T00:30Z 0.5', '2024-03-31T00:45Z 0.25'],
  ],
  [
    'ebner strom',
    [
      'Zeitstempel String;Obiscode;Wert (kWh);Angezeigter Zeitraum',
      'Zählpunkt: AT1',
      '01.03.2023 00:15;1.8.0;0.28;01.03.2023 - 31.03.2023',
      '01.03.2023 00:15;2.8.0;0;01.03.2023 - 31.03.2023',
      '01.03.2023 00:30;1.8.0;0.27;01.03.2023 - 31.03.2023',
      '01.03.2023 00:30;2.8.0;1;01.03.2023 - 31.03.2023',
    ],
    ['2023-02-28T23:00Z 0.28', '2023-02-28T23:15Z 0.27', 'feed-in 2023-02-28T23:00Z 0', 'feed-in 2023-02-28T23:15Z 1'],
  ],
  [
    'Linz AG',
    [
      'Datum von;Datum bis;Verbrauch in kWh;Ersatzwert',
      '01.06.2026 00:00;01.06.2026 00:15;0,5;',
      '01.06.2026 00:15;01.06.2026 00:30;0,25;E',
    ],
    ['2026-05-31T22:00Z 0.5', '2026-05-31T22:15Z 0.25', '2026-06-01 doubtful estimated 1'],
  ],
  [
    'Kärnten Netz (2025)',
    [
      'Startdatum;Enddatum;Zählpunktbezeichnung;Name der Energiegemeinschaft;OBIS;Wert;Einheit;Qualität',
      '01.09.2025 00:00;01.09.2025 00:15;AT1;;1-1:1.9.0 P.01;0,5;kWh;L1',
      '01.09.2025 00:00;01.09.2025 00:15;AT2;;1-1:2.9.0 P.01;0,75;kWh;L1',
      '01.09.2025 00:15;01.09.2025 00:30;AT1;;1-1:1.9.0 P.01;0,25;kWh;L2',
    ],
    [
      '2025-08-31T22:00Z 0.5',
      '2025-08-31T22:15Z 0.25',
      'feed-in 2025-08-31T22:00Z 0.75',
      '2025-09-01 doubtful estimated 1',
    ],
  ],
  [
    'Netz NÖ',
    [
      'Messzeitpunkt;Verbrauch (kWh);Restnetzbezug (kWh);Eigendeckung (kWh);',
      '01.01.2024 00:15;0,5;0,25;0,25;',
      '01.01.2024 00:30;0,5;0,5;0;',
    ],
    ['2023-12-31T23:00Z 0.25', '2023-12-31T23:15Z 0.5'],
  ],
  [
    'CSV',
    ['Zeit|Bezug T1 (Wh)|Bezug T2 (Wh)|Einspeisung (Wh)', '31.01.2026 00:00|250|250|0', '31.01.2026 01:00|500|0|1000'],
    [
      '2026-01-30T23:00Z 0.5 x4',
      '2026-01-31T00:00Z 0.5 x4',
      'feed-in 2026-01-30T23:00Z 0 x4',
      'feed-in 2026-01-31T00:00Z 1 x4',
    ],
    {
      country: 'CH',
      columns: { start: 'Zeit', consumption: ['Bezug T1 (Wh)', 'bezug t2 (wh)'], feedIn: 'Einspeisung (Wh)' },
    },
  ],
  [
    'CSV',
    ['at;power (kW);energy (kWh)', '2026-06-01T00:00Z;4;1', '2026-06-01T00:15Z;8;2'],
    ['2026-06-01T00:00Z 1', '2026-06-01T00:15Z 2'],
    { columns: { start: 'at', consumption: 'energy (kWh)' } },
  ],
  [
    'CSV',
    ['01/31/2026;00:15;0.5', '01/31/2026;00:30;0.25'],
    ['feed-in 2026-01-31T05:00Z 0.5', 'feed-in 2026-01-31T05:15Z 0.25'],
    { timeZone: 'America/New_York', unit: 'kWh', columns: { end: [1, 2], feedIn: 3 } },
  ],
  [
    'CSV',
    ['at,meter', '2026-06-01T00:00Z,100', '2026-06-01T01:00Z,102.5', '2026-06-01T02:00Z,103'],
    ['2026-06-01T00:00Z 2.5 x4', '2026-06-01T01:00Z 0.5 x4'],
    { unit: 'kWh', cumulative: true, columns: { start: 'at', consumption: 'meter' } },
  ],
  [
    'CSV',
    ['"at";"what"', '"2026-06-01T00:00Z";"2"', '"2026-06-01T00:15Z";"4"', '"2026-06-01T00:45Z";"8"'],
    ['2026-06-01T00:00Z 0.5', '2026-06-01T00:15Z 1', '2026-06-01T00:45Z 2', '2026-06-01 missing 1'],
    { unit: 'kW', columns: { start: 'at', consumption: 'what' } },
  ],
])('reads the layout %s', (format, lines, shown, options) => {
  const { recognised, consumption, feedIn, findings } = meterText(lines.join('\r\n'), options);
  expect(recognised.format).toBe(format);
  const read = [...consumption.map(shownReading), ...feedIn.map((reading) => `feed-in ${shownReading(reading)}`)];
  expect([...read, ...findings.map(shownFinding)]).toEqual(shown);
});

// Promise P-665 use/meter-files: the page names whose tables are known
it('docs/use/meter-files.md names whose tables are known', () => {
  const page = readFileSync('docs/use/meter-files.md', 'utf8');
  const known = [...austrianLayouts, ...europeanLayouts, ...operatorLayouts, ...homeLayouts].map(
    ({ format }) => format,
  );
  expect(known.length).toBeGreaterThan(30);
  const whose = known.map((format) => /^(.+?)(?= P1| kWh meter|,| \(| with|$)/.exec(format)?.[1]);
  expect(whose.filter((name = '') => !page.includes(name))).toEqual([]);
});

// Promise P-670 use/meter-files: `timeZone` counts before the zone of the format, `country` after it
it.each<[string, MeterOptions, string]>([
  ['that of its layout, whatever the country', { country: 'GB' }, '2025-12-31T23:00Z'],
  ['the one that is said before that', { timeZone: 'Europe/London' }, '2026-01-01T00:00Z'],
])('takes the clock of a file for %s', (_, options, first) => {
  const rows = ['01.01.2026 00:00;01.01.2026 00:15;1;', '01.01.2026 00:15;01.01.2026 00:30;1;'];
  const { consumption } = meterText(['Datum von;Datum bis;Verbrauch in kWh;Ersatzwert', ...rows].join('\n'), options);
  expect(consumption[0] && utcMinute(consumption[0].start)).toBe(first);
});

// Promise P-668 use/meter-files: `recognised` names the format of a file; a file without directions has the requested
//   one
it.each([undefined, 'consumption', 'feed-in'] as const)(
  'takes a file without directions for what is wanted: %s',
  (direction) => {
    const text = 'timestamp,kWh\n2026-06-01T00:00Z,1\n2026-06-01T00:15Z,2';
    const { consumption, feedIn, recognised } = meterText(text, direction && { direction });
    expect([consumption.length, feedIn.length]).toEqual(direction === 'feed-in' ? [0, 2] : [2, 0]);
    expect(recognised).toEqual({
      ...{ format: 'timestamp,kWh', meters: [], directions: [direction ?? 'consumption'], unit: 'kWh' },
      ...{ cumulative: false, resolution: 900, zone: 'UTC' },
      ...{ start: Date.parse('2026-06-01T00:00Z') / 1000, end: Date.parse('2026-06-01T00:30Z') / 1000 },
    });
  },
);

it('takes the lengths of intervals from their ends where Enedis leaves them out', () => {
  const hours = ['00:30', '01:00', '01:30', '02:30', '03:00', '04:00', '05:00', '06:00', '06:30', '07:00'];
  const { consumption, findings } = meterText(
    [
      'Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Pas en minutes',
      '12345678901234;Courbe de charge;05/01/2026;06/01/2026;Energie active;Consommation;Comptage Brut;W;',
      'Horodate;Valeur',
      ...hours.map((hour) => `2026-01-05T${hour}:00+01:00;1000`),
    ].join('\n'),
  );
  expect(consumption.map(({ kWh }) => kWh)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 1, 1, 1, 0.5, 0.5]);
  expect(findings.map(shownFinding)).toEqual(['2026-01-05 missing 1']);
});

it.each<[string, string[], string[]]>([
  [
    'hours, then quarter hours',
    ['00:00', '01:00', '02:00', '02:15', '02:30', '02:45', '03:00'],
    ['4', '4', '1', '1', '1', '1', '1'],
  ],
  [
    'quarter hours, then hours',
    ['00:00', '00:15', '00:30', '00:45', '01:00', '02:00', '03:00'],
    ['1', '1', '1', '1', '4', '4', '1'],
  ],
  [
    'quarter hours of which some are missing',
    ['00:00', '00:15', '01:00', '01:15', '02:30', '02:45'],
    ['1', '1', '1', '1', '1', '1'],
  ],
])('takes the lengths of intervals from their starts: %s', (_, starts, quarters) => {
  const rows = starts.map((start, i) => `2026-06-01T${start}Z,${i % 2}`);
  const { consumption } = meterText(['timestamp,kWh', ...rows].join('\n'));
  expect(consumption.map(({ start, end }) => String((end - start) / 900))).toEqual(quarters);
});

it.each<[string, string[], number[]]>([
  ['spring', ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'], [24, 23, 24, 24]],
  ['autumn', ['2025-10-24', '2025-10-25', '2025-10-26', '2025-10-27'], [24, 24, 25, 24]],
])('has days of so many hours as the clock has in %s', (_, days, hours) => {
  const { consumption, findings } = meterText(
    ['timestamp,kWh', ...days.map((day, i) => `${day},${i % 2}`)].join('\n'),
    {
      country: 'DE',
    },
  );
  expect([consumption.map(({ start, end }) => (end - start) / 3600), findings]).toEqual([hours, []]);
});

// Promise P-672 use/meter-files: registers are added up where each was read
it('adds up registers only where each of them was read', () => {
  const reading = (day: number, Value: number) => ({
    DateAndOrTime: { DateTime: `2023-05-0${day}T00:00:00.000+02:00` },
    ReadingType: { Multiplier: 'k', Unit: 'Wh' },
    Value,
  });
  const register = (MRID: string, ReadingList: object[]) => ({ MRID, Meter: { MRID: 'E1' }, ReadingList });
  const RegisterList = [
    register('1.8.1', [reading(1, 10), reading(2, 11), reading(3, 12)]),
    register('1.8.2', [reading(1, 20), reading(3, 25)]),
  ];
  const { consumption } = meterText(JSON.stringify([{ MarketEvaluationPoint: { MRID: '8', RegisterList } }]));
  expect(consumption.map(shownReading)).toEqual(['2023-04-30T22:00Z 7 x192']);
});

it('has no value for an interval of which one register has none', () => {
  const row = (time: string, register: string, volume: string) =>
    `02-09-2025;${time};="541";${register};${volume};kWh;Gevalideerd`;
  const { consumption } = meterText(
    [
      'Van (datum);Van (tijdstip);Tot (datum);Tot (tijdstip);EAN-code;Register;Volume;Eenheid;Validatiestatus',
      row('00:00;02-09-2025;00:15', 'Afname Dag', '1'),
      row('00:15;02-09-2025;00:30', 'Afname Dag', '2'),
      row('00:00;02-09-2025;00:15', 'Afname Nacht', ''),
    ].join('\n'),
  );
  expect(consumption.map(({ kWh }) => kWh)).toEqual([2]);
});

// Promise P-666 use/meter-files: they are read in every encoding
it('is the same in every encoding', () => {
  const text = 'Messzeitpunkt;Verbrauch (kWh);Qualität;\n01.01.2024 00:15;0,5;G;\n01.01.2024 00:30;0,25;G;\n';
  const wide = Buffer.from(text, 'utf16le');
  const files = [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(text, 'latin1'),
    wide,
    Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(wide).swap16()]),
    Buffer.from(wide).swap16(),
  ];
  const [first, ...others] = files.map((file) => readMeter(file));
  expect(first?.consumption.map(shownReading)).toEqual(['2023-12-31T23:00Z 0.5', '2023-12-31T23:15Z 0.25']);
  for (const other of others) expect(other).toEqual(first);
});
