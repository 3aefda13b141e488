import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'scripts/README.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const textOf = (page: string) => readFileSync(page, 'utf8').replace(/```[\s\S]*?```/g, '');

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

it.each(pages)('%s links to pages and headings that exist', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)#\s:]*)(?:#([^)\s]*))?\)|<img src="([^"]+)"/g)];
  const dead = links.filter(([, path, anchor, image]) => {
    const target = path === '' ? page : join(dirname(page), path ?? image ?? '');
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(dead.map(([link]) => link)).toEqual([]);
});

describe('docs/internals/questions.md', () => {
  const lines = readFileSync('docs/internals/questions.md', 'utf8').match(/^\d+\. .*$/gm) ?? [];

  it('has 100 questions, each with a page that answers it', () => {
    expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(lines.filter((line) => !/\? \[[^\]]+\]\([\w./-]+\.md(#[\w-]+)?\)$/.test(line))).toEqual([]);
  });
});
