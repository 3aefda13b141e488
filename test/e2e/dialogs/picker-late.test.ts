import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';
import { chooseIn } from '../../support/browser/picker.ts';

/** The dialog of a new price node where the service takes its time, and its user does not. */

let dialogs: DialogPage;
beforeAll(async () => {
  dialogs = await openDemoDialogs('2026-01-14T10:05:00+01:00');
  const emulation = await dialogs.page.context().newCDPSession(dialogs.page);
  await emulation.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' });
});
afterAll(() => dialogs?.stop());
afterEach(async () => {
  await dialogs.page.unrouteAll();
  await dialogs.leave();
});

const input = (name: string) => dialogs.page.locator(`#dayahead-${name}`);
const tariff = { type: 'static', available: true, description: null, link: null };

/** Opens the dialog of a new node; the list of that name is kept back until it is let go with these items. */
async function openWith(list: string, items: readonly unknown[]): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await dialogs.page.route(/\/listings$/, async (route) => {
    if ((route.request().postDataJSON() as { list: string }).list === list) held.push(route);
    else await route.fallback();
  });
  await dialogs.open(await dialogs.add('dayahead-price-series'));
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const answered = dialogs.page.waitForResponse(/\/listings$/);
    for (const route of held) await route.fulfill({ json: { items } });
    await answered;
    // The page has read it once a question of after it is answered.
    await dialogs.page.evaluate("$.get('settings')");
  };
}

describe('what is typed stays while', () => {
  it('the countries come, of which one’s own is proposed', async () => {
    const release = await openWith('countries', ['DE', 'DK', 'SE']);
    await input('country').fill('Swe');
    await release();
    expect(await input('country').inputValue()).toBe('Swe');
  });

  it('the exchange is proposed', async () => {
    const release = await openWith('companies', [{ id: 'de-exchange', name: 'Price of the exchange' }]);
    await input('consumption-company').fill('vind');
    await release();
    expect(await input('consumption-company').inputValue()).toBe('vind');
  });

  it('the only tariff of a company comes', async () => {
    const release = await openWith('tariffs', [{ ...tariff, id: 'only', name: 'The only one' }]);
    await chooseIn(dialogs.page, 'consumption-company', 'spot');
    await input('consumption').fill('an-id-of-mine');
    await release();
    expect(await input('consumption').inputValue()).toBe('an-id-of-mine');
  });

  it('the tariffs come, of which one has the name that was typed', async () => {
    const names = ['The first', 'The second'];
    const release = await openWith(
      'tariffs',
      names.map((name) => ({ ...tariff, id: name.slice(4), name })),
    );
    await chooseIn(dialogs.page, 'consumption-company', 'spot');
    await input('consumption').fill('The second');
    await input('consumption').press('Tab');
    await release();
    await expect.poll(() => input('consumption-note').innerText()).toMatch(/ · second/);
    expect(await input('consumption').inputValue()).toBe('The second');
  });
});

it('a saved exchange price stays, with a sentence, where the prices of the site lack its zone', async () => {
  const id = await dialogs.add('dayahead-price-series');
  const consumption = { id: 'no-exchange-no1', name: 'NO1', companyId: 'no-exchange', companyName: 'Exchange price' };
  const chosen = JSON.stringify({ country: 'NO', consumption });
  await dialogs.page.evaluate(`Object.assign(RED.nodes.node('${id}'), ${chosen})`);
  await dialogs.open(id);
  const shown = async () => [
    await input('consumption-company').inputValue(),
    await input('consumption').inputValue(),
    (await input('consumption-note').innerText()).includes("does not cover this tariff's zone"),
  ];
  await expect.poll(shown).toEqual(['Exchange price', 'NO1', true]);
  // The site is edited from this dialog.
  const listed = dialogs.page.waitForResponse(/typed\/listings$/);
  await dialogs.page.evaluate(
    "RED.nodes.node($('#node-input-config').val()).changed = true; $('#node-input-config').trigger('change')",
  );
  await listed;
  // The page has read the answer once a later request is answered.
  await dialogs.page.evaluate("$.get('settings')");
  expect(await shown()).toEqual(['Exchange price', 'NO1', true]);
  await dialogs.done();
  expect(await dialogs.node(id)).toMatchObject({ consumption });
});
