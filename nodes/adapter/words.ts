import type { NodeAPI } from 'node-red';
import type { StatusWord } from '../../src/runtime/status.ts';
import { type Texts, textsIn } from './languages.ts';
import type { ConfigNode } from './site.ts';

/**
 * The words of a node of the site whose config node has the id `config`: those in `branch` of a set of texts, in the
 * language that the site names, else in the server's.
 */
export function wordsFor(RED: NodeAPI, config: string | undefined, set: string, branch = set): StatusWord {
  const foreign = branch === set ? '' : `@dayahead/node-red-tariffs/dayahead-${set}:`;
  let read: { readonly language: string; readonly texts: Texts } | undefined;
  const languageNow = () => (config ? (RED.nodes.getNode(config) as ConfigNode | null)?.language : undefined);
  const word: StatusWord = (key, values = {}) => {
    const language = languageNow();
    if (!language) return RED._(`${foreign}${branch}.${key}`, values);
    if (read?.language !== language) read = { language, texts: textsIn(language, set, branch) };
    return withValues(textAt(read.texts, key), values);
  };
  return Object.defineProperty(word, 'language', { get: languageNow });
}

function textAt(texts: Texts, key: string): string {
  const found = key
    .split('.')
    .reduce<Texts | string>((at, name) => (typeof at === 'object' ? (at[name] ?? key) : at), texts);
  return typeof found === 'string' ? found : key;
}

/** Puts values into the places of a text: `__name__`. */
export const withValues = (text: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`__${name}__`, () => value), text);
