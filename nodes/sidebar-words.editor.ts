import type { EditorRED } from 'node-red';

declare const RED: EditorRED;

const PACKAGE = '@dayahead/node-red-tariffs';

/** A text of `locales/<lang>/sidebar.json`, in the language of the editor. */
export const word = (key: string, details: Readonly<Record<string, string>> = {}): string =>
  RED._(`${PACKAGE}/dayahead-sidebar:sidebar.${key}`, details);

/** A text of another set of ours. */
export const wordOf = (set: 'price-series' | 'cheapest-window', key: string): string =>
  RED._(`${PACKAGE}/dayahead-${set}:${set}.${key}`);

export const language = (): string => RED.i18n.lang() || 'en';
