import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../support/browser/editor.ts';

let editor: Editor;
beforeAll(async () => {
  editor = await openEditor('2026-01-14T10:05:00+01:00');
});
afterAll(() => editor?.stop());

const config = (name: string) => editor.page.locator(`#node-config-input-${name}`);
const note = () => editor.page.locator('#dayahead-test-service-note');
const test = () => editor.page.locator('#dayahead-test-service').click();
/** Of a node in the flow, as the editor shows it. */
const status = (id: string) => editor.page.locator(`[id="${id}"] .red-ui-flow-node-status-label`).textContent();

it('a site that replays becomes live: chosen, tested and deployed', async () => {
  await editor.openConfig('demo-site-copenhagen');
  expect(await config('prices').inputValue()).toBe('replay');
  expect(await editor.page.locator('#dayahead-sources').isVisible()).toBe(false);
  expect(await editor.page.locator('#dayahead-prices-note').textContent()).toMatch(/^Prices from old auctions/);
  await config('prices').selectOption('live');
  expect(await editor.page.locator('#dayahead-prices-note').textContent()).toMatch(
    /^Real prices for today and tomorrow/,
  );
  await test();
  await expect
    .poll(() => note().textContent())
    .toMatch(
      /^energy-charts provides DK1: 96 prices for today, none for tomorrow yet\. The exchange price is now 0\.\d{3} EUR\/kWh/,
    );
  await editor.done();
  await editor.deploy();
  const next = async () => {
    await editor.demo.clock.advanceBy(1);
    return status('demo-prices');
  };
  await expect.poll(next).toMatch(/øre .*live$/);
  expect(await editor.deployed('dayahead-config')).toMatchObject({ id: 'demo-site-stuttgart', prices: 'replay' });
});

it('a new site without a node yet asks a source too, and says which zone it has asked for, or that none answers', async () => {
  const { page, demo } = editor;
  await page.evaluate("RED.editor.editConfig('', 'dayahead-config', '_ADD_')");
  // A host is asked no more often than every few seconds.
  await demo.clock.advanceBy(60);
  await test();
  await expect.poll(() => note().textContent()).toMatch(/^energy-charts provides DE-LU: 96 prices for today/);
  await page.locator('#dayahead-sources summary').click();
  await config('sources').fill('energy-charts=http://127.0.0.1:2');
  await test();
  await expect.poll(() => note().textContent()).toMatch(/^no price yet: energy-charts does not answer; next attempt/);
  await page.locator('#node-config-dialog-cancel').click();
  await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
});

it('every source is chosen in one click, and the token of ENTSO-E stays out of the flow', async () => {
  await editor.openConfig('demo-site-copenhagen');
  await editor.page.locator('#dayahead-sources summary').click();
  await config('sources').fill(`energy-charts=${editor.demo.feeds.url}`);
  await editor.page.locator('#dayahead-all-sources').click();
  expect(await config('sources').inputValue()).toBe(`energy-charts=${editor.demo.feeds.url}\nall`);
  await config('sources').fill(`energy-charts=${editor.demo.feeds.url}\nentsoe=${editor.demo.feeds.url}`);
  await config('entsoeToken').fill('11111111-2222-3333-4444-555555555555');
  await editor.done();
  await editor.deploy();
  expect(JSON.stringify(await editor.deployed('dayahead-config'))).not.toContain('11111111');
  expect(JSON.stringify(await editor.node('demo-site-copenhagen'))).not.toContain('11111111');
  await editor.openConfig('demo-site-copenhagen');
  expect(await config('entsoeToken').inputValue()).toBe('__PWRD__');
  await config('sources').fill('entsoe=http://127.0.0.1:9');
  await test();
  await expect.poll(() => note().textContent()).toMatch(/stored token is used only with the address/);
});

it('asks nobody outside, and has nothing to complain about', async () => {
  await editor.page.locator('#node-config-dialog-cancel').click();
  await editor.page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  const forbidden = 'Failed to load resource: the server responded with a status of 403 (Forbidden)';
  const refusal = `${forbidden} ${editor.demo.editor.url}dayahead/typed/service`;
  expect(editor.complaints.filter((complaint) => complaint !== refusal)).toEqual([]);
  expect(new Set(editor.demo.feeds.paths.map((path) => path.split('?')[0]))).toContain('/price');
});
