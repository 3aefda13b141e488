import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { openChromium } from '../../support/browser/chromium.ts';
import { lowContrast } from '../../support/browser/contrast.ts';
import { entered } from '../../support/browser/dialog.ts';
import { showSidebar } from '../../support/browser/editor.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

/** A Tuesday afternoon in winter whose tomorrow is known. */
const NOW = Date.parse('2026-01-13T15:05:00+01:00') / 1000;

const once = (id: string, payload: object, target: string) => ({
  ...{ id, type: 'inject', z: 'tab', once: true, onceDelay: '0.5', props: [{ p: 'payload' }] },
  ...{ payload: JSON.stringify(payload), payloadType: 'json', wires: [[target]] },
});
const flow = [
  { id: 'tab', type: 'tab', label: 'House' },
  { id: 'site', type: 'dayahead-config', name: 'House', site: 'home', prices: 'replay', resolution: '3600' },
  {
    ...{ id: 'prices', type: 'dayahead-price-series', z: 'tab', x: 200, y: 100, name: 'Prices', config: 'site' },
    ...{ country: 'DE', consumption: { id: 'de-example-spot-15min' }, wires: [['van'], []] },
  },
  {
    ...{ id: 'van', type: 'dayahead-battery', z: 'tab', x: 400, y: 100, name: 'Van', config: 'site', schema: 1 },
    // As it was saved before there were cars.
    ...{ capacityKwh: '60', reserveSoc: '10', chargeKw: '5', dischargeKw: '5', efficiency: '90', wearPerKwh: '0.03' },
    ...{ fromGrid: true, toGrid: false, topic: '', wires: [[], []] },
  },
  {
    ...{ id: 'car', type: 'dayahead-battery', z: 'tab', x: 400, y: 200, name: 'Car', config: 'site', schema: 1 },
    ...{ kind: 'car', capacityKwh: '60', phases: '3', minAmps: '6', maxAmps: '16', efficiency: '90' },
    ...{ targetSoc: '80', readyBy: '07:00', topic: '', wires: [[], []] },
  },
  once('by hand', { override: 'charge' }, 'car'),
  once('dims', { importKw: 5, importUntil: 60 }, 'car'),
];

describe('a car', () => {
  let red: Running;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    red = await runFlow(flow, { clock: manualClock(NOW) });
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1366, height: 1100 }, locale: 'en-US' });
    await page.goto(red.url);
    await page.locator('[id="van"] > .red-ui-flow-node').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await red?.stop();
  });

  const shown = (fields: readonly string[]) =>
    Promise.all(fields.map((field) => page.locator(`#node-input-${field}`).isVisible()));
  const ofBatteries = ['reserveSoc', 'chargeKw', 'dischargeKw', 'wearPerKwh', 'fromGrid', 'toGrid'];
  const ofCars = ['targetSoc', 'energyKwh', 'readyBy', 'phases', 'minAmps', 'maxAmps'];

  it('is a kind of battery in its dialog, with fields and a preview of its own', async () => {
    await page.evaluate("RED.editor.edit(RED.nodes.node('van'))");
    await page.locator('#node-input-kind').waitFor();
    await entered(page);
    expect(await shown([...ofBatteries, ...ofCars])).toEqual([
      ...ofBatteries.map(() => true),
      ...ofCars.map(() => false),
    ]);
    await page.locator('#node-input-kind').selectOption('car');
    expect(await shown([...ofBatteries, ...ofCars])).toEqual([
      ...ofBatteries.map(() => false),
      ...ofCars.map(() => true),
    ]);
    await page.locator('#node-input-readyBy').fill('07:00');
    await expect
      .poll(() => page.locator('#dayahead-battery-summary').innerText())
      .toMatch(/^Saves EUR\s\d+\.\d\d by Wed 07:00 compared with charging at once · from 50 %/);
    await page.locator('#node-input-maxAmps').fill('5');
    await expect
      .poll(() => page.locator('#dayahead-battery-summary').innerText())
      .toContain('No plan until every number is valid');
    await page.locator('#node-dialog-cancel').click();
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  });

  // Promise P-160 use/dimming: the sidebar shows the limit and its end
  it('is on a card of the sidebar, which says to what the grid operator has dimmed the house', async () => {
    await showSidebar(page);
    const sidebar = page.locator('.dayahead-sidebar');
    await expect
      .poll(() => sidebar.locator('.dayahead-facts').innerText())
      .toContain('Limited to 5 kW until 16:05 by the grid operator');
    const card = sidebar.locator('.dayahead-card', { hasText: 'Car' });
    await expect.poll(() => card.innerText()).toContain('charge · 4.83 kW');
    expect(await card.locator('option:not([hidden])').allInnerTexts()).toEqual(['auto', 'hold', 'charge']);
    expect(await page.evaluate(`(${lowContrast})('.dayahead-facts div')`)).toEqual([]);
  });
});
