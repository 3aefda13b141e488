import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';
import { chooseIn } from '../../support/browser/picker.ts';

/** The network operator of a household, by its name on the bill. */

let dialogs: DialogPage;
let id = '';
beforeAll(async () => {
  dialogs = await openDemoDialogs('2026-04-15T11:05:00+02:00');
});
afterAll(() => dialogs?.stop());
afterEach(async () => {
  await dialogs.page.unrouteAll();
  await dialogs.leave();
});

const input = (name: string) => dialogs.page.locator(`#dayahead-${name}`);
const note = (name: string) => dialogs.page.locator(`#dayahead-${name}-note`);
const price = () => dialogs.page.locator('.dayahead-price');
const choose = (name: string, text: string) => chooseIn(dialogs.page, name, text);
const yellow = () => dialogs.page.locator('.dayahead-warning, .dayahead-lacking').allInnerTexts();

async function openNew(country: string): Promise<void> {
  id = await dialogs.add('dayahead-price-series');
  await dialogs.open(id);
  await expect.poll(() => input('country').inputValue()).toBe('Denmark');
  await choose('country', country);
}
async function typePostalCode(code: string): Promise<void> {
  await input('postal-code').fill(code);
  await dialogs.page.keyboard.press('Tab');
}

describe('in Germany, of which there is no map', () => {
  it('the operator is chosen by name, and the postal code is kept without a warning', async () => {
    await openNew('germ');
    const fields = await dialogs.page
      .locator('#dayahead-picker .dayahead-section input')
      .evaluateAll((all) => all.map((each) => each.id.replace('dayahead-', '')));
    expect(fields.slice(0, 5)).toEqual(['country', 'consumption-company', 'consumption', 'version', 'grid-company']);
    const list = (name: string) => input(name).locator('xpath=following-sibling::button').click();
    await list('consumption');
    await expect.poll(() => note('consumption').textContent()).toBe('Choose “Supplier” first.');
    await list('version');
    await expect.poll(() => note('version').textContent()).toBe('Choose the tariff first.');
    await choose('consumption-company', 'classic');
    await choose('consumption', 'fixed');
    await expect.poll(() => note('version').textContent()).toMatch(/^The day you signed/);
    await typePostalCode('abc');
    expect(await note('postal-code').textContent()).toBe('“abc” is not a postal code in Germany.');
    expect(await input('postal-code').getAttribute('aria-invalid')).toBe('true');
    await typePostalCode('20095');
    await expect
      .poll(() => note('postal-code').textContent())
      .toContain('There is no map for Germany. Choose the operator on your bill.');
    await input('grid-company').focus();
    await dialogs.page.keyboard.press('ArrowDown');
    const rows = dialogs.page.locator('.red-ui-autoComplete-container li');
    await expect.poll(() => rows.last().textContent()).toContain('more: type to filter');
    expect(await rows.allTextContents()).toContain('Not listed: enter the price from my bill…');
    await choose('grid-company', 'Netze BW');
    await expect.poll(() => input('grid').inputValue()).toBe('Netze BW Haushalt');
    await expect.poll(() => price().innerText()).toMatch(/Network charge\s*7.57 ct/);
    expect(await yellow()).toEqual([]);
    // A flat price has no rank, and is in sight without scrolling.
    expect(await price().innerText()).not.toContain('rank');
    await dialogs.page.setViewportSize({ width: 1280, height: 800 });
    const { y = 0, height = 0 } = (await price().locator('table').boundingBox()) ?? {};
    expect(y + height).toBeLessThan(720);
    expect(y).toBeGreaterThan(120);
    await dialogs.page.setViewportSize({ width: 1600, height: 1400 });
    // The code leads nowhere and stays; nothing is yellow.
    expect(await note('postal-code').textContent()).toBe('');
    await dialogs.done();
    expect(await dialogs.node(id)).toMatchObject({ postalCode: '20095', grid: { id: 'de-netze-bw-household' } });
  });

  // Promise P-566 use/adjustments: the fee is chosen by inhabitants
  it('the concession fee of a large city is chosen by its inhabitants', async () => {
    await dialogs.open(id);
    await expect.poll(() => price().innerText()).toMatch(/Levies\s*6.32 ct/);
    expect(await price().innerText()).toContain('Levies include a concession fee of 1.32 ct.');
    // Nothing is adjusted for the lowest fee; a larger municipality begins with the next.
    expect(await dialogs.field('adjustment').locator('option:checked').textContent()).toBe(
      'up to 25,000 inhabitants: 1.32 ct/kWh',
    );
    await dialogs.field('adjustment').selectOption('de-concession-fee');
    await expect.poll(() => price().innerText()).toMatch(/Levies\s*6.59 ct/);
    await dialogs.page
      .locator('#dayahead-concession-fee')
      .selectOption({ label: 'over 500,000 inhabitants: 2.39 ct/kWh' });
    await expect.poll(() => price().innerText()).toMatch(/Levies\s*7.39 ct/);
    await dialogs.done();
    expect(await dialogs.node(id)).toMatchObject({ adjustment: 'de-concession-fee', adjustmentRate: '0.0239' });
    await dialogs.open(id);
    expect(await dialogs.page.locator('#dayahead-concession-fee').inputValue()).toBe('0.0239');
    await expect.poll(() => price().innerText()).toContain('Levies include a concession fee of 2.39 ct.');
  });

  it('a postal code of another operator is remarked quietly', async () => {
    await dialogs.open(id);
    await typePostalCode('10115');
    await expect
      .poll(() => note('postal-code').textContent())
      .toBe(
        'The map finds Stromnetz Berlin for this postal code, but Netze BW is chosen. Choose the operator on your bill.',
      );
    expect(await yellow()).toEqual([]);
  });

  it('a bill is checked line by line, and its network price is taken from a day on', async () => {
    const bill = (key: string) => dialogs.page.locator(`[data-field="network-bill.${key}"]`);
    const line = (key: string) => bill(key).locator('xpath=ancestor::*[contains(@class,"form-row")]').innerText();
    const adopt = dialogs.page.getByRole('button', { name: 'Use my numbers from this day on' });
    await dialogs.open(id);
    await dialogs.page.getByText('Check against my bill').click();
    await bill('perKwh').fill('17.8');
    // 7.57 and 7.386 ct with 19 % VAT.
    await expect.poll(() => line('perKwh')).toContain('Ours: 17.80 ct, with VAT. Both agree (0%).');
    await bill('vat').selectOption('out');
    expect(await line('perKwh')).toContain('Ours: 14.96 ct, without VAT. Your bill: +19%, 2.84 ct.');
    await bill('perKwh').fill('7.6');
    await bill('contains').selectOption('network');
    expect(await line('perKwh')).toContain('Ours: 7.57 ct, without VAT. Both agree (+0.4%).');
    await bill('contains').selectOption('levies');
    await bill('monthly').fill('9,90');
    expect(await line('monthly')).toContain('Ours: not known.');
    await bill('total').fill('1,400.00');
    await bill('kWh').fill('3,000');
    await bill('months').fill('10');
    // 3000 kWh at (15 + 7.57 + 7.386) x 1.19 ct, and 10 x 9.90 with VAT.
    expect(await line('total')).toMatch(/Ours: EUR\s1,187\.24, with VAT\. Your bill: \+17\.9%, EUR\s212\.76\./);
    await bill('perKwh').fill('20');
    await bill('from').fill('2026-04-16');
    await adopt.click();
    const doubt = dialogs.page.locator('.dayahead-bill [role=alert]');
    expect(await doubt.textContent()).toContain(
      'Your network charge differs from ours by +33.7%. Check that it includes levies',
    );
    expect(await input('grid-company').inputValue()).toBe('Netze BW');
    await adopt.click();
    await expect.poll(() => input('grid-company').inputValue()).toBe('My own network charge: Bill of April 16, 2026');
    // Tomorrow is not today: until then the operator's price holds.
    await expect.poll(() => price().innerText()).toMatch(/Network charge\s*7.57 ct[\s\S]*Bill of April 16/);
    await bill('from').fill('2026-04-15');
    await adopt.click();
    await adopt.click();
    await expect.poll(() => price().innerText()).toMatch(/Network charge\s*13.68 ct\s*Levies\s*6.32 ct/);
    await expect.poll(() => line('perKwh')).toContain('Ours: 20.00 ct, without VAT. Both agree (0%).');
    expect(await line('monthly')).toContain('Both agree (0%).');
    await dialogs.done();
    const { grid, config } = await dialogs.node(id);
    expect(grid).toMatchObject({ name: 'Bill of April 15, 2026' });
    // A third bill is given up with the dialog.
    await dialogs.open(id);
    await dialogs.page.getByText('Check against my bill').click();
    await bill('perKwh').fill('23.8');
    await bill('from').fill('2026-04-14');
    await expect.poll(() => line('perKwh')).toContain('Both agree (0%).');
    await adopt.click();
    await expect.poll(() => price().innerText()).toContain('Bill of April 14');
    await dialogs.leave();
    expect(await dialogs.node(id)).toMatchObject({ grid });
    expect((await dialogs.node(String(config))).contracts).toMatchObject([
      { from: '2026-04-16', network: { price: '20', contains: 'levies', before: 'de-netze-bw-household' } },
      { from: '2026-04-15', vat: 'out', monthly: '9.9', network: { price: '20' } },
    ]);
  });
});

it('asks where in the area of an operator a household is, as far as taxes differ there', async () => {
  await openNew('swed');
  await choose('consumption-company', 'fixed');
  await choose('consumption', 'SE3');
  await choose('grid-company', 'vattenfall');
  await expect.poll(() => input('grid').inputValue()).not.toBe('');
  await expect.poll(yellow).toEqual(['Levies that depend on the address may be missing: enter a postal code.']);
  await input('tax-area').selectOption({ label: 'Kommuner med lägre energiskatt' });
  await expect.poll(() => price().innerText()).toMatch(/Levies\s*26.40 öre/);
  expect(await yellow()).toEqual([]);
  expect(await note('postal-code').textContent()).toBe('Kommuner med lägre energiskatt');
  await choose('grid-company', 'nacka');
  await expect.poll(() => input('postal-code').inputValue()).toBe('');
  expect(await input('tax-area').isVisible()).toBe(false);
  await dialogs.done();
  expect(await dialogs.node(id)).toMatchObject({ postalCode: '', grid: { companyId: 'se-nacka' } });
});

it('prices a spot contract in Austria with the lower charge at midday in summer, and says why', async () => {
  const why = 'If your contract follows the exchange, your meter must send quarter-hour readings';
  await openNew('austria');
  await choose('consumption-company', 'classic');
  await choose('consumption', 'Fix');
  await choose('grid-company', 'graz');
  await expect.poll(() => input('grid').inputValue()).toBe('Netzbereich Graz, Netzebene 7');
  await choose('consumption-company', 'spot');
  await choose('consumption', 'quarter');
  await expect
    .poll(() => input('grid').inputValue())
    .toBe('Netzbereich Graz, Netzebene 7 mit Sommer-Nieder-Arbeitspreis');
  await expect.poll(() => price().innerText()).toContain(why);
  expect(await price().innerText()).toContain('from April to September, 10:00–16:00.');
  expect(await price().innerText()).toContain('mit Sommer-Nieder-Arbeitspreis · Needs a meter');
  await choose('consumption-company', 'classic');
  await choose('consumption', 'Fix');
  await expect.poll(() => input('grid').inputValue()).toBe('Netzbereich Graz, Netzebene 7');
  await expect.poll(() => price().innerText()).not.toContain(why);
});

it('has no operator to choose where one charge holds in the whole country', async () => {
  await openNew('franc');
  await expect.poll(() => input('grid-company').isVisible()).toBe(false);
  await dialogs.page.locator('button:has-text("Enter the network charge")').waitFor();
});

it('takes the region of Great Britain from the tariff, and drops hints once they are followed', async () => {
  await openNew('germ');
  await input('country').fill('Atlantis');
  await dialogs.page.keyboard.press('Tab');
  await input('consumption-company').locator('xpath=following-sibling::button').click();
  await expect.poll(() => note('consumption-company').textContent()).toBe('Choose “Country” first.');
  expect(await note('country').textContent()).toBe('Not in the list: choose a row from the list.');
  expect(await dialogs.page.locator('#dayahead-picker .dayahead-fault:visible').count()).toBe(0);
  for (const text of ['Irel', 'Brit', 'UK']) {
    await input('country').fill(text);
    await dialogs.page.keyboard.press('Enter');
    expect(await input('country').inputValue()).toBe(text === 'Irel' ? 'Ireland' : 'United Kingdom');
  }
  expect(await note('country').textContent()).toBe('');
  expect(await note('consumption-company').textContent()).toBe('');
  await expect.poll(() => dialogs.page.locator('label[for=dayahead-grid-company]').innerText()).toContain('Region');
  await choose('consumption-company', 'Example Energy');
  for (const [tariff, region] of [
    ['Standard, London', 'C, London'],
    ['Standard, Yorkshire', 'M, Yorkshire'],
  ] as const) {
    await choose('consumption', tariff);
    await expect.poll(() => input('grid-company').inputValue()).toBe(`Distribution region ${region}`);
  }
  await expect.poll(() => input('grid').inputValue()).toContain('region M');
  await expect.poll(() => price().innerText()).toContain('You pay');
  expect(await yellow()).toEqual([]);
});

it('takes the network operator from the contract of the household', async () => {
  await openNew('germ');
  await choose('consumption-company', 'My supplier is not listed');
  const field = (path: string) => dialogs.page.locator(`[data-field="${path}"]`);
  await field('name').fill('Mine');
  await field('energy.kind').selectOption('fixed');
  await field('energy.price').fill('30');
  await field('network.kind').selectOption('listed');
  await field('network.companyId').selectOption('de-netze-bw');
  await expect.poll(() => field('network.tariff').inputValue()).toBe('de-netze-bw-household');
  await field('name').focus();
  await dialogs.page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => input('grid-company').getAttribute('placeholder')).toBe('in your contract: Netze BW');
  await typePostalCode('20095');
  await expect.poll(() => price().innerText()).toMatch(/Network charge\s*7.57 ct[\s\S]*Netze BW Haushalt/);
  expect(await note('postal-code').textContent()).toBe('');
  expect(await yellow()).toEqual([]);
  await dialogs.done();
  expect(await dialogs.node(id)).toMatchObject({ postalCode: '20095', grid: null });
});

it('takes a typed network price that holds everything for the price of the whole contract', async () => {
  await openNew('germ');
  await choose('grid-company', 'Not listed');
  const field = (path: string) => dialogs.page.locator(`[data-field="${path}"]`);
  await field('network.price').fill('31.5');
  await field('network.contains').selectOption('all');
  await expect.poll(() => field('includes').inputValue()).toBe('all');
  expect(await field('energy.price').inputValue()).toBe('31.5');
  await field('name').fill('My bill');
  await dialogs.page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => input('consumption-company').inputValue()).toBe('My own contract: My bill');
  await expect.poll(() => price().innerText()).toMatch(/You pay\s*31.50 ct/);
  expect(await yellow()).toEqual([]);
});

describe('at a service elsewhere', () => {
  it('lists the tariffs of an operator once it is chosen, and takes the only one', async () => {
    const asked: unknown[] = [];
    const row = { type: 'static', available: true, description: null, link: null };
    await dialogs.page.route(/\/listings$/, async (route) => {
      const question = route.request().postDataJSON() as { list: string; sector: string; company?: string };
      const { list, sector, company } = question;
      const lists: Record<string, readonly object[]> = {
        network: [{ isMapped: false, defaults: {}, taxAreas: [], settled: [], operators: {}, isEmbedded: false }],
        companies: sector === 'grid' ? ['one', 'two'].map((id) => ({ id, name: `Operator ${id}` })) : [],
        tariffs: ['house', 'flat'].slice(0, company === 'one' ? 1 : 2).map((id) => ({ ...row, id, name: id })),
      };
      if (sector === 'grid' && list === 'tariffs') asked.push(company);
      if (!lists[list]) return route.fallback();
      const allowance = { requestsToday: 1, newToday: {} };
      return route.fulfill({ json: { items: lists[list], allowance } });
    });
    await openNew('germ');
    await input('grid-company').focus();
    await dialogs.page.keyboard.press('ArrowDown');
    await choose('grid-company', 'Operator one');
    await expect.poll(() => input('grid').inputValue()).toBe('house');
    await choose('grid-company', 'Operator two');
    await expect.poll(() => asked).toEqual(['one', 'two']);
    expect(await input('grid').inputValue()).toBe('');
    expect(await dialogs.field('adjustment').isVisible()).toBe(false);
  });
});
