// The days of a meter file: node meter-file.mjs FILE COUNTRY
import { readFile } from 'node:fs/promises';
import { isMeterFileError, readMeter } from '@dayahead/node-red-tariffs';

const [path, country] = process.argv.slice(2);
try {
  const { consumption, recognised, findings } = readMeter(await readFile(path), { country });
  console.log(`${recognised.format}: ${consumption.length} readings in ${recognised.zone}`);
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: recognised.zone, dateStyle: 'short' });
  const days = {};
  for (const { start, kWh } of consumption) {
    const day = dayOf.format(start * 1000);
    days[day] = (days[day] ?? 0) + kWh;
  }
  for (const [day, kWh] of Object.entries(days)) console.log(`${day} ${kWh.toFixed(1)} kWh`);
  for (const { date, kind, intervals } of findings) console.log(`${date} ${kind}: ${intervals} intervals`);
} catch (error) {
  if (!isMeterFileError(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
