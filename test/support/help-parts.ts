import { readdirSync, readFileSync } from 'node:fs';

/** A paragraph, heading, term or item of a node's help text. */
interface HelpPart {
  /** `battery.html 12`: the same place in every language. */
  readonly place: string;
  /** True of a term in a list of properties. */
  readonly isTerm: boolean;
  /** The text without its tags and without what stands in `<code>`. */
  readonly text: string;
  /** The contents of its `<code>`, and the terms and types of a list of properties. */
  readonly codes: readonly string[];
}

/** All help texts of a language by their parts. */
export const helpParts = (language: string): HelpPart[] =>
  readdirSync(`nodes/locales/${language}`)
    .filter((name) => name.endsWith('.html'))
    .flatMap((file) => partsOf(readFileSync(`nodes/locales/${language}/${file}`, 'utf8'), file));

const partsOf = (html: string, file: string): HelpPart[] =>
  html.split(/<(?=(?:p|dd|dt|li|h\d)\b)/).map((part, i) => ({
    place: `${file} ${i}`,
    isTerm: part.startsWith('dt'),
    text: part
      .replace(/^\w+[^>]*>/, '')
      .replace(/<code>.*?<\/code>/gs, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    codes: codesOf(part),
  }));

/** A term is a list of keys before its type; a type is a code where it begins with a bracket. */
function codesOf(part: string): string[] {
  const [, term = ''] = /^dt[^>]*>([^<]*)/s.exec(part) ?? [];
  const types = [...part.matchAll(/class="property-type">([{[][^<]*)/g)].map(([, type = '']) => type);
  const codes = [...part.matchAll(/<code>(.*?)<\/code>/gs)].map(([, code = '']) => code);
  return [...term.split(','), ...types, ...codes]
    .map((code) => code.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/\s+/g, ' ').trim())
    .filter((code) => code !== '');
}
