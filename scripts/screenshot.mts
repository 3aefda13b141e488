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
/** Time for prices to arrive and every status to be shown. */
const SETTLE_MS = 4000;

const userDir = mkdtempSync(join(tmpdir(), 'dayahead-picture-'));
const broker = await startBroker(1883);
placeDemo(userDir, broker);
const editor = await startNodeRed({ userDir, port: 0 });
const browser = await startChromium();
const page = await browser.newPage({ viewport: { width: 1280, height: 640 }, reducedMotion: 'reduce' });
await page.goto(editor.url);
await page.locator('[id="demo-car"]').waitFor();
await page.evaluate('RED.actions.invoke("core:toggle-palette"); RED.actions.invoke("core:toggle-sidebar")');
await setTimeout(SETTLE_MS);
await page.screenshot({ path: PICTURE, clip: { x: 0, y: 0, width: 1280, height: 580 } });
await browser.close();
await editor.stop();
await broker.stop();
rmSync(userDir, { recursive: true });
process.stdout.write(`${PICTURE}\n`);
