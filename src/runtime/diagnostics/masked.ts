/** What stands for a text that is nobody else's business. */
const MASK = '•••';

/** Texts that go to nobody: secrets anywhere, other private ones as whole words. */
export interface Private {
  readonly secrets: readonly string[];
  readonly words: readonly string[];
}

/** A text without what is private. */
export type Mask = (text: string) => string;

/** A shorter secret is masked as a whole word: anywhere, it would leave nothing that can be read. */
const SHORT = 4;
/** A shorter word tells nobody anything. */
const LEAST_WORD = 3;

export function maskOf({ secrets, words }: Private): Mask {
  const short = secrets.filter(({ length }) => length > 0 && length < SHORT);
  const word = replacing([...short, ...words.filter(({ length }) => length >= LEAST_WORD)], asWord);
  const secret = secretMask(secrets);
  return (text) => word(secret(text));
}

/** A text without secrets, however it came by them. */
export const secretMask = (secrets: readonly string[]): Mask =>
  replacing(
    secrets.filter(({ length }) => length >= SHORT),
    (any) => any,
  );

/** The longest goes first: what is a part of another must not leave the rest of it. */
function replacing(parts: readonly string[], form: (any: string) => string): Mask {
  const longestFirst = [...new Set(parts)].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return (text) => text;
  const any = new RegExp(form(`(?:${longestFirst.map(escaped).join('|')})`), 'gu');
  return (text) => text.replace(any, MASK);
}

const escaped = (part: string): string => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const asWord = (any: string): string => `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])`;
