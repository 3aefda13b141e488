import { isUint8Array } from 'node:util/types';
import { meterUnits } from './amount.ts';
import { decodedMeterFile } from './decode.ts';
import { toldConsumptionRecord } from './documents/eda.ts';
import { toldDocument } from './documents/told-document.ts';
import type { ToldMeter } from './entry.ts';
import { recognisedTable } from './layouts/recognised-table.ts';
import { toldTable } from './layouts/tell-table.ts';
import { MeterFileError } from './meter-file-error.ts';
import { settledMeter } from './settle/settled.ts';
import type { MeterFile, MeterOptions } from './types.ts';

/**
 * Reads a file of electricity meter readings, whatever its name, by what is in it: CSV, XLSX, JSON or XML of grid operators, data
 * hubs, suppliers and home systems, or any CSV whose columns are named. Readings are kWh from `start` to `end` in UNIX seconds.
 * Throws a `MeterFileError` for what cannot be read rightly, and a `TypeError` where `bytes` is no `Uint8Array`.
 */
export function readMeter(bytes: Uint8Array, options: MeterOptions = {}): MeterFile {
  if (!isUint8Array(bytes)) throw new TypeError(`bytes must be a Uint8Array, got ${kindOf(bytes)}`);
  if (options.unit !== undefined && !meterUnits.includes(options.unit))
    throw new MeterFileError('unknown-option', { option: 'unit', seen: options.unit, allowed: meterUnits.join(', ') });
  return settledMeter(told(decodedMeterFile(bytes), options), options);
}

/** `readFileSync(path, 'utf8')` returns a string, and `await file.arrayBuffer()` an `ArrayBuffer`. */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'a string';
  return value instanceof ArrayBuffer ? 'an ArrayBuffer: pass new Uint8Array(it)' : typeof value;
}

function told(text: string, options: MeterOptions): ToldMeter {
  const first = text.trimStart()[0];
  if (first === '{' || first === '[') return toldDocument(text, options);
  const record = first === '<' ? toldConsumptionRecord(text) : undefined;
  return record ?? toldTable(recognisedTable(text, options), options);
}
