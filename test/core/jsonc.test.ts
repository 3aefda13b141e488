import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../../src/core/jsonc.ts';

describe('JSON with comments', () => {
  it.each<[string, string, unknown]>([
    ['takes whole lines', '// one\n{ "a": 1 }\n// two', { a: 1 }],
    ['takes the rest of a line', '{ "a": 1, // one\n "b": 2 } // two', { a: 1, b: 2 }],
    ['takes blocks', '{ /* one\n two */ "a": /* , */ 1 }', { a: 1 }],
    [
      'leaves strings as they are',
      '{ "a": "https://x.example/*no*/ \\" // no", "b": ",]" }',
      { a: 'https://x.example/*no*/ " // no', b: ',]' },
    ],
    ['may have a comma after the last item', '{ "a": [1, 2,], // one\n }', { a: [1, 2] }],
  ])('%s', (_, text, value) => {
    expect(parseJsonc(text)).toEqual(value);
  });

  it.each(['{ "a": }', '[1,,2]', '{', '', '1 /* no end', '1 /*/'])('is refused where it is none: %s', (text) => {
    expect(() => parseJsonc(text)).toThrow(SyntaxError);
  });

  // Promise P-612 use/catalogue: the error of a forgotten comma names the line
  it.each([
    ['a line of comment', '// one\n[1 2]', 'line 2, column 4: a comma or ] is missing before 2'],
    ['a block', '/* one\n two */ [1 2]', 'line 2, column 12: a comma or ] is missing before 2'],
    ['a comma after the last item', '[1,] 2', 'line 1, column 6: the file must end before 2'],
  ])('is wrong where an editor shows it, also behind %s', (_, text, problem) => {
    expect(() => parseJsonc(text)).toThrow(
      expect.objectContaining({ name: 'SyntaxError', message: problem, cause: expect.any(SyntaxError) }),
    );
  });

  it.each([
    ['escaped quotes', '\\"'],
    ['comments without an end', '/*'],
    ['commas far from the next value', ',   '],
    ['brackets', '['],
  ])(
    'is refused at once, even 400 kB of %s',
    (_, text) => {
      expect(() => parseJsonc(text.repeat(400_000 / text.length))).toThrow(SyntaxError);
    },
    5000,
  );
});
