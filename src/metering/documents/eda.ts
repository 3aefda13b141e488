import { isGasUnit, meterUnit, sizeOf } from '../amount.ts';
import { bareEntry, type MeterEntry, type ToldMeter } from '../entry.ts';
import { intervalLength } from '../interval-length.ts';
import { MeterFileError } from '../meter-file-error.ts';
import { type MeterStamp, stampOf } from '../stamp.ts';
import type { MeterDirection } from '../types.ts';

/** Austrian consumption records of ebUtilities in XML. */

/** Elements that matter, wherever they are: with their attributes, and the text in front of the next tag. */
const element = /<(?:[\w.-]{1,40}:)?(MeteringPoint|MeteringIntervall|EnergyData|EP|DTF|DTT|MM|BQ)(\s[^<>]*)?>([^<]*)/g;

/** Codes of what is counted: all of it (G.01) or what the supplier bills (P.01). Others are shares in a community. */
const code = /\sMeterCode="(1-\d:([12])\.\d\.0(?: [GP]\.01)?)"/;
const directions: Readonly<Record<string, MeterDirection>> = { '1': 'consumption', '2': 'feed-in' };

/** Reads a consumption record; nothing where the text is none. */
export function toldConsumptionRecord(xml: string): ToldMeter | undefined {
  if (!/<(?:[\w.-]{1,40}:)?ConsumptionRecord[\s>]/.test(xml.slice(0, 4096))) return undefined;
  const entries: MeterEntry[] = [];
  const told = new Map<string, string>();
  for (const [, name = '', attributes = '', text = ''] of xml.matchAll(element)) {
    if (name === 'EP') for (const part of ['DTF', 'DTT', 'MM']) told.delete(part);
    told.set(name, (name === 'EnergyData' ? attributes : text).trim());
    // The quantity is the last part of a position.
    if (name === 'BQ') entries.push(...positionOf(told, entries.length + 1));
  }
  if (entries.length === 0) throw new MeterFileError('no-readings', { rows: 0 });
  return {
    format: 'EDA ConsumptionRecord',
    zone: 'Europe/Vienna',
    unit: 'kWh',
    cumulative: false,
    habits: {},
    entries,
  };
}

/** A position by its code as its meter, so that no two codes of one direction are added up. */
function positionOf(told: ReadonlyMap<string, string>, line: number): MeterEntry[] {
  const energy = ` ${told.get('EnergyData')}`;
  const [, meterCode, side = ''] = code.exec(energy) ?? [];
  const direction = directions[side];
  if (!direction || !meterCode) return [];
  const unit = /\sUOM="(\w+)"/.exec(energy)?.[1] ?? '';
  if (isGasUnit(unit)) throw new MeterFileError('gas', { seen: unit });
  const quantity = told.get('BQ') ?? '';
  if (!/^\d+(\.\d+)?$/.test(quantity)) throw new MeterFileError('number', { line, cell: quantity });
  const entry = {
    ...bareEntry,
    line,
    meter: `${told.get('MeteringPoint') ?? ''} ${meterCode}`,
    direction,
    start: stampIn(told, 'DTF', line),
    end: stampIn(told, 'DTT', line),
    length: intervalLength(told.get('MeteringIntervall') ?? ''),
    value: Number(quantity) * sizeOf(meterUnit(unit)),
    estimated: /^L[23]$/.test(told.get('MM') ?? ''),
  };
  return [entry];
}

function stampIn(told: ReadonlyMap<string, string>, name: string, line: number): MeterStamp {
  const text = told.get(name) ?? '';
  const stamp = stampOf(text);
  if (!stamp) throw new MeterFileError('stamp', { line, cell: text });
  return stamp;
}
