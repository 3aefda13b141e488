import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../support/browser/editor.ts';

const types = ['dayahead-tariff-select', 'dayahead-price-series', 'dayahead-cheapest-window'];

describe.each([5, 4] as const)('the editor of Node-RED %i in a real browser', (release) => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await openEditor('2026-01-14T10:05:00+01:00', { release });
  });
  afterAll(() => editor?.stop());

  const config = (name: string) => editor.page.locator(`#node-config-input-${name}`);
  const note = (what: string) => editor.page.locator(`#dayahead-test-${what}-note`);
  const test = (what: string) => editor.page.locator(`#dayahead-test-${what}`).click();
  const pricesKnown = async () => {
    // The node that the car is wired to: another one may have prices before it.
    const overview = await (await fetch(`${editor.demo.editor.url}dayahead/overview?prices=demo-prices`)).json();
    return overview.prices?.id === 'demo-prices' && overview.prices.series !== undefined;
  };
  const wrong = () =>
    editor.page.evaluate("$('.red-ui-tray .input-error').map((_, { id }) => id.split('-').pop()).get()");

  it.each(types)('offers %s in the palette', async (type) => {
    expect(await editor.page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`).count()).toBe(1);
  });

  it('leads from an empty flow to a price and a switched device, without any configuration', async () => {
    await editor.page.evaluate('RED.workspaces.add(undefined, false)');
    await editor.drop('dayahead-price-series', 200, 200);
    await editor.drop('dayahead-cheapest-window', 500, 200);
    await editor.page.evaluate(WIRE);
    await editor.deploy();
    const statusOf = async (type: string) => {
      const { id } = await editor.deployed(type);
      return editor.page.locator(`[id="${id}"] .red-ui-flow-node-status-label`);
    };
    const price = await statusOf('dayahead-price-series');
    const device = await statusOf('dayahead-cheapest-window');
    const status = () => device.textContent();
    const next = async () => {
      await editor.demo.clock.advanceBy(1);
      return status();
    };
    await expect.poll(next).toMatch(/^off until \d\d:\d\d$/);
    expect(await price.textContent()).toMatch(/\d øre/);
    const [, hour, minute] = /(\d\d):(\d\d)/.exec((await status()) ?? '') ?? [];
    await editor.demo.clock.advanceTo(Date.parse(`2026-01-14T${hour}:${minute}:00+01:00`) / 1000);
    await expect.poll(status).toMatch(/^on until \d\d:\d\d$/);
    await editor.page.evaluate("RED.workspaces.show('demo-copenhagen')");
  });

  // compared.test.ts holds the dialogs of both releases against each other: some tests are in one release.
  if (release === 5)
    it('tests service and broker of a site, also as they are typed in', async () => {
      await editor.openConfig('demo-site-copenhagen');
      await test('service');
      await expect
        .poll(() => note('service').textContent())
        .toMatch(/^It works: the service has tariffs for \d+ countries/);
      await test('broker');
      await expect
        .poll(() => note('broker').textContent())
        .toMatch(/^It works, but the broker supports only MQTT 3\.1\.1/);
      await config('brokerUrl').fill('mqtt://127.0.0.1:2');
      expect(await note('broker').textContent()).toBe('');
      await test('broker');
      await expect.poll(() => note('broker').textContent()).toMatch(/^The computer is running, but nothing answers/);
      await config('service').selectOption('remote');
      await config('url').fill('http://127.0.0.1:2');
      await config('token').fill('secret');
      await test('service');
      await expect.poll(() => note('service').textContent()).toMatch(/^The computer is running/);
      await editor.page.locator('#node-config-dialog-cancel').click();
      await editor.page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    });

  it('opens a site with what was saved of it, but its secrets', async () => {
    const fields = { name: 'Summer house', site: 'summer', topicRoot: 'power', timeZone: 'Europe/Oslo' };
    await editor.openConfig('demo-site-copenhagen');
    for (const [name, text] of Object.entries(fields)) await config(name).fill(text);
    await config('resolution').selectOption('3600');
    await config('brokerUser').fill('me');
    await config('brokerPassword').fill('hunter2');
    await editor.done();
    expect(await editor.node('demo-site-copenhagen')).toMatchObject({
      ...fields,
      resolution: '3600',
      brokerUser: 'me',
    });
    await editor.deploy();
    await editor.openConfig('demo-site-copenhagen');
    for (const [name, text] of Object.entries(fields)) expect(await config(name).inputValue()).toBe(text);
    expect(await config('resolution').inputValue()).toBe('3600');
    expect(await config('brokerPassword').inputValue()).toBe('__PWRD__');
    await config('brokerUrl').fill('mqtt://127.0.0.1:2');
    await config('brokerUrl').blur();
    const refused = editor.page.waitForResponse('**/dayahead/typed/broker');
    await test('broker');
    expect((await refused).status()).toBe(403);
    await expect.poll(() => note('broker').textContent()).toMatch(/enter it again/);
    await editor.page.locator('#node-config-dialog-cancel').click();
    await editor.page.locator('.red-ui-tray').waitFor({ state: 'detached' });
  });

  if (release === 5) {
    it('stores with a token the address that it is for, and forgets it for another one', async () => {
      const stored = async () => {
        const path = 'credentials/dayahead-config/demo-site-stuttgart';
        return (await fetch(`${editor.demo.editor.url}${path}`)).json();
      };
      const save = async (fields: Readonly<Record<string, string>>) => {
        await editor.openConfig('demo-site-stuttgart');
        const token = await config('token').inputValue();
        await config('service').selectOption('remote');
        for (const [name, text] of Object.entries(fields)) await config(name).fill(text);
        await editor.done();
        await editor.deploy();
        return token;
      };
      await save({ url: 'http://127.0.0.1:2', token: 'dayahead_prod_sk_mine' });
      expect(await save({ name: 'Another name' })).toBe('__PWRD__');
      expect(await stored()).toMatchObject({ has_token: true, tokenUrl: 'http://127.0.0.1:2' });
      expect(await save({ url: 'http://127.0.0.1:3' })).toBe('__PWRD__');
      expect(await stored()).toMatchObject({ has_token: false });
      await editor.openConfig('demo-site-stuttgart');
      expect(await config('token').inputValue()).toBe('');
      await config('service').selectOption('embedded');
      await editor.done();
      await editor.deploy();
    });

    it('takes who signs in out of an address, so that no flow file has a password', async () => {
      const { page, demo } = editor;
      await editor.openConfig('demo-site-copenhagen');
      await config('brokerUrl').fill('mqtt://you:hunter3@127.0.0.1:2');
      await config('brokerUrl').blur();
      expect(await config('brokerUrl').inputValue()).toBe('mqtt://127.0.0.1:2');
      expect(await config('brokerUser').inputValue()).toBe('you');
      expect(await config('brokerPassword').inputValue()).toBe('hunter3');
      expect(await wrong()).toEqual([]);
      expect(await page.locator('#node-config-input-brokerUrl + .dayahead-note').innerText()).toContain('own fields');
      // Without leaving the field, as by the keyboard.
      await config('brokerUrl').fill('mqtt://they:hunter4@127.0.0.1:2');
      await page.evaluate("$('#node-config-input-sources').val('smard=https://me:hunter5@mirror.example')");
      await page.keyboard.press('Control+Enter');
      await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
      for (const hasText of ['own fields', 'were removed'])
        await page.locator('.red-ui-notification', { hasText }).waitFor();
      const site = await editor.node('demo-site-copenhagen');
      expect(site).toMatchObject({ brokerUrl: 'mqtt://127.0.0.1:2', sources: 'smard=https://mirror.example' });
      await editor.deploy();
      expect(await (await fetch(`${demo.editor.url}flows`)).text()).not.toContain('hunter');
      const stored = await fetch(`${demo.editor.url}credentials/dayahead-config/demo-site-copenhagen`);
      expect(await stored.json()).toMatchObject({ has_brokerPassword: true });
    });

    it('deploys what a dialog was told, and opens with it again', async () => {
      // A deployment restarts the price node, and the dialog asks for a plan at once.
      const openCar = async () => {
        await expect.poll(pricesKnown).toBe(true);
        await editor.open('demo-car');
      };
      await openCar();
      await editor.field('energyKwh').fill('22');
      await editor.done();
      await editor.deploy();
      expect(await editor.node('demo-car')).toMatchObject({ energyKwh: '22' });
      await openCar();
      expect(await editor.field('energyKwh').inputValue()).toBe('22');
      await editor.done();
    });
  }

  it('gives a device its site as it is dropped, and one that is pasted what it had', async () => {
    const { page } = editor;
    const sites = () => page.evaluate('RED.nodes.filterNodes({ z: RED.workspaces.active() }).map((n) => n.config)');
    await page.evaluate('RED.workspaces.add(undefined, false)');
    await editor.drop('dayahead-cheapest-window', 300, 200);
    expect(await sites()).toEqual(['demo-site-copenhagen']);
    const before = { id: 'before', type: 'dayahead-cheapest-window', config: '', wires: [[], []] };
    await page.evaluate(`RED.view.importNodes(${JSON.stringify([before])}, { touchImport: true, generateIds: true })`);
    expect(await sites()).toEqual(['demo-site-copenhagen', '']);
  });

  it('has nothing to complain about and asks nobody outside', () => {
    // The refusals above are what the browser writes down.
    expect(editor.complaints.filter((text) => !/ (400|403) .*typed\/broker/.test(text))).toEqual([]);
  });
});

/** As the mouse does between the ports of the two nodes on the flow that is shown. */
const WIRE = `{
  const [source, target] = ['price-series', 'cheapest-window'].map((type) =>
    RED.nodes.filterNodes({ z: RED.workspaces.active(), type: 'dayahead-' + type })[0]);
  RED.nodes.addLink({ source, sourcePort: 0, target });
  RED.nodes.dirty(true);
  RED.view.redraw();
}`;
