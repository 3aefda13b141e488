import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import type { Overview } from '../../../src/runtime/editor/overview.ts';
import { openChromium } from '../../support/browser/chromium.ts';
import { lowContrast } from '../../support/browser/contrast.ts';
import { openDialog } from '../../support/browser/dialog.ts';
import { showSidebar } from '../../support/browser/editor.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';

/** A Tuesday afternoon in winter; eighteen days later it is a Saturday whose tomorrow is known. */
const NOW = Date.parse('2026-01-13T15:05:00+01:00') / 1000;
const DAY = 86_400;

const flow = [
  { id: 'tab', type: 'tab', label: 'House' },
  {
    ...{ id: 'site', type: 'dayahead-config', name: 'House', site: 'home', topicRoot: 'dayahead' },
    ...{ prices: 'replay', resolution: '3600' },
  },
  {
    id: 'prices',
    type: 'dayahead-price-series',
    z: 'tab',
    x: 200,
    y: 100,
    name: 'Prices',
    config: 'site',
    country: 'DE',
    consumption: { id: 'de-example-spot-15min' },
    wires: [['boiler', 'car'], []],
  },
  {
    id: 'boiler',
    type: 'dayahead-cheapest-window',
    z: 'tab',
    x: 400,
    y: 100,
    name: 'Boiler',
    minutes: '60',
    wires: [[], []],
  },
  // From Sunday evening on, until when prices are known, to Monday evening.
  {
    id: 'car',
    type: 'dayahead-cheapest-window',
    z: 'tab',
    x: 400,
    y: 200,
    name: 'Car',
    minutes: '180',
    powerKw: '11',
    shape: 'split',
    earliest: '2026-02-01T17:00+01:00',
    readyBy: '2026-02-02T22:00+01:00',
    whenUnknown: 'estimate',
    wires: [[], []],
  },
];

describe('the prices past the known ones in the editor', () => {
  let editor: Running;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const clock = manualClock(NOW);
    editor = await runFlow(flow, { clock });
    for (let day = 0; day < 18; day++) {
      await pricesThere();
      await clock.advanceBy(DAY);
    }
    browser = await openChromium();
    page = await open('en-US');
  });
  afterAll(async () => {
    await browser?.close();
    await editor?.stop();
  });

  /** Each day's prices are shown before it ends, however busy the machine is. */
  async function pricesThere(): Promise<void> {
    await eventually(async () => {
      const answer = await fetch(`${editor.url}dayahead/overview?prices=prices`);
      const { prices } = (await answer.json()) as Overview;
      expect(prices?.now).toBeDefined();
    });
  }

  async function open(language: string): Promise<Page> {
    const opened = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    await opened.addInitScript(`localStorage.setItem('editor-language', '${language}')`);
    await opened.goto(editor.url);
    await opened.locator('[id="boiler"] > .red-ui-flow-node').waitFor();
    await showSidebar(opened);
    await opened.locator('.dayahead-frame canvas').waitFor();
    return opened;
  }
  const part = (name: string) => page.locator(`.dayahead-sidebar .dayahead-${name}`);
  const text = async (name: string) => (await part(name).innerText()).replace(/\s+/g, ' ');
  const spoken = () => part('frame').getAttribute('aria-valuetext');

  // Promise P-244 internals/forecast: a chart shows of the band what leaves room for the prices
  it('are in the chart up to the day after tomorrow, each told with its band', async () => {
    expect(await part('frame').getAttribute('aria-valuemax')).toBe(String(3 * 24 - 1));
    expect(await spoken()).toMatch(/^now 15:00–16:00: -?[\d.]+ ct\/kWh$/);
    await part('frame').focus();
    await page.keyboard.press('End');
    expect(await spoken()).toMatch(/^Mon, Feb 2 23:00–00:00: expected -?[\d.]+ ct\/kWh \(-?[\d.]+–-?[\d.]+\)$/);
    expect(await text('readout-head')).toMatch(
      /^expected -?[\d.]+ ct\/kWh \(-?[\d.]+–-?[\d.]+\) Mon, Feb 2 23:00–00:00$/,
    );
    expect(await part('legend-entry').last().innerText()).toMatch(/^expected\s+-?[\d.]+$/);
    await page.keyboard.press('Home');
    expect(await part('legend-entry').last().innerText()).toBe('expected');
    await page.keyboard.press('End');
  });

  // Promise P-243 internals/forecast: pale with its band in every chart
  it('are drawn pale over their band, in no colour of a price', async () => {
    const coloured = (hour: number) => page.evaluate(coloursAt, hour / 72);
    expect(await coloured(20.5)).toContain('energy');
    expect(await coloured(60.5)).toEqual(['expected', 'pale expected']);
  });

  it('are never the price of now', async () => {
    await part('frame').blur();
    expect(await spoken()).toMatch(/^now 15:00–16:00: -?[\d.]+ ct\/kWh$/);
  });

  it('are told below the chart, and how good they have been', async () => {
    expect(await text('facts')).toMatch(/Mon, Feb 2: [\d.]+ expected on average, -?[\d.]+ to [\d.]+/);
    expect(await text('facts')).toMatch(
      /Forecasts made the day before, last \d days: mean error [\d.]+ ct\/kWh, \d+ % of the prices/,
    );
    expect(
      await page.evaluate(`(${lowContrast})('.dayahead-readout-unit, .dayahead-legend, .dayahead-facts')`),
    ).toEqual([]);
  });

  it('let a device wait for them, and say why', async () => {
    const sidebar = await page.locator('.dayahead-sidebar').innerText();
    expect(sidebar).toMatch(/^next Mon 02:00–05:00 · lower prices expected later$/m);
  });

  // Promise P-245 internals/forecast: the charts of dialogs show it too
  it('are in the chart of a dialog too', async () => {
    await openDialog(page, page.locator('[id="boiler"] > .red-ui-flow-node'));
    const frame = page.locator('.red-ui-tray .dayahead-frame');
    await frame.waitFor();
    expect(await frame.getAttribute('aria-valuemax')).toBe(String(3 * 24 - 1));
    await page.locator('#node-dialog-cancel').click();
  });

  it('speak German', async () => {
    const german = await open('de');
    const facts = await german.locator('.dayahead-sidebar .dayahead-facts').innerText();
    expect(facts).toMatch(/voraussichtlich [\d,]+ im Mittel/);
    expect(facts).toMatch(/mittlere Abweichung [\d,]+ ct\/kWh/);
    expect(await german.locator('.dayahead-sidebar .dayahead-legend').innerText()).toContain('erwartet');
    expect(await german.locator('.dayahead-sidebar').innerText()).toContain('später wird es voraussichtlich billiger');
    await german.close();
  });
});

/** Runs in the page: the colours of the chart at a place along the plot, by name, and `pale` where they let it shine through. */
function coloursAt(share: number): string[] {
  const canvas = document.querySelector('.dayahead-sidebar .dayahead-frame canvas') as HTMLCanvasElement;
  const style = getComputedStyle(canvas);
  const scale = canvas.width / canvas.clientWidth;
  const x = Math.round((44 + (canvas.clientWidth - 52) * share) * scale);
  const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(x, 0, 1, canvas.height);
  const colours = ['energy', 'grid', 'fees', 'vat', 'expected'].map((name) => {
    const hex = style.getPropertyValue(`--dayahead-${name}`).trim();
    return { name, channels: [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) };
  });
  const found = new Set<string>();
  for (let i = 0; i < data.length; i += 4) {
    // What shines through has lost the last bits of its colour.
    const colour = colours.find(({ channels }) =>
      channels.every((channel, at) => Math.abs(channel - (data[i + at] ?? 0)) < 4),
    );
    if (colour) found.add((data[i + 3] ?? 0) < 100 ? `pale ${colour.name}` : colour.name);
  }
  return [...found].sort();
}
