import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadedText } from '../../support/browser/chromium.ts';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';
import { chooseIn } from '../../support/browser/picker.ts';

/** A household in Poland, whose operator is known and whose network charge is not, with no site yet. */

let dialogs: DialogPage;
let id = '';
beforeAll(async () => {
  dialogs = await openDemoDialogs('2026-01-14T10:05:00+01:00');
  id = await dialogs.add('dayahead-price-series');
});
afterAll(() => dialogs?.stop());

const picker = (name: string) => dialogs.page.locator(`#dayahead-${name}`);
const field = (path: string) => dialogs.page.locator(`[data-field="${path}"]`);
const price = () => dialogs.page.locator('.red-ui-tray').last().locator('.dayahead-price');
const typeNetwork = (place: string) =>
  dialogs.page.locator(place).getByRole('button', { name: 'Enter the network charge…' });

describe('an operator without a household tariff', () => {
  it('is said at the postal code and at the price, and both lead into the form', async () => {
    await dialogs.open(id);
    await dialogs.page.locator('#node-input-config').selectOption({ index: 0 });
    await dialogs.page.evaluate("$('#node-input-config').val('').trigger('change')");
    await expect.poll(() => picker('country').inputValue()).toBe('Denmark');
    await chooseIn(dialogs.page, 'country', 'pola');
    await picker('postal-code').fill('00-001');
    await dialogs.page.keyboard.press('Tab');
    await expect
      .poll(() => picker('postal-code-note').textContent())
      .toContain('There is no map for Poland. Choose the operator on your bill.');
    expect(await typeNetwork('#dayahead-postal-code-note').count()).toBe(1);
    await chooseIn(dialogs.page, 'consumption-company', 'classic');
    await chooseIn(dialogs.page, 'consumption', 'g11');
    await expect.poll(() => price().textContent()).toContain('Network chargenot included');
    expect(await typeNetwork('.dayahead-price').count()).toBe(1);
  });

  it('has its charge typed in beside the listed supplier, by keyboard alone', async () => {
    await typeNetwork('.dayahead-price').focus();
    await dialogs.page.keyboard.press('Enter');
    await field('name').waitFor();
    expect(await field('energy.kind').inputValue()).toBe('none');
    await field('name').focus();
    await dialogs.page.keyboard.type('Own G11');
    await field('network.price').focus();
    await dialogs.page.keyboard.type('24.6');
    // 24.6 gr with 23 % VAT are 20; the quality fee of 3.31 comes on top.
    await expect.poll(() => price().textContent()).toMatch(/Energy62\.00 grNetwork charge23\.31 gr/);
  });

  // Promise P-586 use/catalogue: a folder accepts the file
  it('is a file that a folder of one’s own takes', async () => {
    const saved = dialogs.page.waitForEvent('download');
    await dialogs.page.getByRole('button', { name: 'Save as file' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('own-g11.jsonc');
    const file = JSON.parse(await downloadedText(download));
    expect(file).toMatchObject({ unit: 'gr/kWh', companies: [{ tariffs: [{ sector: 'grid' }] }] });
  });

  it('fits into the narrowest dialog', async () => {
    await field('network.kind').selectOption('clock');
    await dialogs.page.evaluate("$('.red-ui-tray').last().width(500).find('.red-ui-tray-body').css('min-width', 0)");
    const body = dialogs.page.locator('.red-ui-tray-body').last();
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const labels = await body
      .locator('input, select')
      .evaluateAll((fields) =>
        fields.map((each) => (each as HTMLInputElement).labels?.length || each.getAttribute('aria-label')),
      );
    expect(labels).not.toContainEqual(null);
    await field('network.kind').selectOption('fixed');
    expect(await field('network.price').inputValue()).toBe('24.6');
  });

  it('is kept in a site that the form puts up, and chosen', async () => {
    await field('network.price').focus();
    await dialogs.page.keyboard.press('ControlOrMeta+Enter');
    await picker('country').waitFor();
    await expect.poll(() => picker('grid-company').inputValue()).toBe('My own network charge: Own G11');
    await expect.poll(() => price().textContent()).toContain('Network charge23.31 gr');
    await dialogs.done();
    const node = await dialogs.node(id);
    expect(node).toMatchObject({ consumption: { id: 'pl-example-fixed' }, grid: { name: 'Own G11' } });
    expect(await dialogs.node(String(node.config))).toMatchObject({
      type: 'dayahead-config',
      contracts: [{ country: 'PL', energy: { kind: 'none' }, network: { price: '24.6' } }],
    });
  });

  it('has nothing to complain about', () => {
    expect(dialogs.complaints).toEqual([]);
  });
});
