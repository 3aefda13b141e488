import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { type StandIn, startStandIn } from '../../support/node-red/stand-in.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe('a name that is markup', () => {
  let house: StandIn;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    house = await startStandIn('2026-01-14T10:05:00+01:00', (flows) =>
      flows.map((node) => (['demo-prices', 'demo-heat-pump'].includes(node.id) ? { ...node, name: HOSTILE } : node)),
    );
    browser = await openChromium();
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => request.url().endsWith('/x') && complaints.push(request.url()));
    await page.goto(house.url);
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  const part = (selector: string) => page.locator(selector).filter({ hasText: HOSTILE }).first();

  it('is text in the sidebar: in the choice, on a card and beside its lane', async () => {
    await part('.dayahead-choice option').waitFor({ state: 'attached' });
    await part('.dayahead-link').waitFor();
    await part('.dayahead-lane-name').waitFor();
  });

  it('has made no element and asked for nothing', async () => {
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
