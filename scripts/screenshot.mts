/** Takes the README's picture: the demo's first house in the editor, in Chromium. Needs a build. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startBroker } from './demo/broker.mts';
import { startChromium } from './demo/chromium.mts';
import { placeDemo } from './demo/flow.mts';
import { startNodeRed } from './demo/node-red.mts';

const PICTURE = 'docs/demo.png';
/** Time for every status to be shown. */
const SETTLE_MS = 4000;

const userDir = mkdtempSync(join(tmpdir(), 'dayahead-picture-'));
const broker = await startBroker(1883);
placeDemo(userDir, broker);
const editor = await startNodeRed({ userDir, port: 0 });
const browser = await startChromium();
const page = await browser.newPage({ viewport: { width: 960, height: 590 } });
await page.goto(editor.url);
await page.locator('[id="demo-car"]').waitFor();
await page.evaluate('RED.actions.invoke("core:toggle-palette"); RED.actions.invoke("core:toggle-sidebar")');
await fetch(`${editor.url}inject/demo-boost`, { method: 'POST' });
await setTimeout(SETTLE_MS);
await page.screenshot({ path: PICTURE });
await browser.close();
await editor.stop();
await broker.stop();
rmSync(userDir, { recursive: true });
process.stdout.write(`${PICTURE}\n`);
