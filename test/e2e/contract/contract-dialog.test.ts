import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';
import { chooseIn } from '../../support/browser/picker.ts';

/** A household in Berlin types its contract in, in German; the levies of 2026 are 6.316 ct, VAT is 19 %. */

let dialogs: DialogPage;
beforeAll(async () => {
  dialogs = await openDemoDialogs('2026-01-14T10:05:00+01:00', { language: 'de' });
});
afterAll(() => dialogs?.stop());

const picker = (name: string) => dialogs.page.locator(`#dayahead-${name}`);
const field = (path: string) => dialogs.page.locator(`[data-field="${path}"]`);
const faultAt = (path: string) => dialogs.page.locator(`#dayahead-contract-${path.replaceAll('.', '-')}-note`);
const price = () => dialogs.page.locator('.red-ui-tray').last().locator('.dayahead-price');
const rows = () => dialogs.page.locator('.red-ui-autoComplete-container li');
const rowOf = (text: string) => rows().filter({ hasText: text }).first();

async function openList(name: string): Promise<void> {
  await picker(name).locator('xpath=following-sibling::button').click();
  await rowOf('').waitFor();
}
/** Closes the form: the dialog that it was opened from comes back. */
async function finish(back: string): Promise<void> {
  await dialogs.page.locator('#node-dialog-ok').click();
  await dialogs.page.locator(back).waitFor();
}
/** The status of the price node after another second. */
async function nextStatus(): Promise<string> {
  await dialogs.clock.advanceBy(1);
  return dialogs.server.status('demo-prices');
}

describe('my own contract', () => {
  // Promise P-581 use/catalogue: a contract is typed with a decimal comma, and the price of this hour stands below
  it('is typed in with a decimal comma, and shows the price of this hour while that is done', async () => {
    await dialogs.open('demo-contract');
    await expect.poll(() => picker('country').inputValue()).toBe('Dänemark');
    await chooseIn(dialogs.page, 'country', 'deutsch');
    await picker('postal-code').fill('10115');
    await dialogs.page.keyboard.press('Tab');
    await openList('consumption-company');
    expect(await rows().first().textContent()).toBe('Mein eigener Vertrag …');
    expect(await rows().last().textContent()).toBe('Mein Anbieter fehlt in der Liste …');
    await rows().first().click();
    await field('name').fill('Wärmestrom');
    await field('energy.kind').selectOption('fixed');
    await field('energy.price').fill('1.234,5');
    await expect.poll(() => faultAt('energy.price').textContent()).toContain('auf zwei Arten lesen');
    await field('energy.price').fill('18,445');
    // 15.5 + 7.46 + 6.316 = 29.276 ct, x 1.19.
    await expect
      .poll(() => price().textContent())
      .toMatch(/Arbeitspreis15,50 ctNetzentgelt7,46 ct.*Sie zahlen34,84 ct\/kWh/);
    expect(await faultAt('energy.price').textContent()).toBe('');
    await field('energy.price').fill('19,635');
    await expect.poll(() => price().textContent()).toContain('Sie zahlen36,03 ct/kWh');
  });

  it('is kept by the site, chosen in the node, and priced once it is deployed', async () => {
    await finish('#dayahead-country');
    await expect.poll(() => picker('consumption-company').inputValue()).toBe('Mein eigener Vertrag: Wärmestrom');
    await expect.poll(() => picker('consumption').inputValue()).toBe('Wärmestrom');
    await expect.poll(() => price().textContent()).toContain('Sie zahlen36,03 ct/kWh');
    await dialogs.done();
    await dialogs.deploy();
    // Words of the dialog's language would be read by everybody.
    expect(await dialogs.node('demo-contract')).toMatchObject({
      consumption: { name: 'Wärmestrom', companyName: 'Wärmestrom' },
    });
    const site = await dialogs.node('demo-site-copenhagen');
    expect(site.contracts).toMatchObject([{ name: 'Wärmestrom', energy: { kind: 'fixed', price: '19,635' } }]);
    await expect.poll(nextStatus).toContain('36.0 ct');
  });

  it('is changed where it was chosen, and costs what it says now', async () => {
    // Gives up what an attempt that failed has left open.
    await dialogs.leave();
    await dialogs.open('demo-contract');
    expect(await picker('consumption-company').inputValue()).toBe('Mein eigener Vertrag: Wärmestrom');
    await dialogs.page.locator('#dayahead-own button').click();
    await expect.poll(() => field('energy.price').inputValue()).toBe('19,635');
    await field('energy.kind').selectOption('clock');
    await field('energy.rows.0.price').fill('9,52');
    await field('energy.rows.0.from').fill('9');
    await field('energy.rows.0.to').fill('11:30');
    await field('energy.otherwise').fill('19,635');
    // 8 + 7.46 + 6.316 = 21.776 ct, x 1.19.
    await expect.poll(() => price().textContent()).toContain('Sie zahlen25,91 ct/kWh');
    await finish('#dayahead-country');
    await expect.poll(() => price().textContent()).toContain('Sie zahlen25,91 ct/kWh');
    await dialogs.done();
    await dialogs.deploy();
    await expect.poll(nextStatus).toContain('25.9 ct');
  });

  it('is not deleted while a node has chosen it, and nothing is lost', async () => {
    await dialogs.openConfig('demo-site-copenhagen');
    const list = dialogs.page.locator('#dayahead-contracts');
    expect(await list.textContent()).toContain('Wärmestrom (DE)');
    await list.getByRole('button', { name: 'Löschen: Wärmestrom' }).click();
    const note = dialogs.page.locator('#dayahead-contracts-note');
    expect(await note.textContent()).toBe(
      '„Wärmestrom“ wird verwendet in Contract: bitte dort zuerst einen anderen Tarif wählen.',
    );
    await dialogs.done();
    expect((await dialogs.node('demo-site-copenhagen')).contracts).toHaveLength(1);
  });

  it('has nothing to complain about', () => {
    expect(dialogs.complaints).toEqual([]);
  });
});
