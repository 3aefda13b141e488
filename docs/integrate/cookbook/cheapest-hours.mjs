// The three cheapest hours in one piece of my own contract: the exchange price plus 2 ct, network charge 9 ct, levies and VAT.
import { createClient, createService, horizonOf, planWindow, totalOf } from '@dayahead/node-red-tariffs';

const contract = {
  ...{ id: 'own-home', name: 'My contract', country: 'DE', from: '2026-01-01', unit: 'hundredth', vat: 'out' },
  energy: { kind: 'exchange', zone: 'DE-LU', margin: 2 },
  network: { kind: 'fixed', price: 9 },
};
// Today's prices: { prices: 'live', zones: ['DE-LU'], contracts: [contract] }, `await service.start()`, at the end `await service.close()`.
const now = Date.parse('2026-01-15T17:00:00Z') / 1000;
const service = createService({ prices: 'replay', contracts: [contract], now: () => now });
const client = createClient({
  baseUrl: 'http://embedded',
  token: service.tokens.testing,
  fetch: (url, init) => service.fetch(new Request(url, init)),
});

const contracts = { consumption: 'own-home', grid: 'own-home-grid' };
const question = { country: 'DE', ...contracts, include: ['fees', 'vat'], resolution: 900 };
const { consumption } = await client.dayAhead(question);
const prices = consumption.points.map((point) => ({ ...point, price: totalOf(point) }));
const terms = { prefer: 'earliest', whenUnknown: 'plan-known' };
const demand = { ...terms, shape: 'contiguous', phases: [{ minutes: 180, kw: 1 }] };
const state = { output: null, delivered: { minutes: 0, starts: 0 }, standing: [] };
const [run] = planWindow(demand, horizonOf(prices), now, state).runs;
const time = (instant) => new Date(instant * 1000).toISOString();
console.log(`${time(run.start)} to ${time(run.end)}: ${(run.cost / run.energyKwh).toFixed(4)} EUR/kWh`);
