import { text } from 'node:stream/consumers';
import { type Browser, chromium, type Download } from 'playwright-core';
import { startChromium } from '../../../scripts/demo/chromium.mts';
import { sharedProgram } from '../shared/program.ts';

/** The Chromium of this test run. Closing it closes the pages that were opened through it, and nobody else's. */
export async function openChromium(): Promise<Browser> {
  const address = await sharedProgram('chromium');
  return address ? chromium.connect(address) : startChromium();
}

/** What a page has offered for download, as text. */
export const downloadedText = async (download: Download): Promise<string> => text(await download.createReadStream());
