import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../support/browser/editor.ts';

let editor: Editor;
beforeAll(async () => {
  editor = await openEditor('2026-01-14T10:05:00+01:00');
});
afterAll(() => editor?.stop());

it('a stored token stays with its address, and has to be typed in again for another', async () => {
  const field = (name: string) => editor.page.locator(`#node-config-input-${name}`);
  const edit = async (change: () => Promise<void>) => {
    await editor.openConfig('demo-site-copenhagen');
    const token = await field('token').inputValue();
    await change();
    await editor.done();
    await editor.deploy();
    return token;
  };
  await edit(async () => {
    await field('service').selectOption('remote');
    await field('url').fill('http://127.0.0.1:1');
    await field('token').fill('dayahead_prod_sk_1');
  });
  expect(await edit(() => field('name').fill('Another name'))).toBe('__PWRD__');
  expect(await edit(() => field('url').fill('http://127.0.0.1:2'))).toBe('__PWRD__');
  expect(await edit(() => field('name').fill('A third name'))).toBe('');
});
