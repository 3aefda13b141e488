import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Editor, openEditor, showSidebar } from '../../support/browser/editor.ts';

let editor: Editor;
beforeAll(async () => {
  editor = await openEditor('2026-01-14T00:05:00+01:00');
  await showSidebar(editor.page);
});
afterAll(() => editor?.stop());

/** When a device runs next, as the sidebar says it. */
const next = async (device: string) => {
  const card = editor.page.locator('.dayahead-card').filter({ hasText: device });
  return /\d\d:\d\d–\d\d:\d\d/.exec(await card.innerText())?.[0];
};
const cards = () => editor.page.locator('.dayahead-cards').first().innerText();

it('a fuse typed into the dialog of a site makes one device give way, and taking it out gives the time back', async () => {
  await expect.poll(() => next('Car')).toBeDefined();
  const alone = await next('Car');
  expect(await cards()).not.toContain('waits for other devices');

  await editor.openConfig('demo-site-copenhagen');
  const field = editor.page.locator('#node-config-input-importKw');
  await field.fill('20 A');
  await field.blur();
  expect(await field.inputValue()).toBe('4.6');
  expect(await field.getAttribute('class')).not.toContain('input-error');
  await editor.done();
  await editor.deploy();
  await expect
    .poll(async () => {
      await editor.demo.clock.advanceBy(1);
      return cards();
    })
    .toContain('waits for other devices on this connection');

  await editor.openConfig('demo-site-copenhagen');
  await field.fill('');
  await editor.done();
  await editor.deploy();
  await expect
    .poll(async () => {
      await editor.demo.clock.advanceBy(1);
      return [(await cards()).includes('waits for other devices'), await next('Car')];
    })
    .toEqual([false, alone]);
});
