import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { showSidebar } from '../../support/browser/editor.ts';
import { type Demo, startDemo } from '../../support/node-red/demo.ts';
import { type PrefixProxy, startPrefixProxy } from '../../support/node-red/prefix-proxy.ts';

const PREFIX = '/api/hassio_ingress/secret';

describe('the editor behind a proxy that takes its prefix away', () => {
  let demo: Demo;
  let proxy: PrefixProxy;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    demo = await startDemo('2026-01-14T10:05:00+01:00');
    proxy = await startPrefixProxy(demo.editor.port, PREFIX);
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
    await page.goto(proxy.url);
    await page.locator('[id="demo-prices"] > .red-ui-flow-node').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await demo?.stop();
  });

  const open = (id: string) => page.evaluate(`RED.editor.edit(RED.nodes.node('${id}'))`);
  const close = async () => {
    await page.locator('#node-dialog-cancel').click();
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  };

  it('shows prices and devices in the sidebar, and switches one', async () => {
    await showSidebar(page);
    const heatPump = page.locator('.dayahead-card').filter({ hasText: 'Heat pump' });
    await heatPump.getByRole('button', { name: 'On for 1 h', exact: true }).click();
    await expect.poll(() => heatPump.innerText()).toMatch(/by hand/);
  });

  it('offers the lists of tariffs, and plans for the dialog of a device', async () => {
    await open('demo-contract');
    await expect.poll(() => page.locator('.red-ui-tray').innerText()).toMatch(/\d øre/);
    await close();
    await open('demo-car');
    await expect
      .poll(() => page.locator('#dayahead-window-summary').innerText())
      .toMatch(/waiting for tomorrow's prices · with the prices from “Prices” · energy price: example value$/);
    await close();
  });

  it('asks for nothing outside the prefix', () => {
    expect(proxy.strays).toEqual([]);
  });
});
