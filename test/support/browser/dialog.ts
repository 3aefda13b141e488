import type { Locator, Page } from 'playwright-core';

/** Resolves when the dialog on top has come in: it takes the focus then, whatever has it, and with it what is being typed. */
export const entered = (page: Page) =>
  page.waitForFunction("document.activeElement.closest('.red-ui-tray') === $('.red-ui-tray').get(-1)");

/** Opens the dialog of a node. On a busy machine the editor may take the two clicks for two, or show it while they are repeated. */
export async function openDialog(page: Page, node: Locator): Promise<void> {
  const dialog = page.locator('#node-input-name');
  const soon = { timeout: 3000 };
  while (!(await dialog.isVisible())) {
    await node.dblclick(soon).catch(() => undefined);
    await dialog.waitFor(soon).catch(() => undefined);
  }
  await entered(page);
}
