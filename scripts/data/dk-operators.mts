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

/** The end of a period that has none. */
const OPEN = '9999-12-31';

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

const daysOf = ({ working, rest }: Hours) =>
  working.join() === rest.join()
    ? [{ hours: working }]
    : [
        { days: 'working', hours: working },
        { days: 'rest', hours: rest },
      ];

/** A tariff whose newest stretch begins a summer is priced in winter as in the last one, which is no published figure. */
const LAST_WINTER = 'No price of this winter is known: from October to March that of the last one is taken.';

/** A season without an end carries the rates of the one before it for the other half of the year. */
function ratesOf({ from, to, hours }: Period, before: Period | undefined) {
  const isOpenSeason = before && to === OPEN && SEASON.test(from);
  const seasons = isOpenSeason ? [{ months: halfYear(from), hours }, { hours: before.hours }] : [{ hours }];
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

const isOpenSummer = (periods: readonly Period[]) =>
  periods.length > 1 && periods.at(-1)?.to === OPEN && periods.at(-1)?.from.endsWith('-04-01');

function operator(list: readonly Row[]) {
  const { zone, name, gln, code } = list[0] as Row;
  const periods = periodsOf(list);
  const kept = periods.filter(({ to }) => to > FIRST_DAY);
  // What is no longer offered goes on being priced.
  const dated = (period: Period) => ({
    from: period.from,
    to: period.to === OPEN || period === kept.at(-1) ? OPEN : dayBefore(period.to),
    rates: ratesOf(period, periods[periods.indexOf(period) - 1]),
  });
  const id = idOf(name);
  const tariff = {
    id: `${id}-c`,
    sector: 'grid',
    name: `${name} C-tarif (${zone})`,
    ...(list.length >= DAILY && { description: DAILY_DESCRIPTION }),
    ...(isOpenSummer(periods) && { description: LAST_WINTER }),
    ...(periods.at(-1)?.to !== OPEN && { available: false }),
    source: `Energi Data Service, DatahubPricelist, GLN ${gln}, ${code}`,
    versions: [{ version: kept[0]?.from.replaceAll('-', ''), price: { kind: 'periods', periods: kept.map(dated) } }],
  };
  return { id, name, householdTariff: tariff.id, tariffs: [tariff] };
}

const companies = [...new Set(rows.map(({ gln }) => gln))]
  .map((gln) => operator(rows.filter((row) => row.gln === gln)))
  .sort((a, b) => a.id.localeCompare(b.id));
process.stdout.write(`// Danish network operators with their C tariff for households, written by scripts/data/dk-operators.mts.
// Behind the newest prices of the source each half of the year keeps those it had last.
${JSON.stringify({ unit: 'øre/kWh', companies })}
`);
