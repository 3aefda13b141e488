import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialogDefaults } from '../../../scripts/dialogs.mts';
import { type DialogPage, openDialogs } from '../../support/browser/dialog-page.ts';
import { REFERENCE, shippedLanguages, shippedTexts } from '../../support/texts.ts';

/** A Tuesday afternoon in winter whose tomorrow is known. */
const NOW = '2026-01-13T15:05:00+01:00';

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

let dialogs: DialogPage;
beforeAll(async () => {
  // Nothing answers at the address of the broker.
  const onProblem = () => undefined;
  dialogs = await openDialogs(flow, NOW, { viewport: { width: 1366, height: 1000 }, onProblem });
});
afterAll(() => dialogs?.stop());

/** Runs in the page: does what the editor does as it begins, in another language. */
const speak = (language: string) => `(async () => {
  localStorage.setItem('editor-language', '${language}');
  await new Promise((done) => RED.i18n.loadNodeCatalogs(done));
  await i18next.changeLanguage('${language}');
})()`;

/** German has the longest words. The other languages share the dialogs: each dialog is opened in half of them. */
const kindsIn = (language: string) =>
  kinds.filter(
    (kind, index) =>
      kind !== 'cheapest-window' && (language === 'de' || (shippedLanguages.indexOf(language) + index) % 2 === 0),
  );

describe.each(shippedLanguages)('in %s', (language) => {
  const texts = shippedTexts(language);
  const own = new Set(texts.values());
  /** What only an English page says. */
  const english = new Set([...shippedTexts(REFERENCE).values()].filter((text) => / /.test(text) && !own.has(text)));

  beforeAll(() => dialogs.page.evaluate(speak(language)));

  async function read(selector: string): Promise<readonly Seen[]> {
    const seen = (await dialogs.page.evaluate(`(${textsSeen})('${selector}')`)) as Seen[];
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.filter(({ text }) => /^[\w-]+:?[\w-]*(\.[\w-]+)+$/.test(text) && isKey(text))).toEqual([]);
    expect(seen.filter(({ text }) => english.has(text))).toEqual([]);
    expect(seen.filter(({ isCut }) => isCut).map(({ text }) => text)).toEqual([]);
    return seen;
  }
  const isKey = (text: string) => [...texts.keys()].some((key) => key.endsWith(text.replace(/^.*:/, '')));

  async function expectLabels(): Promise<void> {
    const seen = await read('.red-ui-tray-body');
    const named = seen.flatMap(({ key, text }) => (key ? [{ key, text }] : []));
    expect(named.length).toBeGreaterThan(2);
    expect(named).toEqual(named.map(({ key }) => ({ key, text: texts.get(key)?.replace(/\s+/g, ' ') })));
  }
  afterEach(() => dialogs.leave());

  it.each(kindsIn(language))('the dialog of %s has its labels, each as a whole', async (kind) => {
    await dialogs.open(kind);
    await expectLabels();
  });

  it('the dialog of a site has its labels, each as a whole', async () => {
    await dialogs.openConfig('site');
    await expectLabels();
  });

  it('the dialog of cheapest-window has its labels, each as a whole, and takes numbers and times as they are written', async () => {
    const sign = new Intl.NumberFormat(language).format(1.5).charAt(1);
    await dialogs.open('cheapest-window');
    await expectLabels();
    await expect.poll(() => dialogs.field('energyKwh').inputValue()).toBe(`2${sign}5`);
    await dialogs.field('powerKw').fill('2,2');
    await dialogs.field('readyBy').fill('7.00, 17 h');
    await dialogs.field('readyBy').blur();
    expect(await dialogs.page.locator('#dialog-form .input-error:visible').count()).toBe(0);
    await dialogs.done();
    const kept = { energyKwh: '2.5', powerKw: '2.2', readyBy: '07:00, 17:00' };
    expect(await dialogs.node('cheapest-window')).toMatchObject(kept);
  });
});

it('nothing has gone wrong in the page', () => expect(dialogs.complaints).toEqual([]));
