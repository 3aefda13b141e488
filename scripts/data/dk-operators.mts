/**
 * Writes the Danish network operators with their C tariff as a file of the catalogue.
 * Usage: node scripts/data/dk-operators.mts INPUT.csv > data/catalogue/dk/operators.jsonc, then biome format --write
 * The input (Energi Data Service, DatahubPricelist) has the columns zone, dso, gln, code, from, to and h00 to h23 in
 * øre per kWh. Its `from` and `to` are stored at 00:00 UTC and mean local midnight.
 */
import { readFileSync } from 'node:fs';

/** Prices by the hour, of working days and of the others. */
interface Hours {
  readonly working: readonly string[];
  readonly rest: readonly string[];
}

/** A stretch of the source with one set of prices; the last one has no end. */
interface Period {
  readonly from: string;
  readonly to: string;
  readonly hours: Hours;
}

/** Prices that ended before the shipped exchange prices begin are of no use. */
const FIRST_DAY = '2025-09-24';
const LAST_MONTH = '2026-12';

/** The end of a period that has none, in the order of days. */
const OPEN = '9999-12-31';

/** Charges that were compared with the register on 2026-10-04: their grade, and the last day where they had an end. */
const compared: Readonly<Record<string, { grade: 'A'; to?: string }>> = {
  'dk-cerius': { grade: 'A' },
  'dk-n1': { grade: 'A', to: '2026-12-31' },
  'dk-radius': { grade: 'A' },
};

/** Prices less a discount that is a record of its own in the register: from 00:00, 06:00 and 17:00, then as from 06:00. */
const discounted: Readonly<
  Record<string, { from: string; to: string; winter: number[]; summer: number[]; source: string }>
> = {
  'dk-konstant-net': {
    from: '2026-10-01',
    to: '2026-12-31',
    winter: [4.94, 14.84, 44.53],
    summer: [4.94, 7.42, 19.29],
    source: 'DatahubPricelist, C_FBTNTR_B less C_FBTNTR_R, 2026-10',
  },
};

/** So many rows are one every few days: weekends and holidays have prices of their own. */
const DAILY = 50;
const DAILY_DESCRIPTION =
  'Weekends and public holidays have rates of their own; single days that the operator moves are not carried.';

const rows = readFileSync(process.argv[2] ?? '', 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [zone = '', name = '', gln = '', code = '', , from = '', to = '', ...hours] = line.split(',');
    return { zone, name, gln, code, from: from.slice(0, 10), to: to.slice(0, 10) || OPEN, hours };
  })
  .sort((a, b) => a.from.localeCompare(b.from));
type Row = (typeof rows)[number];

const addMonths = (month: string, count: number) => {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
};

const periodsOf = (list: readonly Row[]): Period[] =>
  list.length < DAILY
    ? list.map(({ hours, ...row }) => ({ ...row, hours: { working: hours, rest: hours } }))
    : byMonth(list);

/** One period from each month whose usual prices differ from those of the month before. */
function byMonth(list: readonly Row[]): Period[] {
  const periods: Period[] = [];
  for (let month = FIRST_DAY.slice(0, 7); month <= LAST_MONTH; month = addMonths(month, 1)) {
    const hours = { working: usual(list, month, true), rest: usual(list, month, false) };
    const last = periods.at(-1);
    if (last && JSON.stringify(last.hours) === JSON.stringify(hours)) continue;
    if (last) periods[periods.length - 1] = { ...last, to: `${month}-01` };
    periods.push({ from: `${month}-01`, to: OPEN, hours });
  }
  return periods;
}

/** What most days of the kind cost in the month. */
function usual(list: readonly Row[], month: string, working: boolean): string[] {
  const counts = new Map<string, number>();
  for (const day = new Date(`${month}-01`); day.toISOString().startsWith(month); day.setUTCDate(day.getUTCDate() + 1)) {
    const date = day.toISOString().slice(0, 10);
    const row = list.find(({ from, to }) => from <= date && date < to);
    if (row && working === day.getUTCDay() % 6 > 0)
      counts.set(row.hours.join(), (counts.get(row.hours.join()) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most?.[0].split(',') ?? [];
}

/** Where seasons begin: half a year of summer, half a year of winter. */
const SEASON = /-(04|10)-01$/;

/** The six months from the one that a season begins with. */
const halfYear = (from: string) =>
  [0, 1, 2, 3, 4, 5].map((count) => Number(addMonths(from.slice(0, 7), count).slice(5)));

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** The price of most hours comes last, without a condition of its own. */
function pricesOf(hours: readonly string[]): { price: number; hours?: string[] }[] {
  const ranges = new Map<string, string[]>();
  for (let from = 0, to = 1; from < 24; from = to, to++) {
    while (to < 24 && hours[to] === hours[from]) to++;
    const price = hours[from] ?? '';
    ranges.set(price, [...(ranges.get(price) ?? []), `${clock(from)}-${clock(to)}`]);
  }
  const length = (price: string) => hours.filter((other) => other === price).length;
  const sorted = [...ranges].sort(([a], [b]) => length(a) - length(b));
  return sorted.map(([price, hours], i) => ({ price: Number(price), ...(i < sorted.length - 1 && { hours }) }));
}

function hoursAt([night = 0, day = 0, evening = 0]: readonly number[]): Hours {
  const prices = Array.from({ length: 24 }, (_, hour) => (hour < 6 ? night : hour >= 17 && hour < 21 ? evening : day));
  return { working: prices.map(String), rest: prices.map(String) };
}

const daysOf = ({ working, rest }: Hours) =>
  working.join() === rest.join()
    ? [{ hours: working }]
    : [
        { days: 'working', hours: working },
        { days: 'rest', hours: rest },
      ];

const isOpenSeason = ({ from, to }: Pick<Period, 'from' | 'to'>) => to === OPEN && SEASON.test(from);

/** The last day of a period; a season ends with its half year. */
function lastDay(period: Period): string | undefined {
  if (period.to !== OPEN) return dayBefore(period.to);
  return isOpenSeason(period) ? dayBefore(`${addMonths(period.from.slice(0, 7), 6)}-01`) : undefined;
}

/** A season without an end carries the rates of the one before it for the other half of the year. */
function ratesOf({ from, to, hours }: Period, before: Period | undefined) {
  const seasons =
    before && isOpenSeason({ from, to }) ? [{ months: halfYear(from), hours }, { hours: before.hours }] : [{ hours }];
  return seasons.flatMap(({ hours, ...months }) =>
    daysOf(hours).flatMap(({ hours, ...days }) =>
      pricesOf(hours).map(({ price, ...range }) => {
        const when = { ...months, ...days, ...range };
        return Object.keys(when).length > 0 ? { price, when } : { price };
      }),
    ),
  );
}

const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

const idOf = (name: string) =>
  `dk-${name}`
    .toLowerCase()
    .replace(/ (a\/s|a\.?m\.?b\.?a|a m b a)$/, '')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'oe')
    .replaceAll('å', 'aa')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30);

function operator(list: readonly Row[]) {
  const { zone, name, gln, code } = list[0] as Row;
  const periods = periodsOf(list);
  const kept = periods.filter(({ to }) => to > FIRST_DAY);
  const id = idOf(name);
  const { grade = 'A*', to: end } = compared[id] ?? {};
  const discount = discounted[id];
  const dated = (period: Period) => {
    // The register has the days of a daily tariff to the end of the year.
    const published = end ?? (list.length >= DAILY ? `${LAST_MONTH}-31` : undefined);
    const to = (period === kept.at(-1) && published) || lastDay(period);
    const before = periods[periods.indexOf(period) - 1];
    if (discount?.from === period.from) {
      const rates = ratesOf(
        { ...period, hours: hoursAt(discount.winter) },
        { ...period, hours: hoursAt(discount.summer) },
      );
      return { from: period.from, to: discount.to, rates, source: discount.source };
    }
    return { from: period.from, ...(to && { to }), rates: ratesOf(period, before) };
  };
  const tariff = {
    id: `${id}-c`,
    sector: 'grid',
    name: `${name} C-tarif (${zone})`,
    ...(list.length >= DAILY && { description: DAILY_DESCRIPTION }),
    ...(periods.at(-1)?.to !== OPEN && { available: false }),
    source: `Energi Data Service, DatahubPricelist, GLN ${gln}, ${code}`,
    grade,
    versions: [{ version: kept[0]?.from.replaceAll('-', ''), price: { kind: 'periods', periods: kept.map(dated) } }],
  };
  return { id, name, householdTariff: tariff.id, tariffs: [tariff] };
}

const companies = [...new Set(rows.map(({ gln }) => gln))]
  .map((gln) => operator(rows.filter((row) => row.gln === gln)))
  .sort((a, b) => a.id.localeCompare(b.id));
process.stdout.write(`// Danish network operators with their C tariff for households, written by scripts/data/dk-operators.mts.
// A season that is not published yet is carried on with the prices that the same season had last.
${JSON.stringify({ unit: 'øre/kWh', companies })}
`);
