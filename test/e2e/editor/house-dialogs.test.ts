import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { openChromium } from '../../support/browser/chromium.ts';
import { lowContrast } from '../../support/browser/contrast.ts';
import { entered } from '../../support/browser/dialog.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

/** A Tuesday afternoon in winter whose tomorrow is known. */
const NOW = Date.parse('2026-01-13T15:05:00+01:00') / 1000;

const once = (id: string, payload: object, target: string) => ({
  ...{ id, type: 'inject', z: 'tab', once: true, onceDelay: '0.5', props: [{ p: 'payload' }] },
  ...{ payload: JSON.stringify(payload), payloadType: 'json', wires: [[target]] },
});
const hours = (from: number, to: number, kw: number) => ({
  start: new Date((NOW - 300 + from * 3600) * 1000).toISOString(),
  end: new Date((NOW - 300 + to * 3600) * 1000).toISOString(),
  kw,
});

const flow = [
  { id: 'tab', type: 'tab', label: 'House' },
  { id: 'site', type: 'dayahead-config', name: 'House', site: 'home', prices: 'replay', resolution: '3600' },
  {
    ...{ id: 'prices', type: 'dayahead-price-series', z: 'tab', x: 200, y: 100, name: 'Prices', config: 'site' },
    ...{ country: 'DE', consumption: { id: 'de-example-spot-15min' }, wires: [['battery'], []] },
  },
  {
    ...{
      id: 'battery',
      type: 'dayahead-battery',
      z: 'tab',
      x: 400,
      y: 100,
      name: 'Battery',
      config: 'site',
      schema: 1,
    },
    ...{ capacityKwh: '10', reserveSoc: '10', chargeKw: '5', dischargeKw: '5', efficiency: '90', wearPerKwh: '0.03' },
    ...{ fromGrid: true, toGrid: false, topic: '', wires: [[], []] },
  },
  { id: 'roof', type: 'dayahead-forecast', z: 'tab', x: 400, y: 200, name: 'Roof', config: 'site', kind: 'production' },
  {
    id: 'load',
    type: 'dayahead-forecast',
    z: 'tab',
    x: 400,
    y: 300,
    name: 'Load',
    config: 'site',
    kind: 'consumption',
  },
  once('sun', [hours(0, 1, 1), hours(1, 18, 0), hours(18, 24, 2), hours(24, 33, 0)], 'roof'),
  once('use', [hours(0, 33, 0.5)], 'load'),
];

describe('the dialogs of a house', () => {
  let red: Running;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    red = await runFlow(flow, { clock: manualClock(NOW) });
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1366, height: 1100 }, locale: 'en-US' });
    await page.goto(red.url);
    await page.locator('[id="battery"] > .red-ui-flow-node').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await red?.stop();
  });

  const open = async (id: string) => {
    await page.evaluate(`RED.editor.edit(RED.nodes.node('${id}'))`);
    await page.locator('#node-input-name').waitFor();
    await entered(page);
  };
  const cancel = async () => {
    await page.locator('#node-dialog-cancel').click();
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  };
  const summary = (node: string) => expect.poll(() => page.locator(`#dayahead-${node}-summary`).innerText());
  const legend = () => page.locator('#dialog-form .dayahead-legend').innerText();

  it('shows what a battery would do under the prices, before it is deployed', async () => {
    await open('battery');
    await summary('battery').toMatch(
      /^Saves EUR\s\d+\.\d\d by Fri 00:00 against no battery · from 50 %, as nobody has said how full it is · on the prices of “Prices”$/,
    );
    expect(await page.locator('#dayahead-battery-chart .dayahead-curve').count()).toBe(2);
    expect(await page.locator('#dayahead-battery-chart .dayahead-lane-name').allInnerTexts()).toEqual([
      expect.stringMatching(/^Charging and giving · \d(\.\d)? kW$/),
      'Stored · 10 kWh',
    ]);
    expect(await legend()).toMatch(/Stored\s*\d(\.\d)? kWh/);
    expect(await page.evaluate(`(${lowContrast})('#dialog-form .dayahead-lane-name, #dialog-form p')`)).toEqual([]);
  });

  it('follows what is typed, with a decimal comma too, and waits for what is wrong', async () => {
    await page.locator('#node-input-capacityKwh').fill('20,5');
    await expect
      .poll(() => page.locator('#dayahead-battery-chart .dayahead-lane-name').last().innerText())
      .toBe('Stored · 20.5 kWh');
    await page.locator('#node-input-capacityKwh').fill('none');
    await summary('battery').toBe('Nothing is planned until every number is one');
    expect(await page.locator('#dayahead-battery-chart').isVisible()).toBe(false);
    await cancel();
  });

  it('shows the sun and the load of the site in the chart of a forecast', async () => {
    await open('roof');
    await summary('forecast').toBe('Expected of this site in the next 24 hours: Sun 13 kWh, Load 12 kWh');
    expect(await page.locator('#dayahead-forecast-chart .dayahead-lane-name').allInnerTexts()).toEqual([
      'Sun · 2 kW',
      'Load · 0.5 kW',
    ]);
    expect(await legend()).toMatch(/Sun\s*1 kW\s*Load\s*0\.5 kW/);
    await cancel();
  });
});
