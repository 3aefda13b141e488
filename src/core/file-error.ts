/**
 * Files of a catalogue or of prices that cannot be used: a line of text for each thing that is wrong, which names the
 * file, the place in it and what is allowed.
 */
export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(file: string, problems: string | readonly string[], options?: ErrorOptions) {
    const lines = typeof problems === 'string' ? [problems] : problems;
    super(lines.map((line) => `${file}: ${line}`).join('\n'), options);
  }
}

/** True also of several of them that `readAll` throws as one. */
export const isFileError = (error: unknown): error is Error =>
  error instanceof FileError || (error instanceof AggregateError && error.errors.every(isFileError));

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'this is a folder; a file is needed',
  ENOTDIR: 'this is a file; a folder is needed',
  EACCES: 'there is no permission to read it',
};

/** What a file system says of what cannot be read, in our own words; any other error in its own. */
export const unreadableText = (error: Error & { readonly code?: string }): string =>
  unreadable[error.code ?? ''] ?? error.message;

/** The results of `read` on each item. Throws the errors of all of them as one, so that nobody mends a folder file by file. */
export function readAll<T, R>(items: Iterable<T>, read: (item: T) => R): R[] {
  const results: R[] = [];
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      results.push(read(item));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 0) return results;
  if (errors.length === 1) throw errors[0];
  throw new AggregateError(errors, errors.map((error) => (error as Error).message).join('\n'));
}

/** `companies[0].tariffs[1].name`; the file as a whole is `$`. */
export const jsonPath = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || '$';

/**
 * The number of a format, in the files that one version of this package leaves to another. It is raised by what an older version
 * would misread, and not by what it may leave aside; a file without a number is of the first format.
 */
export const FILE_FORMAT = 1;

/** A file of a newer version, which stays as it is. */
export class NewerFormatError extends Error {
  override readonly name = 'NewerFormatError';

  constructor(file: string, format: number) {
    super(
      `${file} was written by a newer version of this package (format ${format}, here ${FILE_FORMAT}): ` +
        'the file is unchanged; update this package, or move the file elsewhere to start without it',
    );
  }
}

/** Throws a `NewerFormatError` where `value`, read from `file`, says in its `schema` that a newer version wrote it. */
export function assertKnownFormat(value: unknown, file: string): void {
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : FILE_FORMAT;
  if (typeof schema === 'number' && schema > FILE_FORMAT) throw new NewerFormatError(file, schema);
}

/** The text of what was thrown, which may be no error. */
export const thrownText = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
