import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Running, startBroker } from '../../../scripts/demo/broker.mts';
import type { CountryCode } from '../../../src/core/markets.ts';
import { openChromium } from '../../support/browser/chromium.ts';
import { entered, openDialog } from '../../support/browser/dialog.ts';
import { showSidebar } from '../../support/browser/editor.ts';
import { emptied, firstPriceSteps, MORNING, priceAt } from '../../support/browser/first-price.ts';
import { withoutSliding } from '../../support/dialogs/boot.ts';
import { feedsAt } from '../../support/feeds/feed-server.ts';
import { households, JOURNEYS } from '../../support/feeds/households.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { type Subscriber, subscribe } from '../../support/mqtt/subscriber.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

/** All that a household pays, nothing missing. */
const COMPLETE = /^(\S+ \S+) · (cheap|normal|expensive) · live$/;

/** The payload of `price/state` from 10:00 to 10:15, 09:00 to 09:15 in Great Britain. */
const published: Partial<Record<CountryCode, { readonly now: number; readonly currency: string }>> = {
  ES: { now: 0.185408, currency: 'EUR' },
  FR: { now: 0.1791, currency: 'EUR' },
  DE: { now: 0.248543, currency: 'EUR' },
  GB: { now: 0.0735, currency: 'GBP' },
  NO: { now: 1.38775, currency: 'NOK' },
};
/** 7.35 p, which the sidebar rounds up and the status down. */
const inSidebar: Partial<Record<CountryCode, string>> = { GB: '7.4 p' };
const releases: readonly { readonly release: 4 | 5; readonly countries: readonly CountryCode[] }[] = [
  { release: 5, countries: JOURNEYS },
  // compared.test.ts holds the dialogs of both releases against each other.
  { release: 4, countries: ['DE'] },
];

describe.each(releases)('the first evening in an empty Node-RED $release', ({ release, countries }) => {
  let editor: Running | undefined;
  let broker: Running;
  let heard: Subscriber;
  let browser: Browser | undefined;
  let feeds: Awaited<ReturnType<typeof feedsAt>>;
  let page: Page;
  let steps: ReturnType<typeof firstPriceSteps>;
  beforeAll(async () => {
    const clock = manualClock(Date.parse(MORNING) / 1000);
    feeds = await feedsAt(clock, priceAt);
    broker = await startBroker(0);
    heard = await subscribe(broker.url, 4);
    editor = await runFlow([], { release, clock, feeds });
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, locale: 'es-ES' });
    await page.addInitScript("localStorage.setItem('editor-language', 'en-US')");
    await page.addInitScript(withoutSliding);
    await page.goto(editor.url);
    // Node-RED 4 begins with another tab.
    await showSidebar(page);
    await palette().waitFor();
    steps = firstPriceSteps(page, clock);
  });
  afterAll(async () => {
    await browser?.close();
    await editor?.stop();
    await heard?.close();
    await broker?.stop();
    await feeds?.stop();
  });
  afterEach(() => page.evaluate(emptied));

  const palette = () => page.locator('.red-ui-palette-node[data-palette-type="dayahead-price-series"]');
  /** Drops a price node on the empty flow and opens its dialog. */
  async function dropAndOpen(): Promise<void> {
    await palette().dragTo(page.locator('#red-ui-workspace-chart'), { targetPosition: { x: 300, y: 100 } });
    await openDialog(page, page.locator('.red-ui-flow-node-group .red-ui-flow-node').last());
  }
  async function deployed(): Promise<string> {
    await steps.click('#node-dialog-ok');
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    await steps.click('#red-ui-header-button-deploy');
    const status = page.locator('.red-ui-flow-node-status-label').last();
    await steps.shows(() => status.textContent(), 'live');
    return (await status.textContent()) ?? '';
  }

  /** Types in the broker in the dialog of the site, from that of the price node. */
  async function publishTo(url: string): Promise<void> {
    await page.locator('#node-input-btn-config-edit:not(.disabled), #node-input-btn-config-add').first().click();
    await entered(page);
    await page.locator('#node-config-input-broker').selectOption('typed');
    await page.locator('#node-config-input-brokerUrl').fill(url);
    await page.locator('#node-config-dialog-ok').click();
    await page.locator('#node-config-dialog-ok').waitFor({ state: 'detached' });
  }

  it.each(households.filter(({ country }) => countries.includes(country)))(
    'shows a household in $country $price after $clicks clicks: in the dialog, at the node, in the sidebar and on MQTT',
    async (household) => {
      await steps.live(household);
      await dropAndOpen();
      steps.countClicks();
      await steps.choose(household);
      await steps.showsPriceOf(household);
      await publishTo(broker.url);
      const [, price] = COMPLETE.exec(await deployed()) ?? [];
      // The drop is one more, and the double click two.
      expect({ price, clicks: steps.countClicks() + 3 }).toEqual({ price: household.price, clicks: household.clicks });
      const [amount, unit] = (inSidebar[household.country] ?? household.price).split(' ');
      const hours = household.country === 'GB' ? '09:00–09:15' : '10:00–10:15';
      const readout = new RegExp(`^${amount}\\s+${unit}/kWh\\s+now ${hours}$`);
      await steps.shows(() => page.locator('.dayahead-readout-head').innerText(), readout);
      const state = () => JSON.parse(heard.payloads('dayahead/home/price/state').at(-1) || '{}');
      expect(published).toHaveProperty(household.country);
      await steps.shows(async () => String(state().now), String(published[household.country]?.now));
      expect(state()).toMatchObject({ ...published[household.country] });
    },
  );

  // In the dialog alone, which compared.test.ts holds against that of the other release.
  if (release === 5)
    it('gives up the price of the exchange on a site that replays old auctions', async () => {
      await page.evaluate(`(() => {
      const site = { id: 'replayed', type: 'dayahead-config', schema: 2, site: 'home', topicRoot: 'dayahead' };
      RED.nodes.import([{ ...site, service: 'embedded', contracts: [], prices: 'replay', resolution: '900' }]);
      RED.nodes.node('replayed').changed = true;
    })()`);
      await dropAndOpen();
      const site = page.locator('#node-input-config');
      await steps.shows(() => site.inputValue(), 'replayed');
      await site.selectOption('_ADD_');
      await steps.proposed();
      const [company, tariff] = [steps.field('consumption-company'), steps.field('consumption')];
      expect(await company.inputValue()).toMatch(/exchange/i);
      await site.selectOption('replayed');
      await steps.shows(() => company.inputValue(), /^$/);
      expect(await tariff.inputValue()).toBe('');
      await page.locator('#node-dialog-cancel').click();
      await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    });
});
