/**
 * Writes a bidding zone's day-ahead prices as compact text, one line per delivery day.
 * Usage: node scripts/data/prices.mts ZONE INPUT.csv [MONDAY…] > data/prices/ZONE.txt
 * The input has the columns from_utc (UNIX seconds), resolution_s, price_per_kwh and currency (EUR). With Mondays only
 * the weeks that begin on them are written, for the package to stay small. A day with holes is left out.
 */
import { readFileSync } from 'node:fs';

const energinet = ['DE-LU', 'DK1', 'DK2', 'NO2', 'SE3', 'SE4'];
const WEEK = 7 * 86_400_000;

const [zone = '', input = '', ...mondays] = process.argv.slice(2);
const source = energinet.includes(zone) ? 'Energinet (Energi Data Service)' : 'Bundesnetzagentur | SMARD.de';
const deliveryDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

const days = new Map<string, number[]>();
for (const line of readFileSync(input, 'utf8').trim().split('\n').slice(1)) {
  const [start, resolution, price] = line.split(',');
  const key = `${deliveryDate.format(Number(start) * 1000)} ${resolution}`;
  const prices = days.get(key) ?? [];
  prices.push(Math.round(Number(price) * 1e5));
  days.set(key, prices);
}

function isWanted(key: string, { length }: readonly number[]): boolean {
  const [date = '', resolution] = key.split(' ');
  const hours = (length * Number(resolution)) / 3600;
  const isWhole = hours === 24 || (hours === 23 && date.includes('-03-')) || (hours === 25 && date.includes('-10-'));
  const since = (monday: string) => Date.parse(date) - Date.parse(monday);
  return isWhole && (mondays.length === 0 || mondays.some((monday) => since(monday) >= 0 && since(monday) < WEEK));
}

/** Differences halve what the prices take in the package. */
const changes = (prices: readonly number[]) => prices.map((price, i) => price - (prices[i - 1] ?? 0));

process.stdout.write(`zone: ${zone}
source: ${source}
licence: CC BY 4.0
unit: 0.01 EUR/MWh, excluding VAT and levies
lines: delivery day (00:00 to 24:00 Central European time), seconds per price, first price, change to each next price

${[...days]
  .filter(([key, prices]) => isWanted(key, prices))
  .map(([key, prices]) => `${key} ${changes(prices).join(' ')}\n`)
  .join('')}`);
