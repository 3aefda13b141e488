import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { answerContract } from '../../../src/runtime/editor/contract-preview.ts';
import type { LiveMeans } from '../../../src/runtime/live/shared-live.ts';
import { createSite } from '../../../src/runtime/site.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { formOf } from '../../support/service/contract-form.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-preview-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tell = (price: number) => {
  const dir = join(folder, 'prices', 'tariffs', 'dk');
  const figures = { 'dk-radius-c': [{ from: '2026-04-01', to: '2026-04-30', rates: [{ price }] }] };
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'datahub-pricelist.json'), JSON.stringify({ figures }));
};

/** The network charge of a Danish house at noon, that of Energinet of 0.115 kr among it. */
async function networkCharge(network: object): Promise<number | undefined> {
  const clock = manualClock(Date.parse('2026-04-15T12:00:00+02:00') / 1000);
  const live: LiveMeans = { folder, running: new Map() };
  const contract = formOf({ country: 'DK', energy: { kind: 'fixed', price: '50' }, network });
  const { preview } = await answerContract(
    { contract, postalCode: '2100' },
    { kind: 'embedded', live: { sources: '' } },
    (service) => createSite({ clock, service, live }),
  );
  return preview?.consumption?.grid;
}

it.each([
  ['of the address', { kind: 'address' }],
  ['that is chosen', { kind: 'listed', companyId: 'dk-radius', tariff: 'dk-radius-c' }],
])('the price beside a contract that is typed has the network charge %s as a feed has told it', async (_, network) => {
  tell(0.9);
  expect(await networkCharge(network)).toBeCloseTo(0.9 + 0.115, 9);
  tell(0.8);
  expect(await networkCharge(network)).toBeCloseTo(0.8 + 0.115, 9);
});
