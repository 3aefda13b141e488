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
  const fulfil = (path: string, json: object) =>
    editor.page.route(`**/dayahead/${path}`, (route) => route.fulfill({ json }));

  it('is text in the sidebar: in the choice, on a card and beside its lane', async () => {
    await part('.dayahead-choice option').waitFor({ state: 'attached' });
    await part('.dayahead-link').waitFor();
    await part('.dayahead-lane-name').waitFor();
  });

  it('is text in the preview of a device', async () => {
    await editor.open('demo-heat-pump');
    await part('#dayahead-window-summary').waitFor();
    await part('#dayahead-window-chart .dayahead-lane-name').waitFor();
    await editor.done();
  });

  it('is text in the lists of the service and in what it refuses, and its links lead nowhere else', async () => {
    const tariff = { type: null, available: true, description: HOSTILE, link: 'javascript:alert(1)' };
    await fulfil('listings', { items: [{ id: HOSTILE, name: HOSTILE, ...tariff }] });
    await fulfil('preview', { fault: { code: 'service', detail: HOSTILE } });
    await editor.open('demo-contract');
    const list = (field: string) =>
      editor.page.locator(`#dayahead-${field}`).locator('xpath=following-sibling::button');
    await list('feedin-company').click();
    await part('.red-ui-autoComplete-container li').click();
    await list('feedin').click();
    await part('.red-ui-autoComplete-container li').click();
    await part('#dayahead-feedin-note').waitFor();
    await part('.dayahead-price').waitFor();
    expect(await editor.page.locator('#dayahead-feedin-note a').count()).toBe(0);
  });

  it('has made no element and asked for nothing', async () => {
    expect(await editor.page.locator('img[src="x"]').count()).toBe(0);
    expect(editor.complaints).toEqual([]);
  });
});
