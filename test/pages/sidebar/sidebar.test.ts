import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../support/browser/chromium.ts';
import { lowContrast } from '../../support/browser/contrast.ts';
import { type StandIn, startStandIn } from '../../support/node-red/stand-in.ts';

/** A windy Sunday in spring with prices far below zero at noon; those of Monday are not out yet. */
const now = '2026-04-26T11:05:00+02:00';

let house: StandIn;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  house = await startStandIn(now);
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') complaints.push(`asked ${request.url()}`);
  });
  await open('en-US');
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
});

async function open(language: string): Promise<void> {
  await page.goto(`${house.url}?language=${language}`);
  await part('run').first().waitFor();
}

const part = (name: string) => page.locator(`.dayahead-${name}`);
const text = (name: string) => part(name).innerText();
const choose = async (id: string) => {
  await part('choice').selectOption(id);
  await expect.poll(() => part('choice').inputValue()).toBe(id);
};
const card = (name: string) => part('card').filter({ hasText: name });
const button = (device: string, name: string) => card(device).getByRole('button', { name, exact: true });
const showFlow = (flow: string) => page.evaluate(`RED.workspaces.show('${flow}')`);
/** As the editor shows itself in it. */
const theme = (name: string) =>
  page.evaluate(`document.documentElement.classList.toggle('nr-theme-dark', ${name === 'dark'})`);
const spoken = () => part('frame').getAttribute('aria-valuetext');

describe('the report of a problem in the sidebar', () => {
  // What the browser was made to lack, it has again.
  afterAll(() => open('en-US'));

  const said = () => expect.poll(() => page.locator('.dayahead-diagnosis [role=status]').innerText());
  const shown = () => page.locator('.dayahead-report').inputValue();
  async function copyWith(clipboard: string): Promise<void> {
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard}, configurable: true })`);
    await page.getByRole('button', { name: 'Copy a report' }).click();
  }

  // Promise P-843 operate/report: it is copied without HTTPS
  it.each([
    ['the browser has one', '{ writeText: (text) => void (window.held = text) || Promise.resolve() }', 'held'],
    ['a plain http address has none', 'undefined', 'pasted'],
    ['the browser refuses it', "{ writeText: () => Promise.reject(new Error('refused')) }", 'pasted'],
  ])('is copied where of a clipboard %s, and shown as it is', async (_, clipboard, place) => {
    await copyWith(clipboard);
    await said().toContain('Copied.');
    const text = await shown();
    expect(text).toMatch(/^### Versions\n\n- @dayahead\/node-red-tariffs \d/);
    expect(text).toMatch(/^- price-series 1.*: source replay · asked 2026-04-26T11:05/m);
    expect(place === 'held' ? await page.evaluate('window.held') : await pasted()).toBe(text);
  });

  /** What the keyboard pastes. */
  async function pasted(): Promise<string> {
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted', style: 'position: fixed' }))",
    );
    await page.locator('#pasted').focus();
    await page.keyboard.press('Control+V');
    const text = await page.locator('#pasted').inputValue();
    await page.evaluate("document.querySelector('#pasted').remove()");
    return text;
  }

  it('stays selected, and says which keys copy it, where nothing else can', async () => {
    await page.evaluate('document.execCommand = () => false');
    await copyWith('undefined');
    await said().toContain('Press Ctrl+C');
    const selected = await page.evaluate(
      'const { value, selectionStart: a, selectionEnd: b } = document.activeElement; value.slice(a, b)',
    );
    expect(selected).toBe(await shown());
  });
});

describe("the prices in the editor's sidebar", () => {
  it('say how fresh they are, what is not known yet, and whose they are', async () => {
    expect(await text('facts')).toMatch(/\d+ of today's 96 intervals are cheaper/);
    expect(await text('facts')).toContain("Not all of tomorrow's prices are known yet.");
    expect(await text('facts')).toMatch(/Fetched at 11:05 · next at 13:\d\d/);
    expect(await text('foot')).toContain('Energinet');
  });

  it.each(['light', 'dark'])(
    'say in the chart and below it that they are a replay, readable in the %s theme',
    async (name) => {
      await theme(name);
      expect(await text('origin')).toBe('replay');
      expect(await text('replay')).toContain("They are not today's prices.");
      expect(await page.evaluate(`(${lowContrast})('.dayahead-origin, .dayahead-replay')`)).toEqual([]);
      await theme('light');
    },
  );

  it('have a line where it is now, over the day from midnight to midnight', async () => {
    const track = await part('lane-track').first().boundingBox();
    const line = await part('now').boundingBox();
    if (!track || !line) throw new Error('nothing is shown');
    const hours = (24 * (line.x + line.width / 2 - track.x)) / track.width;
    expect(hours).toBeCloseTo(11 + 5 / 60, 1);
  });

  it('stack what is above zero upwards and what is below it downwards', async () => {
    await choose('demo-de-prices');
    await expect.poll(() => text('readout-head')).toContain('ct/kWh');
    const order = (hour: number) => page.evaluate(coloursAt, hour / 24);
    expect(await order(20)).toEqual(['vat', 'fees', 'grid', 'energy']);
    expect(await order(13.6)).toEqual(['fees', 'grid', 'energy', 'vat']);
  });

  it('are told at the pointer, and for now again when it leaves', async () => {
    const box = await part('frame').boundingBox();
    if (!box) throw new Error('nothing is shown');
    await page.mouse.move(box.x + 44 + ((box.width - 52) * 14.125) / 24, box.y + 80);
    await expect.poll(() => text('readout-head')).toMatch(/^-\d\d\.\d\s+ct\/kWh\s+Sun, Apr 26 14:00–14:15$/);
    await page.mouse.move(10, 10);
    await expect.poll(() => text('readout-head')).toContain('now 11:00–11:15');
  });

  it('are told to who uses the keyboard alone', async () => {
    await part('choice').focus();
    await page.keyboard.press('Tab');
    expect(await spoken()).toMatch(/^now 11:00–11:15: /);
    await page.keyboard.press('ArrowRight');
    expect(await spoken()).toMatch(/^Sun, Apr 26 11:15–11:30: /);
    await page.keyboard.press('End');
    expect(await spoken()).toMatch(/^Sun, Apr 26 23:45–00:00: /);
    await page.keyboard.press('Tab');
    expect(await spoken()).toMatch(/^now 11:00–11:15: /);
    for (const next of ['Plans as a table', 'The last seven days', 'Dishwasher']) {
      expect(await page.evaluate('document.activeElement.textContent')).toBe(next);
      await page.keyboard.press('Tab');
    }
  });

  it('fit the width that Node-RED opens its sidebar with, contracts too', async () => {
    await page.setViewportSize({ width: 1400, height: 1000 });
    const style = await page.addStyleTag({ content: '.dayahead-sidebar { box-sizing: border-box; width: 315px }' });
    await page.getByText('Plans as a table').click();
    const table = part('table').first();
    // As on a day on which a device runs when power is dearest.
    await table.locator('tbody tr').evaluateAll((rows) => {
      for (const row of rows) {
        const cells = row.querySelectorAll('td');
        for (const [at, text] of ['23:00', '23:00', '11', 'DKK 12.28', 'very expensive'].entries())
          cells.item(at).textContent = text.replace('DKK ', 'DKK\u00a0');
      }
    });
    expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
    await page.getByText('Plans as a table').click();
    await part('pages').getByRole('button', { name: 'Contracts' }).click();
    const [drop, chooser] = await Promise.all(
      [part('drop'), part('drop').locator('input')].map((each) => each.boundingBox()),
    );
    expect((chooser?.x ?? 0) + (chooser?.width ?? 0)).toBeLessThan((drop?.x ?? 0) + (drop?.width ?? 0));
    await part('pages').getByRole('button', { name: 'Prices' }).click();
    await style.evaluate((element) => (element as HTMLElement).remove());
  });

  it.each([
    ['On for 1 h', 'on', 'until 12:05 · switched by hand', 'true'],
    ['On for 2 h', 'on', 'until 13:05 · switched by hand', 'true'],
    ['On until midnight', 'on', 'until Mon 00:00 · switched by hand', 'false'],
    ['Off', 'off', 'until Mon 00:00 · switched by hand', 'true'],
    // The compressor pauses for 15 minutes first.
    ['Back to the plan', 'off', 'next 11:20', 'gone'],
  ])('switch a device by hand: %s', async (name, state, line, pressed) => {
    await choose('demo-prices');
    await button('Heat pump', name).click();
    const pressedOf = (all: Element[]) => all.map((each) => each.getAttribute('aria-pressed'));
    const expected = pressed === 'gone' ? [] : [pressed];
    await expect.poll(() => button('Heat pump', name).evaluateAll(pressedOf)).toEqual(expected);
    await expect.poll(() => card('Heat pump').locator('.dayahead-state').innerText()).toBe(state);
    await expect.poll(() => card('Heat pump').innerText()).toContain(line);
  });

  it('have the plans as a table, opened by keyboard', async () => {
    await part('more').first().locator('summary').focus();
    await page.keyboard.press('Enter');
    const rows = part('table').first().getByRole('row');
    expect(await rows.first().innerText()).toBe('Device\tFrom\tUntil\tkWh\tCost\tPrice');
    const pump = rows.filter({ hasText: 'Heat pump' }).first();
    expect(await pump.innerText()).toMatch(
      /^Heat pump\t11:\d\d\t\d\d:\d\d\t\d+(\.\d)?\tDKK\s\d+\.\d\d\t(very )?cheap$/,
    );
  });

  it('have the last seven days as a table', async () => {
    await part('more').nth(1).locator('summary').click();
    const rows = part('table').nth(1).getByRole('row');
    await expect.poll(() => rows.count()).toBe(8);
    expect(await rows.first().innerText()).toBe('Day\tPrice, øre/kWh\tCar\tHeat pump');
    expect(await rows.nth(7).innerText()).toMatch(/^Sun, 4\/26\t\d+\.\d \(-?\d+\.\d–\d+\.\d\)\t/);
  });

  it('are those of the flow that is shown', async () => {
    await page.evaluate("localStorage.removeItem('dayahead-sidebar-prices')");
    for (const [flow, unit, prices] of [
      ['demo-copenhagen', 'øre/kWh', 'demo-prices'],
      ['demo-stuttgart', 'ct/kWh', 'demo-de-prices'],
      ['demo-copenhagen', 'øre/kWh', 'demo-prices'],
    ] as const) {
      await showFlow(flow);
      await expect.poll(() => text('readout-head')).toContain(unit);
      expect(await part('choice').inputValue()).toBe(prices);
    }
  });

  it('are those that somebody chose by hand, on that flow and over a reload', async () => {
    await choose('demo-de-prices');
    await expect.poll(() => text('readout-head')).toContain('ct/kWh');
    await open('en-US');
    expect(await page.evaluate('RED.workspaces.active()')).toBe('demo-copenhagen');
    await expect.poll(() => text('readout-head')).toContain('ct/kWh');
    await choose('demo-prices');
    await expect.poll(() => text('readout-head')).toContain('øre/kWh');
  });

  it('go on to tomorrow once it is known, with a bar for every run', async () => {
    await house.clock.advanceTo(Date.parse('2026-04-26T14:05:00+02:00') / 1000);
    await expect.poll(() => text('facts')).not.toContain('Tomorrow');
    await expect.poll(() => part('frame').getAttribute('aria-valuemax')).toBe('191');
    await expect.poll(() => part('lane').filter({ hasText: 'Car' }).locator('.dayahead-run').count()).toBe(1);
  });

  it('are drawn in the colours of the theme, and again when it changes', async () => {
    const ink = () => page.evaluate(inkOfLabels);
    const light = await ink();
    await theme('dark');
    await expect.poll(ink).toBeGreaterThan(light + 200);
    await theme('light');
    await expect.poll(ink).toBe(light);
  });

  it('take the width they have', async () => {
    for (const width of [300, 520]) {
      await page.evaluate(`$('#red-ui-sidebar').width(${width})`);
      await expect.poll(() => page.evaluate("$('.dayahead-frame canvas').width()")).toBe(width - 24);
    }
  });

  it('speak German', async () => {
    await open('de');
    expect(await page.locator('.dayahead-readout-head').innerText()).toMatch(/^-?\d+,\d\s+øre\/kWh\s+jetzt/);
    expect(await page.locator('.dayahead-legend').innerText()).toContain('Arbeitspreis');
    expect(await page.locator('.dayahead-sidebar').innerText()).not.toMatch(/sidebar\.|Devices|Fetched/);
    await open('en-US');
  });

  it('say what to do where there are none', async () => {
    await house.deploy(() => []);
    await page.evaluate("RED.events.emit('deploy')");
    await expect.poll(() => part('empty').isVisible()).toBe(true);
    expect(await text('empty')).toContain('Drag a price-series node');
    expect(await part('shown').isVisible()).toBe(false);
  });

  it('have nothing to complain about and ask nobody outside', () => {
    expect(complaints).toEqual([]);
  });
});

/** Runs in the page: the components from top to bottom at a place along the plot, by their colours on the canvas. */
function coloursAt(share: number): string[] {
  const canvas = document.querySelector('.dayahead-frame canvas') as HTMLCanvasElement;
  const style = getComputedStyle(canvas);
  const scale = canvas.width / canvas.clientWidth;
  const x = Math.round((44 + (canvas.clientWidth - 52) * share) * scale);
  const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(x, 0, 1, canvas.height);
  const names = new Map(
    ['energy', 'grid', 'fees', 'vat'].map((name) => [style.getPropertyValue(`--dayahead-${name}`).trim(), name]),
  );
  const found: string[] = [];
  for (let i = 0; i < data.length; i += 4) {
    const colour = `#${[...data.slice(i, i + 3)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    const name = names.get(colour);
    if (name && !found.includes(name)) found.push(name);
  }
  return found;
}

/** Runs in the page: how light the labels of the price axis are, 0 to 765. */
function inkOfLabels(): number {
  const canvas = document.querySelector('.dayahead-frame canvas') as HTMLCanvasElement;
  const width = Math.round((40 * canvas.width) / canvas.clientWidth);
  const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, width, canvas.height);
  let ink = 0;
  let strength = 0;
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? 0;
    if (alpha <= strength) continue;
    strength = alpha;
    ink = [0, 1, 2].reduce((sum, channel) => sum + (data[i + channel] ?? 0), 0);
  }
  return ink;
}
