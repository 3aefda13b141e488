import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../support/browser/editor.ts';
import { chooseIn } from '../../support/browser/picker.ts';

/** The last state of the files that docs/use/catalogue.md has a reader write. */
const files = [
  ...readFileSync('docs/use/catalogue.md', 'utf8').matchAll(/`([\w/]+\.jsonc)`:\n\n```jsonc\n([\s\S]*?)```/g),
];

let dir = '';
let editor: Editor;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'own-'));
  for (const [, path = '', text = ''] of files) {
    mkdirSync(join(dir, dirname(path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  editor = await openEditor('2026-04-15T18:05:00+02:00');
});
afterAll(async () => {
  await editor?.stop();
  rmSync(dir, { recursive: true });
});

it('a contract written after docs/use/catalogue.md is chosen in the dialogs, and its price stands under the node', async () => {
  await editor.openConfig('demo-site-copenhagen');
  await editor.page.locator('#node-config-input-catalogue').fill(join(dir, 'tariffs'));
  await editor.done();
  await editor.open('demo-contract');
  const country = editor.page.locator('#dayahead-country');
  await expect.poll(() => country.inputValue()).toBe('Denmark');
  await chooseIn(editor.page, 'country', 'germ');
  await chooseIn(editor.page, 'consumption-company', 'my sup');
  await chooseIn(editor.page, 'consumption', 'my contract');
  await chooseIn(editor.page, 'grid-company', 'my net');
  await chooseIn(editor.page, 'grid', 'three');
  const price = editor.page.locator('.dayahead-price');
  await expect.poll(() => price.textContent()).toMatch(/Energy14\.47 ct.*11\.80 ct.*You pay38\.77 ct\/kWh/);
  await editor.done();
  expect(await editor.node('demo-contract')).toMatchObject({
    country: 'DE',
    consumption: { id: 'my-contract', companyId: 'my-supplier', type: 'dynamic' },
    grid: { id: 'my-network-clock', companyName: 'My network' },
  });
  await editor.deploy();
  const status = editor.page.locator('[id="demo-prices"] .red-ui-flow-node-status-label');
  const next = async () => {
    await editor.demo.clock.advanceBy(1);
    return status.textContent();
  };
  await expect.poll(next).toContain('38.8 ct');
});
