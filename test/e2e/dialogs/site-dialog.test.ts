import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';

const SITE = 'demo-site-copenhagen';

describe('the dialog of a site in Node-RED 5', () => {
  let dialogs: DialogPage;
  beforeAll(async () => {
    dialogs = await openDemoDialogs('2026-01-14T10:05:00+01:00', { release: 5 });
    await dialogs.page.evaluate(`RED.nodes.node('${SITE}').broker = 'typed'`);
  });
  afterAll(() => dialogs?.stop());
  afterEach(() => dialogs.leave());

  const config = (name: string) => dialogs.page.locator(`#node-config-input-${name}`);
  const note = (what: string) => dialogs.page.locator(`#dayahead-test-${what}-note`);
  const test = (what: string) => dialogs.page.locator(`#dayahead-test-${what}`).click();
  const wrong = () =>
    dialogs.page.evaluate("$('.red-ui-tray .input-error').map((_, { id }) => id.split('-').pop()).get()");

  it('says in words of the dialog which folder or address a test cannot use', async () => {
    await dialogs.openConfig(SITE);
    await config('brokerUrl').fill('mqtt://127.0.0.1:2');
    await config('catalogue').fill('/nowhere/own tariffs');
    await config('catalogue').blur();
    expect(await wrong()).toEqual([]);
    await test('service');
    await expect
      .poll(() => note('service').textContent())
      .toBe('Your own tariffs cannot be used (/nowhere/own tariffs: does not exist or cannot be read)');
    expect(await wrong()).toEqual(['catalogue']);
    await config('brokerUrl').fill('localhost');
    await config('brokerUrl').blur();
    await test('broker');
    await expect
      .poll(() => note('broker').textContent())
      .toBe('This cannot be used (Address: expected mqtt:// or mqtts:// or ws:// or wss://)');
  });

  it('marks what a site cannot use in its field', async () => {
    await dialogs.openConfig(SITE);
    for (const [name, text] of [
      ['site', 'My House'],
      ['timeZone', 'Europe/Nowhere'],
      ['brokerUrl', 'localhost'],
    ] as const) {
      await config(name).fill(text);
      await config(name).blur();
    }
    await config('service').selectOption('remote');
    await expect.poll(wrong).toEqual(['url', 'brokerUrl', 'site', 'timeZone']);
    await config('site').hover();
    const tip = dialogs.page.locator('.red-ui-popover', { hasText: 'lower-case letters, digits, - and _ only' });
    await tip.waitFor();
  });

  it('shows where phones open the household page, as text and as a QR code', async () => {
    const page = (name: string) => dialogs.page.locator(`#dayahead-page-${name}`);
    const answer = (body: object) =>
      dialogs.page.route('**/dayahead/page-addresses', (route) =>
        route.fulfill({ json: { path: '/dayahead/', ...body } }),
      );
    await answer({ urls: ['http://192.168.1.20:1880/dayahead/', 'http://pi.local:1880/dayahead/'] });
    await dialogs.openConfig(SITE);
    expect(await page('note').textContent()).toBe('');
    await config('page').selectOption('look');
    await expect
      .poll(() => page('note').textContent())
      .toBe(
        'Prices and devices for everybody in the house: http://192.168.1.20:1880/dayahead/ · http://pi.local:1880/dayahead/',
      );
    expect(await page('code').getByRole('img').getAttribute('aria-label')).toBe('http://192.168.1.20:1880/dayahead/');
    await dialogs.leave();
    await answer({ urls: [], unknown: 'loopback' });
    await dialogs.openConfig(SITE);
    await config('page').selectOption('look');
    await expect.poll(() => page('note').textContent()).toMatch(/^Only this computer can open the page: .* uiHost/);
    expect(await page('code').getByRole('img').count()).toBe(0);
    await dialogs.page.unroute('**/dayahead/page-addresses');
  });

  it('shows the day of the figures in use, and what an address of newer ones may be', async () => {
    await dialogs.openConfig(SITE);
    const status = dialogs.page.locator('#dayahead-figures-status');
    await expect.poll(() => status.textContent()).toMatch(/^Figures dated 20\d\d-\d\d-\d\d\.$/);
    expect(await dialogs.page.locator('#dayahead-figures-confirm').isVisible()).toBe(false);
    expect(await dialogs.page.locator('#dayahead-figures-note').textContent()).toContain(
      'Whoever controls the address controls the prices.',
    );
    await config('figures').fill('http://figures.example/latest.json');
    await config('figures').blur();
    await expect.poll(wrong).toContain('figures');
    await config('figures').fill('https://me:secret@figures.example/latest.json?key=1');
    await config('figures').blur();
    await expect.poll(() => config('figures').inputValue()).toBe('https://figures.example/latest.json');
    await expect.poll(wrong).not.toContain('figures');
  });

  it('keeps the choices that the bill of the household depends on', async () => {
    const facts = dialogs.page.locator('#dayahead-bill-facts');
    const edited = (change: object) =>
      dialogs.page.evaluate(`Object.assign(RED.nodes.node('${SITE}'), ${JSON.stringify(change)})`);
    const household = { country: 'DE', consumption: { id: 'de-example-fixed' }, grid: { id: 'de-westnetz-household' } };
    await edited({ household });
    await dialogs.openConfig(SITE);
    await expect
      .poll(() => facts.locator('option:checked').allTextContents())
      .toEqual(['ordinary meter', 'none of these', 'not stated: the bill is a minimum']);
    await facts.getByLabel('Messstellenbetrieb').selectOption('smart meter with § 14a module 1');
    await facts.getByLabel('Konzessionsabgabe').selectOption('up to 25,000 inhabitants');
    await dialogs.page.locator('#node-config-dialog-ok').click();
    const saved = () => dialogs.page.evaluate(`RED.nodes.node('${SITE}').billFacts`);
    await expect.poll(saved).toEqual({ choices: ['module-1', 'inhabitants-to-25000'] });
    await dialogs.openConfig(SITE);
    await expect
      .poll(() => facts.locator('option:checked').allTextContents())
      .toEqual(['smart meter with § 14a module 1', 'none of these', 'up to 25,000 inhabitants']);
    await dialogs.leave();
    await edited({ household: null, billFacts: null });
  });

  it('lets the user confirm figures that wait', async () => {
    const answer = (path: string, status: object) =>
      dialogs.page.route(`**/dayahead/${path}`, (route) => route.fulfill({ json: status }));
    const change = 'FI levy "tax" from 2025-01-01: 2.253 -> 9 ct/kWh (x3.99)';
    const waiting = { version: '2026-12-01', changes: [change] };
    await answer('figures', { version: '2026-11-26', skipped: [], waiting });
    await answer('figures/confirm', { version: '2026-12-01', skipped: ['XX: unknown market'] });
    await dialogs.openConfig(SITE);
    const status = dialogs.page.locator('#dayahead-figures-status');
    const confirm = dialogs.page.locator('#dayahead-figures-confirm');
    await confirm.waitFor();
    expect(await status.textContent()).toBe(
      `Figures dated 2026-11-26. Figures dated 2026-12-01 need your confirmation. Rows in which a figure more than doubles or halves: 1, such as ${change}. Compare these rows with their source.`,
    );
    await confirm.click();
    await expect
      .poll(() => status.textContent())
      .toBe(
        'Figures dated 2026-12-01. Rows that need a newer version and are not used: 1, such as XX: unknown market.',
      );
    expect(await confirm.isVisible()).toBe(false);
    await dialogs.page.unrouteAll();
  });

  it.each([
    'dayahead-tariff-select',
    'dayahead-price-series',
    'dayahead-cheapest-window',
    'dayahead-battery',
    'dayahead-forecast',
  ])('proposes a site that is there to a new %s, which may have none', async (type) => {
    const id = await dialogs.add(type);
    await dialogs.open(id);
    expect(await dialogs.field('config').inputValue()).toBe(SITE);
    await dialogs.field('config').selectOption('_ADD_');
    await dialogs.done();
    await dialogs.open(id);
    expect(await dialogs.field('config').inputValue()).toBe('_ADD_');
    await dialogs.done();
    expect((await dialogs.node(id)).config).toBe('');
  });

  it.each(['demo-contract', 'demo-prices', 'demo-heat-pump'])(
    'opens the dialog of %s and leaves the node as it was',
    async (id) => {
      const before = await dialogs.node(id);
      await dialogs.open(id);
      await expect.poll(() => dialogs.field('name').inputValue()).toBe(before.name);
      await dialogs.done();
      expect(await dialogs.node(id)).toEqual(before);
    },
  );

  it('has nothing to complain about and asks nobody outside', () => {
    expect(dialogs.complaints.filter((text) => !/ 400 .*typed\/broker/.test(text))).toEqual([]);
  });
});
