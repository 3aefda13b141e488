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

/** The dialogs of Node-RED's editor, in the editor itself or in a plain page. */
export interface Dialogs {
  field(name: string): Locator;
  /** Opens the dialog of a node. */
  open(id: string): Promise<void>;
  openConfig(id: string): Promise<void>;
  /** Closes the dialog on top and keeps its values. */
  done(): Promise<void>;
  /** Cancels every open dialog, the top one first. */
  leave(): Promise<void>;
}

export function dialogsIn(page: Page): Dialogs {
  const trays = page.locator('.red-ui-tray');
  const opened = async () => (await trays.elementHandles()).at(-1);
  return {
    field: (name) => page.locator(`#node-input-${name}`),
    async open(id) {
      await page.evaluate(`RED.editor.edit(RED.nodes.node('${id}'))`);
      await page.locator('#node-input-name').waitFor();
      await entered(page);
    },
    async openConfig(id) {
      await page.evaluate(`RED.editor.editConfig('', 'dayahead-config', '${id}')`);
      await page.locator('#node-config-input-name').waitFor();
      await entered(page);
    },
    async done() {
      const before = await trays.count();
      await trays.last().locator('#node-dialog-ok, #node-config-dialog-ok').click();
      await trays.nth(before - 1).waitFor({ state: 'detached' });
    },
    async leave() {
      for (let top = await opened(); top; top = await opened()) {
        const cancel = await top.waitForSelector('#node-dialog-cancel, #node-config-dialog-cancel');
        // Without the mouse, which takes the browser longer.
        await cancel.evaluate((button: HTMLElement) => button.click());
        await top.waitForElementState('hidden');
      }
    },
  };
}
