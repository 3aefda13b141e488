import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCatalogue } from '../../dist/src/service/catalogue/catalogue.js';
import { createService } from '../../dist/src/service/service.js';
import { type Figure, figure } from './harness.mts';

const COMPANIES = 100;
const TARIFFS_EACH = 100;
const REQUESTS = 200;
const ROUNDS = 15;

/** What a catalogue of 10,000 tariffs costs: to load, and over the shipped one on every request. */
export async function serviceFigures(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'catalogue-'));
  try {
    cpSync('data/catalogue', dir, { recursive: true });
    writeFileSync(join(dir, 'de', 'many.jsonc'), JSON.stringify({ unit: 'ct/kWh', companies: companies() }));
    const loaded = Math.min(load(dir), load(dir), load(dir));
    const { shipped, large } = await times(dir);
    return [
      figure('load a catalogue of 10,000 tariffs', loaded, 'ms', { atMost: 1000 }),
      figure('dayahead priced anew, without a port', (1000 * REQUESTS) / shipped, '/s'),
      figure('dayahead over 10,000 tariffs, slower by', (100 * (large - shipped)) / shipped, '%', { atMost: 10 }),
    ];
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Milliseconds. */
function load(dir: string): number {
  const begun = performance.now();
  loadCatalogue(dir);
  return performance.now() - begun;
}

/** The least milliseconds of many short rounds over either catalogue, in turn: whatever else the machine does only adds. */
async function times(dir: string): Promise<{ readonly shipped: number; readonly large: number }> {
  const [shipped, large] = [createService(), createService({ catalogue: dir })];
  const least = { shipped: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    least.shipped = Math.min(least.shipped, await askAll(shipped, round));
    least.large = Math.min(least.large, await askAll(large, round));
  }
  return least;
}

/** Milliseconds for questions that were not asked before, so that every answer is priced. */
async function askAll({ fetch, tokens }: ReturnType<typeof createService>, round: number): Promise<number> {
  const headers = { authorization: `Bearer ${tokens.production}` };
  const begun = performance.now();
  for (let i = 0; i < REQUESTS; i++) {
    const day = new Date(Date.UTC(2026, 0, 1 + round * REQUESTS + i)).toISOString().slice(0, 10).replaceAll('-', '');
    const query = `consumption_tariff=de-example-spot-15min&postal_code=10115&include=fees,vat&version=${day}`;
    const response = await fetch(new Request(`http://bench/v2/de/dayahead?${query}`, { headers }));
    if (response.status !== 200) throw new Error(`the service answered ${response.status}`);
    await response.text();
  }
  return performance.now() - begun;
}

const companies = () =>
  Array.from({ length: COMPANIES }, (_, c) => ({
    id: `many-${c}`,
    name: `Company ${c}`,
    tariffs: Array.from({ length: TARIFFS_EACH }, (_, t) => ({
      id: `many-${c}-${t}`,
      sector: 'consumption',
      name: `Tariff ${t} of company ${c}`,
      source: 'example value',
      versions: ['20250101', '20260101'].map((version) => ({
        version,
        price:
          t % 2 === 0
            ? { kind: 'spot', zone: 'DE-LU', settlement: 900, coefficient: 1, margin: t / 10 }
            : { kind: 'clock', rates: [{ price: 20 + c / 10, when: { hours: ['22:00-06:00'] } }, { price: 30 }] },
      })),
    })),
  }));
