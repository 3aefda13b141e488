import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { type Demo, startDemo } from '../../support/node-red/demo.ts';
import { deployPages } from '../../support/node-red/household.ts';
import { type PrefixProxy, startPrefixProxy } from '../../support/node-red/prefix-proxy.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe("the household's page", () => {
  let demo: Demo;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let proxy: PrefixProxy;
  let address: string;
  const complaints: string[] = [];
  beforeAll(async () => {
    demo = await startDemo('2026-01-14T22:05:00+01:00');
    address = `http://127.0.0.1:${demo.editor.port}/flows/dayahead/`;
    expect((await fetch(address)).status).toBe(404);
    await deployPages(demo, { 'demo-site-copenhagen': 'switch', 'demo-site-stuttgart': 'look' });
    // A proxy that takes a prefix away, as that of Home Assistant does.
    proxy = await startPrefixProxy(demo.editor.port, '/api/ingress');
    browser = await openChromium();
    context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== '127.0.0.1') complaints.push(`asked ${request.url()}`);
    });
    await page.clock.install();
    await page.goto(`${proxy.url}flows/dayahead`);
    await page.locator('.card').first().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await demo?.stop();
  });

  const text = (id: string) => page.locator(`#${id}`).innerText();
  const card = (name: string) => page.locator('.card').filter({ hasText: name });
  const press = async (device: string, name: string) => {
    const button = card(device).getByRole('button', { name, exact: true, includeHidden: true });
    await button.waitFor({ state: 'attached' });
    if (!(await button.isVisible())) await card(device).getByText('Switch', { exact: true }).click();
    await button.click();
  };
  /** As the sidebar says it. */
  async function overrideOf(name: string): Promise<unknown> {
    const answer = await fetch(`${demo.editor.url}dayahead/overview?prices=demo-prices`);
    const { devices } = (await answer.json()) as { devices: { name: string; override: string }[] };
    return devices.find((device) => device.name === name)?.override;
  }
  /** What a page of the site sends with its commands. */
  async function headersOf(site: string): Promise<Record<string, string>> {
    const stop = new AbortController();
    const { body } = await fetch(`${address}events?site=${site}`, { signal: stop.signal });
    let said = '';
    for await (const chunk of body ?? []) {
      said += Buffer.from(chunk).toString();
      if (/"house":.*\n\n$/s.test(said)) break;
    }
    stop.abort();
    const [, token = ''] = /"token":"([^"]+)"/.exec(said) ?? [];
    return { 'content-type': 'application/json', 'x-dayahead-token': token };
  }
  const cards = () => page.locator('.card h3').allInnerTexts();

  it('says what power costs, when it is cheap, and how old that is', async () => {
    expect(await text('cheap')).toBe('Cheap from 23:30 to 06:00.');
    expect(await text('price')).toMatch(/^\d+\.\d øre\/kWh$/);
    expect(await text('as-of')).toBe('as of 22:05');
    expect(await page.locator('.card').filter({ hasText: 'Car' }).innerText()).toMatch(/ready by Thu 07:00/);
  });

  it('takes 20 kWh by seven, starting now for an hour, in four touches, and takes them back in one', async () => {
    await card('Car').getByText('Amount and time').click();
    await press('Car', '20 kWh');
    await press('Car', 'Apply');
    await press('Car', 'On for 1 h');
    await expect.poll(() => card('Car').innerText()).toMatch(/on\s+until 23:05 · switched by hand\s/);
    await expect.poll(() => card('Car').innerText()).toMatch(/20 kWh · ready by Thu 07:00 · once/);
    expect(await overrideOf('Car')).toBe('on');
    await page.locator('#undo button').click();
    await expect
      .poll(() => card('Car').innerText())
      .toMatch(/waiting\s+next .*as planned\s+11 kWh · ready by Thu 07:00/);
    expect(await overrideOf('Car')).toBe('auto');
    expect(await text('undo')).toBe('The changes to Car were undone.');
  });

  // Promise P-816 operate/failures: two phones press at once
  it('says what holds when two phones press at once', async () => {
    const set = { override: 'on', override_until: '120' };
    const other = { site: 'demo-site-copenhagen', id: 'demo-heat-pump', set };
    const headers = await headersOf('demo-site-copenhagen');
    await Promise.all([
      press('Heat pump', 'Off'),
      fetch(`${address}switch`, { method: 'POST', headers, body: JSON.stringify(other) }),
    ]);
    await expect.poll(() => page.locator('#undo').innerText()).toMatch(/Heat pump changed/);
    const holds = String(await overrideOf('Heat pump'));
    expect(holds).toMatch(/^(on|off)$/);
    await expect.poll(() => card('Heat pump').locator('.state').innerText()).toBe(holds);
    await press('Heat pump', 'Back to the plan');
    await expect.poll(() => overrideOf('Heat pump')).toBe('auto');
  });

  // Promise P-815 operate/failures: a device is deleted while the page is open
  it('shows names that are markup as text, and lets go of a device that vanishes', async () => {
    await deployPages(demo, 'look', (flows) =>
      flows
        .filter(({ id }) => id !== 'demo-car')
        .map((node) => (node.id === 'demo-heat-pump' ? { ...node, name: HOSTILE } : node)),
    );
    await expect.poll(cards).toEqual([HOSTILE]);
    expect(await page.locator('img').count()).toBe(0);
  });

  // Promise P-814 operate/failures: Node-RED or the network is gone, or the phone has slept
  it('dims, and says what time it shows, when nothing is heard any more', async () => {
    // The stream ends, and is refused.
    await deployPages(demo, '');
    // The page learns of that at its own time, and says so some seconds later.
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000);
        return text('cut');
      })
      .toBe('Node-RED cannot be reached. This page shows the state at 22:05.');
    expect(await page.locator('body').getAttribute('class')).toContain('old');
    // In view however far the page is scrolled.
    await page.setViewportSize({ width: 390, height: 240 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    expect((await page.locator('#cut').boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.clock.fastForward('48:00:00');
    await expect.poll(() => text('price')).toBe('price unknown');
    expect(await text('as-of')).toBe('as of Wed 22:05');
    await deployPages(demo, 'look');
    await page.clock.fastForward(10_000);
    await expect.poll(() => page.locator('#cut').isHidden()).toBe(true);
  });

  it('asks for nothing outside its folder', () => {
    expect(proxy.strays).toEqual([]);
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
