import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/demo/broker.mts';
import { dialogDefaults } from '../../../scripts/dialogs.mts';
import { openChromium } from '../../support/browser/chromium.ts';
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

/** A text of the page, and whether its place is too narrow for it. */
interface Seen {
  readonly key: string | undefined;
  readonly text: string;
  readonly isCut: boolean;
}

/** Runs in the page: all that is to be read in `selector`. */
const textsSeen = String((selector: string): Seen[] =>
  [...document.querySelectorAll<HTMLElement>(`${selector} *`)]
    .filter((element) => element.offsetParent !== null || element.tagName === 'OPTION')
    .flatMap((element) => {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ nodeValue }) => nodeValue);
      const said = [own.join('').trim(), ...['title', 'placeholder'].map((name) => element.getAttribute(name) ?? '')];
      // What stands beside a field may say what its number means.
      const i18n = element.matches('.dayahead-unit') ? '' : (element.dataset.i18n ?? '');
      const [key] = /(?<=dayahead-)[\w-]+:.+$/.exec(i18n) ?? [];
      const isLabel = element.matches('label, button, h4, summary, .dayahead-unit');
      const isCut = isLabel && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
      return said
        .map((text, index) => ({ key: index === 0 ? key : undefined, text: text.replace(/\s+/g, ' '), isCut }))
        .filter(({ text }) => text !== '');
    }),
);

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

  async function read(selector: string): Promise<readonly Seen[]> {
    const seen = (await page.evaluate(`(${textsSeen})('${selector}')`)) as Seen[];
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.filter(({ text }) => /^[\w-]+:?[\w-]*(\.[\w-]+)+$/.test(text) && isKey(text))).toEqual([]);
    expect(seen.filter(({ text }) => english.has(text))).toEqual([]);
    expect(seen.filter(({ isCut }) => isCut).map(({ text }) => text)).toEqual([]);
    return seen;
  }
  const isKey = (text: string) => [...texts.keys()].some((key) => key.endsWith(text.replace(/^.*:/, '')));

  /** The editor opens nothing while a dialog goes. */
  const show = (open: string) =>
    expect
      .poll(() => page.evaluate(`$('.red-ui-tray-body:visible').length || (${open}, 0)`), {
        interval: 500,
        timeout: 25_000,
      })
      .toBe(1);

  async function dialog(open: string): Promise<void> {
    await show(open);
    const seen = await read('.red-ui-tray-body');
    const named = seen.flatMap(({ key, text }) => (key ? [{ key, text }] : []));
    expect(named.length).toBeGreaterThan(2);
    expect(named).toEqual(named.map(({ key }) => ({ key, text: texts.get(key)?.replace(/\s+/g, ' ') })));
  }
  afterEach(async () => {
    await page.evaluate("$('#node-dialog-cancel, #node-config-dialog-cancel').trigger('click')");
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  });

  it.each(kinds)('the dialog of %s has its labels, each as a whole', async (kind) => {
    await dialog(`RED.editor.edit(RED.nodes.node('${kind}'))`);
  });

  it('the dialog of a site has its labels, each as a whole', async () => {
    await dialog("RED.editor.editConfig('', 'dayahead-config', 'site')");
  });

  it('the sidebar has its texts', async () => {
    await page.evaluate("RED.sidebar.show('dayahead')");
    await page.locator('.dayahead-sidebar .dayahead-card').first().waitFor();
    await read('.dayahead-sidebar');
  });

  it.each([...kinds, 'config'])('the help of %s is there', (kind) => {
    const [, shown = ''] = new RegExp(`data-help-name="dayahead-${kind}">(.*?)</script>`, 's').exec(help) ?? [];
    expect(plainText(shown)).toBe(shippedHelp(language, kind));
  });

  it('a node of a site of this language says so below it', async () => {
    const status = () => page.evaluate(`RED.nodes.node('in-${language}').status?.text`);
    await expect.poll(status).toBe(texts.get('cheapest-window:cheapest-window.reason.no-prices'));
  });

  it('the fields show numbers and times as they are written, and take them so', async () => {
    const sign = new Intl.NumberFormat(language).format(1.5).charAt(1);
    await show("RED.editor.edit(RED.nodes.node('cheapest-window'))");
    const field = (name: string) => page.locator(`#node-input-${name}`);
    await expect.poll(() => field('energyKwh').inputValue()).toBe(`2${sign}5`);
    const type = "$('#node-input-powerKw').val('2,2'); $('#node-input-readyBy').val('7.00, 17 h').trigger('change')";
    await page.evaluate(type);
    expect(await page.locator('#dialog-form .input-error:visible').count()).toBe(0);
    await page.evaluate("$('#node-dialog-ok').trigger('click')");
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    const kept =
      "(({ energyKwh, powerKw, readyBy }) => ({ energyKwh, powerKw, readyBy }))(RED.nodes.node('cheapest-window'))";
    expect(await page.evaluate(kept)).toEqual({ energyKwh: '2.5', powerKw: '2.2', readyBy: '07:00, 17:00' });
  });
});

it('nothing has gone wrong in the page', () => expect(complaints).toEqual([]));
