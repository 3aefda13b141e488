import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowContrast } from '../../support/browser/contrast.ts';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';
import { chooseIn } from '../../support/browser/picker.ts';

const NOW = '2026-01-14T10:05:00+01:00';
const contract = {
  country: 'DE',
  postalCode: '10115',
  consumption: {
    id: 'de-example-fixed',
    name: 'Example Fixed',
    companyId: 'de-example-classic',
    companyName: 'Example Classic, Germany',
    type: 'static',
  },
  version: '20250401',
};

/** Fields of the picker by their ids, and how a person uses them. */
function pickerIn(dialogs: () => DialogPage) {
  const input = (name: string) => dialogs().page.locator(`#dayahead-${name}`);
  const rows = () => dialogs().page.locator('.red-ui-autoComplete-container li');
  return {
    input,
    rows,
    note: (name: string) => dialogs().page.locator(`#dayahead-${name}-note`),
    open: (name: string) => input(name).locator('xpath=following-sibling::button').click(),
    /** By keyboard alone: what is typed narrows the list, the first row is taken. */
    choose: (name: string, text: string) => chooseIn(dialogs().page, name, text),
    price: () => dialogs().page.locator('.dayahead-price'),
    cancel: async () => {
      await dialogs().page.locator('#node-dialog-cancel').click();
      await dialogs().page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    },
  };
}

describe('choosing a contract in Node-RED 4, below a path', () => {
  let dialogs: DialogPage;
  beforeAll(async () => {
    dialogs = await openDemoDialogs(NOW, { release: 4, root: '/red' });
  });
  afterAll(() => dialogs?.stop());
  const { input, rows, note, open, choose, price, cancel } = pickerIn(() => dialogs);

  it('works by keyboard alone, shows the price of the choice, and opens with it again', async () => {
    await dialogs.open('demo-contract');
    await expect.poll(() => input('country').inputValue()).toBe('Denmark');
    await choose('country', 'germ');
    expect(await input('consumption').inputValue()).toBe('');
    await choose('consumption-company', 'classic');
    await choose('consumption', 'fixed');
    await expect.poll(() => price().textContent()).toContain('The network charge is missing');
    await input('postal-code').fill('10115');
    await dialogs.page.keyboard.press('Tab');
    await expect.poll(() => note('postal-code').textContent()).toBe('Network operator: Stromnetz Berlin');
    expect(await input('grid-company').getAttribute('placeholder')).toBe('by postal code: Stromnetz Berlin');
    await choose('version', '202504');
    await expect.poll(() => note('version').textContent()).toBe('Price for contracts signed on April 1, 2025.');
    await expect
      .poll(() => price().locator('th').allTextContents())
      .toEqual([...['Energy', 'Network charge', 'Levies', 'VAT', 'You pay']]);
    await dialogs.done();
    expect(await dialogs.node('demo-contract')).toMatchObject(contract);

    await dialogs.open('demo-contract');
    await expect.poll(() => input('country').inputValue()).toBe('Germany');
    expect(await input('consumption-company').inputValue()).toBe(contract.consumption.companyName);
    expect(await input('consumption').inputValue()).toBe(contract.consumption.name);
    expect(await input('version').inputValue()).toBe(contract.version);
    expect(await input('postal-code').inputValue()).toBe(contract.postalCode);
    await dialogs.done();
    expect(await dialogs.node('demo-contract')).toMatchObject(contract);
  });

  it('says what tells network tariffs apart, and lists those of the operator of the address', async () => {
    await dialogs.open('demo-contract');
    await expect.poll(() => note('postal-code').textContent()).toContain('Stromnetz Berlin');
    expect(await note('grid').textContent()).toContain('modules 2 and 3 of section 14a');
    await open('grid');
    await rows().first().waitFor();
    expect(await rows().allTextContents()).toContainEqual(expect.stringContaining('Stromnetz Berlin Modul 3'));
    await dialogs.page.keyboard.press('Escape');
    await cancel();
  });

  it('takes an id that no list has, and nothing else that is not listed', async () => {
    await dialogs.open('demo-contract');
    await input('consumption').fill('stored-elsewhere');
    await input('consumption').blur();
    await expect.poll(() => note('consumption').textContent()).toContain('typed in, not in the list');
    await expect.poll(() => price().textContent()).toContain('request refused');
    for (const [name, text, allowed] of [
      ['country', 'Atlantis', 'Not in the list'],
      ['version', 'April', 'A day as YYYYMMDD'],
    ] as const) {
      await input(name).fill(text);
      await input(name).blur();
      expect(await note(name).textContent()).toContain(allowed);
      expect(await input(name).getAttribute('aria-invalid')).toBe('true');
    }
    await cancel();
  });

  it('marks what is no longer offered', async () => {
    await dialogs.page.route('**/dayahead/listings', async (route) => {
      const { list } = route.request().postDataJSON() as { list: string };
      if (list !== 'tariffs') return route.fallback();
      const tariff = { type: 'static', description: null, link: null };
      const items = [
        { ...tariff, id: 'old', name: 'Strom', available: false, description: 'Closed in 2024' },
        { ...tariff, id: 'new', name: 'Strom', available: true },
      ];
      return route.fulfill({ json: { items } });
    });
    await dialogs.open('demo-contract');
    await expect.poll(() => note('consumption').textContent()).toContain('typed in');
    await open('consumption');
    await expect
      .poll(() => rows().allTextContents())
      .toEqual([
        'Strom' + 'known in advance · new',
        'Strom' + 'no longer offered · known in advance · old' + 'Closed in 2024',
      ]);
    await rows().last().click();
    expect(await input('consumption').inputValue()).toBe('Strom (old)');
    await cancel();
    await dialogs.page.unroute('**/dayahead/listings');
  });

  it('narrows a list of 900 companies by typing', async () => {
    await dialogs.page.route('**/dayahead/listings', async (route) => {
      const { list } = route.request().postDataJSON() as { list: string };
      if (list !== 'companies') return route.fallback();
      const items = Array.from({ length: 900 }, (_, i) => ({ id: `c${i}`, name: `Stadtwerke Müller ${i}` }));
      return route.fulfill({ json: { items } });
    });
    await dialogs.open('demo-contract');
    await open('consumption-company');
    await expect.poll(() => rows().count()).toBe(62);
    expect(await rows().nth(60).textContent()).toBe('My supplier is not listed…');
    expect(await rows().last().textContent()).toBe('… and 841 more: type to filter the list');
    await input('consumption-company').fill('');
    await dialogs.page.keyboard.type('muller 87');
    await expect.poll(() => rows().count()).toBe(20);
    await dialogs.page.keyboard.press('Escape');
    await cancel();
    await dialogs.page.unroute('**/dayahead/listings');
  });

  // Promise P-563 use/adjustments: the dialog offers those of the country, and has a field for the rate
  it('prices with what the dialog of a price-series says, and asks only for what matters', async () => {
    const id = await dialogs.add('dayahead-price-series');
    await dialogs.open(id);
    await expect.poll(() => input('country').inputValue()).toBe('Denmark');
    await expect.poll(() => price().textContent()).toBe('Choose a tariff to see what it costs right now.');
    await dialogs.field('adjustment').waitFor({ state: 'hidden' });
    await choose('consumption-company', 'spot');
    await choose('consumption', 'dk2');
    await expect.poll(() => price().textContent()).toContain('VAT');
    await dialogs.field('includeVat').uncheck();
    await expect.poll(() => price().textContent()).not.toContain('VAT');
    await choose('country', 'norw');
    expect(await dialogs.field('adjustment').isVisible()).toBe(true);
    expect(await dialogs.field('adjustment').locator('option').count()).toBe(4);
    expect(await dialogs.field('adjustmentRate').isVisible()).toBe(false);
    await dialogs.field('adjustment').selectOption('no-price-support');
    expect(await dialogs.page.locator('label[for=node-input-adjustmentRate]').textContent()).toContain('Markup');
    await dialogs.field('adjustmentRate').fill('0.05');
    await dialogs.done();
    expect(await dialogs.node(id)).toMatchObject({
      country: 'NO',
      consumption: null,
      includeVat: false,
      adjustment: 'no-price-support',
      adjustmentRate: '0.05',
    });
  });

  it('has nothing to complain about and asks nobody outside', () => {
    expect(dialogs.complaints).toEqual([]);
  });
});

describe('choosing with a testing token, before anything is deployed', () => {
  let dialogs: DialogPage;
  let service: ChildProcess;
  let url = '';
  let token = '';
  const asked: string[] = [];
  beforeAll(async () => {
    service = spawn(process.execPath, ['dist/src/cli/cli.js', '--now', NOW], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(service.stdout ?? service, 'data');
    ({
      url,
      tokens: { testing: token },
    } = JSON.parse(String(line)) as { url: string; tokens: { testing: string } });
    dialogs = await openDemoDialogs(NOW);
    dialogs.page.on('request', (request) => {
      const [, path] = request.url().split('/dayahead/');
      const list = (request.postDataJSON() as { list?: string } | null)?.list;
      if (path && !path.startsWith('overview')) asked.push(list ?? path);
    });
  });
  afterAll(async () => {
    service?.kill();
    await dialogs?.stop();
  });
  const { input, rows, open, price, cancel } = pickerIn(() => dialogs);

  it('asks nothing that counts before a click, and says what is left after one', async () => {
    await dialogs.openConfig('demo-site-copenhagen');
    await dialogs.page.locator('#node-config-input-service').selectOption('remote');
    await dialogs.page.locator('#node-config-input-url').fill(url);
    await dialogs.page.locator('#node-config-input-token').fill(token);
    await dialogs.done();
    await dialogs.open('demo-contract');
    const left = dialogs.page.locator('#dayahead-allowance');
    await expect.poll(() => left.textContent()).toContain('Testing token: 0 requests today.');
    expect(await input('consumption').inputValue()).toContain('Example Spot DK2');
    expect(await price().textContent()).toContain('Each combination of tariffs counts against the testing token');
    // The rules of peaks are our own, and ask the service nothing; the network is known from its public statistics.
    expect(asked).toEqual(['page-addresses', 'figures', 'peaks', 'countries', 'network']);

    await open('consumption-company');
    await rows().first().waitFor();
    await dialogs.page.keyboard.press('Escape');
    await expect.poll(() => left.textContent()).toContain('countries 4');
    await dialogs.page.locator('#dayahead-ask-price').click();
    await expect.poll(() => price().textContent()).toContain('You pay');
    await expect.poll(() => left.textContent()).toContain('tariffs 18');
    expect(asked).toEqual(['page-addresses', 'figures', 'peaks', 'countries', 'network', 'companies', 'typed/preview']);
    await cancel();
  });
});

describe('the dialogs in German', () => {
  let dialogs: DialogPage;
  beforeAll(async () => {
    dialogs = await openDemoDialogs(NOW, { language: 'de' });
  });
  afterAll(() => dialogs?.stop());
  const { input, price, cancel } = pickerIn(() => dialogs);

  it('speak it, down to the numbers', async () => {
    await dialogs.open('demo-contract');
    await expect.poll(() => input('country').inputValue()).toBe('Dänemark');
    await expect.poll(() => price().textContent()).toMatch(/Arbeitspreis\d+,\d\d øreNetzentgelt/);
    expect(await dialogs.page.locator('.dayahead-section h4').allTextContents()).toContain('Einspeisung');
    await cancel();
    await dialogs.openConfig('demo-site-copenhagen');
    await dialogs.page.locator('#dayahead-test-service').click();
    await expect
      .poll(() => dialogs.page.locator('#dayahead-test-service-note').textContent())
      .toMatch(/^Verbindung in Ordnung:/);
    expect(await dialogs.page.locator('#node-config-input-language').inputValue()).toBe('');
    await dialogs.leave();
  });

  it('give a new site German status texts', async () => {
    await dialogs.openConfig('_ADD_');
    expect(await dialogs.page.locator('#node-config-input-language').inputValue()).toBe('de');
    await dialogs.leave();
    await dialogs.openConfig('demo-site-copenhagen');
  });

  it.each(['light', 'dark'])('are readable in the %s theme', async (theme) => {
    await dialogs.page.evaluate(`document.documentElement.classList.toggle('nr-theme-dark', ${theme === 'dark'})`);
    const texts = '.red-ui-tray :is(h4, .dayahead-note, .dayahead-works, label, input, select)';
    expect(await dialogs.page.locator(texts).count()).toBeGreaterThan(20);
    const unreadable = await dialogs.page.evaluate(`(${lowContrast})('${texts}')`);
    expect(unreadable).toEqual([]);
  });

  it('leave no text without words', async () => {
    const text = await dialogs.page.locator('.red-ui-tray').last().innerText();
    expect(text).not.toMatch(/(config|picker|test|fault)\.[a-z]/);
    expect(dialogs.complaints).toEqual([]);
  });
});
