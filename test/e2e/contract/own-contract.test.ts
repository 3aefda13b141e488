import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';
import { chooseIn } from '../../support/browser/picker.ts';

/** The last state of the files that docs/use/catalogue.md has a reader write. */
const files = [
  ...readFileSync('docs/use/catalogue.md', 'utf8').matchAll(/`([\w/]+\.jsonc)`:\n\n```jsonc\n([\s\S]*?)```/g),
];

let dir = '';
let dialogs: DialogPage;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'own-'));
  for (const [, path = '', text = ''] of files) {
    mkdirSync(join(dir, dirname(path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  dialogs = await openDemoDialogs('2026-04-15T18:05:00+02:00');
});
afterAll(async () => {
  await dialogs?.stop();
  rmSync(dir, { recursive: true });
});

it('a contract written after docs/use/catalogue.md is chosen in the dialogs, and its price stands under the node', async () => {
  await dialogs.openConfig('demo-site-copenhagen');
  await dialogs.page.locator('#node-config-input-catalogue').fill(join(dir, 'tariffs'));
  await dialogs.done();
  await dialogs.open('demo-contract');
  const country = dialogs.page.locator('#dayahead-country');
  await expect.poll(() => country.inputValue()).toBe('Denmark');
  await chooseIn(dialogs.page, 'country', 'germ');
  await chooseIn(dialogs.page, 'consumption-company', 'my sup');
  await chooseIn(dialogs.page, 'consumption', 'my contract');
  await chooseIn(dialogs.page, 'grid-company', 'my net');
  await chooseIn(dialogs.page, 'grid', 'three');
  const price = dialogs.page.locator('.dayahead-price');
  await expect.poll(() => price.textContent()).toMatch(/Energy14\.47 ct.*11\.80 ct.*You pay38\.77 ct\/kWh/);
  await dialogs.done();
  expect(await dialogs.node('demo-contract')).toMatchObject({
    country: 'DE',
    consumption: { id: 'my-contract', companyId: 'my-supplier', type: 'dynamic' },
    grid: { id: 'my-network-clock', companyName: 'My network' },
  });
  await dialogs.deploy();
  const next = async () => {
    await dialogs.clock.advanceBy(1);
    return dialogs.server.status('demo-prices');
  };
  await expect.poll(next).toContain('38.8 ct');
});
