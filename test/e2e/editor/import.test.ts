import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../support/browser/editor.ts';

const examples = readdirSync('examples').flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);

describe("the examples in the editor's menu", () => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await openEditor('2026-01-14T10:05:00+01:00');
  });
  afterAll(() => editor?.stop());

  const count = (types: string) =>
    editor.page.evaluate(`RED.nodes.createCompleteNodeSet().filter(({ id, type }) =>
      ${types}.test((RED.nodes.node(id) ?? {}).type)).length`) as Promise<number>;
  const button = (name: string) => editor.page.locator(`#red-ui-clipboard-dialog-${name}`);
  const row = (name: string) =>
    editor.page.locator('#red-ui-clipboard-dialog .red-ui-treeList-label').getByText(name, { exact: true });

  it.each(examples)('bring %s, of known types alone', async (name) => {
    // What is there already would only be asked about.
    await editor.page.evaluate('RED.nodes.clear()');
    const [ours, unknown] = [await count('/^dayahead-/'), await count('/^unknown$/')];
    await editor.page.evaluate("RED.actions.invoke('core:show-examples-import-dialog')");
    const folder = row('@dayahead/node-red-tariffs');
    await folder.waitFor();
    if (!(await row(name).isVisible())) await folder.click();
    await expect
      .poll(async () => {
        // A busy editor may take the click before its list is ready for one.
        await row(name).click();
        return button('ok').isEnabled();
      })
      .toBe(true);
    await button('import-opt-new').click();
    await button('ok').click();
    await expect.poll(() => count('/^dayahead-/')).toBeGreaterThan(ours);
    // The chart of Dashboard 2 is in a package of its own.
    if (name !== 'dashboard') expect(await count('/^unknown$/')).toBe(unknown);
    await button('ok').waitFor({ state: 'hidden' });
  });

  it('make nobody complain', () => {
    expect(editor.complaints).toEqual([]);
  });
});
