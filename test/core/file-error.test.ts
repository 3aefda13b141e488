import { describe, expect, it } from 'vitest';
import { FileError, jsonPath, readAll, unreadableText } from '../../src/core/file-error.ts';

describe('what is wrong with a file', () => {
  it.each([
    ['one thing', 'name must be given', 'de.jsonc: name must be given'],
    ['several', ['name must be given', 'id must be given'], 'de.jsonc: name must be given\nde.jsonc: id must be given'],
  ])('names the file in each line: %s', (_, problems, message) => {
    const cause = new Error('why');
    expect(new FileError('de.jsonc', problems, { cause })).toMatchObject({ name: 'FileError', message, cause });
  });
});

describe('reading all of several files', () => {
  const read = (name: string) => {
    if (name.endsWith('!')) throw new FileError(name, 'cannot be read');
    return name.toUpperCase();
  };
  const errorOf = (names: readonly string[]): unknown => {
    try {
      return readAll(names, read);
    } catch (error) {
      return error;
    }
  };

  it('gives what each of them holds, in order', () => {
    expect(readAll(['b', 'a'], read)).toEqual(['B', 'A']);
    expect(readAll([], read)).toEqual([]);
  });

  it('throws the error of the only one that cannot be read as it is', () => {
    expect(errorOf(['a', 'b!', 'c'])).toBeInstanceOf(FileError);
    expect(errorOf(['a', 'b!', 'c'])).toMatchObject({ message: 'b!: cannot be read' });
  });

  it('throws the errors of several as one, so that nobody mends a folder file by file', () => {
    expect(errorOf(['a!', 'b', 'c!'])).toMatchObject({
      message: 'a!: cannot be read\nc!: cannot be read',
      errors: [{ message: 'a!: cannot be read' }, { message: 'c!: cannot be read' }],
    });
  });
});

describe('the path of a place in JSON', () => {
  it.each([
    [['companies', 0, 'tariffs', 12, 'name'], 'companies[0].tariffs[12].name'],
    [['name'], 'name'],
    [[3, 'name'], '[3].name'],
    [[], '$'],
  ])('%j is %s', (path, written) => {
    expect(jsonPath(path)).toBe(written);
  });
});

it.each([
  ['ENOENT', 'there is no such file or folder'],
  ['EISDIR', 'this is a folder; a file is needed'],
  ['ENOTDIR', 'this is a file; a folder is needed'],
  ['EACCES', 'there is no permission to read it'],
  ['EIO', 'EIO: i/o error'],
  [undefined, 'undefined: i/o error'],
])('what cannot be read for %s is told in our words, or in those of the system', (code, text) => {
  const error = Object.assign(new Error(`${code}: i/o error`), code && { code });
  expect(unreadableText(error)).toBe(text);
});
