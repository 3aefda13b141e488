import type { LayoutValue, MeterLayout } from './layout.ts';

/** Grid operators and suppliers of Austria. */

const zone = 'Europe/Vienna';
const consumption = (...of: LayoutValue['of']): LayoutValue => ({ of, direction: 'consumption' });
const feedIn = (...of: LayoutValue['of']): LayoutValue => ({ of, direction: 'feed-in' });
/** `G` is measured; a substitute value says anything else, or is there at all. */
const substitute = { of: /^(ersatzwert|qualität)$/, estimated: /^(?!G$)./ };
/** L1 is measured, L2 and L3 are estimates of two sorts. */
const level = /\bL[23]\b/;
const austrian = { zone, unit: 'kWh' } as const;
/** `VAL` is measured. */
const styria = { of: /^messwert: val/, estimated: /^EST/i };

export const austrianLayouts: readonly MeterLayout[] = [
  {
    ...austrian,
    format: 'Wiener Netze',
    start: ['datum', 'zeit von'],
    end: ['zeit bis'],
    endIsTime: true,
    values: [consumption(/verbrauch \[kwh\]$/), feedIn(/einspeiser \[kwh\]$/)],
  },
  {
    ...austrian,
    format: 'Wiener Netze (E-Control)',
    end: ['ende ablesezeitraum'],
    habits: { namedEnds: true },
    length: 'messintervall',
    values: [consumption(/verbrauch \[kwh\]$/), feedIn(/einspeiser \[kwh\]$/)],
  },
  {
    ...austrian,
    format: 'Netz NÖ',
    end: ['messzeitpunkt'],
    values: [
      consumption('restnetzbezug (kwh)', 'verbrauch (kwh)', 'gemessener verbrauch (kwh)'),
      feedIn('einspeisung (kwh)', 'gemessene menge (kwh)'),
    ],
    quality: substitute,
  },
  {
    ...austrian,
    format: 'Netz Burgenland',
    start: ['startdatum', 'startuhrzeit'],
    end: ['enddatum', 'enduhrzeit'],
    values: [{ of: ['verbrauch (in kwh)'] }],
    before: { feedIn: /\b1-\d:2\./ },
    quality: { of: 'status', estimated: /ersatz|rechner|schätz/i },
  },
  {
    ...austrian,
    format: 'Kärnten Netz (2025)',
    start: ['startdatum'],
    end: ['enddatum'],
    meter: 'zählpunktbezeichnung',
    with: ['zählpunktbezeichnung', 'obis'],
    values: [{ of: ['wert'] }],
    kind: { of: 'obis', consumption: /^$|1-\d:1\./, feedIn: /1-\d:2\./ },
    unit: { of: 'einheit' },
    quality: { of: 'qualität', estimated: level },
  },
  {
    ...austrian,
    format: 'Kärnten Netz',
    start: ['datum', 'zeit'],
    habits: { assumedStarts: true },
    with: ['status'],
    values: [{ of: ['kwh'] }],
    before: { feedIn: /Energierichtung;.*(einspeis|erzeug|liefer)/i },
    quality: { of: 'status', estimated: /ersatz|geschätz|rechner/i },
  },
  {
    ...austrian,
    format: 'Salzburg Netz',
    start: ['datum'],
    habits: { assumedStarts: true },
    with: ['status'],
    values: [consumption('restverbrauch (kwh)', 'verbrauch (kwh)'), feedIn('einspeisung (kwh)')],
    quality: { of: 'status', estimated: level },
  },
  {
    ...austrian,
    format: 'Stromnetz Graz',
    end: ['ablesezeitpunkt'],
    values: [consumption('verbrauch gesamt - 1.8.0'), feedIn(/gesamt - 2\.8\.0$/)],
    quality: { of: /^status gesamt/, estimated: /^EST/i },
  },
  {
    zone,
    format: 'TINETZ, TIWAG',
    start: ['date_from'],
    end: ['date_to'],
    endIsInside: true,
    values: [{ of: ['value'] }],
    before: { unit: /^([kM]?Wh?|m[3³]);/im },
  },
  {
    ...austrian,
    format: 'Vorarlberg Netz',
    start: ['beginn der messreihe'],
    end: ['ende der messreihe'],
    values: [{ of: ['messwert in kwh'] }],
  },
  { ...austrian, format: 'IKB', end: ['datum'], values: [{ of: [/^at\w{20,} ab \d\d\.\d\d\.\d{4}/] }] },
  {
    ...austrian,
    format: 'Stadtwerke Klagenfurt',
    start: ['datumuhrzeit'],
    habits: { assumedStarts: true },
    with: ['obis-code', 'typ'],
    meter: 'zählpunkt',
    values: [consumption('verbrauch')],
    kind: { of: 'obis-code', consumption: /wirk lieferung/i },
    unit: { of: 'einheit' },
  },
  {
    ...austrian,
    format: 'Energienetze Steiermark',
    start: [/^(statistik|verbrauchs|leistungs)zeitraum beginn$/],
    end: [/^(statistik|verbrauchs|leistungs)zeitraum ende$/],
    meter: /^z(ä|ae)hlpunkt$/,
    values: [{ of: ['wert', 'verbrauch', 'leistung'] }],
    unit: { of: 'einheit' },
    quality: styria,
  },
  {
    ...austrian,
    format: 'ebner strom',
    end: ['zeitstempel string'],
    values: [{ of: ['wert (kwh)'] }],
    kind: { of: 'obiscode', consumption: /^1\.8\./, feedIn: /^2\.8\./ },
  },
  {
    ...austrian,
    format: 'Linz AG',
    start: ['datum von'],
    end: ['datum bis'],
    values: [consumption('verbrauch in kwh', 'energiemenge in kwh')],
    quality: substitute,
  },
  {
    ...austrian,
    format: 'Clam Strom',
    start: ['start'],
    end: ['ende'],
    values: [consumption('vorschub (kwh) - verbrauch', 'verbrauch (kwh) - gesamtverbrauch')],
  },
];
