import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { eventually } from '../../support/eventually.ts';
import { startOwnDemo } from '../../support/node-red/own-node-red.ts';

let demo: Awaited<ReturnType<typeof startOwnDemo>>;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  demo = await startOwnDemo('2026-01-14T10:05:00+01:00', {
    contextStorage: {
      default: 'ram',
      ram: { module: 'memory' },
      disk: { module: 'localfilesystem', config: { flushInterval: 0 } },
    },
  });
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(demo.editor.url);
  await page.locator('[id="demo-prices"] > .red-ui-flow-node').waitFor();
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

/** What Node-RED shows of the context of a node. */
const contextOf = async (id: string) =>
  (await (await fetch(`${demo.editor.url}context/node/${id}`)).json()) as {
    readonly disk?: { readonly dayahead?: object };
  };

// Promise P-506 operate/reactions: the dialog of the site shows where things are kept
it('the dialog of a site says where its nodes keep their state, and they do', async () => {
  await page.evaluate("RED.editor.editConfig('', 'dayahead-config', 'demo-site-copenhagen')");
  const stores = page.locator('#node-config-input-contextStore');
  await stores.waitFor();
  expect(await stores.inputValue()).toBe('');
  expect(await stores.locator('option').allInnerTexts()).toEqual([
    'files in the user directory',
    'ram (memory only: files are used)',
    'disk (context store)',
  ]);
  expect((await contextOf('demo-prices')).disk?.dayahead).toBeUndefined();
  await stores.selectOption('disk');
  await page.locator('#node-config-dialog-ok').click();
  await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  await page.locator('#red-ui-header-button-deploy').click();
  await eventually(async () => {
    for (const id of ['demo-prices', 'demo-heat-pump']) {
      expect((await contextOf(id)).disk?.dayahead).toBeDefined();
    }
  });
  expect(complaints).toEqual([]);
});
