import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lowContrast } from '../../support/browser/contrast.ts';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';

/** Node-RED 4.1 has no dark theme. */
const looks = [
  [4, 'light'],
  [5, 'light'],
  [5, 'dark'],
] as const;

/** Every kind of text of ours in the dialogs that is smaller, paler or in another colour than the rest. */
const texts = ['note', 'line', 'unit', 'check', 'fault', 'works', 'lacking td', 'row small', 'price td'];
const selector = texts.map((name) => `.red-ui-tray .dayahead-${name}`).join();

describe.each(looks)('in Node-RED %i, %s, text is 4.5 to 1 against what is behind it', (release, theme) => {
  let dialogs: DialogPage;
  beforeAll(async () => {
    dialogs = await openDemoDialogs('2026-04-26T14:05:00+02:00', { release });
    await dialogs.page.evaluate(`document.documentElement.classList.toggle('nr-theme-dark', ${theme === 'dark'})`);
  });
  afterAll(() => dialogs?.stop());
  afterEach(() => dialogs.leave());

  const measured = () => dialogs.page.evaluate(`(${lowContrast})('${selector}')`);
  const count = (selector: string) => dialogs.page.locator(selector).count();

  it('in the dialog of a device', async () => {
    await dialogs.open('demo-car');
    await dialogs.page.locator('#dayahead-window-summary').getByText('costs').waitFor();
    expect(await count('.red-ui-tray .dayahead-unit')).toBeGreaterThan(3);
    expect(await measured()).toEqual([]);
  });

  it('in the dialog of a contract whose price lacks something, with the list open', async () => {
    await dialogs.open('demo-contract');
    await dialogs.page.locator('.dayahead-total').waitFor();
    await dialogs.page.evaluate(LACKING);
    expect(await measured()).toEqual([]);
  });

  it('in the dialog of a site, with tests that worked and failed', async () => {
    await dialogs.openConfig('demo-site-copenhagen');
    await dialogs.page.evaluate(TESTED);
    expect(await count('.red-ui-tray :is(.dayahead-works, .dayahead-fault)')).toBeGreaterThan(1);
    expect(await measured()).toEqual([]);
  });
});

/** States that the demo is not in, in the places where they are shown. */
const LACKING = `{
  const place = $('.red-ui-tray .dayahead-price').first();
  place.find('table').append('<tr class="dayahead-lacking"><td>network charge</td><td>missing</td></tr>');
  place.append('<div class="dayahead-row">name<small>id</small></div><p class="dayahead-fault">service not reached</p>');
  place.append('<p class="dayahead-line">Source</p><p class="dayahead-note">give a postal code</p>');
}`;
const TESTED = `$('.red-ui-tray #dayahead-test-service-note').show()
  .append('<span class="dayahead-works">works</span><span class="dayahead-fault">not reached</span>')`;
