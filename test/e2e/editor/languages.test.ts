import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { dialogDefaults } from '../../../scripts/dialogs.mts';
import { openChromium } from '../../support/browser/chromium.ts';
import { showSidebar } from '../../support/browser/editor.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runFlow } from '../../support/node-red/shared-node-red.ts';
import { plainText, REFERENCE, shippedHelp, shippedLanguages, shippedTexts } from '../../support/texts.ts';

/** A Tuesday afternoon in winter whose tomorrow is known. */
const NOW = Date.parse('2026-01-13T15:05:00+01:00') / 1000;

const place = { z: 'tab', config: 'site', wires: [[], []] };
/** A node of each kind, with a dialog that shows as much as it can. */
const nodes = [
  { id: 'tariff-select', type: 'dayahead-tariff-select', country: 'DE', x: 200, y: 40, ...place },
  {
    ...{ id: 'price-series', type: 'dayahead-price-series', x: 200, y: 100, ...place, country: 'NL' },
    ...{ consumption: { id: 'nl-example-spot-hourly' }, adjustment: 'nl-energy-tax', wires: [['cheapest-window'], []] },
  },
  {
    ...{ id: 'cheapest-window', type: 'dayahead-cheapest-window', x: 400, y: 100, ...place, name: 'Boiler' },
    ...{ energyKwh: '2.5', powerKw: '11', readyBy: 'Mon-Fri 07:00', maxPrice: '0.25' },
  },
  { id: 'battery', type: 'dayahead-battery', x: 400, y: 160, ...place, chargeKw: '2.5', kind: 'car' },
  { id: 'forecast', type: 'dayahead-forecast', x: 400, y: 220, ...place, kind: 'production', peakKw: '7.5' },
];
const kinds = nodes.map(({ id }) => id);
const defaults = dialogDefaults();
const site = { type: 'dayahead-config', schema: 2, prices: 'replay', resolution: '3600' };
const flow = [
  { id: 'tab', type: 'tab', label: 'House' },
  {
    ...site,
    id: 'site',
    name: 'House',
    broker: 'typed',
    brokerUrl: 'mqtt://127.0.0.1:9',
    peak: 'typed',
    peakAmounts: '4.50',
  },
  ...nodes,
  ...shippedLanguages.flatMap((language) => [
    { ...site, id: `site-${language}`, name: language, language },
    { id: `in-${language}`, type: 'dayahead-cheapest-window', ...place, config: `site-${language}`, minutes: '60' },
  ]),
].map((node) => ({ ...defaults.get(node.type), ...node }));

/** Runs in the page: all texts that are visible in the sidebar, and those of them whose place is too narrow. */
const sidebarTexts = String(() => {
  const elements = [...document.querySelectorAll<HTMLElement>('.dayahead-sidebar *')].filter(
    (element) => element.offsetParent !== null || element.tagName === 'OPTION',
  );
  const textOf = (element: HTMLElement) => {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ nodeValue }) => nodeValue);
    return [own.join('').trim(), element.title].filter(Boolean).map((text) => text.replace(/\s+/g, ' '));
  };
  const isCut = (element: HTMLElement) =>
    element.matches('label, button, h4, summary') &&
    element.clientWidth > 0 &&
    element.scrollWidth > element.clientWidth + 1;
  return { texts: elements.flatMap(textOf), cut: elements.filter(isCut).flatMap(textOf) };
});

let red: Running;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  red = await runFlow(flow, { clock: manualClock(NOW) });
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 1366, height: 1000 }, locale: 'nl-BE' });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(red.url);
  await page.locator('[id="battery"] > .red-ui-flow-node').waitFor();
});
afterAll(async () => {
  await browser?.close();
  await red?.stop();
});

/** Runs in the page: does what the editor does as it begins, in another language. */
const speak = (language: string) => `(async () => {
  localStorage.setItem('editor-language', '${language}');
  await new Promise((done) => RED.i18n.loadNodeCatalogs(done));
  await new Promise((done) => RED.i18n.loadPluginCatalogs(done));
  await i18next.changeLanguage('${language}');
  RED.sidebar.removeTab('dayahead');
  RED.actions.remove('dayahead:show-prices');
  RED.plugins.getPlugin('dayahead-sidebar').onadd();
})()`;

it('a browser in the Dutch of Belgium has an editor whose nodes speak Dutch', async () => {
  const words = "RED._('@dayahead/node-red-tariffs/dayahead-battery:battery.label.reserveSoc')";
  expect(await page.evaluate(words)).toBe(shippedTexts('nl').get('battery:battery.label.reserveSoc'));
});

describe.each(shippedLanguages)('in %s', (language) => {
  const texts = shippedTexts(language);
  const own = new Set(texts.values());
  /** What only an English page says. */
  const english = new Set([...shippedTexts(REFERENCE).values()].filter((text) => / /.test(text) && !own.has(text)));
  let help: string;

  beforeAll(async () => {
    await page.evaluate(speak(language));
    const headers = { accept: 'text/html', 'accept-language': language };
    help = await (await fetch(`${red.url}nodes`, { headers })).text();
  });

  const isKey = (text: string) => [...texts.keys()].some((key) => key.endsWith(text.replace(/^.*:/, '')));

  it('the sidebar has its texts', async () => {
    await showSidebar(page);
    await page.locator('.dayahead-sidebar .dayahead-card').first().waitFor();
    const seen = await page.evaluate<{ texts: string[]; cut: string[] }>(`(${sidebarTexts})()`);
    expect(seen.texts.length).toBeGreaterThan(3);
    expect(seen.texts.filter((text) => /^[\w-]+:?[\w-]*(\.[\w-]+)+$/.test(text) && isKey(text))).toEqual([]);
    expect(seen.texts.filter((text) => english.has(text))).toEqual([]);
    expect(seen.cut).toEqual([]);
  });

  it.each([...kinds, 'config'])('the help of %s is there', (kind) => {
    const [, shown = ''] = new RegExp(`data-help-name="dayahead-${kind}">(.*?)</script>`, 's').exec(help) ?? [];
    expect(plainText(shown)).toBe(shippedHelp(language, kind));
  });

  it('a node of a site of this language says so below it', async () => {
    const status = () => page.evaluate(`RED.nodes.node('in-${language}').status?.text`);
    await expect.poll(status).toBe(texts.get('cheapest-window:cheapest-window.reason.no-prices'));
  });
});

it('nothing has gone wrong in the page', () => expect(complaints).toEqual([]));
