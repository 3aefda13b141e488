// The bill of a day: what two contracts cost with the same readings, the cheapest first.
import { compareTariffs } from '@dayahead/node-red-tariffs';

const day = Date.parse('2026-01-14T23:00:00Z') / 1000;
const hours = Array.from({ length: 24 }, (_, i) => ({ start: day + 3600 * i, end: day + 3600 * (i + 1) }));
const consumption = hours.map((hour, i) => ({ ...hour, kWh: i < 6 ? 2 : 0.5 }));

// Per kWh without VAT; a real program takes these prices from `client.dayAhead`.
const fixed = hours.map((hour) => ({ ...hour, energy: 0.18, grid: 0.09 }));
const night = hours.map((hour, i) => ({ ...hour, energy: i < 6 ? 0.11 : 0.21, grid: 0.09 }));
const contracts = [
  { id: 'fixed', name: 'Fixed price', prices: fixed, monthly: 10 },
  { id: 'night', name: 'Night tariff', prices: night, monthly: 12 },
];

const { tariffs } = compareTariffs({ consumption, timeZone: 'Europe/Berlin' }, contracts);
for (const { name, sum } of tariffs) console.log(`${name}: ${sum.total.toFixed(2)} EUR for ${sum.kWh} kWh`);
