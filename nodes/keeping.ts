import { join } from 'node:path';
import type { Node, NodeAPI } from 'node-red';
import type { Keeping } from '../src/runtime/store.ts';

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
 * Where `node` keeps what a restart must not lose: in the context store named, or where there is none of that name that
 * outlives a restart, in a file of ours below the user directory.
 */
export function keepingOf(RED: NodeAPI, node: Node, contextStore: string): Keeping {
  const { userDir } = RED.settings as Settings;
  return {
    file: userDir && join(userDir, 'dayahead', `${node.id}.json`),
    context: contextStores(RED)[contextStore] ? contextOf(node, contextStore) : undefined,
  };
}

/** Under this key; as a text, which no context store spreads over lines. */
const KEY = 'dayahead';

function contextOf(node: Node, store: string): Keeping['context'] {
  const context = node.context();
  const write = (text: string | undefined) =>
    new Promise<void>((resolve, reject) => {
      context.set(KEY, text, store, (error?: Error) => (error ? reject(error) : resolve()));
    });
  return {
    name: `context store ${store}`,
    read: () =>
      new Promise((resolve, reject) => {
        context.get(KEY, store, (error: Error | undefined, value: unknown) =>
          error ? reject(error) : resolve(value === undefined ? undefined : String(value)),
        );
      }),
    write,
    remove: () => write(undefined),
  };
}
