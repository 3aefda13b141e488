import { join } from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import type { Keeping } from '../../src/runtime/store.ts';

interface Settings {
  readonly userDir?: string;
  readonly contextStorage?: Readonly<Record<string, string | { readonly module?: unknown }>>;
}

/** The context stores of settings.js by name, and whether each outlives a restart. */
export function contextStores(RED: NodeAPI): Readonly<Record<string, boolean>> {
  const { contextStorage = {} } = RED.settings as Settings;
  // A text is another name of one of the others.
  const stores = Object.entries(contextStorage).filter(([, store]) => typeof store !== 'string');
  return Object.fromEntries(stores.map(([name, store]) => [name, (store as { module?: unknown }).module !== 'memory']));
}

/**
 * The storage for all that `node` must not lose in a restart: the context store named, or where none of that name outlives
 * one, a file of ours below the user directory.
 * @param part of that which is kept by itself.
 */
export function storageOf(RED: NodeAPI, node: Node, contextStore: string, part = ''): Keeping {
  const { userDir } = RED.settings as Settings;
  return {
    // An id is whatever stands in an imported flow, a path among it.
    file: userDir && join(userDir, 'dayahead', `${encodeURIComponent(node.id)}${part}.json`),
    context: contextStores(RED)[contextStore] ? contextOf(node, contextStore, `dayahead${part}`) : undefined,
  };
}

/** The folder for what may be had again, which all nodes share. */
export const sharedFolder = (RED: NodeAPI): string | undefined => {
  const { userDir } = RED.settings as Settings;
  return userDir && join(userDir, 'dayahead');
};

/** Under `key`; as a text, which no context store spreads over lines. */
function contextOf(node: Node, store: string, key: string): Keeping['context'] {
  const context = node.context();
  const write = (text: string | undefined) =>
    new Promise<void>((resolve, reject) => {
      context.set(key, text, store, (error?: Error) => (error ? reject(error) : resolve()));
    });
  return {
    name: `context store ${store}`,
    read: () =>
      new Promise((resolve, reject) => {
        context.get(key, store, (error: Error | undefined, value: unknown) =>
          error ? reject(error) : resolve(value === undefined ? undefined : String(value)),
        );
      }),
    write,
    remove: () => write(undefined),
  };
}
