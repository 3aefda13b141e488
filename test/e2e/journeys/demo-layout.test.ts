import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../support/browser/editor.ts';
import { untidy } from '../../support/browser/untidy.ts';

let editor: Editor;
beforeAll(async () => {
  editor = await openEditor('2026-01-14T18:05:00+01:00');
  await editor.page.setViewportSize({ width: 1366, height: 768 });
});
afterAll(() => editor?.stop());

it.each(['demo-copenhagen', 'demo-stuttgart'])('on a small screen nothing in %s lies on anything else', async (tab) => {
  await editor.page.evaluate(`RED.workspaces.show('${tab}')`);
  await expect.poll(() => editor.page.evaluate(untidy)).toEqual([]);
});

it.each(['battery', 'sun-and-car', 'house-under-a-fuse', 'peak-flanders', 'peak-norway'])(
  'on a small screen nothing in the example %s lies on anything else',
  async (name) => {
    const nodes = await readFile(`examples/${name}.json`, 'utf8');
    await editor.page.evaluate(
      `RED.nodes.import(${nodes}); RED.workspaces.show('example-${name}'); RED.view.redraw(true)`,
    );
    await expect.poll(() => editor.page.evaluate(untidy)).toEqual([]);
  },
);
