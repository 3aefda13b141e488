import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageHtml } from '../../../nodes/household/assets.ts';
import { wordsIn } from '../../../nodes/household/words.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';

const template = readFileSync('nodes/editor/household/page.html', 'utf8');
/** The text inside a script of the page, as a browser takes it: up to the first end tag. */
const dataIn = (page: string, id: string) => page.split(`id="${id}">`)[1]?.split('</script')[0] ?? '';
/** The page without the texts and without the household. */
const frameOf = (page: string) =>
  ['words', 'told'].reduce((text, id) => text.replace(dataIn(page, id), () => id), page);

describe('the page', () => {
  const empty = pageHtml(template, 'en-US', undefined);

  it.each(hostileTexts)('carries a household named %j as data and is otherwise the same', (name) => {
    const told = { now: '2026-01-15T08:00:00Z', house: { name, devices: [{ name }, { name }], [name]: name } };
    const page = pageHtml(template, 'en-US', told);
    expect(JSON.parse(dataIn(page, 'told'))).toEqual(told);
    expect(frameOf(page)).toBe(frameOf(empty));
  });

  it('carries nothing to end its scripts with', () => {
    const page = pageHtml(template, 'en-US', { names: hostileTexts });
    for (const id of ['words', 'told']) expect(dataIn(page, id)).not.toContain('<');
    expect(page.match(/<\/?script/g)).toEqual(template.match(/<\/?script/g));
  });

  it.each(['en-US', 'de', 'da'])('has its texts, its language and all its titles in %s', (language) => {
    const page = pageHtml(template, language, undefined);
    expect(JSON.parse(dataIn(page, 'words'))).toEqual(wordsIn(language));
    expect(JSON.parse(dataIn(page, 'told'))).toBeNull();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).not.toMatch(/__[A-Z]+__/);
  });
});
