import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCatalogue } from '../../../dist/src/service/catalogue/catalogue.js';
import { createService } from '../../../dist/src/service/service.js';
import { worked } from '../harness/batch.mts';
import { type Figure, figure } from '../harness/figure.mts';
import { ratioOf } from '../harness/ratio.mts';

const COMPANIES = 100;
const TARIFFS_EACH = 100;
const REQUESTS = 20;

/** What a catalogue of 10,000 tariffs costs: to load, and over the shipped one on every request. */
export default async function catalogue(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'catalogue-'));
  try {
    cpSync('data/catalogue', dir, { recursive: true });
    const many = join(dir, 'de', 'many.jsonc');
    writeFileSync(many, JSON.stringify({ unit: 'ct/kWh', companies: companies() }));
    return [
      figure(
        {
          name: 'service: a catalogue of 10,000 tariffs loaded',
          yardstick: 'JSON.parse of the same bytes',
          atMost: 25,
        },
        await ratioOf(
          worked(() => loadCatalogue(dir)),
          worked(() => JSON.parse(readFileSync(many, 'utf8'))),
          { rounds: 9, seconds: 6 },
        ),
      ),
      figure(
        { name: 'service: dayahead over 10,000 tariffs', yardstick: 'the same over the shipped ones', atMost: 1.1 },
        await ratioOf(asking(createService({ catalogue: dir })), asking(createService()), { seconds: 6 }),
      ),
    ];
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Milliseconds for questions that were not asked before, so that every answer is priced. */
function asking({ fetch, tokens }: ReturnType<typeof createService>) {
  const headers = { authorization: `Bearer ${tokens.production}` };
  let asked = 0;
  return worked(async () => {
    for (let i = 0; i < REQUESTS; i++) {
      const day = new Date(Date.UTC(2026, 0, 1 + asked++)).toISOString().slice(0, 10).replaceAll('-', '');
      const query = `consumption_tariff=de-example-spot-15min&postal_code=10115&include=fees,vat&version=${day}`;
      const response = await fetch(new Request(`http://bench/v2/de/dayahead?${query}`, { headers }));
      if (response.status !== 200) throw new Error(`the service answered ${response.status}`);
      await response.text();
    }
  });
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
