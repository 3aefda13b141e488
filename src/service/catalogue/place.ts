import { FileError, jsonPath } from '../../core/file-error.ts';
import type { PlacedFile } from './file.ts';

/** Files that are right each by itself, but not together: `keys` and, where one of several is meant, `value` say where. */
export class Contradiction extends Error {
  override readonly name = 'Contradiction';
  readonly keys: readonly string[];
  readonly value: string | undefined;

  constructor(message: string, keys: readonly string[], value?: string) {
    super(message);
    this.keys = keys;
    this.value = value;
  }
}

/** `error` with the file and the place of what it speaks of; with the folder where it speaks of what is not there. */
export function placed(error: Contradiction, folder: string, files: readonly PlacedFile[]): FileError {
  const found = files.map(({ path, content }) => ({ path, place: placeIn(content, error) }));
  const { path = folder, place } = found.findLast((file) => file.place) ?? {};
  return new FileError(path, place ? `${jsonPath(place)}: ${error.message}` : error.message, { cause: error });
}

/** The last place below `path`: of two things with one id the second is one too many. */
function placeIn(json: unknown, wanted: Contradiction, path: readonly PropertyKey[] = []): PropertyKey[] | undefined {
  const key = path.findLast((step) => typeof step === 'string') ?? '';
  const isKey = wanted.keys.includes(String(key));
  if (isKey && json !== undefined && (wanted.value ?? json) === json) return [...path];
  if (typeof json !== 'object' || json === null) return undefined;
  const inner: [PropertyKey, unknown][] = Array.isArray(json) ? [...json.entries()] : Object.entries(json);
  return inner.map(([step, value]) => placeIn(value, wanted, [...path, step])).findLast(Boolean);
}
