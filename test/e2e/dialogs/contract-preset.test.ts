import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowContrast } from '../../support/browser/contrast.ts';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';

/** A contract that starts from a supplier's card, in the dialog of a site. */

let dialogs: DialogPage;
beforeAll(async () => {
  dialogs = await openDemoDialogs('2026-04-14T10:05:00+02:00', { release: 4, root: '/red' });
});
afterAll(() => dialogs?.stop());

const field = (path: string) => dialogs.page.locator(`[data-field="${path}"]`);
const price = () => dialogs.page.locator('.red-ui-tray').last().locator('.dayahead-price');
const list = () => dialogs.page.locator('#dayahead-contracts');
const contracts = async () => (await dialogs.node('demo-site-copenhagen')).contracts;

describe('a contract of a site, in Node-RED 4 below a path', () => {
  // Promise P-583 use/catalogue: published cards are there to start from
  it('starts from a card that says to check it against one’s own', async () => {
    await dialogs.openConfig('demo-site-copenhagen');
    await dialogs.page.locator('#dayahead-contract-add').click();
    await field('country').selectOption('BE');
    const preset = dialogs.page.getByLabel('Start from');
    await preset.selectOption('Cociter Dynamic · card of April or May 2026');
    expect(
      await dialogs.page.locator('.dayahead-note', { hasText: 'compare it with your own price sheet' }).count(),
    ).toBe(1);
    expect(await field('energy.factor').inputValue()).toBe('1.03');
    expect(await field('energy.margin').inputValue()).toBe('3');
    expect(await field('unit').inputValue()).toBe('hundredth');
    expect(await field('feedin.margin').inputValue()).toBe('-2.1');
  });

  it('has the network of a listed operator, and says that its prices are a replay', async () => {
    await field('network.kind').selectOption('listed');
    await field('network.companyId').selectOption({ label: 'Fluvius Antwerpen' });
    await field('network.tariff').selectOption('be-antwerpen-digital');
    // 0.0505027 EUR/kWh.
    await expect.poll(() => price().textContent()).toMatch(/Energy\d\d?\.\d\d ctNetwork charge5\.05 ct/);
    expect(await price().textContent()).toContain('Replay');
    await dialogs.page.getByText('Check against my bill').click();
    await field('bill.perKwh').fill('7.5');
    const texts = '.red-ui-tray :is(h4, .dayahead-note, .dayahead-line, label, input, select)';
    expect(await dialogs.page.evaluate(`(${lowContrast})('${texts}')`)).toEqual([]);
    expect(await dialogs.page.locator('.red-ui-tray').last().innerText()).not.toMatch(/(contract|picker)\.[a-z]/);
  });

  it('takes network and levies of a bill from its day on, and the listed tariff before that day', async () => {
    // 5.05 ct with the federal levies, on a form without VAT.
    const line = dialogs.page.locator('.dayahead-bill .dayahead-differs');
    await expect.poll(() => line.textContent()).toMatch(/^Ours: \d+\.\d\d ct, without VAT\. Your bill: [+-]/);
    await field('bill.monthly').fill('5');
    await field('bill.from').fill('2026-04-01');
    await dialogs.page.getByRole('button', { name: 'Use my numbers from this day on' }).click();
    expect(await field('from').inputValue()).toBe('2026-04-01');
    expect(await field('network.price').inputValue()).toBe('7.5');
    expect(await field('network.contains').inputValue()).toBe('levies');
    expect(await field('network.before').inputValue()).toBe('be-antwerpen-digital');
    expect(await field('monthly').inputValue()).toBe('5');
    await expect.poll(() => dialogs.page.locator('.dayahead-bill').innerText()).toMatch(/Ours: 7\.50 ct.*Both agree/);
    await field('network.kind').selectOption('listed');
    await field('network.companyId').selectOption({ label: 'Fluvius Antwerpen' });
    await field('network.tariff').selectOption('be-antwerpen-digital');
  });

  it('is in the list of the site, and gone once it is deleted', async () => {
    await dialogs.page.locator('#node-dialog-ok').click();
    await list().locator('li').waitFor();
    expect(await list().textContent()).toContain('Cociter Dynamic (BE)');
    await dialogs.done();
    expect(await contracts()).toMatchObject([
      { unit: 'hundredth', vat: 'out', network: { kind: 'listed', tariff: 'be-antwerpen-digital' } },
    ]);
    await dialogs.openConfig('demo-site-copenhagen');
    await list().getByRole('button', { name: 'Delete: Cociter Dynamic' }).click();
    await dialogs.done();
    expect(await contracts()).toEqual([]);
  });

  it('has nothing to complain about', () => {
    expect(dialogs.complaints).toEqual([]);
  });
});
