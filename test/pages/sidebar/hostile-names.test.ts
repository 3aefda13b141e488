import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../support/browser/editor.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe('a name that is markup', () => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await openEditor('2026-01-14T10:05:00+01:00');
    await editor.page.evaluate(
      `for (const id of ['demo-prices', 'demo-heat-pump']) {
        Object.assign(RED.nodes.node(id), { name: '${HOSTILE}', changed: true, dirty: true });
      }
      RED.nodes.dirty(true);
      RED.view.redraw();`,
    );
    await editor.deploy();
  });
  afterAll(() => editor?.stop());

  const part = (selector: string) => editor.page.locator(selector).filter({ hasText: HOSTILE }).first();

  it('is text in the sidebar: in the choice, on a card and beside its lane', async () => {
    await part('.dayahead-choice option').waitFor({ state: 'attached' });
    await part('.dayahead-link').waitFor();
    await part('.dayahead-lane-name').waitFor();
  });

  it('has made no element and asked for nothing', async () => {
    expect(await editor.page.locator('img[src="x"]').count()).toBe(0);
    expect(editor.complaints).toEqual([]);
  });
});
