import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../../scripts/demo/chromium.mts';
import { type Demo, startDemo } from '../support/demo.ts';

const always = [
  ...['name', 'config', 'powerKw', 'earliest', 'readyBy', 'prefer', 'shape'],
  ...['direction', 'maxPrice', 'payloadOn', 'payloadOff', 'commandTopic', 'topic'],
];
const inPieces = ['minOnMinutes', 'minOffMinutes', 'maxOffMinutes', 'maxStarts', 'alsoBelowPrice'];

describe('the dialog of cheapest-window in a real browser', () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    demo = await startDemo('2026-01-14T10:05:00+01:00');
    browser = await startChromium();
    page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
    await page.goto(demo.editor.url);
    // The car of the demo: 11 kWh at 3.7 kW in one piece by 07:00.
    await page.locator('[id="demo-car"] > .red-ui-flow-node').dblclick();
    await field('name').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });

  const field = (name: string) => page.locator(`#node-input-${name}`);
  const fill = async (name: string, text: string) => {
    await field(name).fill(text);
    await field(name).blur();
  };
  const need = () => page.locator('#dayahead-window-need');
  const phase = (part: string) => page.locator(`.dayahead-phase-${part}`);
  const summary = () => page.locator('#dayahead-window-summary').innerText();
  const rows = () =>
    page.evaluate(
      "$('#dialog-form label[for^=node-input-]:visible').map((_, label) => label.htmlFor.slice(11)).get()",
    ) as Promise<string[]>;
  const invalid = () =>
    page.evaluate("$('#dialog-form .input-error').map((_, input) => input.id.slice(11)).get()") as Promise<string[]>;
  const expectRows = async (...more: string[]) =>
    expect([...(await rows())].sort()).toEqual([...always, ...more].sort());

  it('shows what matters for one piece with a deadline', async () => {
    await expectRows('energyKwh', 'whenUnknown', 'onFailure');
  });

  it('shows what matters for pieces, without a deadline, and beside a limit', async () => {
    await field('shape').selectOption('split');
    await expectRows('energyKwh', ...inPieces, 'preconditionMinutes', 'whenUnknown', 'onFailure');
    await fill('readyBy', '');
    await fill('maxPrice', '0.25');
    await expectRows('energyKwh', ...inPieces, 'maxPriceRule');
  });

  it("asks for the payloads of a topic of one's own beside that", async () => {
    await fill('commandTopic', 'cmnd/car/POWER');
    expect(await rows()).toEqual(expect.arrayContaining(['commandOn', 'commandOff']));
    await fill('commandTopic', '');
    expect(await rows()).not.toContain('commandOn');
  });

  it('marks what is wrong in the field itself, also where another one makes it so', async () => {
    await fill('powerKw', '');
    await fill('readyBy', 'Mon-Fri 6:30');
    await fill('maxStarts', '0');
    await expect.poll(invalid).toEqual(['powerKw', 'readyBy', 'maxStarts']);
    await fill('powerKw', '3.7');
    await fill('readyBy', 'Mon-Fri 06:30');
    await fill('maxStarts', '3');
    await expect.poll(invalid).toEqual([]);
  });

  it('says at the field what is allowed', async () => {
    await fill('maxPrice', 'cheap');
    await field('maxPrice').dispatchEvent('mouseover');
    await page.getByText('a number, as 0.25').waitFor();
    await fill('maxPrice', '0.25');
  });

  it('plans on the server what the options lead to, as they change', async () => {
    await fill('maxPrice', '');
    await field('shape').selectOption('contiguous');
    await fill('readyBy', '23:00');
    await expect.poll(summary).toMatch(/^\d\d:\d\d–\d\d:\d\d · costs DKK/);
    await page.locator('#dayahead-window-chart .dayahead-run').waitFor();
    const whole = await summary();
    await fill('energyKwh', '3.7');
    await expect.poll(summary).not.toBe(whole);
    await fill('energyKwh', 'much');
    await expect.poll(summary).toBe('Nothing is planned until what is marked is put right');
    await fill('energyKwh', '11');
    await expect.poll(summary).toBe(whole);
  });

  it('takes a programme phase by phase, and plans it', async () => {
    await need().selectOption('profile');
    for (const [i, minutes] of ['30', '60'].entries()) {
      await page.locator('.red-ui-editableList-addButton').click();
      await phase('minutes').nth(i).fill(minutes);
      await phase('kw').nth(i).fill('2');
    }
    await expect.poll(summary).toMatch(/^\d\d:\d\d–\d\d:\d\d · costs DKK/);
    expect(await invalid()).toEqual([]);
    await need().selectOption('energy');
    await field('shape').selectOption('split');
    await fill('maxPrice', '0.25');
  });

  it('saves what it shows, and the rest as nothing', async () => {
    await field('whenUnknown').selectOption('plan-known');
    await fill('readyBy', '');
    await need().selectOption('battery');
    await fill('targetSoc', '80');
    await fill('batteryKwh', '50');
    await page.locator('#node-dialog-ok').click();
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    const saved = await page.evaluate("RED.nodes.createCompleteNodeSet().find(({ id }) => id === 'demo-car')");
    expect(saved).toMatchObject({
      shape: 'split',
      minutes: '',
      profile: [],
      energyKwh: '',
      targetSoc: '80',
      batteryKwh: '50',
      powerKw: '3.7',
      readyBy: '',
      maxStarts: '3',
      maxPrice: '0.25',
      maxPriceRule: 'interval',
      whenUnknown: '',
      onFailure: 'run',
    });
  });
});
