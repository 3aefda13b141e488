import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Household } from '../feeds/households.ts';
import type { ManualClock } from '../manual-clock.ts';

/** A morning on which today has been published, and tomorrow has not. */
export const MORNING = '2026-04-15T10:05:00+02:00';
/** Euro per MWh. */
export const priceAt = (_zone: string, start: number) => 50 + (Math.floor(start / 3600) % 240) / 10;

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
    await page.keyboard.type(text);
  }
  const proposed = () => eventually(() => field('consumption-company').inputValue()).not.toBe('');

  return {
    field,
    price,
    /** Resolves once `look` has this text. */
    shows: (look: () => Promise<string | null>, text: RegExp | string): Promise<void> => eventually(look).toMatch(text),
    click,
    proposed,
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
    async choose({ zone, own, postalCode }: Household): Promise<void> {
      await proposed();
      if (zone) {
        await type('#dayahead-consumption', zone);
        await rows().filter({ hasText: zone }).waitFor();
        await page.keyboard.press('Enter');
      } else await expect.poll(() => field('consumption').inputValue()).not.toBe('');
      if (own) {
        await says('that may be asked has prices');
        await click('.dayahead-price button');
        await says('Live prices');
      }
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
