import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntaxProblem } from '../../src/core/json-syntax.ts';

describe('what is wrong with JSON', () => {
  it.each([
    ['{ "a": 1 "name": 2 }', 'line 1, column 10: a comma or } is missing before "name"'],
    ['{\n  "a": [1 2]\n}', 'line 2, column 11: a comma or ] is missing before 2'],
    ['{\n  "a": \n}', 'line 3, column 1: a value is missing before }'],
    ['{ a: 1 }', 'line 1, column 3: a key in quotes is missing before a'],
    ['{ "a" 1 }', 'line 1, column 7: a colon is missing before 1'],
    ['{ "a": 1, }', 'line 1, column 11: a key in quotes is missing before }'],
    ['[1, ]', 'line 1, column 5: a value is missing before ]'],
    ['{ "a": [1 }', 'line 1, column 11: a comma or ] is missing before }'],
    ['{ "a": 1', 'line 1, column 9: a comma or } is missing before the end'],
    ['[1 [2]]', 'line 1, column 4: a comma or ] is missing before ['],
    ['[,1]', 'line 1, column 2: a value is missing before ,'],
    ['{ "a" {} }', 'line 1, column 7: a colon is missing before {'],
    ['{ {} }', 'line 1, column 3: a key in quotes is missing before {'],
    ['1, 2', 'line 1, column 2: the file must end before ,'],
    ['1 ]', 'line 1, column 3: the file must end before ]'],
    ['{ "a": 1 } }', 'line 1, column 12: the file must end before }'],
    ['{ "a": "b\n" }', 'line 1, column 8: a value is missing before "b'],
    ["{ 'a': 1 }", "line 1, column 3: a key in quotes is missing before '"],
    ['', 'line 1, column 1: a value is missing before the end'],
  ])('%j: %s', (text, problem) => {
    expect(syntaxProblem(text)).toBe(problem);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it('is nothing where it is in order', () => {
    fc.assert(
      fc.property(fc.json(), (text) => syntaxProblem(text) === undefined && syntaxProblem(` ${text}\n`) === undefined),
      { seed: 7 },
    );
  });
});
