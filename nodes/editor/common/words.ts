import type { EditorRED } from 'node-red';

declare const RED: EditorRED;

type Values = Readonly<Record<string, string | number>>;

/** The text at `path` of `locales/<lang>/<set>.json`, in the language of the editor. */
const textAt = (set: string, path: string, values: Values = {}): string =>
  RED._(`@dayahead/node-red-tariffs/dayahead-${set}:${path}`, values);

/** Looks up the texts below `branch` of a set. */
export const wordsOf =
  (set: string, branch = set) =>
  (key: string, values?: Values): string =>
    textAt(set, `${branch}.${key}`, values);

export const language = (): string => RED.i18n.lang() || 'en';
