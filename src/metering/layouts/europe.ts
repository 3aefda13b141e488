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

const eloverblik = {
  format: 'Eloverblik',
  zone: 'Europe/Copenhagen',
  start: [/^fra[ _]dato$/],
  end: [/^til[ _]dato$/],
  meter: /^målepunkts?[ _]?id$/,
  values: [{ of: ['mængde'] }],
  unit: { of: 'måleenhed' },
  quality: measured,
} as const;

/** The meter and the direction above the header. */
const enedis = { meter: /\b(\d{14})\b/, feedIn: /\b(production|injection)\b/i };

/** The sheet of half hours in kW, and the one of days in kWh. */
const enedisSheet = {
  format: 'Enedis (XLSX)',
  zone: 'Europe/Paris',
  values: [{ of: [/^valeur \(en k?wh?\)$/] }],
  before: enedis,
} as const;

export const europeanLayouts: readonly MeterLayout[] = [
  { ...eloverblik, start: [...eloverblik.start, /^fra[ _]tidspunkt$/], end: [...eloverblik.end, /^til[ _]tidspunkt$/] },
  eloverblik,
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
    start: [/^(van|from) ?\(?(datum|date)\)?$/, /^(van|from) ?\(?(tijdstip|time)\)?$/],
    end: [/^(tot|until) ?\(?(datum|date)\)?$/, /^(tot|until) ?\(?(tijdstip|time)\)?$/],
    meter: /^ean([ -]code)?$/,
    register: 'register',
    values: [{ of: ['volume'] }],
    kind: { of: 'register', consumption: /^(afname|offtake)/i, feedIn: /^(injectie|injection)/i },
    unit: { of: /^(eenheid|unit)$/ },
    quality: { of: /^(validatiestatus|validation status)$/, estimated: /^(geschat|EST)/i },
  },
  {
    format: 'Enedis (R63)',
    zone: 'Europe/Paris',
    end: ['horodate'],
    with: ['pas'],
    meter: 'identifiant prm',
    length: 'pas',
    values: [{ of: ['valeur'] }],
    kind: { of: /^grandeur m[ée]tier$/, consumption: /^cons/i, feedIn: /^prod/i },
    unit: { of: /^unit[ée]$/ },
    quality: { of: 'nature', estimated: /^[EC]$/ },
  },
  {
    format: 'Enedis',
    zone: 'Europe/Paris',
    end: ['horodate'],
    values: [{ of: ['valeur'] }],
    habits: { mixedLengths: true },
    // The line above ends with the unit and the minutes of a step, often without the minutes; Excel appends empty cells.
    before: { ...enedis, unit: /;([kM]?(?:Wh?|VAh?|VArh?))(?:;\d*)*\s*$/im, minutes: /;[kM]?Wh?;(\d+);*\s*$/im },
  },
  { ...enedisSheet, start: [/^d[ée]but$/], end: ['fin'] },
  { ...enedisSheet, start: ['date'] },
  {
    format: 'Enedis (power)',
    zone: 'Europe/Paris',
    end: [/^horodate.*fin de pas/],
    habits: { namedEnds: true, mixedLengths: true },
    unit: 'W',
    values: [{ of: [/^puissance moyenne \(w\)/] }],
  },
  {
    format: 'Enedis (Linky)',
    zone: 'Europe/Paris',
    end: ['date et heure de relève par le distributeur'],
    dayHeadings: true,
    unit: 'W',
    values: [{ of: [/^puissance atteinte \(w\)/] }],
    quality: { of: /^nature/, estimated: /^estim/i },
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
      { of: [/^consumo registado(, ativa)? \(kw\)$/], direction: 'consumption' },
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
