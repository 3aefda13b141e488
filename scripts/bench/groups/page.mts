import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { startBroker } from '../../demo/broker.mts';
import { startChromium } from '../../demo/chromium.mts';
import { placeDemo } from '../../demo/flow.mts';
import { listen } from '../../demo/listen.mts';
import { startNodeRed } from '../../demo/node-red.mts';

import { type Figure, figure } from '../harness/figure.mts';
import { ratioOf } from '../harness/ratio.mts';

const LOOKS = 400;
/** Notes the time at which a price is painted. */
const WATCH = `new MutationObserver((_, watch) => {
  if (!/\\d/.test(document.getElementById('price')?.textContent ?? '')) return;
  watch.disconnect();
  requestAnimationFrame(() => { window.painted = performance.now(); });
}).observe(document, { subtree: true, childList: true, characterData: true });`;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const EMPTY = '<!doctype html><title>Empty</title><link rel="icon" href="data:,"><p id="price">0</p>';

/**
 * How long the household's page takes on a slow phone until its price is there, beside an empty page: four times slower than this
 * machine, behind 1.6 Mbit/s with 150 ms there and back.
 */
export default async function page(): Promise<Figure[]> {
  const userDir = mkdtempSync(join(tmpdir(), 'dayahead-picture-'));
  const broker = await startBroker(0);
  placeDemo(userDir, broker, { page: 'look' });
  const red = await startNodeRed({ userDir, port: 0, nodeRoot: '' });
  const empty = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(EMPTY));
  const emptyPort = await listen(empty, 0);
  const browser = await startChromium();
  const ratio = await ratioOf(
    () => priceAfter(browser, `${red.url}dayahead/`),
    () => priceAfter(browser, `http://127.0.0.1:${emptyPort}/`),
    { rounds: 5, seconds: 30 },
  );
  await browser.close();
  empty.close();
  await red.stop();
  await broker.stop();
  rmSync(userDir, { recursive: true });
  const name = "household's page on a slow phone, until its price is there";
  return [figure({ name, yardstick: 'an empty page', atMost: 5 }, ratio)];
}

/** Milliseconds from the question for a page until a price is painted on it; nothing of it is known before. */
async function priceAfter(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(WATCH);
  await page.goto(address, { waitUntil: 'commit' });
  // The policy of the page lets nothing wait in it.
  for (let look = 0; look < LOOKS; look++) {
    const painted = await page.evaluate<number | undefined>('window.painted');
    if (painted) return context.close().then(() => painted);
    await setTimeout(50);
  }
  throw new Error(`no price on ${address}`);
}
