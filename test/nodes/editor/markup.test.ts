import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const scripts = readdirSync('nodes', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => [path, readFileSync(join('nodes', path), 'utf8')] as const);

/** APIs that parse their text as HTML or as a script. */
const makesMarkup = [
  ['jQuery.html', /\.html\((?!\))/],
  ['innerHTML', /\b(inner|outer)HTML\b/],
  ['insertAdjacentHTML', /\binsertAdjacentHTML\b/],
  ['a parser', /\b(DOMParser|createContextualFragment|setHTMLUnsafe|srcdoc|document\.write(ln)?)\b/],
  ['a script', /\beval\(|\bnew Function\(|\bjavascript:/],
] as const;

describe('the scripts of the editor and of the household page', () => {
  it.each(makesMarkup)('write every text as text, without %s', (_, pattern) => {
    expect(scripts.filter(([, script]) => pattern.test(script)).map(([path]) => path)).toEqual([]);
  });

  it('make elements of markup that is written there, and of no value', () => {
    // `$('<div>')` and `.append('<i></i>')`; a value goes into the element by `.text(value)`.
    const templates = scripts.flatMap(([path, script]) =>
      [...script.matchAll(/`\s*<[a-z/][^`]*\$\{[^`]*`/gi)].map(([found]) => `${path}: ${found}`),
    );
    const sums = scripts.flatMap(([path, script]) =>
      [...script.matchAll(/'\s*<[a-z/][^'\n]*'\s*\+/gi)].map(([found]) => `${path}: ${found}`),
    );
    expect([...templates, ...sums]).toEqual([]);
  });
});
