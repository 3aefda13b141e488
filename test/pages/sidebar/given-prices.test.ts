import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { attributes, values } from '../../support/feeds/sent-prices.ts';
import { type StandIn, startStandIn } from '../../support/node-red/stand-in.ts';

const flow = [
  { id: 'tab', type: 'tab', label: 'Home' },
  inject('ha', { attributes }),
  inject('evcc', { rates: values }),
  {
    id: 'boiler',
    type: 'dayahead-cheapest-window',
    z: 'tab',
    name: 'Boiler',
    minutes: '60',
    x: 400,
    y: 100,
    wires: [[], []],
  },
];

describe('prices from elsewhere, without a price node', () => {
  let house: StandIn;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    house = await startStandIn('2026-01-15T10:05:00+01:00', () => flow);
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1600, height: 1400 } });
    await page.goto(house.url);
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  const text = async (selector: string) => (await page.locator(selector).innerText()).replace(/\s+/g, ' ');

  it('are drawn in the sidebar with the runs of the device, and what they cost in their currency', async () => {
    house.press('ha');
    await expect
      .poll(() => text('.dayahead-sidebar .dayahead-readout-head'))
      .toMatch(/^30\.0 öre\/kWh now 10:00–11:00/);
    expect(await text('.dayahead-sidebar .dayahead-origin')).toBe('external prices');
    expect(await text('.dayahead-sidebar .dayahead-lane')).toBe('Boiler 13:00–14:00');
    expect(await text('.dayahead-facts')).toBe('Prices that a device received at 10:05');
    expect(await text('div.dayahead-card-lines')).toMatch(/SEK 0\.10 per kW · saves SEK 0\.20 per kW$/);
    expect(await page.locator('.dayahead-empty').isVisible()).toBe(false);
  });

  it('have a cost without a currency where they name none', async () => {
    house.press('evcc');
    await expect.poll(() => text('.dayahead-sidebar .dayahead-readout-head')).toMatch(/^0\.30 \/kWh now/);
    await expect.poll(() => text('div.dayahead-card-lines')).toMatch(/ 0\.10 per kW · saves 0\.20 per kW$/);
  });
});

function inject(id: string, payload: object) {
  const props = [{ p: 'payload' }];
  return {
    id,
    type: 'inject',
    z: 'tab',
    x: 150,
    y: 100,
    props,
    payload: JSON.stringify(payload),
    payloadType: 'json',
    wires: [['boiler']],
  };
}
