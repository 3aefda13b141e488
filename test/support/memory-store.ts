import type { TextStore } from '../../src/runtime/store.ts';

/** A place for the text of `name` among those that `texts` keeps. */
export const memoryStore = (texts: Map<string, string>, name = 'memory'): TextStore => ({
  name,
  read: async () => texts.get(name),
  write: async (text) => void texts.set(name, text),
  remove: async () => void texts.delete(name),
});
