/**
 * Writes the larger Swiss network operators, which are the suppliers of their area too, as a file of the catalogue.
 * Usage: node scripts/data/ch-operators.mts INPUT.csv > data/catalogue/ch/operators.jsonc, then biome format --write
 * The input (ElCom, household profile H4) has the columns operator, allin_chf_kwh, allin_rp, energy_rp, grid_rp,
 * netzzuschlag_rp, annual_fixed_chf, municipalities and valid_from, in Rp per kWh without VAT.
 */
import { readFileSync } from 'node:fs';

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

const companies = rows.map(({ name, energy, grid, from }) => {
  const tariff = (sector: string, suffix: string, title: string, price: number) => ({
    ...{ id: `${idOf(name)}-${suffix}`, sector, name: `${name}, ${title}`, source },
    versions: [{ version: from.replaceAll('-', ''), price: { kind: 'clock', rates: [{ price }] } }],
  });
  const tariffs = [tariff('consumption', 'h4', 'Energie H4', energy), tariff('grid', 'grid', 'Netz H4', grid)];
  return { id: idOf(name), name, householdTariff: `${idOf(name)}-grid`, tariffs };
});

process.stdout.write(`// The Swiss network operators of ${MUNICIPALITIES} municipalities and more, written by scripts/data/ch-operators.mts.
// Reference rates of profile H4 (4,500 kWh a year) without fixed charges; metering and municipal levies are not held.
${JSON.stringify({ unit: 'Rp/kWh', companies })}
`);
