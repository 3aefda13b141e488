import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../scripts/demo/broker.mts';
import { startChromium } from '../../scripts/demo/chromium.mts';
import { startNodeRed } from '../../scripts/demo/node-red.mts';
import { feedsAt } from '../support/feed-server.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';

/** A morning on which today and no tomorrow has been published. */
const MORNING = '2026-04-15T10:05:00+02:00';

/** All that the household pays, nothing missing. */
const PRICED = /^\d+\.\d ct · [a-z ]+ · live$/;

describe('an empty Node-RED without an account, in at most eight clicks', () => {
  let [userDir, editor, browser]: [string, Running | undefined, Browser | undefined] = ['', undefined, undefined];
  let feeds: Awaited<ReturnType<typeof feedsAt>>;
  let clock: ManualClock;
  let page: Page;
  beforeAll(async () => {
    userDir = await mkdtemp(join(tmpdir(), 'dayahead-first-'));
    clock = manualClock(Date.parse(MORNING) / 1000);
    feeds = await feedsAt(clock);
    editor = await startNodeRed({ userDir, port: 0, dayahead: { clock, sources: feeds.sources } });
    browser = await startChromium();
  });
  afterEach(() => page?.close());
  afterAll(async () => {
    await browser?.close();
    await editor?.stop();
    await feeds?.stop();
    await rm(userDir, { recursive: true });
  });

  let clicks = 0;
  let top = 0;
  /** Every use of the mouse counts; a double click opens a dialog, and counts as two. */
  async function click(selector: string, count = 1): Promise<void> {
    clicks += count;
    const target = page.locator(selector).last();
    await (count === 2 ? target.dblclick() : target.click());
  }
  const field = (name: string) => page.locator(`#dayahead-${name}`);
  const price = () => page.locator('.dayahead-price').innerText();

  /** Drops a price node on the flow of a browser that is at home in `locale`, and opens its dialog. */
  async function dropIn(locale: string): Promise<void> {
    clicks = 0;
    page = await (browser as Browser).newPage({ viewport: { width: 1400, height: 1000 }, locale });
    await page.addInitScript("localStorage.setItem('editor-language', 'en-US')");
    await page.goto((editor as Running).url);
    const palette = page.locator('.red-ui-palette-node[data-palette-type="dayahead-price-series"]');
    await palette.scrollIntoViewIfNeeded();
    await page.locator('#red-ui-loading-progress').waitFor({ state: 'hidden' });
    clicks++;
    top += 100;
    await palette.dragTo(page.locator('#red-ui-workspace-chart'), { targetPosition: { x: 300, y: top } });
    await click('.red-ui-flow-node-group .red-ui-flow-node', 2);
    await field('country').waitFor();
  }
  async function deployed(): Promise<string> {
    await click('#node-dialog-ok');
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    await click('#red-ui-header-button-deploy');
    const status = page.locator('.red-ui-flow-node-status-label').last();
    await expect
      .poll(async () => {
        await clock.advanceBy(1);
        return status.textContent();
      })
      .toContain('live');
    return (await status.textContent()) ?? '';
  }

  it('has the price of a German household by its postal code', async () => {
    await dropIn('de-DE');
    await expect.poll(() => field('consumption').inputValue()).toBe('Exchange price DE-LU');
    await click('#dayahead-postal-code');
    await page.keyboard.type('10115');
    expect(await deployed()).toMatch(PRICED);
    expect(clicks).toBe(6);
  });

  it('has the price of a Spanish one, where every network charges the same', async () => {
    await dropIn('es-ES');
    await expect.poll(price).toContain('Live prices (energy-charts).');
    expect(await deployed()).toMatch(PRICED);
    expect(clicks).toBe(5);
  });
});
