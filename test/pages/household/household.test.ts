import { readdirSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../../support/browser/axe.ts';
import { openChromium } from '../../support/browser/chromium.ts';
import { cutTexts, sideways } from '../../support/browser/page-looks.ts';
import { withPages, withStores } from '../../support/node-red/household.ts';
import { type PrefixProxy, startPrefixProxy } from '../../support/node-red/prefix-proxy.ts';
import { type StandIn, startStandIn } from '../../support/node-red/stand-in.ts';

const languages = readdirSync('nodes/locales');
const widths = [320, 390, 768, 1024, 1366, 1920];
/** Pairwise: every width in both themes, and the languages in turn. */
const scanned = widths.flatMap((width, i) => [
  { language: languages[i % languages.length], width, theme: 'dark' as const },
  { language: languages[(i + widths.length) % languages.length], width, theme: 'light' as const },
]);
const isDevice = ({ type }: { readonly type: string }) => type === 'dayahead-cheapest-window';

let house: StandIn;
let browser: Browser;
/** Opened once: a page of its own in every language would cost more than the tests. */
let page: Page;
let emulation: CDPSession;
let userAgent: string;
/** Takes a prefix away, as the ingress of Home Assistant does. */
let proxy: PrefixProxy;
const complaints: string[] = [];
beforeAll(async () => {
  const pages = withPages({ 'demo-site-copenhagen': 'switch', 'demo-site-stuttgart': 'look' });
  house = await startStandIn('2026-01-14T22:05:00+01:00', (flows) => withStores(pages(flows)));
  proxy = await startPrefixProxy(house.port, '/api/ingress');
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  emulation = await page.context().newCDPSession(page);
  userAgent = await page.evaluate('navigator.userAgent');
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') complaints.push(`asked ${request.url()}`);
  });
  await open('en-GB');
});
afterAll(async () => {
  await browser?.close();
  await proxy?.stop();
  await house?.stop();
});

/** Shows the page to somebody of that language. */
async function open(language: string): Promise<void> {
  await emulation.send('Emulation.setLocaleOverride', { locale: language });
  await emulation.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language });
  await page.goto(`${proxy.url}house/dayahead`);
  await page.locator('.card').nth(3).waitFor();
}
const text = (id: string) => page.locator(`#${id}`).innerText();
const card = (name: string) => page.locator('.card').filter({ has: page.locator('h3', { hasText: name }) });
const cards = () => page.locator('.card h3').allInnerTexts();

describe("the household's page", () => {
  /** What a page of the site sends with its commands. */
  async function headersOf(site: string): Promise<Record<string, string>> {
    const stop = new AbortController();
    const { body } = await fetch(`${house.household}events?site=${site}`, { signal: stop.signal });
    let said = '';
    for await (const chunk of body ?? []) {
      said += Buffer.from(chunk).toString();
      if (/"house":.*\n\n$/s.test(said)) break;
    }
    stop.abort();
    const [, token = ''] = /"token":"([^"]+)"/.exec(said) ?? [];
    return { 'content-type': 'application/json', 'x-dayahead-token': token };
  }

  it('comes with what it shows, for phones that wait long for each answer', async () => {
    const answer = await fetch(house.household);
    const [, told = ''] = /id="snapshot">(.*?)<\/script>/s.exec(await answer.text()) ?? [];
    expect(JSON.parse(told).house.prices).toBeDefined();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('names its sources in the words of their licences, which are English in every language', async () => {
    expect(await page.locator('footer:lang(en)').innerText()).toMatch(
      /^Source: Energinet .* · CC BY 4\.0 · 2026-08-23$/m,
    );
  });

  it('says that price once: the chart says another where it is pointed at', async () => {
    const head = page.locator('.dayahead-readout-head');
    await expect.poll(() => head.innerText()).toBe('now 22:00–22:15');
    await page.locator('.dayahead-frame').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => head.innerText()).toMatch(/^\d+\.\d\s+øre\/kWh\s+Wed 14 Jan 22:15–22:30$/);
    await page.locator('.dayahead-frame').blur();
    await expect.poll(() => head.innerText()).toBe('now 22:00–22:15');
  });

  it('has buttons that a finger finds', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await card('Car').getByText('Amount and time').click();
    const sizes = await page
      .locator('button:visible, input:visible, summary:visible, nav a')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => [width, height]),
      );
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.flat().filter((size) => size < 44)).toEqual([]);
    const time = await card('Car').locator('input[type="time"]').boundingBox();
    expect(time?.width, 'room for AM or PM').toBeGreaterThanOrEqual(180);
    await card('Car').getByText('Amount and time').click();
  });

  it('switches nothing without permission, whoever asks and from where', async () => {
    const json = await headersOf('demo-site-copenhagen');
    expect(await headersOf('demo-site-stuttgart')).toMatchObject({ 'x-dayahead-token': '' });
    const told = { site: 'demo-site-copenhagen', id: 'demo-car', set: { override: 'on' } };
    const stuttgart = { ...told, site: 'demo-site-stuttgart' };
    const asked: [object, number, object, object?][] = [
      [{ ...json, 'x-dayahead-token': '' }, 403, told],
      [{ ...json, 'x-dayahead-token': 'x'.repeat(32) }, 403, told],
      [{ ...json, origin: 'https://elsewhere.example' }, 403, told],
      [{ ...json, 'sec-fetch-site': 'cross-site' }, 403, told],
      [{ ...json, 'sec-fetch-site': 'same-site' }, 403, told],
      [{ ...json, 'content-type': 'text/plain' }, 415, told],
      [json, 403, stuttgart],
      [json, 400, { ...told, id: 'demo-heat-pump-stuttgart' }],
      [json, 400, { ...told, set: { max_price: '1' } }],
      [json, 400, { ...told, set: { override: 'on', minutes: 'many' } }],
      [json, 413, { ...told, set: { override: 'x'.repeat(5000) } }],
    ];
    for (const [headers, status, body] of asked) {
      const answer = await fetch(`${house.household}switch`, {
        method: 'POST',
        headers: { ...headers },
        body: JSON.stringify(body),
      });
      expect([headers, body, answer.status]).toEqual([headers, body, status]);
    }
    expect(await card('Car').innerText()).toContain('as planned');
  });

  it('is small: at most 60 kB packed, all of it', async () => {
    const files = ['', 'page.js', 'page.css', 'uplot.js', 'icon.svg', 'page.webmanifest'];
    const sizes = await Promise.all(
      files.map(async (file) => {
        const headers = { 'accept-encoding': 'gzip' };
        const answer = await page.context().request.get(house.household + file, { headers });
        return Number(answer.headers()['content-length']);
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
  });

  it('leads to the other house, whose page may not switch and has no buttons for it', async () => {
    await page.getByRole('link', { name: 'Stuttgart' }).click();
    await expect.poll(() => text('house')).toBe('Stuttgart');
    expect(await page.locator('.card').count()).toBeGreaterThan(0);
    expect(await page.locator('.card button:visible').count()).toBe(0);
    await page.goBack();
    await expect.poll(() => text('house')).toBe('Copenhagen');
  });
});

describe("the household's page, by eye and by keyboard,", () => {
  /** The page with everything on it unfolded. */
  async function openWhole(language: string): Promise<void> {
    await open(language);
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '');
    });
  }
  /** Lets the page settle at a width: what is drawn follows it a frame later. */
  async function resize(width: number): Promise<void> {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  it.each(languages)(
    'fits every width in %s, with no text cut off, and is clear of what axe finds',
    async (language) => {
      await openWhole(language);
      expect(await page.getAttribute('html', 'lang')).toBe(language);
      for (const width of widths) {
        await resize(width);
        expect([width, await sideways(page), await cutTexts(page)]).toEqual([width, 0, []]);
      }
      for (const { width, theme } of scanned.filter((each) => each.language === language)) {
        await resize(width);
        await page.emulateMedia({ colorScheme: theme });
        expect([width, theme, await axeFindings(page)]).toEqual([width, theme, []]);
      }
    },
  );

  it('is walked through with the Tab key in the order in which it is read, all of it, with the focus in sight', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openWhole('en-US');
    const places = 'a[href], button, input, select, summary, [tabindex="0"]';
    const count = await page.locator(places).filter({ visible: true }).count();
    const walked: string[] = [];
    // A focus that never leaves a place ends the walk.
    for (let stops = 0; walked.length < count && stops < 4 * count; stops++) {
      await page.keyboard.press('Tab');
      const [place, fault] = (await page.evaluate(focused)) as [string, string];
      expect([place, fault]).toEqual([place, '']);
      // The hours and the minutes of a time have a stop each.
      const isTime = await page.evaluate("document.activeElement.type === 'time'");
      if (!isTime || place !== walked.at(-1)) walked.push(place);
    }
    expect(new Set(walked).size).toBe(count);
    const all = await page.locator(places).filter({ visible: true }).evaluateAll(named);
    expect(walked).toEqual(all);
  });

  it('is used with the keys alone: the chart, the choices, a field, and the way back', async () => {
    await openWhole('en-US');
    const car = card('Car');
    await page.getByRole('slider').focus();
    const readout = page.locator('.dayahead-readout');
    const before = await readout.innerText();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await readout.innerText()).not.toBe(before);
    await car.locator('summary', { hasText: 'Amount and time' }).focus();
    await page.keyboard.press('Enter');
    expect(await car.getByLabel('Another amount').isVisible()).toBe(false);
    await page.keyboard.press('Space');
    const amount = car.getByLabel('Another amount');
    await amount.focus();
    await page.keyboard.type('99');
    await page.keyboard.press('Escape');
    expect(await amount.inputValue()).toBe('11');
    await page.keyboard.type('2,5');
    await page.keyboard.press('Enter');
    await expect.poll(() => car.innerText()).toContain('2.5 kWh · ready by');
    await car.getByRole('button', { name: 'On for 1 h' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => car.innerText()).toContain('switched by hand');
    await page.locator('#undo button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => car.innerText()).toMatch(/as planned\s+11 kWh/);
  });
});

describe("the household's page, after that,", () => {
  it('shows the same price as the sidebar, to the digit', async () => {
    await page.goto(house.url);
    const price = page.locator('.dayahead-readout-price');
    await price.waitFor();
    const shown = await price.innerText();
    await open('en-GB');
    expect(`${shown} øre/kWh`).toBe(await text('price'));
  });

  it('shows forty devices, and says that there is none unless there is a battery', async () => {
    await house.deploy((flows) => {
      const device = flows.find(({ id }) => id === 'demo-heat-pump');
      const many = Array.from({ length: 40 }, (_, i) => ({ ...device, id: `many-${i}`, name: `Device ${i}` }));
      return [...flows, ...many.map((each) => ({ ...each, type: device?.type ?? '' }))];
    });
    await expect.poll(async () => (await cards()).length).toBe(44);
    await house.deploy((flows) => flows.filter((node) => !isDevice(node)));
    await expect.poll(cards).toEqual(['Cellar', 'Van']);
    expect(await text('none')).toBe('');
    await house.deploy((flows) => flows.filter(({ type }) => type !== 'dayahead-battery'));
    await expect.poll(() => text('none')).toBe('No device yet.');
    expect(await cards()).toEqual([]);
  });

  it('has asked for nothing outside its folder', () => {
    expect(proxy.strays).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

/** Runs in the page: what a list of elements is called, each with its place in the page. */
const named = (all: readonly Element[]) =>
  all.map((each) => `${[...document.querySelectorAll('*')].indexOf(each)} ${each.textContent || each.localName}`);

/** Runs in the page: what has the focus, and what is wrong with that. */
const focused = `(() => {
  const place = document.activeElement;
  const name = (${String(named)})([place])[0];
  const { left, top, width, height } = place.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(place);
  const at = document.elementFromPoint(left + width / 2, top + height / 2);
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return [name, 'its focus is not seen'];
  return [name, at && (place.contains(at) || at.contains(place)) ? '' : 'something else lies on it'];
})()`;
