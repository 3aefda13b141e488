import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { openChromium } from '../../support/browser/chromium.ts';
import { openDialog } from '../../support/browser/dialog.ts';
import { emptied, firstPriceSteps, MORNING, priceAt } from '../../support/browser/first-price.ts';
import { feedsAt } from '../../support/feeds/feed-server.ts';
import { households } from '../../support/feeds/households.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

/** All that a household pays, nothing missing. */
const COMPLETE = /^(\S+ \S+) · (cheap|normal|expensive) · live$/;

/** By language, by nothing but the proposal, by postal code, and by zone with an own network charge. */
const ways = ['ES', 'FR', 'DE', 'NO'];

describe('an empty Node-RED without an account, in at most eight clicks', () => {
  let editor: Running | undefined;
  let browser: Browser | undefined;
  let feeds: Awaited<ReturnType<typeof feedsAt>>;
  let page: Page;
  let steps: ReturnType<typeof firstPriceSteps>;
  beforeAll(async () => {
    const clock = manualClock(Date.parse(MORNING) / 1000);
    feeds = await feedsAt(clock, priceAt);
    editor = await runFlow([], { clock, feeds });
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, locale: 'es-ES' });
    await page.addInitScript("localStorage.setItem('editor-language', 'en-US')");
    await page.goto(editor.url);
    await page.locator('#red-ui-loading-progress').waitFor({ state: 'hidden' });
    steps = firstPriceSteps(page, clock);
  });
  afterAll(async () => {
    await browser?.close();
    await editor?.stop();
    await feeds?.stop();
  });
  afterEach(() => page.evaluate(emptied));

  /** Drops a price node on the empty flow and opens its dialog. */
  async function dropAndOpen(): Promise<void> {
    const palette = page.locator('.red-ui-palette-node[data-palette-type="dayahead-price-series"]');
    await palette.dragTo(page.locator('#red-ui-workspace-chart'), { targetPosition: { x: 300, y: 100 } });
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

  it.each(households.filter(({ country }) => ways.includes(country)))(
    'has the price of a household in $country: $price after $clicks',
    async (household) => {
      await steps.live(household);
      await dropAndOpen();
      steps.countClicks();
      await steps.choose(household);
      const [, price] = COMPLETE.exec(await deployed()) ?? [];
      // The drop is one more, and the double click two.
      expect({ price, clicks: steps.countClicks() + 3 }).toEqual({ price: household.price, clicks: household.clicks });
    },
  );

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
