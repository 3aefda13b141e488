import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../../scripts/demo/chromium.mts';
import { type Demo, startDemo } from '../support/demo.ts';
import { deployPages } from '../support/household.ts';
import { type PrefixProxy, startPrefixProxy } from '../support/prefix-proxy.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
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
    demo = await startDemo('2026-01-14T22:05:00+01:00', { nodeRoot: '/flows' });
    address = `http://127.0.0.1:${demo.editor.port}/flows/dayahead/`;
    expect((await fetch(address)).status).toBe(404);
    await deployPages(demo, 'look');
    // A proxy that takes a prefix away, as that of Home Assistant does.
    proxy = await startPrefixProxy(demo.editor.port, '/api/ingress');
    browser = await startChromium();
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
  const cards = () => page.locator('.card h3').allInnerTexts();

  it('says first when power is cheap, then what it costs, and how old that is', async () => {
    expect(await text('cheap')).toBe('Cheap from 23:30 to 06:00.');
    expect(await text('price')).toMatch(/^\d+\.\d øre\/kWh$/);
    expect(await text('as-of')).toBe('as of 22:05');
    expect(await page.locator('.card').filter({ hasText: 'Car' }).innerText()).toMatch(/ready by Thu 07:00/);
  });

  it.each([
    [320, 'light'],
    [390, 'dark'],
    [768, 'light'],
    [1366, 'dark'],
  ] as const)('fits %i px and is clear of what axe finds, %s', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe);
    const rules = "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }";
    const found = await page.evaluate(
      `axe.run(document, ${rules}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    );
    expect(found).toEqual([]);
  });

  it('is small: at most 60 kB packed, all of it', async () => {
    const files = ['', 'page.js', 'page.css', 'uplot.js', 'icon.svg', 'page.webmanifest'];
    const sizes = await Promise.all(
      files.map(async (file) => {
        const answer = await context.request.get(address + file, { headers: { 'accept-encoding': 'gzip' } });
        return Number(answer.headers()['content-length']);
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
  });

  it('leads to the other house that shows its page, and to no other', async () => {
    await page.getByRole('link', { name: 'Stuttgart' }).click();
    await expect.poll(() => text('house')).toBe('Stuttgart');
    await page.goBack();
    await expect.poll(() => text('house')).toBe('Copenhagen');
  });

  it('shows the same price as the sidebar, to the digit', async () => {
    const editor = await context.newPage();
    await editor.goto(demo.editor.url, { timeout: 90_000 });
    const price = editor.locator('.dayahead-readout-price');
    await price.waitFor({ timeout: 60_000 });
    expect(`${await price.innerText()} øre/kWh`).toBe(await text('price'));
    await editor.close();
  });

  it('shows names that are markup as text, and lets go of a device that vanishes', async () => {
    await deployPages(demo, 'look', (flows) =>
      flows
        .filter(({ id }) => id !== 'demo-car')
        .map((node) => (node.id === 'demo-heat-pump' ? { ...node, name: HOSTILE } : node)),
    );
    await expect.poll(cards, { timeout: 20_000 }).toEqual([HOSTILE]);
    expect(await page.locator('img').count()).toBe(0);
  });

  it('shows forty devices, and none', async () => {
    const isDevice = ({ type }: { type: string }) => type === 'dayahead-cheapest-window';
    await deployPages(demo, 'look', (flows) => {
      const device = flows.find(({ id }) => id === 'demo-heat-pump');
      const many = Array.from({ length: 40 }, (_, i) => ({
        ...device,
        id: `many-${i}`,
        type: '',
        name: `Device ${i}`,
      }));
      return [...flows, ...many.map((each) => ({ ...each, type: device?.type ?? '' }))];
    });
    await expect.poll(async () => (await cards()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(40);
    await deployPages(demo, 'look', (flows) => flows.filter((node) => !isDevice(node)));
    await expect.poll(() => text('none'), { timeout: 20_000 }).toBe('No device yet.');
    expect(await cards()).toEqual([]);
  });

  it('dims, and says what time it shows, when nothing is heard any more', async () => {
    // The stream ends, and is refused.
    await deployPages(demo, '');
    await page.clock.fastForward(60_000);
    await expect.poll(() => text('cut')).toBe('Node-RED cannot be reached. What you see is as of 22:05.');
    expect(await page.locator('body').getAttribute('class')).toContain('old');
    await page.clock.fastForward('48:00:00');
    await expect.poll(() => text('price')).toBe('price not known');
    expect(await text('as-of')).toBe('as of Wed 22:05');
    await deployPages(demo, 'look');
    await page.clock.fastForward(10_000);
    await expect.poll(() => page.locator('#cut').isHidden(), { timeout: 20_000 }).toBe(true);
  });

  it('asks for nothing outside its folder', () => {
    expect(proxy.strays).toEqual([]);
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
});
