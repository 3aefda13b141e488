import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { assertKnownFormat, NewerFormatError, thrownText } from '../core/file-error.ts';
import { setAside } from '../service/replace-file.ts';

/** Keeps one value over a restart. */
export interface ValueStore {
  /**
   * The value last written, as `as` makes it of it; `undefined` where there is none. A value that `as` cannot read is thrown once: a
   * file is renamed, a value in a context store is removed. One of a newer version is thrown and stays, and from then on nothing is kept.
   */
  read<T>(as: (value: unknown) => T): Promise<T | undefined>;
  /**
   * A value equal to the last is not written again, nor one that a later value overtakes while it waits for its turn. Rejects
   * for a value that is too long: then nothing is kept, because the value from before is outdated. Rejects if it cannot be
   * written, as on a full disk: then a restart finds the value from before. Each is reported once for as long as it lasts.
   */
  write(value: object): Promise<void>;
  remove(): Promise<void>;
}

/** One value that is restored at a start and kept whenever it changes. Errors are reported and change nothing. */
export interface Memory<T> {
  /** The value of the last process. */
  readonly kept: T | undefined;
  keep(value: object): void;
  forget(): void;
  /** Waits until everything is written. */
  settled(): Promise<void>;
  /** Waits until everything is written; `removed` forgets it. */
  close(options: { readonly removed: boolean }): Promise<void>;
}

/** @param onError receives the error of a value that cannot be read or written. */
export async function openMemory<T>(
  store: ValueStore,
  read: (value: unknown) => T,
  onError: (error: Error) => void,
): Promise<Memory<T>> {
  const failed = (error: unknown): undefined => {
    onError(error instanceof Error ? error : new Error(String(error)));
  };
  const kept = await store.read(read).catch(failed);
  let written = Promise.resolve();
  return {
    kept,
    keep(value) {
      written = store.write(value).catch(failed);
    },
    forget() {
      written = store.remove().catch(failed);
    },
    settled: () => written,
    close: ({ removed }) => (removed ? store.remove() : written),
  };
}

/** A place for one text, under a name for people. */
export interface TextStore {
  readonly name: string;
  /** `undefined` where nothing is kept. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
  /** Renames the file of a text that cannot be read, and returns the warning; `undefined` where the text is in no file. */
  setAside?(error: unknown): Promise<string | undefined>;
}

/** The place for a value; where neither is given it lasts as long as the store. */
export interface Keeping {
  /** A file of ours. */
  readonly file?: string | undefined;
  /** A context store that outlives a restart: it comes first, and what the file held moves there. */
  readonly context?: TextStore | undefined;
}

const MOST_BYTES = 40_000;

/**
 * Values as JSON.
 * @param mostBytes of one value.
 */
export function openStore(keeping: Keeping = {}, mostBytes = MOST_BYTES): ValueStore {
  const place = placeOf(keeping);
  let written: string | undefined;
  let latest: object | undefined;
  let told: string | undefined;
  let isNewer = false;
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    if (isNewer) return queue;
    queue = queue.then(task, task);
    return queue;
  };
  const forget = async () => {
    await place.remove();
    written = undefined;
  };
  const remove = () => inTurn(forget);
  async function keep(text: string): Promise<void> {
    if (Buffer.byteLength(text) > mostBytes) {
      await forget();
      throw new Error(`${place.name}: more than ${mostBytes / 1000} kB are not kept`);
    }
    try {
      await place.write(text);
    } catch (error) {
      throw new Error(`not kept for a restart: ${thrownText(error)} (${place.name})`, { cause: error });
    }
  }
  return {
    async read(as) {
      const text = await place.read();
      try {
        if (text === undefined) return undefined;
        const value: unknown = JSON.parse(text);
        assertKnownFormat(value, place.name);
        return as(value);
      } catch (error) {
        if (error instanceof NewerFormatError) {
          isNewer = true;
          throw error;
        }
        const warning = await place.setAside?.(error);
        if (warning === undefined) await remove();
        throw new Error(warning ?? `${place.name} cannot be read: ${thrownText(error)}`, { cause: error });
      }
    },
    write(value) {
      latest = value;
      return inTurn(async () => {
        if (value !== latest) return;
        const text = JSON.stringify(value);
        if (text === written) return;
        try {
          await keep(text);
        } catch (error) {
          if (thrownText(error) === told) return;
          told = thrownText(error);
          throw error;
        }
        [written, told] = [text, undefined];
      });
    },
    remove,
  };
}

function placeOf({ file, context }: Keeping): TextStore {
  if (context) return file === undefined ? context : movedFrom(inFile(file), context);
  return file === undefined ? inMemory() : inFile(file);
}

/** A file for the eyes of its owner, replaced as a whole. */
const inFile = (file: string): TextStore => ({
  name: file,
  async read() {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  },
  async write(text) {
    const fresh = `${file}.new`;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // One that a crash has left would keep its mode.
    await rm(fresh, { force: true });
    await writeFile(fresh, text, { flush: true, mode: 0o600 });
    await rename(fresh, file);
  },
  remove: () => rm(file, { force: true }),
  setAside: async (error) => setAside(file, error),
});

/** `place`, into which moves what `before` still keeps from the time when it was the place. */
const movedFrom = (before: TextStore, place: TextStore): TextStore => ({
  name: place.name,
  read: async () => (await place.read()) ?? (await before.read()),
  async write(text) {
    await place.write(text);
    await before.remove();
  },
  async remove() {
    await place.remove();
    await before.remove();
  },
  setAside: async (error) => ((await place.read()) === undefined ? before.setAside?.(error) : undefined),
});

function inMemory(): TextStore {
  let kept: string | undefined;
  return {
    name: 'memory',
    read: async () => kept,
    async write(text) {
      kept = text;
    },
    async remove() {
      kept = undefined;
    },
  };
}
