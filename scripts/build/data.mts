import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sourcesText } from './sources.mts';

/** Puts the catalogue, the prices and the schemas into `dist/`, once it is compiled: what checks them is what is shipped. */
export async function placeData(): Promise<void> {
  await placePrices('data/prices', 'dist/data/prices');
  cpSync('data/live', 'dist/data/live', { recursive: true });
  for (const name of ['presets.jsonc', 'peaks.jsonc']) cpSync(`data/${name}`, `dist/data/${name}`);
  const { loadCatalogue } = await compiled('service/catalogue/catalogue');
  const { compileCatalogue } = await compiled('service/catalogue/compiled');
  compileCatalogue(loadCatalogue('data/catalogue'), 'dist/data/catalogue');
  // For people alone: the service never reads it.
  const { readJsonc } = await compiled('service/catalogue/file');
  writeFileSync('dist/data/catalogue/sources.txt', sourcesText('data/catalogue', readJsonc));
  const { countrySchema, sourcesSchema } = await compiled('service/catalogue/json-schema');
  mkdirSync('dist/schemas');
  writeFileSync('dist/schemas/country.json', JSON.stringify(countrySchema()));
  writeFileSync('dist/schemas/sources.json', JSON.stringify(sourcesSchema()));
}

async function placePrices(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const { packPrices } = await compiled('service/exchange/packed-prices');
  for (const name of readdirSync(from))
    writeFileSync(join(to, `${name}.br`), packPrices(replayedDays(readFileSync(join(from, name), 'utf8'))));
}

/** Days of a zone that are enough for a replay through all seasons. */
const ENOUGH_DAYS = 200;
const DAY_SECONDS = 86_400;

/**
 * The package is small: of a zone with nearly a year of days it contains two weeks of six and the days with a clock change. The
 * tests read all days.
 */
function replayedDays(text: string): string {
  const isDay = (line: string) => /^\d{4}-/.test(line);
  const lines = text.split('\n');
  const days = lines.filter(isDay);
  if (days.length <= ENOUGH_DAYS) return text;
  const isPacked = (line: string) => Math.floor(days.indexOf(line) / 7) % 6 >= 4 || isClockChange(line);
  return lines.filter((line) => !isDay(line) || isPacked(line)).join('\n');
}

function isClockChange(day: string): boolean {
  const [, seconds, ...prices] = day.split(' ');
  return prices.length * Number(seconds) !== DAY_SECONDS;
}

const compiled = (name: string) => import(resolve(`dist/src/${name}.js`));
