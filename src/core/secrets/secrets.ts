import { latestEntries } from '../cache/latest.ts';

/** The tokens that this process has sent, and the text that replaces them wherever one is logged or shown. */

export const SECRET_MASK = '[token]';

/** A shorter text is not treated as a secret: masking it everywhere would make logs unreadable. */
const MIN_SECRET_CHARS = 8;
/** Dialogs can test many tokens in one process; the oldest are dropped. */
const MAX_SECRETS = 20;

/** Secrets with their redactors, the oldest first. */
const secrets = latestEntries<(text: string) => string>(MAX_SECRETS);
/** The longest secret first: a secret that is part of another must not leave the rest of it. */
let longestFirst: readonly ((text: string) => string)[] = [];

/** Keeps `secret` out of every text that passes `withoutSecrets` from now on. Call it before the secret is sent anywhere. */
export function rememberSecret(secret: string): void {
  if (secret.length < MIN_SECRET_CHARS || secrets.get(secret)) return;
  secrets.set(secret, secretRedactor(secret));
  longestFirst = [...secrets.entries()].toSorted(([a], [b]) => b.length - a.length).map(([, redact]) => redact);
}

/** `text` with each remembered secret masked, also where it is percent-encoded, escaped for XML or JSON, or in another case. */
export const withoutSecrets = (text: string): string => longestFirst.reduce((rest, redact) => redact(rest), text);

/** Masks one secret in the same way; a secret that is too short is left as it is. */
export function secretRedactor(secret: string): (text: string) => string {
  if (secret.length < MIN_SECRET_CHARS) return (text) => text;
  let pattern: RegExp | undefined;
  return (text) => {
    // No form of a secret is shorter than the secret. A pattern takes milliseconds to compile, and most texts are short.
    if (text.length < secret.length) return text;
    pattern ??= patternOf(secret);
    return text.replace(pattern, SECRET_MASK);
  };
}

/** Characters of another computer's text that an error quotes. */
export const MAX_REMOTE_CHARS = 200;

/** Text from another computer, as an error may quote it: one line, no secrets, no control characters, at most `MAX_REMOTE_CHARS`. */
export function remoteText(text: string): string {
  // Masked before it is cut, so that no part of a secret is left at the end.
  const line = withoutSecrets(text)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return line.length > MAX_REMOTE_CHARS ? `${line.slice(0, MAX_REMOTE_CHARS - 1)}…` : line;
}

const patternOf = (secret: string): RegExp => new RegExp([...secret].map(formsOf).join(''), 'giu');

const xmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** A character as it is, percent-encoded up to three times, as an XML reference, or with an escape of JSON. */
function formsOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).padStart(2, '0');
  const bytes = [...new TextEncoder().encode(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const percent = bytes.map((byte) => `%(?:25){0,2}${byte}`).join('');
  const plain = character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  const forms = [plain, percent, `&#0{0,6}${code};`, `&#x0{0,6}${hex};`, `\\\\u${hex.padStart(4, '0')}`];
  const name = xmlNames[character];
  if (name) forms.push(`&${name};`);
  if (character === '"' || character === '\\' || character === '/') forms.push(`\\\\${plain}`);
  return `(?:${forms.toReversed().join('|')})`;
}
