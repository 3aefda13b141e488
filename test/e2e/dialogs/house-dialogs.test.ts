import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lowContrast } from '../../support/browser/contrast.ts';
import { type DialogPage, openDialogs } from '../../support/browser/dialog-page.ts';

/** A Tuesday afternoon in winter whose tomorrow is known. */
const NOW = '2026-01-13T15:05:00+01:00';
const HOUR = Date.parse('2026-01-13T15:00:00+01:00') / 1000;

const hours = (from: number, to: number, kw: number) => ({
  start: new Date((HOUR + from * 3600) * 1000).toISOString(),
  end: new Date((HOUR + to * 3600) * 1000).toISOString(),
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
];

describe('the dialogs of a house', () => {
  let dialogs: DialogPage;
  const locator = (selector: string) => dialogs.page.locator(selector);

  beforeAll(async () => {
    dialogs = await openDialogs(flow, NOW, { viewport: { width: 1366, height: 1100 } });
    await dialogs.server.input('roof', [hours(0, 1, 1), hours(1, 18, 0), hours(18, 24, 2), hours(24, 33, 0)]);
    await dialogs.server.input('load', [hours(0, 33, 0.5)]);
  });
  afterAll(() => dialogs?.stop());
  afterEach(() => dialogs.leave());

  const summary = (node: string) => expect.poll(() => locator(`#dayahead-${node}-summary`).innerText());
  const legend = () => locator('#dialog-form .dayahead-legend').innerText();

  it('shows what a battery would do under the prices, before it is deployed', async () => {
    await dialogs.open('battery');
    await summary('battery').toMatch(
      /^Saves EUR\s\d+\.\d\d by Fri 00:00 compared with a house without a battery · from 50 %, an assumed state of charge · with the prices from “Prices”$/,
    );
    expect(await locator('#dayahead-battery-chart .dayahead-curve').count()).toBe(2);
    expect(await locator('#dayahead-battery-chart .dayahead-lane-name').allInnerTexts()).toEqual([
      expect.stringMatching(/^Charging and discharging · \d(\.\d)? kW$/),
      'Stored · 10 kWh',
    ]);
    expect(await legend()).toMatch(/Stored\s*\d(\.\d)? kWh/);
    expect(await dialogs.page.evaluate(`(${lowContrast})('#dialog-form .dayahead-lane-name, #dialog-form p')`)).toEqual(
      [],
    );
  });

  it('follows what is typed, with a decimal comma too, and waits for what is wrong', async () => {
    await dialogs.open('battery');
    await locator('#node-input-capacityKwh').fill('20,5');
    await expect
      .poll(() => locator('#dayahead-battery-chart .dayahead-lane-name').last().innerText())
      .toBe('Stored · 20.5 kWh');
    await locator('#node-input-capacityKwh').fill('none');
    await summary('battery').toBe('No plan until every number is valid');
    expect(await locator('#dayahead-battery-chart').isVisible()).toBe(false);
  });

  // Promise P-164 use/sun-and-load: their dialogs draw it under the prices
  it('shows the sun and the load of the site in the chart of a forecast', async () => {
    await dialogs.open('roof');
    await summary('forecast').toBe('Expected at this site in the next 24 hours: Solar 13 kWh, Load 12 kWh');
    expect(await locator('#dayahead-forecast-chart .dayahead-lane-name').allInnerTexts()).toEqual([
      'Solar · 2 kW',
      'Load · 0.5 kW',
    ]);
    expect(await legend()).toMatch(/Solar\s*1 kW\s*Load\s*0\.5 kW/);
  });
});
