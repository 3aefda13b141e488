import type { Page } from 'playwright-core';

/** Types into the field that has the focus. Its list is built once for the whole text: once per key takes most of the time of a choice. */
export async function typeAtOnce(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text.slice(0, -1));
  await page.keyboard.press(text.slice(-1));
}

/**
 * By keyboard alone: types into a field of the picker once its list is there, and takes the first row of its list once that has
 * the text. Before, the only tariff of a company may still be proposed into the field.
 */
export async function chooseIn(page: Page, name: string, text: string): Promise<void> {
  const row = page.locator('.red-ui-autoComplete-container li').first();
  await page.locator(`#dayahead-${name} ~ button .fa-spinner`).waitFor({ state: 'hidden' });
  await page.locator(`#dayahead-${name}`).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await typeAtOnce(page, text);
  await row.filter({ hasText: text }).waitFor();
  await page.keyboard.press('Enter');
  await row.waitFor({ state: 'hidden' });
}
