import { inEuro, type Quote, type Readout, type Wanted } from './quote.ts';

const COLUMNS = 'from_utc,resolution_s,price_per_kwh,currency';

/** Rows of UNIX seconds, seconds, a price per kWh and its currency, under a line with their names. */
export function readCsv(csv: string, wanted: Wanted): Readout {
  const [header = '', ...rows] = csv.trim().split(/\r?\n/);
  if (header.trim() !== COLUMNS) throw new Error(`line 1 must be ${COLUMNS}`);
  return { source: 'CSV', quotes: rows.flatMap((row, i) => quoteOf(row, i + 2, wanted)), notes: [] };
}

function quoteOf(row: string, line: number, wanted: Wanted): Quote[] {
  if (row.trim() === '') return [];
  const [, from, resolution, price, currency = ''] =
    /^(\d+),(900|1800|3600),(-?\d+(?:\.\d+)?(?:e-?\d+)?),([A-Z]{3})$/i.exec(row.trim()) ?? [];
  if (from === undefined) throw new Error(`line ${line} must be as 1767222000,900,0.08123,EUR`);
  const start = Number(from);
  return [{ start, end: start + Number(resolution), ...inEuro(Number(price), currency, wanted) }];
}
