import { text } from 'node:stream/consumers';
import { type Browser, chromium, type Download } from 'playwright-core';
import { sharedProgram } from '../shared/program.ts';
import { testChromium } from './resolved-names.ts';

/** Playwright's own limit of 30 s is too short for a busy machine. A minute less than a test's limit, so that an error names the locator. */
const HANGING_MS = 240_000;

/** The Chromium of this test run. Closing it closes the pages that were opened through it, and nobody else's. */
export async function openChromium(): Promise<Browser> {
  const address = await sharedProgram('chromium');
  const browser = await (address ? chromium.connect(address) : chromium.launch(testChromium));
  return browser.on('context', (context) => context.setDefaultTimeout(HANGING_MS));
}

/** What a page has offered for download, as text. */
export const downloadedText = async (download: Download): Promise<string> => text(await download.createReadStream());
