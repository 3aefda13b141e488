import { wordsOf } from '../common/words.ts';

type Texts = { readonly [key: string]: string | Texts };

/** The editor looks texts up under names like `@dayahead/node-red-tariffs/dayahead-sidebar:chart.now`. */
const form = /dayahead-([\w-]+):(.+)$/;

/**
 * Puts the texts that the page came with in the place of the editor's, so that what the two have in common finds them there.
 * Numbers and times are written as in the language of the browser.
 */
export function placeWords(texts: Texts): void {
  const RED = { _: (name: string, values: object = {}) => filled(textAt(texts, name), values), i18n: { lang } };
  Object.assign(globalThis, { RED });
}

const lang = () => navigator.language;

function textAt(texts: Texts, name: string): string {
  const [, set = '', path = ''] = form.exec(name) ?? [];
  const found = [set, ...path.split('.')].reduce<Texts | string>(
    (at, key) => (typeof at === 'object' ? (at[key] ?? '') : at),
    texts,
  );
  return typeof found === 'string' && found !== '' ? found : path;
}

const filled = (text: string, values: object): string =>
  Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`__${name}__`, () => String(value)), text);

export const pageWord = wordsOf('page');
export const houseWord = wordsOf('sidebar');
