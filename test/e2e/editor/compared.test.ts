import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DialogPage, openDemoDialogs } from '../../support/browser/dialog-page.ts';
import { type Editor, openEditor } from '../../support/browser/editor.ts';
import { eventually } from '../../support/eventually.ts';

const NOW = '2026-01-14T10:05:00+01:00';
const SITE = 'demo-site-copenhagen';

/** Runs in the page: the texts, values and marks that are visible in the dialog on top, with its title and its buttons. */
const visible = String(() => {
  const tray = [...document.querySelectorAll('.red-ui-tray')].at(-1) as HTMLElement;
  const parts = [
    ...tray.querySelectorAll<HTMLInputElement>('h4, label, input, select, textarea, button, [class^="dayahead-"]'),
  ];
  return [
    tray.querySelector<HTMLElement>('.red-ui-tray-titlebar')?.innerText,
    `${tray.offsetWidth} px`,
    ...parts
      .filter((part) => part.offsetParent)
      .map(({ id, tagName, className, value, innerText, placeholder }) =>
        [tagName, id, value ?? innerText, placeholder, /input-error/.test(className) && 'wrong']
          .filter(Boolean)
          .join(' '),
      ),
  ];
});

describe.each([
  [5, 618],
  [4, 601],
] as const)('a dialog in a plain page is that of the editor of Node-RED %i', (release, width) => {
  let editor: Editor;
  let dialogs: DialogPage;
  beforeAll(async () => {
    [editor, dialogs] = await Promise.all([openEditor(NOW, { release }), openDemoDialogs(NOW, { release })]);
    // The demo of the editor publishes to a broker.
    await editor.page.evaluate(`Object.assign(RED.nodes.node('${SITE}'), { broker: 'none', brokerUrl: '' })`);
  });
  afterAll(async () => {
    await dialogs?.stop();
    await editor?.stop();
  });
  // A dialog that a failed test leaves open would keep the next tests waiting.
  afterEach(() => Promise.all([editor.leave(), dialogs.leave()]));

  const widthOf = ({ page }: Editor | DialogPage) =>
    page
      .locator('.red-ui-tray')
      .last()
      .evaluate((tray: HTMLElement) => tray.offsetWidth);
  const seen = (page: Page) => page.evaluate(`(${visible})()`) as Promise<string[]>;
  /** Does the same in both, and compares what is visible after that. */
  async function both(step: (place: Editor | DialogPage) => Promise<void>): Promise<string[]> {
    await Promise.all([step(editor), step(dialogs)]);
    // A dialog keeps the width that it opens with.
    expect(await widthOf(dialogs)).toBe(await widthOf(editor));
    await eventually(async () => expect(await seen(dialogs.page)).toEqual(await seen(editor.page)));
    return seen(dialogs.page);
  }
  const waitFor = (selector: string, text: RegExp) => async (place: Editor | DialogPage) =>
    expect.poll(() => place.page.locator(selector).innerText()).toMatch(text);
  async function saved(id: string): Promise<void> {
    await editor.done();
    await dialogs.done();
    // Nodes of other packages are missing in the page, and so are the wires to them.
    const { x: _x, y: _y, wires: _wires, ...node } = await editor.node(id);
    expect(await dialogs.node(id)).toMatchObject(node);
  }

  it('as it opens, with a value that is wrong, with one that is right, and as it is saved', async () => {
    const summary = waitFor('#dayahead-window-summary', /prices from “Prices”/);
    const first = await both(async (place) => {
      await place.open('demo-car');
      await summary(place);
    });
    expect(first.length).toBeGreaterThan(30);
    expect(first).toContain(`${width} px`);
    expect(first).toContain('INPUT node-input-energyKwh 11');
    const marked = await both(async (place) => {
      await place.field('powerKw').fill('much');
      await place.field('powerKw').blur();
      await waitFor('#dayahead-window-summary', /until this is corrected: Power/)(place);
    });
    expect(marked).toContain('INPUT node-input-powerKw much wrong');
    await both(async (place) => {
      await place.field('powerKw').fill('7,4');
      await place.field('powerKw').blur();
      await summary(place);
    });
    await saved('demo-car');
    expect(await dialogs.node('demo-car')).toMatchObject({ powerKw: '7.4' });
  });

  it.each([
    ['demo-contract', '.dayahead-price', /You pay/],
    ['demo-prices', '.dayahead-price', /Choose a tariff/],
  ] as const)('as %s opens and is saved', async (id, selector, text) => {
    await both(async (place) => {
      await place.open(id);
      await waitFor(selector, text)(place);
    });
    await saved(id);
  });

  it('as a site opens, refuses a value, and is saved', async () => {
    await both((place) => place.openConfig(SITE));
    const marked = await both(async (place) => {
      await place.page.locator('#node-config-input-timeZone').fill('Europe/Nowhere');
      await place.page.locator('#node-config-input-timeZone').blur();
    });
    expect(marked).toContainEqual(expect.stringMatching(/node-config-input-timeZone Europe\/Nowhere .*wrong/));
    await both((place) => place.page.locator('#node-config-input-timeZone').fill('Europe/Oslo'));
    await saved(SITE);
  });

  it('as the form of a contract lies over that of its site, and as the site is cancelled', async () => {
    await both((place) => place.openConfig(SITE));
    await both(async (place) => {
      await place.page.locator('#dayahead-contract-add').click();
      await place.page.locator('[data-field="name"]').waitFor();
      await place.page.locator('[data-field="country"]').selectOption('SE');
    });
    await both(async (place) => {
      await place.page.locator('#node-dialog-cancel').click();
      await place.page.locator('#node-config-input-name').waitFor();
    });
  });

  it('as a new node is dropped', async () => {
    const added = await dialogs.add('dayahead-cheapest-window');
    await editor.page.evaluate('RED.workspaces.add(undefined, false)');
    await editor.drop('dayahead-cheapest-window', 300, 200);
    const dropped = String(await editor.page.evaluate('RED.nodes.filterNodes({ z: RED.workspaces.active() })[0].id'));
    const { id: _id, z: _z, x: _x, y: _y, ...node } = await editor.node(dropped);
    expect(await dialogs.node(added)).toMatchObject(node);
  });
});
