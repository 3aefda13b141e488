import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Household } from '../feeds/households.ts';
import type { ManualClock } from '../manual-clock.ts';
import { typeAtOnce } from './picker.ts';

/** A morning on which today has been published, and tomorrow has not. */
export const MORNING = '2026-04-15T10:05:00+02:00';
/** Euro per MWh. Quarter hours that repeat each hour would be doubtful. */
export const priceAt = (_zone: string, start: number) => 50 + (Math.floor(start / 900) % 960) / 40;

/** What a household does in the dialog of a new price node. Every use of the mouse counts. */
export function firstPriceSteps(page: Page, clock: ManualClock) {
  let clicks = 0;
  let emulation: Promise<CDPSession> | undefined;
  const field = (name: string) => page.locator(`#dayahead-${name}`);
  const rows = () => page.locator('.red-ui-autoComplete-container li').first();
  const price = () => page.locator('.dayahead-price').innerText();
  /** Looks until it is so. Time goes on meanwhile, since a host is asked no more often than every few seconds. */
  const eventually = (look: () => Promise<string | null>) =>
    expect.poll(
      async () => {
        await clock.advanceBy(1);
        return look();
      },
      { interval: 20 },
    );
  const says = (text: RegExp | string) => eventually(price).toMatch(text);
  async function click(selector: string): Promise<void> {
    clicks++;
    await page.locator(selector).last().click();
  }
  async function type(selector: string, text: string): Promise<void> {
    await click(selector);
    await typeAtOnce(page, text);
  }
  /** Goes on to a field of the form of a contract by keyboard. */
  async function tabTo(path: string): Promise<void> {
    await page.locator(`[data-field="${path}"]`).waitFor();
    while (!(await page.locator(`[data-field="${path}"]:focus`).count())) await page.keyboard.press('Tab');
  }
  async function fillIn(path: string, text: string): Promise<void> {
    await tabTo(path);
    await typeAtOnce(page, text);
  }
  /** Chooses an option by keyboard alone. */
  async function pick(path: string, option: string): Promise<void> {
    await tabTo(path);
    await page.locator(`[data-field="${path}"]`).selectOption(option);
  }
  async function typeNetwork(charge: string, contains: string): Promise<void> {
    await click('button:has-text("Enter the network charge")');
    await fillIn('name', 'My network');
    await pick('network.contains', contains);
    await fillIn('network.price', charge);
    await click('#node-dialog-ok');
    await eventually(() => field('grid-company').inputValue()).toContain('My network');
  }
  /** A country without an exchange price is known by what stands on the bill. */
  async function typeContract(charge: string): Promise<void> {
    await click('#dayahead-consumption-company');
    await page.keyboard.press('ControlOrMeta+a');
    await typeAtOnce(page, 'My own');
    await rows().filter({ hasText: 'My own contract' }).waitFor();
    await page.keyboard.press('Enter');
    await fillIn('name', 'My contract');
    await pick('energy.kind', 'fixed');
    await pick('includes', 'all');
    await fillIn('energy.price', charge);
    await click('#node-dialog-ok');
    await eventually(() => field('consumption-company').inputValue()).toContain('My contract');
  }
  /** The first row that has the text, by its list. */
  async function choose(name: string, text: string): Promise<void> {
    await type(`#dayahead-${name}`, text);
    await rows().filter({ hasText: text }).waitFor();
    await page.keyboard.press('Enter');
  }
  const proposed = () => eventually(() => field('consumption-company').inputValue()).not.toBe('');

  return {
    field,
    /** Resolves once `look` has this text. */
    shows: (look: () => Promise<string | null>, text: RegExp | string): Promise<void> => eventually(look).toMatch(text),
    click,
    proposed,
    /** The dialog shows all that the household pays, and nothing to put right. */
    async showsPriceOf({ price: status, dialogPrice = status }: Household): Promise<void> {
      await page.keyboard.press('Tab');
      await says(new RegExp(`You pay\\s*${dialogPrice}/kWh`));
      await expect.poll(() => page.locator('.dayahead-warning, .dayahead-lacking').allInnerTexts()).toEqual([]);
    },
    /** The clicks since the last call. */
    countClicks(): number {
      const counted = clicks;
      clicks = 0;
      return counted;
    },
    /** Sets the time zone of the browser, which proposes the country. */
    async live({ timeZone }: Household): Promise<void> {
      if (!timeZone) return;
      emulation ??= page.context().newCDPSession(page);
      await (await emulation).send('Emulation.setTimezoneOverride', { timezoneId: timeZone });
    },
    /** Takes the proposal, and types what is missing. */
    async choose({
      zone,
      own,
      operator,
      area,
      network,
      contains = 'network',
      bill,
      postalCode,
    }: Household): Promise<void> {
      await proposed();
      if (bill) return typeContract(bill);
      if (zone) await choose('consumption', zone);
      else await expect.poll(() => field('consumption').inputValue()).not.toBe('');
      if (own) {
        await says('No chosen source has prices');
        await click('.dayahead-price button');
        await says('Live prices');
      }
      if (operator) await choose('grid-company', operator);
      if (area) {
        clicks++;
        await field('tax-area').selectOption({ label: area });
      }
      if (network) await typeNetwork(network, contains);
      if (postalCode) await type('#dayahead-postal-code', postalCode);
    },
  };
}

/** Runs in the page: leaves an empty flow without sites to the next household. */
export const emptied = `(() => {
  const all = RED.nodes.filterNodes({});
  RED.nodes.eachConfig((config) => void all.push(config));
  for (const { id } of all) RED.nodes.remove(id);
  RED.view.redraw(true);
})()`;
