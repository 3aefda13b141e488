import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { longSentences, wordsInComments, wordsInNames, wordsInText, wordsInTitles } from '../scripts/words/rules.mts';

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|html|json)$/.test(name))
    .map((name) => `${folder}/${name}`);
const read = (path: string) => readFileSync(path, 'utf8');

describe('texts for users', () => {
  const texts = [
    ...[
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'scripts/README.md',
      'docs/README.md',
      'docs/internals/promises.md',
    ],
    ...['docs/use', 'docs/integrate', 'docs/operate', 'nodes/locales/en-US'].flatMap(filesIn),
  ];

  it.each(texts)('%s has no private words (node scripts/words.mts lists them with better ones)', (path) => {
    expect(wordsInText(path, read(path))).toEqual([]);
  });

  it('have no sentence of more than 30 words in the README and the pages for a household', () => {
    const pages = ['README.md', ...filesIn('docs/use')];
    expect(pages.flatMap((path) => longSentences(read(path)).map((long) => ({ path, ...long })))).toEqual([]);
  });
});

describe('the checker of words', () => {
  it.each([
    ['page.md', 'Home\n\nThe node was told a need.', [3]],
    ['page.md', '```sh\nnobody\n```\nA key `asked` and [a link](said.md).', []],
    ['help.html', '<b>Nobody</b> answers.\n<code>heard</code>', [1]],
    ['texts.json', '{\n  "asked": "what was said",\n  "none": "__said__"\n}', [2]],
  ])('finds words in %s, but not in code, addresses, keys and placeholders: %j', (path, source, lines) => {
    expect(wordsInText(path, source).map(({ line }) => line)).toEqual(lines);
  });

  it('counts a sentence over two lines, and none in tables', () => {
    const words = (count: number) => 'word '.repeat(count);
    const page = `- ${words(15)}\n  ${words(16)}.\n- ${words(30)}.\n\n| ${words(40)} |\n`;
    expect(longSentences(page)).toMatchObject([{ line: 1, message: expect.stringMatching(/^31 words/) }]);
  });

  it('finds words in comments, and comments that begin with a riddle', () => {
    const source = "/** What is said of it. */\nconst told = 'nobody'; // was asked\n";
    expect(wordsInComments(source).map(({ line, message }) => `${line} ${message.split(':')[0]}`)).toEqual([
      '1 "said"',
      '1 begins with "What"',
      '2 "asked"',
    ]);
  });

  it('finds words in the titles of tests', () => {
    const source = "it('is told the price of now', () => {\n  say('nobody is here');\n});\n";
    expect(wordsInTitles(source)).toMatchObject([{ line: 1 }]);
  });

  it('finds words inside identifiers, and none in strings and comments', () => {
    const source = `const askedKwh = told; // heard\nconst a = 'said'; /* seat */\nconst b = \`said \${heardBy}\`;\n`;
    expect(wordsInNames(source).map(({ line, message }) => `${line} ${message.split(':')[0]}`)).toEqual([
      '1 "asked"',
      '1 "told"',
      '3 "heard"',
    ]);
  });
});
