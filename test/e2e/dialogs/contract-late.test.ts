import type { Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';
import { formOf } from '../../support/service/contract-form.ts';

/** The form of a contract where answers come late and fingers are quick: on a slow computer, over a slow line. */

let dialogs: DialogPage;
beforeAll(async () => {
  dialogs = await openDemoDialogs('2026-01-14T10:05:00+01:00', { slides: true });
  await dialogs.page.evaluate(`RED.nodes.node('demo-site-copenhagen').contracts = [${JSON.stringify(formOf())}]`);
});
afterAll(() => dialogs?.stop());

const field = (path: string) => dialogs.page.locator(`[data-field="${path}"]`);
const trays = () => dialogs.page.locator('.red-ui-tray');
const price = () => trays().last().locator('.dayahead-price');
const named = (name: string) => dialogs.page.getByRole('button', { name });
const focused = () => dialogs.page.evaluate('document.activeElement.dataset.field');

/** Holds every answer that `path` gives to a question like `asked` until it is let go, in any order. */
async function hold(path: string, asked: (body: string) => boolean = () => true) {
  const held: (() => void)[] = [];
  const waiting = new Map<number, () => void>();
  await dialogs.page.route(`**/dayahead/${path}`, async (route) => {
    if (asked(route.request().postData() ?? '')) {
      const free = new Promise<void>((resolve) => held.push(resolve));
      waiting.get(held.length - 1)?.();
      await free;
    }
    await route.continue();
  });
  return {
    /** Waits until the question `n` is asked, counted from 0. */
    asked: (n: number) => (held[n] ? undefined : new Promise<void>((resolve) => waiting.set(n, resolve))),
    /** Lets its answer come, and waits for it. */
    async release(n: number): Promise<void> {
      const come = dialogs.page.waitForResponse((answer) => answer.url().endsWith(path));
      held[n]?.();
      await come;
    },
  };
}

const answerTo = (text: string) =>
  dialogs.page.waitForResponse(
    (answer) =>
      answer.url().endsWith('typed/contract') && (answer.request() as Request).postData()?.includes(text) === true,
  );

beforeEach(() => dialogs.openConfig('demo-site-copenhagen'));
afterEach(async () => {
  await dialogs.page.unrouteAll({ behavior: 'ignoreErrors' });
  await dialogs.leave();
});

async function openForm(): Promise<void> {
  await named('Change: My contract').click();
  await field('energy.price').waitFor();
}

describe('the form of a contract', () => {
  it('keeps what is written, and what is marked in it, over the late answer of another country', async () => {
    await openForm();
    const start = await hold('contract/start');
    await field('country').selectOption('SE');
    await start.asked(0);
    await field('name').fill('Villa winter');
    await field('energy.price').fill('99');
    await field('name').evaluate((name: HTMLInputElement) => {
      name.focus();
      name.setSelectionRange(6, 12);
    });
    await start.release(0);
    await field('unit').filter({ hasText: 'öre' }).waitFor();
    await dialogs.page.keyboard.type('summer');
    expect(await field('name').inputValue()).toBe('Villa summer');
    expect(await field('energy.price').inputValue()).toBe('99');
  });

  it('is that of the country chosen last, in whatever order the answers come', async () => {
    await openForm();
    const start = await hold('contract/start');
    await field('country').selectOption('SE');
    await start.asked(0);
    await field('country').selectOption('AT');
    await start.asked(1);
    await start.release(1);
    await field('energy.kind').selectOption('exchange');
    await expect.poll(() => field('energy.zone').inputValue()).toBe('AT');
    await start.release(0);
    const answered = answerTo('"margin":"7"');
    await field('energy.margin').fill('7');
    await answered;
    expect(await field('unit').textContent()).toBe('ctEUR');
    expect(await field('energy.zone').inputValue()).toBe('AT');
  });

  it('does not close on a figure that was changed after the click', async () => {
    await openForm();
    await expect.poll(() => price().textContent()).toContain('You pay');
    const asked = await hold('typed/contract');
    await dialogs.page.locator('#node-dialog-ok').click();
    await asked.asked(0);
    await field('energy.price').fill('cheap');
    await asked.asked(1);
    await asked.release(0);
    await asked.release(1);
    await expect.poll(() => dialogs.page.locator('#dayahead-contract-energy-price-note').textContent()).not.toBe('');
    expect(await field('energy.price').inputValue()).toBe('cheap');
  });

  it('is kept while nobody can say what it costs', async () => {
    await openForm();
    await field('country').selectOption('EE');
    await field('energy.kind').selectOption('exchange');
    await field('energy.margin').fill('1');
    await expect.poll(() => price().textContent()).toContain('no price is published');
    await dialogs.page.locator('#node-dialog-ok').click();
    await field('energy.margin').waitFor({ state: 'detached' });
    await named('Change: My contract').waitFor();
  });

  it.each(['ok', 'cancel'])('closes alone when %s is clicked twice', async (button) => {
    await openForm();
    await expect.poll(() => price().textContent()).toContain('You pay');
    await dialogs.page.locator(`#node-dialog-${button}`).dblclick();
    await field('energy.price').waitFor({ state: 'detached' });
    await dialogs.page.locator('#node-config-input-name').waitFor();
    expect(await trays().count()).toBe(1);
  });

  it('is opened once by a double-click', async () => {
    await named('Change: My contract').dblclick();
    await field('energy.price').waitFor();
    await expect.poll(focused).toBe('country');
    expect(await trays().count()).toBe(1);
  });

  it('has the focus in its first field from the beginning, and does not take it from another once it has come in', async () => {
    const { clock } = dialogs.page;
    await clock.install();
    try {
      await clock.pauseAt(Date.now() + 60_000);
      await named('Change: My contract').click();
      // Once the countries are known Node-RED takes 250 ms to put the dialog below away, and gives the focus 150 ms after that.
      const drawn = async () => {
        await clock.runFor(5);
        return await field('energy.price').count();
      };
      await expect.poll(drawn, { interval: 1 }).toBe(1);
      expect(await focused()).toBe('country');
      await field('energy.price').focus();
      await clock.runFor(1000);
      expect(await focused()).toBe('energy.price');
    } finally {
      await clock.resume();
    }
  });

  it('has nothing to complain about', () => {
    expect(dialogs.complaints).toEqual([]);
  });
});
