/** Takes the pictures of README and docs in Chromium: the demo's house in Germany with its prices, a device's dialog, and the example for Home Assistant. Needs a build. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBroker } from './demo/broker.mts';
import { startChromium } from './demo/chromium.mts';
import { placeDemo } from './demo/flow.mts';
import { startNodeRed } from './demo/node-red.mts';

const HOUSE = 'docs/use/images/demo.png';
const DEVICE = 'docs/use/images/device.png';
const USE = {
  contract: 'docs/use/images/home-assistant-contract.png',
  broker: 'docs/use/images/home-assistant-broker.png',
  flow: 'docs/use/images/home-assistant-flow.png',
};
const SIZE = { width: 1330, height: 748 };
/** The row of small buttons below, which the picture does without. */
const FOOT = 40;
/** The part of the editor that has the flow of the example. */
const FLOW = { x: 0, y: 0, width: 900, height: 480 };
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
placeDemo(userDir, broker, { country: 'DE' });
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
await page.locator('#node-dialog-cancel').click();
await page.locator('.red-ui-tray').waitFor({ state: 'detached' });

/** The household of the pictures, in a market whose prices are replayed. */
const household = {
  ...{ country: 'DE', postalCode: '10115', version: '', grid: null, feedin: null },
  consumption: {
    ...{ id: 'de-example-spot-15min', name: 'Example Spot DE-LU, quarter-hourly', type: 'dynamic' },
    ...{ companyId: 'de-example-spot', companyName: 'Example Spot, Germany' },
  },
};
interface FlowNode {
  readonly id: string;
  readonly type: string;
}
const example: FlowNode[] = JSON.parse(readFileSync('examples/home-assistant.json', 'utf8'));
const nodes = example.map((node) =>
  node.type === 'dayahead-config'
    ? { ...node, prices: 'replay', broker: 'typed', brokerUrl: broker.url, household }
    : node,
);
await page.evaluate(`RED.nodes.import(${JSON.stringify(nodes)}, { generateIds: false })`);
await page.evaluate("RED.workspaces.show('example-home-assistant'); RED.nodes.dirty(true)");
await page.locator('#red-ui-header-button-deploy').click();
await wait(SETTLE_MS);
await page.locator('.red-ui-notification').waitFor({ state: 'hidden' });
await page.setViewportSize({ ...SIZE, height: FLOW.height });
await page.screenshot({ path: USE.flow, clip: FLOW });
await page.setViewportSize({ ...SIZE, height: TALL });
await page.evaluate("RED.editor.edit(RED.nodes.node('example-home-assistant-prices'))");
await wait(SETTLE_MS);
await page.locator('#dayahead-picker').screenshot({ path: USE.contract });
await page.locator('#node-dialog-cancel').click();
await page.evaluate("RED.editor.editConfig('', 'dayahead-config', 'example-home-assistant-site')");
await page.locator('#node-config-input-brokerUrl').fill('mqtt://core-mosquitto:1883');
await page.locator('#node-config-input-brokerUser').fill('nodered');
await page.locator('#node-config-input-brokerPassword').fill('password');
await wait(SETTLE_MS);
await page
  .locator('.dayahead-section', { has: page.locator('#node-config-input-broker') })
  .screenshot({ path: USE.broker });
await browser.close();
await editor.stop();
await broker.stop();
rmSync(userDir, { recursive: true });
process.stdout.write(`${[HOUSE, DEVICE, ...Object.values(USE)].join('\n')}\n`);
