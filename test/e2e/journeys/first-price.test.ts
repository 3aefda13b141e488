import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { openChromium } from '../../support/browser/chromium.ts';
import { openDialog } from '../../support/browser/dialog.ts';
import { feedsAt } from '../../support/feeds/feed-server.ts';
import { households } from '../../support/feeds/households.ts';
import { isLive, liveMarkets } from '../../support/feeds/live-markets.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

/** A morning on which today and no tomorrow has been published. */
const MORNING = '2026-04-15T10:05:00+02:00';

/** All that a household pays, nothing missing. */
const COMPLETE = /^(\S+ \S+) · (cheap|normal|expensive) · live$/;

describe('an empty Node-RED without an account, in at most eight clicks', () => {
  let editor: Running | undefined;
  let browser: Browser | undefined;
  let feeds: Awaited<ReturnType<typeof feedsAt>>;
  let clock: ManualClock;
  let page: Page;
  let emulation: CDPSession;
  beforeAll(async () => {
    clock = manualClock(Date.parse(MORNING) / 1000);
    feeds = await feedsAt(clock, (_zone, start) => 50 + (Math.floor(start / 3600) % 240) / 10);
    editor = await runFlow([], { clock, feeds });
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, locale: 'es-ES' });
    emulation = await page.context().newCDPSession(page);
    await page.addInitScript("localStorage.setItem('editor-language', 'en-US')");
    await page.goto(editor.url);
    await page.locator('#red-ui-loading-progress').waitFor({ state: 'hidden' });
  });
  afterAll(async () => {
    await browser?.close();
    await editor?.stop();
    await feeds?.stop();
  });

  let clicks = 0;
  /** Every use of the mouse counts. */
  async function click(selector: string): Promise<void> {
    clicks++;
    await page.locator(selector).last().click();
  }
  async function type(selector: string, text: string): Promise<void> {
    await click(selector);
    await page.keyboard.type(text);
  }
  const rows = () => page.locator('.red-ui-autoComplete-container li').first();
  const field = (name: string) => page.locator(`#dayahead-${name}`);
  const price = () => page.locator('.dayahead-price').innerText();
  /** Looks until it is so; time goes on meanwhile, since a host is asked no more often than every few seconds. */
  const eventually = (look: () => Promise<string | null>) =>
    expect.poll(
      async () => {
        await clock.advanceBy(1);
        return look();
      },
      { interval: 20 },
    );
  const says = (text: RegExp | string) => eventually(price).toMatch(text);

  /** Drops a price node on the empty flow, and opens its dialog, which proposes a tariff. */
  async function drop(): Promise<void> {
    await dropAndOpen();
    await proposed();
  }
  const proposed = () => eventually(() => field('consumption-company').inputValue()).not.toBe('');
  async function dropAndOpen(): Promise<void> {
    clicks++;
    const palette = page.locator('.red-ui-palette-node[data-palette-type="dayahead-price-series"]');
    await palette.dragTo(page.locator('#red-ui-workspace-chart'), { targetPosition: { x: 300, y: 100 } });
    // A double click counts as two.
    clicks += 2;
    await openDialog(page, page.locator('.red-ui-flow-node-group .red-ui-flow-node').last());
  }
  async function deployed(): Promise<string> {
    await click('#node-dialog-ok');
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    await click('#red-ui-header-button-deploy');
    const status = page.locator('.red-ui-flow-node-status-label').last();
    await eventually(() => status.textContent()).toContain('live');
    return (await status.textContent()) ?? '';
  }
  /** The next household begins with nothing, also where this one failed in the middle of a dialog. */
  afterEach(async () => {
    // One that is on its way out by itself needs no click.
    for (const cancel of (await page.locator('#node-dialog-cancel').all()).reverse())
      await cancel.click({ timeout: 3000 }).catch(() => undefined);
    await page.evaluate(`(() => {
      const all = RED.nodes.filterNodes({});
      RED.nodes.eachConfig((config) => void all.push(config));
      for (const { id } of all) RED.nodes.remove(id);
      RED.view.redraw(true);
    })()`);
  });
  async function typeNetwork(charge: string): Promise<void> {
    await says('Network charge');
    await click('.dayahead-price button');
    await type('[data-field="name"]', 'My network');
    while (!(await page.locator('[data-field="network.price"]:focus').count())) await page.keyboard.press('Tab');
    await page.keyboard.type(charge);
    await click('#node-dialog-ok');
    await eventually(() => field('grid-company').inputValue()).toContain('My network');
  }

  it.each(households)('has the price of a household in $country: $price after $clicks', async (household) => {
    const { timeZone, zone, postalCode, network, own } = household;
    clicks = 0;
    if (timeZone) await emulation.send('Emulation.setTimezoneOverride', { timezoneId: timeZone });
    await drop();
    if (zone) {
      await type('#dayahead-consumption', zone);
      await rows().filter({ hasText: zone }).waitFor();
      await page.keyboard.press('Enter');
    } else await expect.poll(() => field('consumption').inputValue()).not.toBe('');
    if (own) {
      await says('that may be asked has prices');
      await click('.dayahead-price button');
      await says('Live prices');
    }
    if (network) await typeNetwork(network);
    if (postalCode) await type('#dayahead-postal-code', postalCode);
    const [, price] = COMPLETE.exec(await deployed()) ?? [];
    expect({ price, clicks }).toEqual({ price: household.price, clicks: household.clicks });
  });

  it('gives up the price of the exchange on a site that replays old auctions', async () => {
    await page.evaluate(`(() => {
      const site = { id: 'replayed', type: 'dayahead-config', schema: 2, site: 'home', topicRoot: 'dayahead' };
      RED.nodes.import([{ ...site, service: 'embedded', contracts: [], prices: 'replay', resolution: '900' }]);
      RED.nodes.node('replayed').changed = true;
    })()`);
    await dropAndOpen();
    const site = page.locator('#node-input-config');
    await eventually(() => site.inputValue()).toBe('replayed');
    await site.selectOption('_ADD_');
    await proposed();
    const [company, tariff] = [field('consumption-company'), field('consumption')];
    expect(await company.inputValue()).toMatch(/exchange/i);
    await site.selectOption('replayed');
    await eventually(() => company.inputValue()).toBe('');
    expect(await tariff.inputValue()).toBe('');
  });

  it('in at most eight clicks for each', () => {
    expect(Math.max(...households.map(({ clicks }) => clicks))).toBeLessThanOrEqual(8);
  });

  it('so has every live market', () => {
    expect(households.map(({ country }) => country).toSorted()).toEqual(
      liveMarkets.filter(isLive).map(({ country }) => country),
    );
  });
});
