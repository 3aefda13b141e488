import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../../support/browser/axe.ts';
import { openChromium } from '../../support/browser/chromium.ts';
import { type Demo, startDemo } from '../../support/node-red/demo.ts';
import { deployPages, withStores } from '../../support/node-red/household.ts';
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
  const press = (device: string, button: string) =>
    card(device).getByRole('button', { name: button, exact: true }).click();
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

  it.each<[string, Record<string, string>, boolean]>([
    ['comes with what it shows, for phones that wait long for each answer', {}, true],
    ['leaves that to its stream where the link of another site leads to it', { 'sec-fetch-site': 'cross-site' }, false],
  ])('%s', async (_, headers, isTold) => {
    const answer = await fetch(address, { headers });
    const [, told = ''] = /id="told">(.*?)<\/script>/s.exec(await answer.text()) ?? [];
    expect([JSON.parse(told)?.house.prices !== undefined, answer.headers.get('cache-control')]).toEqual([
      isTold,
      'no-store',
    ]);
  });

  it('says first when power is cheap, then what it costs, and how old that is', async () => {
    expect(await text('cheap')).toBe('Cheap from 23:30 to 06:00.');
    expect(await text('price')).toMatch(/^\d+\.\d øre\/kWh$/);
    expect(await text('as-of')).toBe('as of 22:05');
    expect(await page.locator('.card').filter({ hasText: 'Car' }).innerText()).toMatch(/ready by Thu 07:00/);
  });

  it('names its sources in the words of their licences, which are English in every language', async () => {
    expect(await page.locator('footer:lang(en)').innerText()).toMatch(/^Source: Energinet .* · CC BY 4\.0$/m);
  });

  it('says that price once: the chart says another where it is pointed at', async () => {
    const head = page.locator('.dayahead-readout-head');
    await expect.poll(() => head.innerText()).toBe('now 22:00–22:15');
    await page.locator('.dayahead-frame').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => head.innerText()).toMatch(/^\d+\.\d\s+øre\/kWh\s+Wed 14 Jan 22:15–22:30$/);
    await page.locator('.dayahead-frame').blur();
    await expect.poll(() => head.innerText()).toBe('now 22:00–22:15');
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
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has buttons that a finger finds', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await card('Car').getByText('Amount and time').click();
    const sizes = await page
      .locator('button:visible, input:visible, summary, nav a')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => [width, height]),
      );
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.flat().filter((size) => size < 44)).toEqual([]);
    await card('Car').getByText('Amount and time').click();
  });

  it('takes 20 kWh by seven, starting now for an hour, in four touches, and takes them back in one', async () => {
    await card('Car').getByText('Amount and time').click();
    await press('Car', '20 kWh');
    await press('Car', '07:00');
    await press('Car', 'On for 1 h');
    await expect.poll(() => card('Car').innerText()).toMatch(/on\s+until 23:05 · switched by hand\s/);
    await expect.poll(() => card('Car').innerText()).toMatch(/20 kWh · ready by Thu 07:00/);
    expect(await overrideOf('Car')).toBe('on');
    await page.locator('#undo button').click();
    await expect.poll(() => card('Car').innerText()).toMatch(/off\s+next .*as planned\s+11 kWh · ready by Thu 07:00/);
    expect(await overrideOf('Car')).toBe('auto');
    expect(await text('undo')).toBe('Car is as it was.');
  });

  it('says what holds when two phones press at once', async () => {
    const set = { override: 'on', override_until: '120' };
    const other = { site: 'demo-site-copenhagen', id: 'demo-heat-pump', set };
    const headers = await headersOf('demo-site-copenhagen');
    await Promise.all([
      press('Heat pump', 'Off'),
      fetch(`${address}switch`, { method: 'POST', headers, body: JSON.stringify(other) }),
    ]);
    await expect.poll(() => page.locator('#undo').innerText()).toMatch(/Heat pump is changed/);
    const holds = String(await overrideOf('Heat pump'));
    expect(holds).toMatch(/^(on|off)$/);
    await expect.poll(() => card('Heat pump').locator('.state').innerText()).toBe(holds);
    await press('Heat pump', 'Back to the plan');
    await expect.poll(() => overrideOf('Heat pump')).toBe('auto');
  });

  it('switches nothing without permission, whoever asks and from where', async () => {
    const json = await headersOf('demo-site-copenhagen');
    expect(await headersOf('demo-site-stuttgart')).toMatchObject({ 'x-dayahead-token': '' });
    const told = { site: 'demo-site-copenhagen', id: 'demo-car', set: { override: 'on' } };
    const stuttgart = { ...told, site: 'demo-site-stuttgart' };
    const asked: [object, number, object, object?][] = [
      [{ ...json, 'x-dayahead-token': '' }, 403, told],
      [{ ...json, 'x-dayahead-token': 'x'.repeat(32) }, 403, told],
      [{ ...json, origin: 'https://elsewhere.example' }, 403, told],
      [{ ...json, 'sec-fetch-site': 'cross-site' }, 403, told],
      [{ ...json, 'sec-fetch-site': 'same-site' }, 403, told],
      [{ ...json, 'content-type': 'text/plain' }, 415, told],
      [json, 403, stuttgart],
      [json, 400, { ...told, id: 'demo-heat-pump-stuttgart' }],
      [json, 400, { ...told, set: { max_price: '1' } }],
      [json, 400, { ...told, set: { override: 'on', minutes: 'many' } }],
      [json, 413, { ...told, set: { override: 'x'.repeat(5000) } }],
    ];
    for (const [headers, status, body] of asked) {
      const answer = await fetch(`${address}switch`, {
        method: 'POST',
        headers: { ...headers },
        body: JSON.stringify(body),
      });
      expect([headers, body, answer.status]).toEqual([headers, body, status]);
    }
    expect(await overrideOf('Car')).toBe('auto');
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

  it('leads to the other house, whose page may not switch and has no buttons for it', async () => {
    await page.getByRole('link', { name: 'Stuttgart' }).click();
    await expect.poll(() => text('house')).toBe('Stuttgart');
    expect(await page.locator('.card').count()).toBeGreaterThan(0);
    expect(await page.locator('.card button:visible').count()).toBe(0);
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

  it('shows forty devices, and says that there is none unless there is a battery', async () => {
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
    await deployPages(demo, 'look', (flows) => withStores(flows).filter((node) => !isDevice(node)));
    await expect.poll(async () => (await cards()).length, { timeout: 20_000 }).toBe(2);
    expect(await text('none')).toBe('');
  });

  it('dims, and says what time it shows, when nothing is heard any more', async () => {
    // The stream ends, and is refused.
    await deployPages(demo, '');
    await page.clock.fastForward(60_000);
    await expect.poll(() => text('cut')).toBe('Node-RED cannot be reached. What you see is as of 22:05.');
    expect(await page.locator('body').getAttribute('class')).toContain('old');
    // In view however far the page is scrolled.
    await page.setViewportSize({ width: 390, height: 240 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    expect((await page.locator('#cut').boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
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
