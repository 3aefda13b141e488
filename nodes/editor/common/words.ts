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

/** The name of a company or a tariff; that of the exchange price itself is in the user's language. */
export const nameOf = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  /^[a-z]{2}-exchange(-|$)/.test(id)
    ? name.replace('Exchange price', textAt('tariff-select', 'picker.exchangePrice'))
    : name;

/** The languages that our texts are in. */
export function textLanguages(): readonly string[] {
  const { settings } = RED as { readonly settings?: { readonly dayaheadConfigLanguages?: readonly string[] } };
  return settings?.dayaheadConfigLanguages ?? [];
}

/** The language of our texts. Node-RED takes one for English that its own editor is not in, as Dutch. */
export const language = (): string => textLanguages().find(isAskedFor) ?? (RED.i18n.lang() || 'en');

const isAskedFor = (tag: string) =>
  (localStorage.getItem('editor-language') || navigator.language).split('-')[0] === tag;
