import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { type Demo, startDemo } from '../../support/node-red/demo.ts';

describe('the report of a problem in the sidebar', () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    demo = await startDemo('2026-01-14T14:05:00+01:00');
    browser = await openChromium();
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    await page.addInitScript("localStorage.setItem('editor-language', 'en-US')");
    await page.goto(demo.editor.url);
    await page.locator('.dayahead-run').first().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });

  const said = () => expect.poll(() => page.locator('.dayahead-diagnosis [role=status]').innerText());
  const shown = () => page.locator('.dayahead-report').inputValue();
  async function copyWith(clipboard: string): Promise<void> {
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard}, configurable: true })`);
    await page.getByRole('button', { name: 'Copy a report' }).click();
  }

  it.each([
    ['the browser has one', '{ writeText: (text) => void (window.held = text) || Promise.resolve() }', 'held'],
    ['a plain http address has none', 'undefined', 'pasted'],
    ['the browser refuses it', "{ writeText: () => Promise.reject(new Error('refused')) }", 'pasted'],
  ])('is copied where of a clipboard %s, and shown as it is', async (_, clipboard, place) => {
    await copyWith(clipboard);
    await said().toContain('Copied.');
    const text = await shown();
    expect(text).toMatch(/^### Versions\n\n- @dayahead\/node-red-tariffs \d/);
    expect(text).toMatch(/^- price-series 1.*: source replay · asked 2026-01-14T14:05/m);
    expect(place === 'held' ? await page.evaluate('window.held') : await pasted()).toBe(text);
  });

  /** What the keyboard pastes. */
  async function pasted(): Promise<string> {
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted', style: 'position: fixed' }))",
    );
    await page.locator('#pasted').focus();
    await page.keyboard.press('Control+V');
    const text = await page.locator('#pasted').inputValue();
    await page.evaluate("document.querySelector('#pasted').remove()");
    return text;
  }

  it('stays selected, and says which keys copy it, where nothing else can', async () => {
    await page.evaluate('document.execCommand = () => false');
    await copyWith('undefined');
    await said().toContain('Press Ctrl+C');
    const selected = await page.evaluate(
      'const { value, selectionStart: a, selectionEnd: b } = document.activeElement; value.slice(a, b)',
    );
    expect(selected).toBe(await shown());
  });
});
