import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps one small value over a restart. */
export interface Store {
  /** The value last written, or `undefined`; rejected where it cannot be read. */
  read(): Promise<unknown>;
  /** In the order asked; a value equal to the last is not written again. */
  write(value: object): Promise<void>;
  remove(): Promise<void>;
}

/** A JSON file of its own in `directory`, replaced as a whole; without a directory the value lasts as long as the store. */
export function openStore(directory: string | undefined, name: string): Store {
  return directory === undefined ? memoryStore() : fileStore(directory, join(directory, `${name}.json`));
}

function fileStore(directory: string, file: string): Store {
  let written = '';
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    queue = queue.then(task, task);
    return queue;
  };
  return {
    async read() {
      try {
        return JSON.parse(await readFile(file, 'utf8'));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw new Error(`${file} cannot be read`, { cause: error });
      }
    },
    write: (value) =>
      inTurn(async () => {
        const text = JSON.stringify(value);
        if (text === written) return;
        await mkdir(directory, { recursive: true });
        await writeFile(`${file}.new`, text, { flush: true });
        await rename(`${file}.new`, file);
        written = text;
      }),
    remove: () => inTurn(() => rm(file, { force: true })),
  };
}

function memoryStore(): Store {
  let kept: object | undefined;
  return {
    read: async () => kept,
    write: async (value) => {
      kept = value;
    },
    remove: async () => {
      kept = undefined;
    },
  };
}
