import type { LayoutValue, MeterLayout } from './layout.ts';

/** Grid operators of Czechia, Ireland, Italy, Poland and Sweden. */

/** `pobór` and `oddanie` are measured; where a file has only what is billed, the hours are balanced. */
const polish = {
  consumption: /^pob[óo]r|czynna pobrana/i,
  feedIn: /^oddanie|czynna oddana/i,
  otherwise: { consumption: /^pobrana po zbilansowaniu/i, feedIn: /^oddana po zbilansowaniu/i },
} as const;

const tauron = {
  format: 'Tauron',
  zone: 'Europe/Warsaw',
  unit: 'kWh',
  seconds: 3600,
  habits: { numberedHours: true },
} as const satisfies Partial<MeterLayout>;

/** A row for each day, with columns such as `00:00-01:00` or `00:00-00:15`. */
const hourColumnsOf = {
  unit: 'kWh',
  columnsAreHours: true,
  values: [{ of: [/^(kl\.? ?)?0?0([:.]00)? ?[-–] ?0?[01]([:.]\d\d)?$/] }],
} as const satisfies Partial<MeterLayout>;

const czech = {
  format: 'ČEZ Distribuce',
  zone: 'Europe/Prague',
  end: ['datum'],
} as const satisfies Partial<MeterLayout>;

/** `+A/123456 [kW]` and `-A/123456 [kW]`, each with a status of its own behind it; `Rv` is reactive power. */
const czechValues = (unit: 'kw' | 'kwh'): readonly LayoutValue[] => [
  { of: [new RegExp(`^\\+a\\b.*\\[${unit}\\]$`)], direction: 'consumption' },
  { of: [new RegExp(`^-a\\b.*\\[${unit}\\]$`)], direction: 'feed-in' },
];

export const operatorLayouts: readonly MeterLayout[] = [
  {
    format: 'ESB Networks HDF',
    zone: 'Europe/Dublin',
    end: ['read date and end time'],
    with: ['read type'],
    meter: 'mprn',
    values: [{ of: ['read value'] }],
    kind: { of: 'read type', consumption: /^active import (?!.*register)/i, feedIn: /^active export (?!.*register)/i },
    unit: { of: 'read type' },
    seconds: 1800,
    habits: { namedEnds: true },
  },
  { ...czech, values: czechValues('kw'), seconds: 900 },
  { ...czech, values: czechValues('kwh') },
  {
    ...tauron,
    end: ['data'],
    values: [{ of: ['wartość kwh', 'wartość'] }],
    kind: { of: 'rodzaj', ...polish },
    with: ['rodzaj'],
  },
  {
    ...tauron,
    end: ['data i godzina'],
    values: [{ of: [/^warto(ś|s)(ć|c) ?\[kwh/] }],
    kind: { of: 'rodzaj energii', ...polish },
    with: ['rodzaj energii'],
  },
  { ...hourColumnsOf, format: 'Ellevio', zone: 'Europe/Stockholm', start: ['datum'] },
  { ...hourColumnsOf, format: 'e-distribuzione', zone: 'Europe/Rome', start: ['giorno'] },
];
