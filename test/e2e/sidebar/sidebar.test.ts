import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { type Demo, startDemo } from '../../support/node-red/demo.ts';

/** A windy Sunday in spring with prices far below zero at noon; those of Monday are not out yet. */
const now = '2026-04-26T11:05:00+02:00';

describe("the prices in the editor's sidebar", () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;
  let heard: Subscriber;
  const complaints: string[] = [];

  beforeAll(async () => {
    demo = await startDemo(now);
    heard = await subscribe(demo.broker.url, 4);
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== '127.0.0.1') complaints.push(`asked ${request.url()}`);
    });
    await page.addInitScript("localStorage.setItem('editor-language', 'en-US')");
    await page.goto(demo.editor.url);
    await page.locator('.dayahead-run').first().waitFor();
    await page.evaluate('jQuery.fx.off = true');
  });
  afterAll(async () => {
    await browser?.close();
    await heard?.close();
    await demo?.stop();
  });

  const part = (name: string) => page.locator(`.dayahead-${name}`);
  const text = (name: string) => part(name).innerText();
  const choose = async (id: string) => {
    await part('choice').selectOption(id);
    await expect.poll(() => part('choice').inputValue()).toBe(id);
  };
  const card = (name: string) => part('card').filter({ hasText: name });
  const button = (device: string, name: string) => card(device).getByRole('button', { name, exact: true });
  const showFlow = (flow: string) => page.evaluate(`RED.workspaces.show('${flow}')`);
  const theme = async (name: string) => {
    await page.evaluate("RED.actions.invoke('core:show-user-settings')");
    await page.locator('#user-settings-view-dark-theme').selectOption(name);
    await page.locator('#node-dialog-ok').click();
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  };
  /** A topic is said once a second at the most. */
  const output = async () => {
    await demo.clock.advanceBy(1);
    return heard.payloads('dayahead/copenhagen/window/heat-pump/state').at(-1);
  };

  it('are open in the demo without a click', async () => {
    expect(await part('readout').isVisible()).toBe(true);
    expect(await text('readout-head')).toMatch(/^-?\d+\.\d\s+øre\/kWh\s+now 11:00–11:15$/);
    expect(await part('legend-entry').allInnerTexts()).toEqual([
      expect.stringMatching(/^energy\s+-?\d/),
      expect.stringMatching(/^network\s+\d/),
      expect.stringMatching(/^levies\s+0\.8$/),
      expect.stringMatching(/^VAT\s+-?\d/),
    ]);
  });

  it('show a device where it is in the flow', async () => {
    await choose('demo-de-prices');
    await card('Dishwasher').getByRole('button', { name: 'Dishwasher', exact: true }).click();
    await expect.poll(() => page.evaluate('RED.workspaces.active()')).toBe('demo-stuttgart');
  });

  it('switch a device off by hand, say that they do, and take it back in one touch', async () => {
    await choose('demo-prices');
    // The compressor pauses for 15 minutes after a start.
    await demo.clock.advanceBy(15 * 60);
    await expect.poll(() => card('Heat pump').locator('.dayahead-state').innerText()).toBe('on');
    await button('Heat pump', 'Off').focus();
    await page.keyboard.press('Enter');
    await expect.poll(output).toBe('OFF');
    await expect.poll(() => card('Heat pump').innerText()).toContain('until Mon 00:00 · switched by hand');
    expect(await card('Heat pump').locator('.dayahead-state').innerText()).toBe('off');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Off');
    expect(await text('undo')).toMatch(/^Heat pump changed\.\s+Undo$/);
    await part('undo').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => text('undo')).toBe('The changes to Heat pump were undone.');
    expect(await output()).toBe('OFF');
    // The compressor has stopped: it pauses for its 15 minutes before the plan goes on.
    await demo.clock.advanceBy(15 * 60);
    await expect.poll(output).toBe('ON');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Off');
    await expect.poll(() => card('Heat pump').innerText()).toContain('as planned');
    expect(await text('undo')).toBe('The changes to Heat pump were undone.');
  });

  it('follow what switches a device elsewhere', async () => {
    await demo.press('demo-boost');
    await expect.poll(() => card('Heat pump').innerText()).toContain('switched by hand');
    await demo.clock.advanceBy(60 * 60);
    await expect.poll(() => card('Heat pump').innerText()).not.toContain('switched by hand');
  });

  it('are those of the flow that is shown', async () => {
    await page.evaluate("localStorage.removeItem('dayahead-sidebar-prices')");
    for (const [flow, unit, prices] of [
      ['demo-copenhagen', 'øre/kWh', 'demo-prices'],
      ['demo-stuttgart', 'ct/kWh', 'demo-de-prices'],
      ['demo-copenhagen', 'øre/kWh', 'demo-prices'],
    ] as const) {
      await showFlow(flow);
      await expect.poll(() => text('readout-head')).toContain(unit);
      expect(await part('choice').inputValue()).toBe(prices);
    }
  });

  it('are drawn in the colours of the theme, and again when it changes', async () => {
    const ink = () => page.evaluate(inkOfLabels);
    const light = await ink();
    await theme('dark');
    await expect.poll(ink).toBeGreaterThan(light + 200);
    await theme('light');
    await expect.poll(ink).toBe(light);
  });

  it('are in a report of a problem, with the version of Node-RED', async () => {
    await page.getByRole('button', { name: 'Copy a report' }).click();
    const report = page.locator('.dayahead-report');
    await expect.poll(() => report.inputValue()).toMatch(/^- Node-RED 5\.\d/m);
    expect(await report.inputValue()).toMatch(/^- price-series 1.*: source replay · asked 2026-04-26T11:05/m);
  });

  it('say what to do where there are none', async () => {
    await page.evaluate('RED.nodes.clear(); RED.nodes.dirty(true)');
    await fetch(`${demo.editor.url}flows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'node-red-deployment-type': 'full' },
      body: '[]',
    });
    await page.evaluate("RED.events.emit('deploy')");
    await expect.poll(() => part('empty').isVisible()).toBe(true);
    expect(await text('empty')).toContain('Drag a price-series node');
    expect(await part('shown').isVisible()).toBe(false);
  });

  it('have nothing to complain about and ask nobody outside', () => {
    expect(complaints).toEqual([]);
  });
});

/** Runs in the page: how light the labels of the price axis are, 0 to 765. */
function inkOfLabels(): number {
  const canvas = document.querySelector('.dayahead-frame canvas') as HTMLCanvasElement;
  const width = Math.round((40 * canvas.width) / canvas.clientWidth);
  const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, width, canvas.height);
  let ink = 0;
  let strength = 0;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? 0;
    if (alpha <= strength) continue;
    strength = alpha;
    ink = [0, 1, 2].reduce((sum, channel) => sum + (data[i + channel] ?? 0), 0);
  }
  return ink;
}
