import type { MeterLayout } from './layout.ts';

/** Data hubs, grid operators and suppliers outside Austria. */

const fingrid = {
  format: 'Fingrid Datahub',
  zone: 'Europe/Helsinki',
  start: ['alkuaika'],
  meter: 'mittauspisteen tunnus',
  length: 'resoluutio',
  unit: { of: 'yksikkötyyppi' },
  values: [{ of: ['määrä'] }],
  quality: { of: 'laatu', estimated: /^(?!OK$)./i },
} as const;

/** Whatever else a reading is called, it is an estimate. */
const measured = { of: 'kvalitet', estimated: /^(?!målt$)./i };

const spain = {
  zone: 'Europe/Madrid',
  unit: 'kWh',
  meter: 'cups',
  end: ['fecha', 'hora'],
  seconds: 3600,
  habits: { numberedHours: true },
} as const;

export const europeanLayouts: readonly MeterLayout[] = [
  {
    format: 'Eloverblik',
    zone: 'Europe/Copenhagen',
    start: ['fra_dato'],
    end: ['til_dato'],
    meter: 'målepunktsid',
    values: [{ of: ['mængde'] }],
    unit: { of: 'måleenhed' },
    quality: measured,
  },
  { ...fingrid, kind: { of: 'lukeman tyyppi', consumption: /^BN01$/, feedIn: /^BN02$/ }, with: ['lukeman tyyppi'] },
  fingrid,
  {
    format: 'Caruna',
    zone: 'Europe/Helsinki',
    start: ['ajankohta'],
    habits: { assumedStarts: true },
    unit: 'kWh',
    values: [
      { of: ['laskutettava kulutus (kwh)'], direction: 'consumption' },
      { of: ['ylijäämätuotanto (kwh)'], direction: 'feed-in' },
    ],
  },
  {
    format: 'Elhub',
    zone: 'Europe/Oslo',
    start: ['fra'],
    end: ['til'],
    unit: 'kWh',
    values: [
      { of: [/^kwh \d\d forbruk$/], direction: 'consumption' },
      { of: [/^kwh \d\d produksjon$/], direction: 'feed-in' },
    ],
    quality: measured,
  },
  {
    format: 'Fluvius',
    zone: 'Europe/Brussels',
    start: ['van (datum)', 'van (tijdstip)'],
    end: ['tot (datum)', 'tot (tijdstip)'],
    meter: /^ean(-code)?$/,
    register: 'register',
    values: [{ of: ['volume'] }],
    kind: { of: 'register', consumption: /^afname/i, feedIn: /^injectie/i },
    unit: { of: 'eenheid' },
    quality: { of: 'validatiestatus', estimated: /^(geschat|EST)/i },
  },
  {
    format: 'Enedis',
    zone: 'Europe/Paris',
    end: ['horodate'],
    values: [{ of: ['valeur'] }],
    before: {
      meter: /^(\d{14});/m,
      unit: /;(\w+);\d+;*\s*$/m,
      minutes: /;(\d+);*\s*$/m,
      feedIn: /;(production|injection);/i,
    },
  },
  {
    format: 'Enedis (power)',
    zone: 'Europe/Paris',
    end: [/^horodate.*fin de pas/],
    habits: { namedEnds: true },
    unit: 'W',
    values: [{ of: [/^puissance moyenne \(w\)/] }],
  },
  {
    ...spain,
    format: 'Datadis',
    values: [
      { of: ['consumo_kwh'], direction: 'consumption' },
      { of: ['energiavertida_kwh'], direction: 'feed-in' },
    ],
    quality: { of: /^metodo_?obtencion$/, estimated: /^E/i },
    habits: { numberedHours: true, summedHour: true },
  },
  {
    ...spain,
    format: 'e-distribución',
    values: [
      { of: ['ae_kwh'], direction: 'consumption' },
      { of: ['as_kwh'], direction: 'feed-in' },
    ],
    quality: { of: 'real/estimado', estimated: /^E/i },
  },
  {
    format: 'E-REDES',
    zone: 'Europe/Lisbon',
    end: ['data', 'hora'],
    unit: 'kW',
    values: [
      { of: ['consumo registado (kw)'], direction: 'consumption' },
      { of: [/^injeção.*\(kw\)$/], direction: 'feed-in' },
    ],
    before: { minutes: /^intervalo:?;(\d+) min/im },
    quality: { of: 'estado', estimated: /^estimado/i },
  },
  {
    format: 'Octopus Energy with costs',
    zone: 'Europe/London',
    start: ['start'],
    end: ['end'],
    with: [/^estimated cost/],
    unit: 'kWh',
    values: [{ of: ['consumption (kwh)'] }],
    habits: { leavesOutZeros: true },
  },
  {
    format: 'Octopus Energy',
    zone: 'Europe/London',
    start: ['start'],
    end: ['end'],
    unit: 'kWh',
    values: [{ of: ['consumption (kwh)'] }],
  },
];
