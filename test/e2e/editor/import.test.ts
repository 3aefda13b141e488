import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../support/browser/editor.ts';
import { untidy } from '../../support/browser/untidy.ts';

const examples = readdirSync('examples').flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);

describe("the examples in the editor's menu", () => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await openEditor('2026-01-14T18:05:00+01:00');
  });
  afterAll(() => editor?.stop());

  const count = (types: string) =>
    editor.page.evaluate(`RED.nodes.createCompleteNodeSet().filter(({ id, type }) =>
      ${types}.test((RED.nodes.node(id) ?? {}).type)).length`) as Promise<number>;
  const button = (name: string) => editor.page.locator(`#red-ui-clipboard-dialog-${name}`);
  const rows = () => editor.page.locator('#red-ui-clipboard-dialog .red-ui-treeList-label');

  describe('on a small screen', () => {
    beforeAll(() => editor.page.setViewportSize({ width: 1366, height: 768 }));
    afterAll(() => editor.page.setViewportSize({ width: 1600, height: 1400 }));

    it.each(['demo-copenhagen', 'demo-stuttgart'])('nothing in %s lies on anything else', async (tab) => {
      await editor.page.evaluate(`RED.workspaces.show('${tab}')`);
      await expect.poll(() => editor.page.evaluate(untidy)).toEqual([]);
    });

    it.each(['battery', 'sun-and-car', 'house-under-a-fuse', 'peak-flanders', 'peak-norway'])(
      'nothing in the example %s lies on anything else',
      async (name) => {
        const nodes = await readFile(`examples/${name}.json`, 'utf8');
        await editor.page.evaluate(
          `RED.nodes.import(${nodes}); RED.workspaces.show('example-${name}'); RED.view.redraw(true)`,
        );
        await expect.poll(() => editor.page.evaluate(untidy)).toEqual([]);
      },
    );
  });

  it('are listed, and one that is chosen there is imported', async () => {
    // The import of nodes that are there already asks first.
    await editor.page.evaluate('RED.nodes.clear()');
    await editor.page.evaluate("RED.actions.invoke('core:show-examples-import-dialog')");
    await rows().getByText('@dayahead/node-red-tariffs', { exact: true }).click();
    await expect.poll(() => rows().allInnerTexts()).toEqual(expect.arrayContaining(examples));
    await expect
      .poll(async () => {
        // A busy editor may take the click before its list is ready for one.
        await rows().getByText('boiler', { exact: true }).click();
        return button('ok').isEnabled();
      })
      .toBe(true);
    await button('import-opt-new').click();
    await button('ok').click();
    await expect.poll(() => count('/^dayahead-/')).toBeGreaterThan(0);
    await button('ok').waitFor({ state: 'hidden' });
  });

  it.each(examples)('bring %s, of known types alone', async (name) => {
    await editor.page.evaluate(`(async () => {
      RED.nodes.clear();
      const flow = await $.getJSON('library/examples/flows/@dayahead/node-red-tariffs/${name}');
      RED.nodes.import(flow, { generateIds: true });
    })()`);
    expect(await count('/^dayahead-/')).toBeGreaterThan(0);
    // The chart of Dashboard 2 is in a package of its own.
    expect((await count('/^unknown$/')) > 0).toBe(name === 'dashboard');
  });

  // Promise P-701 use/home-assistant: other examples join the site when they are imported
  it('join the site that is there, with its contract', async () => {
    const site = { id: 'mine', type: 'dayahead-config', site: 'home', topicRoot: 'dayahead', broker: 'none' };
    await editor.page.evaluate(`(async () => {
      RED.nodes.clear();
      RED.nodes.import([${JSON.stringify({ ...site, household: { country: 'NO' } })}]);
      for (const name of ['home-assistant', 'boiler']) {
        const flow = await $.getJSON('library/examples/flows/@dayahead/node-red-tariffs/' + name);
        RED.nodes.import(flow, { generateIds: true, markChanged: true });
      }
    })()`);
    const nodes = (await editor.page.evaluate('RED.nodes.createCompleteNodeSet()')) as {
      readonly type: string;
      readonly config?: string;
    }[];
    const sitesOf = (type: string) => nodes.flatMap((node) => (node.type === `dayahead-${type}` ? [node.config] : []));
    expect(nodes.filter(({ type }) => type === 'dayahead-config')).toHaveLength(1);
    expect(['price-series', 'battery', 'forecast'].flatMap(sitesOf)).toEqual(['mine', 'mine', 'mine', 'mine']);
    expect(await editor.page.evaluate("RED.nodes.node('mine').users.length")).toBe(5);
  });

  it('make nobody complain', () => {
    expect(editor.complaints).toEqual([]);
  });
});
