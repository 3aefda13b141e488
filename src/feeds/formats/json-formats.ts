import { z } from 'zod';
import { inEuro, type Quote, quoteEnds, type Readout, type Wanted } from './quote.ts';

/** The JSON of those who publish day-ahead prices, each known by a key of its own. */

const PER_KWH = 1000;
const PENCE = 100;

const seconds = (iso: string) => Date.parse(iso) / 1000;
const time = z.iso.datetime({ offset: true }).transform(seconds);
/** Energi Data Service writes UTC without saying so. */
const utc = z.iso.datetime({ local: true }).transform((iso) => seconds(`${iso.replace(/Z$/, '')}Z`));

/** https://api.energy-charts.info: one list of times, one of prices. */
const energyCharts = z
  .object({ unix_seconds: z.array(z.int()), price: z.array(z.number().nullable()), unit: z.string() })
  .refine(
    ({ unix_seconds, price }) => unix_seconds.length === price.length,
    'must have as many prices as unix_seconds',
  );

function readEnergyCharts(json: unknown, wanted: Wanted): Readout {
  const { unix_seconds: starts, price, unit } = energyCharts.parse(json);
  const [currency = ''] = /^[A-Z]{3}(?= ?\/ ?MWh$)/.exec(unit) ?? [];
  if (currency === '') throw new Error(`unit "${unit}" must be a currency per MWh`);
  const ends = quoteEnds(starts);
  const quotes = starts.flatMap((start, i) => {
    const value = price[i];
    const end = ends[i];
    if (value === null || value === undefined || end === undefined) return [];
    return { start, end, ...inEuro(value / PER_KWH, currency, wanted) };
  });
  const empty = starts.length - quotes.length;
  return { source: 'Energy-Charts', quotes, notes: empty > 0 ? [`times without a price: ${empty}`] : [] };
}

/** https://data.nordpoolgroup.com: the areas of one delivery day. */
const nordPool = z.object({
  currency: z.string(),
  areaStates: z.array(z.object({ state: z.string(), areas: z.array(z.string()) })).default([]),
  multiAreaEntries: z.array(
    z.object({ deliveryStart: time, deliveryEnd: time, entryPerArea: z.record(z.string(), z.number()) }),
  ),
});

function readNordPool(json: unknown, wanted: Wanted): Readout {
  const { currency, areaStates, multiAreaEntries } = nordPool.parse(json);
  const area = areaOf(wanted, new Set(multiAreaEntries.flatMap(({ entryPerArea }) => Object.keys(entryPerArea))));
  const state = areaStates.find(({ areas }) => areas.includes(area))?.state ?? 'Final';
  if (state !== 'Final')
    throw new Error(`prices of ${area} are ${state.toLowerCase()}: import them once they are final`);
  const quotes = multiAreaEntries.flatMap(({ deliveryStart: start, deliveryEnd: end, entryPerArea }): Quote[] => {
    const price = entryPerArea[area];
    return price === undefined ? [] : [{ start, end, ...inEuro(price / PER_KWH, currency, wanted) }];
  });
  return { source: 'Nord Pool', quotes, notes: [] };
}

/** https://www.energidataservice.dk: `Elspotprices` to September 2025, `DayAheadPrices` since. */
const energiDataService = z.object({
  records: z.array(
    z.union([
      z
        .object({ PriceArea: z.string(), TimeUTC: utc, DayAheadPriceEUR: z.number() })
        .transform((record) => ({ area: record.PriceArea, start: record.TimeUTC, price: record.DayAheadPriceEUR })),
      z
        .object({ PriceArea: z.string(), HourUTC: utc, SpotPriceEUR: z.number() })
        .transform((record) => ({ area: record.PriceArea, start: record.HourUTC, price: record.SpotPriceEUR })),
    ]),
  ),
});

function readEnergiDataService(json: unknown, wanted: Wanted): Readout {
  const { records } = energiDataService.parse(json);
  const area = areaOf(wanted, new Set(records.map((record) => record.area)));
  const ours = records.filter((record) => record.area === area).sort((a, b) => a.start - b.start);
  const starts = [...new Set(ours.map(({ start }) => start))];
  const ends = new Map(quoteEnds(starts).map((end, i) => [starts[i], end]));
  const quotes = ours.map(({ start, price }) => ({ start, end: ends.get(start) ?? start, price: price / PER_KWH }));
  return { source: 'Energi Data Service', quotes, notes: [] };
}

/** https://api.octopus.energy, unit rates of a tariff: in pence, newest first; the price without VAT counts. */
const octopus = z.object({
  results: z.array(z.object({ value_exc_vat: z.number(), valid_from: time, valid_to: time.nullable() })),
});

function readOctopus(json: unknown, wanted: Wanted): Readout {
  const { results } = octopus.parse(json);
  const quotes = results.flatMap(({ valid_from: start, valid_to: end, value_exc_vat: pence }): Quote[] =>
    end === null ? [] : [{ start, end, ...inEuro(pence / PENCE, 'GBP', wanted) }],
  );
  const open = results.length - quotes.length;
  return { source: 'Octopus Energy', quotes, notes: open > 0 ? [`rates without an end, left out: ${open}`] : [] };
}

/** The area called as the zone is; for a zone that no publisher has, the only one there. */
function areaOf({ zone, areas: names = [] }: Wanted, areas: ReadonlySet<string>): string {
  const named = [zone, ...names].find((name) => areas.has(name));
  if (named !== undefined) return named;
  const [first = zone, second] = areas;
  if (names.length === 0 && second === undefined) return first;
  throw new Error(`holds ${[...areas].join(', ')}, but not ${zone}`);
}

/** The reader of each format, by the key that tells it from the others. */
export const jsonFormats: Readonly<Record<string, (json: unknown, wanted: Wanted) => Readout>> = {
  unix_seconds: readEnergyCharts,
  multiAreaEntries: readNordPool,
  records: readEnergiDataService,
  results: readOctopus,
};
