/**
 * Writes the rows H4 of the larger Swiss network operators, which are the suppliers of their area too, into the catalogue's
 * file. It keeps the companies and tariffs that were added to the file by hand.
 * Usage: node scripts/data/ch-operators.mts INPUT.csv, then biome format --write data/catalogue/ch/operators.jsonc
 * The input (ElCom, household profile H4) has the columns operator, allin_chf_kwh, allin_rp, energy_rp, grid_rp,
 * netzzuschlag_rp, annual_fixed_chf, municipalities and valid_from, in Rp per kWh without VAT.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseJsonc } from '../../src/core/jsonc.ts';

const FILE = 'data/catalogue/ch/operators.jsonc';

/** Swissgrid's charges of 2026, Rp/kWh: ElCom's network rates hold them, and `market.jsonc` has them as levies. */
const SWISSGRID = 0.27 + 0.41 + 0.05;

/** Operators of fewer municipalities are left out, for the catalogue to stay small. */
const MUNICIPALITIES = 9;

const rows = readFileSync(process.argv[2] ?? '', 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [, quoted, plain, figures = ''] = /^(?:"(.*)"|([^,]*)),(.*)$/.exec(line) ?? [];
    const [, , energy, grid, , , municipalities, from = ''] = figures.split(',');
    const name = quoted ?? plain ?? '';
    return { name, energy: Number(energy), grid: Number(grid), municipalities: Number(municipalities), from };
  })
  .filter(({ municipalities }) => municipalities >= MUNICIPALITIES)
  .sort((a, b) => b.municipalities - a.municipalities || a.name.localeCompare(b.name));

/** By its abbreviation where the name has one. */
function idOf(name: string): string {
  const short = /\(([A-Z]+)\)/.exec(name)?.[1] ?? name.replace(/\(.*\)/, '').replace(/ (AG|SA|S\.A\.)\b/g, '');
  const letters = short.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return `ch-${letters.replace(/[^a-z0-9]+/g, '-').slice(0, 24)}`.replace(/-$/, '');
}

const source = 'ElCom, household profile H4, 2026, through LINDAS and open-energy-tariffs';

interface Company {
  readonly id: string;
  readonly tariffs: readonly { readonly id: string }[];
}

const written = rows.map(({ name, energy, grid, from }) => {
  const id = idOf(name);
  const version = from.replaceAll('-', '');
  const rates = [{ price: Number((grid - SWISSGRID).toFixed(2)) }];
  const periods = [{ from, to: `${from.slice(0, 4)}-12-31`, rates }];
  const tariffs = [
    {
      ...{ id: `${id}-h4`, sector: 'consumption', name: `${name}, Energie H4`, source, grade: 'A*' },
      versions: [{ version, price: { kind: 'clock', rates: [{ price: energy }] } }],
    },
    {
      ...{ id: `${id}-grid`, sector: 'grid', name: `${name}, Netz H4`, source, grade: 'A*' },
      versions: [{ version, price: { kind: 'periods', periods } }],
    },
  ];
  return { id, name, householdTariff: `${id}-grid`, tariffs };
});

const { companies: held } = parseJsonc(readFileSync(FILE, 'utf8')) as { companies: readonly Company[] };
const companies = [
  ...written.map(({ tariffs, ...company }) => {
    const own = held.find(({ id }) => id === company.id)?.tariffs ?? [];
    return {
      ...company,
      tariffs: [...tariffs, ...own.filter(({ id }) => !tariffs.some((tariff) => tariff.id === id))],
    };
  }),
  ...held.filter(({ id }) => !written.some((company) => company.id === id)),
];

writeFileSync(
  FILE,
  `// The Swiss network operators of ${MUNICIPALITIES} municipalities and more, and Basel. scripts/data/ch-operators.mts writes the rows H4.
// H4: reference rates of profile H4 (4,500 kWh a year) without fixed charges; network rates without Swissgrid's charges, which are levies.
// Metering and municipal levies are not held.
${JSON.stringify({ unit: 'Rp/kWh', companies })}
`,
);
