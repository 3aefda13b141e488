/**
 * Writes a country's nationwide public holidays of 2025 to 2028 as a file of the catalogue.
 * Usage: node scripts/data/holidays.mts de > data/catalogue/de/holidays.jsonc, then biome format --write
 */

/** Fixed days as MM-DD and days counted from Easter Sunday; a holiday that always falls on a Saturday is left out. */
const rules: Readonly<Record<string, { name: string; fixed: readonly string[]; fromEaster: readonly number[] }>> = {
  de: { name: 'Germany', fixed: ['01-01', '05-01', '10-03', '12-25', '12-26'], fromEaster: [-2, 1, 39, 50] },
  dk: { name: 'Denmark', fixed: ['01-01', '12-25', '12-26'], fromEaster: [-3, -2, 0, 1, 39, 49, 50] },
  ee: {
    name: 'Estonia',
    fixed: ['01-01', '02-24', '05-01', '06-23', '06-24', '08-20', '12-24', '12-25', '12-26'],
    fromEaster: [-2, 0, 49],
  },
  // The clock of the Spanish network knows those of a fixed date alone.
  es: {
    name: 'Spain',
    fixed: ['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'],
    fromEaster: [],
  },
  it: {
    name: 'Italy',
    fixed: ['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26'],
    fromEaster: [0, 1],
  },
  no: { name: 'Norway', fixed: ['01-01', '05-01', '05-17', '12-25', '12-26'], fromEaster: [-3, -2, 0, 1, 39, 49, 50] },
  se: { name: 'Sweden', fixed: ['01-01', '01-06', '05-01', '06-06', '12-25', '12-26'], fromEaster: [-2, 0, 1, 39, 49] },
  si: {
    name: 'Slovenia',
    fixed: ['01-01', '01-02', '02-08', '04-27', '05-01', '05-02', '06-25', '08-15', '10-31', '11-01', '12-25', '12-26'],
    fromEaster: [0, 1, 49],
  },
};
const years = [2025, 2026, 2027, 2028];

/** Easter Sunday of the Gregorian calendar (Gauss, valid 1900 to 2099 with its two exceptions). */
function easter(year: number): Date {
  const d = (19 * (year % 19) + 24) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7;
  const late = d + e === 35 || (d === 28 && e === 6 && year % 19 > 10);
  return new Date(Date.UTC(year, 2, 22 + d + e - (late ? 7 : 0)));
}

const iso = (date: Date) => date.toISOString().slice(0, 10);

function holidays(year: number, { fixed, fromEaster }: { fixed: readonly string[]; fromEaster: readonly number[] }) {
  const moving = fromEaster.map((days) => iso(new Date(easter(year).getTime() + days * 86_400_000)));
  return [...new Set([...fixed.map((day) => `${year}-${day}`), ...moving])].sort();
}

const country = rules[process.argv[2] ?? ''];
if (!country) throw new Error(`the country must be one of ${Object.keys(rules).join(', ')}`);
const lines = years.map((year) =>
  holidays(year, country)
    .map((day) => `"${day}"`)
    .join(', '),
);
process.stdout.write(`// Nationwide public holidays in ${country.name}, ${years.at(0)} to ${years.at(-1)}, by their known rules.
{
  "holidays": [
    ${lines.join(',\n    ')}
  ]
}
`);
