import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPriceSeries } from '../../../src/runtime/prices/price-series.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { memoryStore } from '../../support/memory-store.ts';

const NOON = Date.parse('2026-04-15T12:00:00+02:00') / 1000;
const kept = new Map<string, string>();

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-tariff-'));
  mkdirSync(join(folder, 'de'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** ct per kWh, all day. */
function write(price: number): void {
  const versions = [{ version: '20260101', price: { kind: 'clock', rates: [{ price }] } }];
  const tariff = { id: 'mine', sector: 'consumption', name: 'Mine', source: 'my bill', versions };
  const companies = [{ id: 'my-supplier', name: 'My supplier', tariffs: [tariff] }];
  writeFileSync(join(folder, 'de/mine.jsonc'), JSON.stringify({ unit: 'ct/kWh', companies }));
}

/** What a node says from its start on, in ct per kWh; at its end it is stopped as for a deployment. */
async function deployed(): Promise<number[]> {
  const clock = manualClock(NOON);
  const site = await createSite({ clock, service: { kind: 'embedded', catalogue: folder } });
  const said: number[] = [];
  const series = await openPriceSeries({
    site,
    config: { country: 'DE', consumption: { id: 'mine' }, includeFees: false, includeVat: false },
    ...{ demo: false, topic: 'Prices', owner: { id: 'prices', name: 'Prices' } },
    keeping: { context: memoryStore(kept) },
    onUpdate: ({ news }) => {
      if (news?.now) said.push(news.now.now * 100);
    },
    onTrouble: (error) => expect.unreachable(error.message),
  });
  await vi.waitFor(() => expect(said).not.toEqual([]));
  await clock.advanceBy(60);
  await series.stop({ removed: false });
  await site.stop({ removed: false });
  return said;
}

it('a tariff of one’s own that was changed in its file counts from the next deployment on', async () => {
  write(15.5);
  expect(await deployed()).toEqual([15.5]);
  expect(await deployed()).toEqual([15.5]);
  write(18);
  expect(await deployed()).toEqual([18]);
});
