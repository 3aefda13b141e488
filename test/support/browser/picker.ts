import type { Page } from 'playwright-core';

/** By keyboard alone: types into a field of the picker, and takes the first row of its list once that has the text. */
export async function chooseIn(page: Page, name: string, text: string): Promise<void> {
  const row = page.locator('.red-ui-autoComplete-container li').first();
  await page.locator(`#dayahead-${name}`).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await row.filter({ hasText: text }).waitFor();
  await page.keyboard.press('Enter');
  await row.waitFor({ state: 'hidden' });
}
