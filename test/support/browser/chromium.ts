import { text } from 'node:stream/consumers';
import { type Browser, type BrowserContext, chromium, type Download } from 'playwright-core';
import { testChromium } from './resolved-names.ts';

/** Playwright's own limit of 30 s is too short for a busy machine. A minute less than a test's limit, so that an error names the locator. */
const HANGING_MS = 240_000;

let started: Promise<Browser> | undefined;

async function start(): Promise<Browser> {
  const browser = await chromium.launch(testChromium);
  return browser.on('context', (context) => context.setDefaultTimeout(HANGING_MS));
}

/**
 * The Chromium of this test process, which the first call starts. Closing it closes the pages that were opened through it, and no
 * others. In a process of its own for the whole run, all that a test does in a page would pass through one more process.
 */
export async function openChromium(): Promise<Browser> {
  started ??= start();
  const browser = await started;
  const opened = new Set<BrowserContext>();
  const own: Pick<Browser, 'newContext' | 'newPage' | 'close'> = {
    async newContext(options) {
      const context = await browser.newContext(options);
      opened.add(context);
      return context;
    },
    async newPage(options) {
      const page = await browser.newPage(options);
      opened.add(page.context());
      return page;
    },
    async close() {
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
  return Object.assign(Object.create(browser) as Browser, own);
}

/** What a page has offered for download, as text. */
export const downloadedText = async (download: Download): Promise<string> => text(await download.createReadStream());
