import { z } from 'zod';
import { utcTime } from '../../core/time.ts';
import { valueAt } from '../outside/quotes.ts';
import { MessageError, parse } from '../parse.ts';
import {
  detailedForm,
  energyForm,
  evccSolar,
  forecastSolarForm,
  ownPower,
  solcastForm,
  type ToldPowers,
} from './forms.ts';
import { openMeteoForm } from './open-meteo.ts';
import { addedUp, type PowerSpan, type QuarterPower, quarterPower } from './quarters.ts';

/** What a source of power is to a house; what passes the meter is bought above 0 and sold below. */
const powerKinds = ['production', 'consumption', 'grid'] as const;
export type PowerKind = (typeof powerKinds)[number];

/** The dialog of a source of power. */
export interface PowerSettings {
  readonly kind: PowerKind;
  /** The most that a roof or a house can have. */
  readonly peakKw?: number;
}

/** What a message says of a source: its power now, or as it will be. */
export type PowerMessage = { readonly now: number } | { readonly forecast: QuarterPower };

/** More than a household's, where no peak power is known. */
const MOST_KW = 100;
/** An inverter draws a little at night, which a meter takes for a negative production. */
const NIGHT_KW = 0.1;

const settings = z.object({
  kind: z.enum(powerKinds).default('production'),
  peakKw: z.union([z.literal('').transform(() => undefined), z.coerce.number().positive().max(1_000_000)]).optional(),
});

/** The settings that a dialog saved. Throws a `MessageError`. */
export function powerSettings(config: object): PowerSettings {
  const { kind, peakKw } = parse(settings, config);
  return { kind, ...(peakKw !== undefined && { peakKw }) };
}

interface PowerForm {
  readonly path: readonly (string | number)[];
  /** The part of the payload that is read. */
  readonly part?: readonly string[];
  schema(terms: PowerSettings): z.ZodType<ToldPowers>;
}

/** The first that fits counts. */
const forms: readonly PowerForm[] = [
  { path: [0, 'period_start'], schema: () => detailedForm },
  { path: [0], schema: () => ownPower },
  { path: ['result', 'watt_hours_period'], schema: () => forecastSolarForm },
  { path: ['forecasts'], schema: () => solcastForm },
  ...['minutely_15', 'hourly'].map((key) => ({
    path: [key],
    schema: ({ peakKw }: PowerSettings) => openMeteoForm(peakKw),
  })),
  { path: ['rates'], schema: () => evccSolar },
  { path: ['result', 'rates'], part: ['result'], schema: () => evccSolar },
  ...['detailedForecast', 'detailedHourly'].flatMap((key) =>
    [[key], ['attributes', key]].map((path) => ({ path, part: path, schema: () => detailedForm })),
  ),
];

/** What a message says. Throws a `MessageError` that names what is wrong. */
export function readPower(payload: object, terms: PowerSettings): PowerMessage {
  if ('now' in payload) return { now: measuredNow(payload, terms) };
  if (terms.kind === 'grid') throw new MessageError('what passes the meter is measured, {now: kW}, and not foretold');
  const said = valueAt(payload, 'result');
  if (typeof said === 'string') throw new MessageError(`no forecast but: ${said.slice(0, 200)}`);
  const form = forms.find(({ path }) => valueAt(payload, ...path) !== undefined) ?? energyAnswer(payload);
  if (!form) {
    const keys = Object.keys(payload).slice(0, 10).join(', ') || 'none';
    throw new MessageError(
      `no forecast of a form that is known, such as [{start, end, kw}], and no {now: kW}; its keys: ${keys}`,
    );
  }
  const told = parse(form.schema(terms), valueAt(payload, ...(form.part ?? [])));
  return { forecast: told.map((spans) => quarterPower(checkedPower(spans, terms))).reduce(addedUp) };
}

/** Home Assistant's own answer, whose keys are ids. */
function energyAnswer(payload: object): PowerForm | undefined {
  const isEnergy = (value: unknown) => valueAt(Object.values(value ?? {}), 0, 'wh_hours') !== undefined;
  if (isEnergy(payload)) return { path: [], schema: () => energyForm };
  return isEnergy(valueAt(payload, 'result')) ? { path: [], part: ['result'], schema: () => energyForm } : undefined;
}

const measuredMessage = z.strictObject({ now: z.number() });

function measuredNow(payload: object, terms: PowerSettings): number {
  const { now } = parse(measuredMessage, payload);
  if (now < 0 && now >= -NIGHT_KW && terms.kind !== 'grid') return 0;
  checkKw('now', terms.kind === 'grid' ? Math.abs(now) : now, terms);
  return now;
}

/** In their order. Throws a `MessageError` on gaps, overlaps, and powers that no house has. */
function checkedPower(spans: readonly PowerSpan[], terms: PowerSettings): PowerSpan[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  for (const [i, { start, end, kw }] of sorted.entries()) {
    const before = sorted[i - 1]?.end ?? start;
    if (end <= start) throw new MessageError(`forecast: a value from ${utcTime(start)} ends before it begins`);
    if (start < before) throw new MessageError(`forecast: two values for ${utcTime(start)}`);
    if (start > before) throw new MessageError(`forecast: a gap from ${utcTime(before)} to ${utcTime(start)}`);
    checkKw(`forecast: ${utcTime(start)}`, kw, terms);
  }
  return sorted;
}

function checkKw(of: string, kw: number, { peakKw }: PowerSettings): void {
  const most = peakKw === undefined ? MOST_KW : 2 * peakKw;
  if (kw < 0) throw new MessageError(`${of}: ${kw} kW, expected at least 0`);
  if (kw <= most) return;
  const hint = kw / 1000 <= most ? ': W or Wh in place of kW, a thousand times as much?' : '';
  const known = peakKw === undefined ? '; a peak power in the dialog allows more' : ', twice the peak power';
  throw new MessageError(`${of}: ${kw} kW${hint} Expected at most ${most} kW${known}`);
}
