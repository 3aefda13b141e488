/**
 * Writes a bidding zone's day-ahead prices as compact text, one line per delivery day.
 * Usage: node scripts/data/prices.mts ZONE INPUT.csv > examples/prices/ZONE.txt
 * The input has the columns from_utc (UNIX seconds), resolution_s, price_per_kwh and currency (EUR).
 */
import { readFileSync } from 'node:fs';

const [zone = '', input = ''] = process.argv.slice(2);
const deliveryDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

const days = new Map<string, number[]>();
for (const line of readFileSync(input, 'utf8').trim().split('\n').slice(1)) {
  const [start, resolution, price] = line.split(',');
  const key = `${deliveryDate.format(Number(start) * 1000)} ${resolution}`;
  const prices = days.get(key) ?? [];
  prices.push(Math.round(Number(price) * 1e5));
  days.set(key, prices);
}

/** Differences halve what the prices take in the package. */
const changes = (prices: readonly number[]) => prices.map((price, i) => price - (prices[i - 1] ?? 0));

process.stdout.write(`zone: ${zone}
source: Energinet (Energi Data Service)
licence: CC BY 4.0
unit: 0.01 EUR/MWh, excluding VAT and levies
lines: delivery day (00:00 to 24:00 Central European time), seconds per price, first price, change to each next price

${[...days].map(([key, prices]) => `${key} ${changes(prices).join(' ')}\n`).join('')}`);
