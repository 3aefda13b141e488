import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowContrast } from '../../support/browser/contrast.ts';
import { type Editor, openEditor, showSidebar } from '../../support/browser/editor.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Node-RED 4.1 has no dark theme. */
const themesOf = { 4: ['light'], 5: ['light', 'dark'] } as const;

/** Every kind of text of ours in the sidebar that is smaller, paler or in another colour than the rest. */
const inSidebar = [
  ...[
    'readout-unit',
    'readout-time',
    'origin',
    'legend-entry',
    'lane-name',
    'facts > div',
    'warning',
    'replay',
    'note',
  ],
  ...['state', 'state-on', 'card-lines > div', 'link', 'foot p', 'alert', 'refused', 'empty'],
  ...['button', 'card .buttons > button', 'choice', 'undo > *', 'more > summary', 'table th', 'table td'],
];
/** What is pressed or chosen there, but for names in running text. */
const controls = '.dayahead-sidebar :is(button:not(.dayahead-link), select)';

describe.each([4, 5] as const)('in Node-RED %i text is 4.5 to 1 against what is behind it', (release) => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await openEditor('2026-04-26T14:05:00+02:00', { release });
  });
  afterAll(() => editor?.stop());

  /** Shown at once, and what is found of each kind. */
  async function measured(names: readonly string[], place: string) {
    const selector = names.map((name) => `${place} .dayahead-${name}`).join();
    return (await editor.page.evaluate(`(${lowContrast})('${selector}')`)) as string[];
  }
  const count = (selector: string) => editor.page.locator(selector).count();

  describe.each(themesOf[release])('in the %s theme', (theme) => {
    beforeAll(() =>
      editor.page.evaluate(`document.documentElement.classList.toggle('nr-theme-dark', ${theme === 'dark'})`),
    );

    it('in the sidebar, with a price that lacks something, a device that is on, and a warning', async () => {
      await showSidebar(editor.page);
      await editor.page.locator('.dayahead-frame').waitFor();
      await editor.page.evaluate("$('.dayahead-more').prop('open', true)");
      await editor.page.locator('.dayahead-table').nth(1).getByRole('row').nth(7).waitFor();
      await editor.page.locator('.dayahead-card .buttons > button').first().click();
      await editor.page.locator('.dayahead-undo button').waitFor();
      // The sidebar is drawn again when data arrives, and loses the marks then.
      const warned = async () => {
        await editor.page.evaluate(MARKED);
        return count('.dayahead-warning');
      };
      await expect.poll(warned).toBeGreaterThan(0);
      expect(await measured(inSidebar, '.dayahead-sidebar')).toEqual([]);
    });

    it('in the sidebar, where controls are 3 to 1 and at least 24 px wide and high', async () => {
      expect(await count(controls)).toBeGreaterThan(10);
      expect(await editor.page.evaluate(`(${lowContrast})('${controls}', 'control')`)).toEqual([]);
      const targets = editor.page.locator('.dayahead-sidebar :is(button, select, summary):visible');
      const sizes = await targets.evaluateAll((all) =>
        all.map((each) => ({ ...each.getBoundingClientRect().toJSON(), text: each.textContent })),
      );
      expect(sizes.filter(({ width, height }) => Math.min(width, height) < 24)).toEqual([]);
    });

    it('in the sidebar, where axe finds nothing', async () => {
      await editor.page.evaluate(axe);
      const rules = "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }";
      const found = await editor.page.evaluate(
        `axe.run('.dayahead-sidebar', ${rules}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
      );
      expect(found).toEqual([]);
    });
  });
});

/** States that the demo is not in, in the places where they are shown. */
const MARKED = `{
  const add = (place, name, text) =>
    $('<div>').addClass('dayahead-' + name).text(text).appendTo($('.dayahead-sidebar .dayahead-' + place).first());
  add('facts', 'warning', 'network charge missing');
  add('devices', 'refused', 'refused');
  $('.dayahead-state').first().addClass('dayahead-state-on');
  $('.dayahead-alert').prop('hidden', false).text('no current price');
}`;
