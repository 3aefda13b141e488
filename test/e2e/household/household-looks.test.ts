import { readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../../support/browser/axe.ts';
import { openChromium } from '../../support/browser/chromium.ts';
import { cutTexts, sideways } from '../../support/browser/page-looks.ts';
import { type Demo, startDemo } from '../../support/node-red/demo.ts';
import { deployPages, withStores } from '../../support/node-red/household.ts';

const languages = readdirSync('nodes/locales');
const widths = [320, 390, 768, 1024, 1366, 1920];
/** One column and two, in both themes. */
const scanned = [
  [320, 'dark'],
  [320, 'light'],
  [1366, 'light'],
  [1366, 'dark'],
] as const;

describe("the household's page, by eye and by keyboard,", () => {
  let demo: Demo;
  let browser: Browser;
  beforeAll(async () => {
    demo = await startDemo('2026-01-14T22:05:00+01:00');
    await deployPages(demo, { 'demo-site-copenhagen': 'switch', 'demo-site-stuttgart': 'look' }, withStores);
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });

  /** The page as somebody of that language sees it, with everything on it unfolded. */
  async function open(locale: string): Promise<Page> {
    const page = await browser.newPage({ locale, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await page.goto(`${demo.editor.url}flows/dayahead/`);
    await page.locator('.card').nth(3).waitFor();
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '');
    });
    return page;
  }
  /** Lets the page settle at a width: what is drawn follows it a frame later. */
  async function resize(page: Page, width: number): Promise<void> {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  it.each(languages)(
    'fits every width in %s, with no text cut off, and is clear of what axe finds',
    async (language) => {
      const page = await open(language);
      expect(await page.getAttribute('html', 'lang')).toBe(language);
      for (const width of widths) {
        await resize(page, width);
        expect([width, await sideways(page), await cutTexts(page)]).toEqual([width, 0, []]);
      }
      for (const [width, colorScheme] of language === 'en-US' ? scanned : [scanned[0]]) {
        await resize(page, width);
        await page.emulateMedia({ colorScheme });
        expect([width, colorScheme, await axeFindings(page)]).toEqual([width, colorScheme, []]);
      }
      await page.close();
    },
  );

  it('is walked through with the Tab key in the order in which it is read, all of it, with the focus in sight', async () => {
    const page = await open('en-US');
    const places = 'a[href], button, input, summary, [tabindex="0"]';
    const count = await page.locator(places).filter({ visible: true }).count();
    const walked: string[] = [];
    for (let i = 0; i < count; i++) {
      await page.keyboard.press('Tab');
      const [place, fault] = (await page.evaluate(focused)) as [string, string];
      expect([place, fault]).toEqual([place, '']);
      walked.push(place);
    }
    expect(new Set(walked).size).toBe(count);
    const all = await page.locator(places).filter({ visible: true }).evaluateAll(named);
    expect(walked).toEqual(all);
    await page.close();
  });

  it('is used with the keys alone: the chart, the choices, a field, and the way back', async () => {
    const page = await open('en-US');
    const car = page.locator('.card').filter({ has: page.locator('h3', { hasText: 'Car' }) });
    await page.getByRole('slider').focus();
    const readout = page.locator('.dayahead-readout');
    const before = await readout.innerText();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await readout.innerText()).not.toBe(before);
    await car.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await car.getByLabel('Another amount').isVisible()).toBe(false);
    await page.keyboard.press('Space');
    const amount = car.getByLabel('Another amount');
    await amount.focus();
    await page.keyboard.type('99');
    await page.keyboard.press('Escape');
    expect(await amount.inputValue()).toBe('11');
    await page.keyboard.type('2,5');
    await page.keyboard.press('Tab');
    await expect.poll(() => car.innerText()).toContain('2.5 kWh · ready by');
    await car.getByRole('button', { name: 'On for 1 h' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => car.innerText()).toContain('switched by hand');
    await page.locator('#undo button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => car.innerText()).toMatch(/as planned\s+11 kWh/);
    await page.close();
  });
});

/** Runs in the page: what a list of elements is called, each with its place in the page. */
const named = (all: readonly Element[]) =>
  all.map((each) => `${[...document.querySelectorAll('*')].indexOf(each)} ${each.textContent || each.localName}`);

/** Runs in the page: what has the focus, and what is wrong with that. */
const focused = `(() => {
  const place = document.activeElement;
  const name = (${String(named)})([place])[0];
  const { left, top, width, height } = place.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(place);
  const at = document.elementFromPoint(left + width / 2, top + height / 2);
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return [name, 'its focus is not seen'];
  return [name, at && (place.contains(at) || at.contains(place)) ? '' : 'something else lies on it'];
})()`;
