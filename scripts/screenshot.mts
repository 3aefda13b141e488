/** Takes the pictures of README and docs in Chromium: the demo's first house with its prices, and a device's dialog. Needs a build. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBroker } from './demo/broker.mts';
import { startChromium } from './demo/chromium.mts';
import { placeDemo } from './demo/flow.mts';
import { startNodeRed } from './demo/node-red.mts';

const HOUSE = 'docs/demo.png';
const DEVICE = 'docs/device.png';
const SIZE = { width: 1330, height: 748 };
/** The row of small buttons below, which the picture does without. */
const FOOT = 40;
/** Room for a whole dialog. */
const TALL = 1700;
/** A winter's day whose tomorrow is known. */
const ahead = Math.round((Date.parse('2026-01-14T14:05:57+01:00') - Date.now()) / 1000);
/** Time for every status and every price to be shown. */
const SETTLE_MS = 4000;

const now = () => Math.floor(Date.now() / 1000) + ahead;
const clock = {
  now,
  uptime,
  alarm(instant: number, ring: () => void) {
    const timer = setTimeout(ring, (instant - now()) * 1000);
    return () => clearTimeout(timer);
  },
};

const userDir = mkdtempSync(join(tmpdir(), 'dayahead-picture-'));
const broker = await startBroker(1883);
placeDemo(userDir, broker);
const editor = await startNodeRed({ userDir, port: 0, dayahead: { clock } });
const browser = await startChromium();
const page = await browser.newPage({ viewport: { ...SIZE, height: SIZE.height + FOOT } });
await page.goto(editor.url);
await page.locator('.dayahead-run').first().waitFor();
// It is about the flow.
await page.evaluate('RED.actions.invoke("core:toggle-palette"); RED.userSettings.toggle("view-show-grid")');
await wait(SETTLE_MS);
await page.screenshot({ path: HOUSE, clip: { x: 0, y: 0, ...SIZE } });
await page.setViewportSize({ ...SIZE, height: TALL });
await page.evaluate("RED.editor.edit(RED.nodes.node('demo-car'))");
await page.locator('#dayahead-window-chart .dayahead-run').waitFor();
await wait(SETTLE_MS);
await page.locator('#dialog-form').screenshot({ path: DEVICE });
await browser.close();
await editor.stop();
await broker.stop();
rmSync(userDir, { recursive: true });
process.stdout.write(`${HOUSE}\n${DEVICE}\n`);
