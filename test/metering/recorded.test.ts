import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readMeter } from '../../src/metering/read-meter.ts';
import { monthSums, refusal, shownFinding, utcMinute } from './meter-file.ts';

const read = (file: string) => readMeter(readFileSync(`test/metering/recorded/${file}`));

/** kWh by month. */
type Sums = Record<string, number>;

/**
 * The line above each row, run in `recorded/`, worked out the sums: lines that stand twice counted once, missing values not at
 * all.
 */
// Promise P-662 use/meter-files: recorded files of operators, data hubs and home systems are known by what is in
//   them, and read to the watt-hour
it.each<[file: string, format: string, count: string, first: string, last: string, consumption: Sums, feedIn?: Sums]>([
  // iconv -f latin1 ClamStrom.csv | tail -n+2 | sort -u | tr , . | awk -F';' '{s+=$3; n++} END {print n, s}'
  ['ClamStrom.csv', 'Clam Strom', '96 x 900', '2024-03-31T22:00Z', '2024-04-01T22:00Z', { '2024-04': 21.836 }],
  // tail -n+2 EnergienetzeSteiermarkv2.csv | sort -u | tr , . | awk -F';' '{s+=$6; n++} END {print n, s}'
  [
    'EnergienetzeSteiermarkv2.csv',
    'Energienetze Steiermark',
    '96 x 900',
    '2024-04-25T22:00Z',
    '2024-04-26T22:00Z',
    { '2024-04': 3.63 },
  ],
  // tail -n+2 IKB1.csv | awk -F'"' '{s+=$4; n++} END {print n, s}'
  ['IKB1.csv', 'IKB', '112 x 900', '2024-02-20T23:15Z', '2024-02-29T23:00Z', { '2024-02': 3.765 }],
  // iconv -f latin1 KaerntenNetzV2.csv | tail -n+10 | sort -u | tr , . | awk -F';' '{n++; s[substr($1,4,7)]+=$3} END {print n; for (m in s) print m, s[m]}'
  [
    'KaerntenNetzV2.csv',
    'Kärnten Netz',
    '99 x 900',
    '2024-03-26T23:00Z',
    '2024-05-01T22:00Z',
    { '2024-03': 18.345, '2024-05': 0.197 },
  ],
  // tail -n+2 NetzNOE.csv | sort -u | tr , . | awk -F';' '{n++; s[substr($1,4,7)]+=$2} END {print n; for (m in s) print m, s[m]}'
  [
    'NetzNOE.csv',
    'Netz NÖ',
    '107 x 900',
    '2022-12-31T23:00Z',
    '2023-04-08T22:00Z',
    { '2023-01': 16.821, '2023-03': 13.969, '2023-04': 0.194 },
  ],
  // tail -n+2 NetzNOEv2.csv | sort -u | tr , . | awk -F';' '{n++; s+=$2} END {print n, s}'
  ['NetzNOEv2.csv', 'Netz NÖ', '111 x 900', '2023-12-31T23:00Z', '2024-01-13T23:00Z', { '2024-01': 71.91 }],
  // tail -n+2 SalzburgNetz4.csv | sort -u | tr , . | awk -F';' '{n++; s+=$2} END {print n, s}'
  ['SalzburgNetz4.csv', 'Salzburg Netz', '111 x 900', '2024-04-30T22:00Z', '2024-05-31T21:45Z', { '2024-05': 6.381 }],
  // iconv -f utf-16le VorarlbergNetz.csv | tail -n+5 | sort -u | tr , . | awk -F';' '{n++; s+=$3} END {print n, s}'
  ['VorarlbergNetz.csv', 'Vorarlberg Netz', '108 x 900', '2023-08-14T22:00Z', '2023-08-16T22:00Z', { '2023-08': 7.16 }],
  // tail -n+4 netzburgenland-v3.csv | awk '!seen[$0]++' | tr , . | awk -F';' 'NF {n++; s+=$5} END {print n, s}'
  [
    'netzburgenland-v3.csv',
    'Netz Burgenland',
    '115 x 900',
    '2023-09-30T22:00Z',
    '2023-10-30T23:00Z',
    { '2023-10': 15.263 },
  ],
  // iconv -f latin1 stadtwerke_klagenfurt.csv | tail -n+2 | sort -u | tr , . | awk -F';' '{n++; s[substr($6,4,7)]+=$7} END {print n; for (m in s) print m, s[m]}'
  [
    'stadtwerke_klagenfurt.csv',
    'Stadtwerke Klagenfurt',
    '111 x 900',
    '2023-12-31T23:00Z',
    '2024-01-31T23:30Z',
    { '2024-01': 0.035, '2024-02': 0.001 },
  ],
  // tail -n+3 stromnetz_graz_v2.csv | sort -u | awk -F';' 'NF {n++; s+=$3} END {print n, s}'
  [
    'stromnetz_graz_v2.csv',
    'Stromnetz Graz',
    '4 x 900',
    '2024-03-31T22:00Z',
    '2024-03-31T23:00Z',
    { '2024-04': 1.164 },
  ],
  // iconv -f latin1 tinetz.csv | tail -n+6 | tr , . | awk -F';' '{n++; s[substr($4,4,7)]+=$6} END {print n; for (m in s) print m, s[m]}'
  [
    'tinetz.csv',
    'TINETZ, TIWAG',
    '112 x 900',
    '2023-04-12T22:00Z',
    '2023-11-22T23:00Z',
    { '2023-04': 1.098, '2023-10': 0.325, '2023-11': 4.34e-1 },
  ],
  // tail -n+6 tiwag.csv | sort -u | tr , . | awk -F';' '{n++; s[substr($1,4,7)]+=$3} END {print n; for (m in s) print m, s[m]}'
  [
    'tiwag.csv',
    'TINETZ, TIWAG',
    '107 x 900',
    '2026-03-31T22:00Z',
    '2026-04-30T22:15Z',
    { '2026-04': 6.34, '2026-05': 0.05 },
  ],
  // tail -n+2 wienernetze-econtrol.csv | sort -u | tr , . | awk -F';' '{n++; s+=$4} END {print n, s}'
  [
    'wienernetze-econtrol.csv',
    'Wiener Netze (E-Control)',
    '111 x 900',
    '2023-12-31T23:00Z',
    '2024-01-31T23:00Z',
    { '2024-01': 3.224 },
  ],
  // tail -n+2 wienernetze-fullyear.csv | tr , . | awk -F';' '$4 != "" {n++; s[substr($1,4,7)]+=$4} END {print n; for (m in s) print m, s[m]}'
  [
    'wienernetze-fullyear.csv',
    'Wiener Netze',
    '205 x 900',
    '2023-06-21T22:00Z',
    '2024-03-31T22:00Z',
    { '2023-06': 0.897, '2023-10': 6.942, '2024-03': 6.365 },
  ],
  // grep -o '<ns0:BQ>[0-9.]*' eda-consumption-record.xml | awk -F'>' '{n++; s+=$2} END {print n, s}'
  [
    'eda-consumption-record.xml',
    'EDA ConsumptionRecord',
    '96 x 900',
    '2024-03-31T22:00Z',
    '2024-04-01T22:00Z',
    {},
    { '2024-04': 0.719 },
  ],
  // jq '.result[].MyEnergyData_MarketDocument.TimeSeries[] | .businessType, ([.Period[].Point[]."out_Quantity.quantity" | tonumber] | length, add)' eloverblik.json
  [
    'eloverblik.json',
    'Eloverblik (API)',
    '96 x 3600',
    '2024-02-11T23:00Z',
    '2024-02-14T23:00Z',
    { '2024-02': 6.6 },
    { '2024-02': 6.57 },
  ],
  // tr , . < caruna.csv | tail -n+2 | awk -F'"' '{n++; s+=$4} END {print n, s}'
  ['caruna.csv', 'Caruna', '73 x 3600', '2022-02-28T22:00Z', '2022-03-28T21:00Z', { '2022-03': 123.86 }],
  // tr , . < fingrid-quarters.csv | awk -F';' '$8 ~ /^OK/ {n++; s+=$7} END {print n, s}'
  [
    'fingrid-quarters.csv',
    'Fingrid Datahub',
    '459 x 900',
    '2023-09-17T00:00Z',
    '2023-09-21T21:00Z',
    { '2023-09': 135.32 },
  ],
  // tr , . < fingrid-hours.csv | awk -F';' '$7 ~ /^OK/ {n++; s+=$6} END {print n, s}'
  [
    'fingrid-hours.csv',
    'Fingrid Datahub',
    '615 x 3600',
    '2022-09-30T21:00Z',
    '2022-10-26T12:00Z',
    { '2022-10': 654.72 },
  ],
  // tr , . < fingrid-latin1.csv | awk -F';' '$7 ~ /^OK/ {n++; s+=$6} END {print n, s}'
  [
    'fingrid-latin1.csv',
    'Fingrid Datahub',
    '59 x 3600',
    '2022-07-24T21:00Z',
    '2022-07-27T08:00Z',
    { '2022-07': 40.57 },
  ],
  // tr , . < fingrid-production.csv | awk -F';' '$8 ~ /^OK/ {n++; s+=$7} END {print n, s}'
  [
    'fingrid-production.csv',
    'Fingrid Datahub',
    '96 x 900',
    '2025-09-30T21:00Z',
    '2025-10-01T21:00Z',
    {},
    { '2025-10': 31.06 },
  ],
  // jq '[.. | .Quantity? // empty | tonumber] | length, add' fingrid-api.json
  [
    'fingrid-api.json',
    'Fingrid Datahub (API)',
    '2 x 3600',
    '2024-07-27T21:00Z',
    '2024-07-27T23:00Z',
    { '2024-07': 4.862 },
  ],
  // jq '.data.headpoint.physicalMeters | [.. | .value? // empty] | length, add' fluvius-meter.json
  ['fluvius-meter.json', 'Fluvius (API)', '2 x 900', '2024-12-01T00:00Z', '2024-12-01T00:30Z', { '2024-12': 0.019 }],
  // jq '.data.headpoint.quarterHourlyEnergy | [.. | .value? // empty] | length, add' fluvius-connection.json
  [
    'fluvius-connection.json',
    'Fluvius (API)',
    '2 x 900',
    '2024-12-01T00:00Z',
    '2024-12-01T00:30Z',
    { '2024-12': 0.019 },
  ],
  // jq '[.[].consumptionKWh] | length, add' datadis.json; jq '[.[].surplusEnergyKWh] | add' datadis.json
  [
    'datadis.json',
    'Datadis (API)',
    '48 x 3600',
    '2023-11-30T23:00Z',
    '2023-12-01T23:00Z',
    { '2023-12': 71.138 },
    { '2023-12': 36.256 },
  ],
  // jq '[.[].consumptionKWh] | length, add' datadis-short.json
  ['datadis-short.json', 'Datadis (API)', '3 x 3600', '2023-11-30T23:00Z', '2023-12-01T02:00Z', { '2023-12': 2.9 }],
  // jq '.meter_reading.interval_reading | length, (map(.value | tonumber) | add)' enedis-half-hours.json
  ['enedis-half-hours.json', 'Enedis (API)', '47 x 1800', '2024-02-25T23:00Z', '2024-02-26T22:30Z', { '2024-02': 0 }],
  // jq '.meter_reading.interval_reading | length, (map(.value | tonumber) | add)' enedis-changing.json
  ['enedis-changing.json', 'Enedis (API)', '28 x 3600', '2024-02-25T23:00Z', '2024-02-26T22:00Z', { '2024-02': 0 }],
  // jq -c '.[].MarketEvaluationPoint.RegisterList[] | [.MRID, (.ReadingList | length, .[-1].Value - .[0].Value)]' mijn-aansluiting.json
  [
    'mijn-aansluiting.json',
    'Mijn Aansluiting',
    '60 x 86400',
    '2023-04-30T22:00Z',
    '2023-06-29T22:00Z',
    { '2023-05': 0, '2023-06': 0 },
  ],
  // jq -c '.[].MarketEvaluationPoint.RegisterList[] | [.MRID, (.ReadingList | length, .[-1].Value - .[0].Value)]' mijn-aansluiting-one.json
  [
    'mijn-aansluiting-one.json',
    'Mijn Aansluiting',
    '2 x 86400',
    '2023-04-30T22:00Z',
    '2023-05-02T22:00Z',
    { '2023-05': 210 },
  ],
])('%s is that of %s with %s', (file, format, count, first, last, consumption, feedIn = {}) => {
  const { recognised, ...meter } = read(file);
  const { zone, resolution } = recognised;
  expect([recognised.format, `${meter.consumption.length + meter.feedIn.length} x ${resolution}`]).toEqual([
    format,
    count,
  ]);
  expect([utcMinute(recognised.start), utcMinute(recognised.end)]).toEqual([first, last]);
  expect([monthSums(meter.consumption, zone), monthSums(meter.feedIn, zone)]).toEqual([consumption, feedIn]);
});

it('says that an answer holds no data, in the words of whoever sent it', () => {
  expect(refusal(() => read('fingrid-no-data.json'))).toEqual([
    'no-data',
    'The file is an answer without readings: "No data found". Request a period for which there are readings.',
  ]);
});

// Promise P-669 use/meter-files: `recognised` names the meters of a file
it.each<[string, string[], string[]]>([
  ['wienernetze-fullyear.csv', ['AT00100000000000000010000XXXYYYZZ'], []],
  ['ClamStrom.csv', [], ['2024-04-01 twice same 2']],
  ['fingrid-quarters.csv', ['640000000000000001'], []],
  ['fluvius-meter.json', ['1SAG1234567890'], ['2024-12-01 doubtful estimated 2']],
  ['eda-consumption-record.xml', ['ATXXXXXX00000000000000000XXXXXXXX 1-1:2.9.0 P.01'], []],
])('%s names its meter, and what is odd', (file, meters, findings) => {
  const { recognised, ...meter } = read(file);
  const odd = meter.findings.filter(({ kind }) => kind !== 'missing');
  expect([recognised.meters, odd.map(shownFinding)]).toEqual([meters, findings]);
});

// Promise P-673 use/meter-files: intervals that are missing are named for each day
it('names the days of the cut: 92 quarter hours in spring, 100 in autumn, and none after the last value', () => {
  const missing = read('wienernetze-fullyear.csv').findings.map(shownFinding);
  expect(missing).toContain('2023-06-22 missing 83');
  expect(missing.filter((line) => /2023-10-29|2024-03-31/.test(line))).toEqual([]);
  expect(missing).toContain('2023-10-28 missing 96');
  expect(missing.at(-1)).toBe('2024-06-21 missing 96');
});

it('names the nine quarter hours that were MISSING', () => {
  expect(read('fingrid-quarters.csv').findings.map(shownFinding)).toEqual(['2023-09-18 missing 9']);
});
